DROP INDEX findings_by_hunt;
ALTER TABLE findings DROP COLUMN worker_id;
ALTER TABLE findings DROP COLUMN hunt_id;
ALTER TABLE findings DROP COLUMN compiler_commit;
ALTER TABLE findings DROP COLUMN compiler_build;
ALTER TABLE workers DROP COLUMN offer;
UPDATE hunts SET state = 'stopped' WHERE state = 'failed';
ALTER TABLE hunts DROP COLUMN failure;
CREATE TABLE old_hunts AS SELECT * FROM hunts;
DROP TABLE hunts;
CREATE TABLE hunts (
  id             TEXT    NOT NULL PRIMARY KEY,
  state          TEXT    NOT NULL CHECK (state IN ('running', 'finished', 'stopped')),
  settings       TEXT    NOT NULL, -- JSON of HuntSettings
  seed           INTEGER NOT NULL, -- 64 bits without sign, bit for bit
  mutant_limit   INTEGER NOT NULL, -- 0: none
  deadline_ms    INTEGER NOT NULL, -- Unix time; 0: none
  batch_size     INTEGER NOT NULL CHECK (batch_size > 0),
  exclusive      INTEGER NOT NULL CHECK (exclusive IN (0, 1)),
  next_batch     INTEGER NOT NULL,
  mutants_leased INTEGER NOT NULL,
  created_at     TEXT    NOT NULL
) STRICT;
INSERT INTO hunts SELECT * FROM old_hunts;
DROP TABLE old_hunts;
CREATE INDEX hunts_by_state ON hunts (state, created_at, id);
