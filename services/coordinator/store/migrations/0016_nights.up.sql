-- What a hunt's judged pairs were made of, by what judged them.
CREATE TABLE hunt_surface (
  hunt_id  TEXT    NOT NULL REFERENCES hunts (id),
  pipeline TEXT    NOT NULL,
  feature  TEXT    NOT NULL,
  judge    TEXT    NOT NULL,
  count    INTEGER NOT NULL,
  PRIMARY KEY (hunt_id, pipeline, feature, judge)
) STRICT;

-- One row per night: what `assay nightly` did, and its report once it is over.
CREATE TABLE nights (
  id          TEXT    NOT NULL PRIMARY KEY,
  plan        TEXT    NOT NULL,
  state       TEXT    NOT NULL CHECK (state IN ('running', 'finished')),
  seed        INTEGER NOT NULL,
  started_at  TEXT    NOT NULL,
  finished_at TEXT    NOT NULL,
  exit_code   INTEGER NOT NULL,
  report      TEXT    NOT NULL
) STRICT;
CREATE INDEX nights_by_plan ON nights (plan, started_at);

-- What became of each branch when it was updated and built.
CREATE TABLE night_branches (
  night_id TEXT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
  branch   TEXT NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('found', 'built', 'last-good', 'missing')),
  opt      TEXT NOT NULL,
  compiler TEXT NOT NULL,
  revision TEXT NOT NULL,
  failure  TEXT NOT NULL,
  PRIMARY KEY (night_id, branch)
) STRICT;

-- One row per hunt of a night that came to its end: branch, pipeline and the hunt that did it.
CREATE TABLE night_hunts (
  night_id TEXT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
  branch   TEXT NOT NULL,
  pipeline TEXT NOT NULL,
  hunt_id  TEXT NOT NULL,
  failure  TEXT NOT NULL,
  PRIMARY KEY (night_id, branch, pipeline)
) STRICT;

-- One row per bug and branch that was asked about in a night. step: verify (it was known before) or judge (the night met it).
CREATE TABLE night_bugs (
  night_id TEXT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
  branch   TEXT NOT NULL,
  bug_id   TEXT NOT NULL,
  step     TEXT NOT NULL CHECK (step IN ('verify', 'judge')),
  answer   TEXT NOT NULL CHECK (answer IN ('pending', 'shows', 'absent', 'undecided')),
  baseline TEXT NOT NULL CHECK (baseline IN ('', 'shows', 'absent', 'undecided')),
  why      TEXT NOT NULL,
  PRIMARY KEY (night_id, branch, bug_id)
) STRICT;
CREATE INDEX night_bugs_by_bug ON night_bugs (bug_id);
