-- A hunt may fail. The table is written anew, since a CHECK can't be changed.
CREATE TABLE old_hunts AS SELECT * FROM hunts;
DROP TABLE hunts;
CREATE TABLE hunts (
  id             TEXT    NOT NULL PRIMARY KEY,
  state          TEXT    NOT NULL CHECK (state IN ('running', 'finished', 'stopped', 'failed')),
  settings       TEXT    NOT NULL, -- JSON of HuntSettings
  seed           INTEGER NOT NULL, -- 64 bits without sign, bit for bit
  mutant_limit   INTEGER NOT NULL, -- 0: none
  deadline_ms    INTEGER NOT NULL, -- Unix time; 0: none
  batch_size     INTEGER NOT NULL CHECK (batch_size > 0),
  exclusive      INTEGER NOT NULL CHECK (exclusive IN (0, 1)),
  next_batch     INTEGER NOT NULL,
  mutants_leased INTEGER NOT NULL,
  created_at     TEXT    NOT NULL,
  failure        TEXT    NOT NULL  -- why it failed; empty: it did not
) STRICT;
INSERT INTO hunts SELECT *, '' FROM old_hunts;
DROP TABLE old_hunts;
CREATE INDEX hunts_by_state ON hunts (state, created_at, id);

-- What a worker can hunt with, as JSON.
ALTER TABLE workers ADD COLUMN offer TEXT NOT NULL DEFAULT '{}';

-- Two builds of one version are two compilers; a finding tells where it comes from.
ALTER TABLE findings ADD COLUMN compiler_build TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN compiler_commit TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN hunt_id TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN worker_id TEXT NOT NULL DEFAULT '';
CREATE INDEX findings_by_hunt ON findings (hunt_id, bug_id);
