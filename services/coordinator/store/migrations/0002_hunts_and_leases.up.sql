CREATE TABLE workers (
  id            TEXT    NOT NULL PRIMARY KEY,
  name          TEXT    NOT NULL,
  version       TEXT    NOT NULL,
  jobs          INTEGER NOT NULL,
  registered_at TEXT    NOT NULL,
  last_seen     TEXT    NOT NULL
) STRICT;

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
CREATE INDEX hunts_by_state ON hunts (state, created_at, id);

CREATE TABLE hunt_statistics (
  hunt_id             TEXT    NOT NULL PRIMARY KEY REFERENCES hunts (id),
  mutants             INTEGER NOT NULL,
  discarded           INTEGER NOT NULL,
  executions          INTEGER NOT NULL,
  unchanged           INTEGER NOT NULL,
  checked_syntax      INTEGER NOT NULL,
  checked_exhaustive  INTEGER NOT NULL,
  checked_interpreter INTEGER NOT NULL,
  checked_smt         INTEGER NOT NULL,
  unknown             INTEGER NOT NULL,
  unsupported         INTEGER NOT NULL,
  findings            INTEGER NOT NULL,
  seconds             REAL    NOT NULL
) STRICT;

CREATE TABLE hunt_reasons (
  hunt_id TEXT    NOT NULL REFERENCES hunts (id),
  verdict TEXT    NOT NULL CHECK (verdict IN ('unknown', 'unsupported')),
  reason  TEXT    NOT NULL,
  count   INTEGER NOT NULL,
  PRIMARY KEY (hunt_id, verdict, reason)
) STRICT;

CREATE TABLE leases (
  hunt_id    TEXT    NOT NULL REFERENCES hunts (id),
  batch      INTEGER NOT NULL,
  seed       INTEGER NOT NULL,
  mutants    INTEGER NOT NULL,
  worker_id  TEXT    NOT NULL REFERENCES workers (id),
  attempt    INTEGER NOT NULL CHECK (attempt > 0),
  state      TEXT    NOT NULL CHECK (state IN ('leased', 'done', 'abandoned')),
  expires_ms INTEGER NOT NULL, -- Unix time
  PRIMARY KEY (hunt_id, batch)
) STRICT;
CREATE INDEX leases_by_expiry ON leases (state, expires_ms);
