CREATE TABLE bugs (
  id         TEXT    NOT NULL PRIMARY KEY,
  signature  TEXT    NOT NULL UNIQUE,
  title      TEXT    NOT NULL,
  status     TEXT    NOT NULL CHECK (status IN ('open', 'reported', 'fixed', 'invalid')),
  kind       TEXT    NOT NULL,
  culprit    TEXT    NOT NULL,
  count      INTEGER NOT NULL CHECK (count > 0),
  first_seen TEXT    NOT NULL,
  last_seen  TEXT    NOT NULL
) STRICT;
CREATE INDEX bugs_by_last_seen ON bugs (last_seen, id);
CREATE INDEX bugs_by_culprit ON bugs (culprit);

CREATE TABLE findings (
  id               TEXT    NOT NULL PRIMARY KEY,
  bug_id           TEXT    NOT NULL REFERENCES bugs (id),
  kind             TEXT    NOT NULL,
  compiler_path    TEXT    NOT NULL,
  compiler_version TEXT    NOT NULL,
  pipeline         TEXT    NOT NULL,
  culprit          TEXT    NOT NULL,
  function         TEXT    NOT NULL,
  original         TEXT    NOT NULL,
  reduced          TEXT    NOT NULL,
  reduced_size     INTEGER NOT NULL, -- length of reduced: the smallest case of a bug is found by the index
  reduced_target   TEXT    NOT NULL,
  reduced_pipeline TEXT    NOT NULL,
  reason           TEXT    NOT NULL,
  method           TEXT    NOT NULL,
  detail           TEXT    NOT NULL,
  counterexample   TEXT    NOT NULL, -- JSON; empty: none
  signature        TEXT    NOT NULL,
  seed             INTEGER NOT NULL, -- 64 bits without sign, bit for bit
  found_at         TEXT    NOT NULL,
  assay_version    TEXT    NOT NULL
) STRICT;
CREATE INDEX findings_by_size ON findings (bug_id, reduced_size, id);
CREATE INDEX findings_by_compiler ON findings (bug_id, compiler_version);
