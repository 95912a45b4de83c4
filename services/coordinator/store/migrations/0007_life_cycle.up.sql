-- The life of a bug. The table is written anew, since a CHECK can't be changed; what was open is new.
CREATE TABLE old_bugs AS SELECT * FROM bugs;
DROP TABLE bugs;
CREATE TABLE bugs (
  id         TEXT    NOT NULL PRIMARY KEY,
  signature  TEXT    NOT NULL UNIQUE,
  title      TEXT    NOT NULL,
  status     TEXT    NOT NULL CHECK (status IN ('new', 'confirmed', 'reported', 'fixed', 'regressed', 'duplicate', 'invalid', 'wont-fix')),
  kind       TEXT    NOT NULL,
  culprit    TEXT    NOT NULL,
  count      INTEGER NOT NULL CHECK (count > 0),
  first_seen TEXT    NOT NULL,
  last_seen  TEXT    NOT NULL
) STRICT;
INSERT INTO bugs SELECT id, signature, title, CASE status WHEN 'open' THEN 'new' ELSE status END, kind, culprit, count, first_seen, last_seen
FROM old_bugs;
DROP TABLE old_bugs;
CREATE INDEX bugs_by_last_seen ON bugs (last_seen, id);
CREATE INDEX bugs_by_culprit ON bugs (culprit);
CREATE INDEX bugs_by_first_seen ON bugs (first_seen, id);
CREATE INDEX bugs_by_count ON bugs (count, id);

-- What people have said of a bug; a bug of which nothing was said has no row.
CREATE TABLE bug_care (
  bug_id       TEXT NOT NULL PRIMARY KEY REFERENCES bugs (id),
  assignee     TEXT NOT NULL,
  upstream     TEXT NOT NULL, -- a link
  fixed_in     TEXT NOT NULL, -- VERSION or VERSION@BUILD of a compiler
  duplicate_of TEXT NOT NULL  -- the other bug's id
) STRICT;
CREATE TABLE bug_tags (
  bug_id TEXT NOT NULL REFERENCES bugs (id),
  tag    TEXT NOT NULL,
  PRIMARY KEY (bug_id, tag)
) STRICT;
CREATE INDEX bug_tags_by_tag ON bug_tags (tag, bug_id);
-- Who changed what, when and why; rows are only ever added.
CREATE TABLE bug_events (
  number INTEGER NOT NULL PRIMARY KEY,
  bug_id TEXT    NOT NULL REFERENCES bugs (id),
  at     TEXT    NOT NULL,
  who    TEXT    NOT NULL,
  what   TEXT    NOT NULL, -- status, assignee, upstream, fixed-in, duplicate-of, tag, note
  before TEXT    NOT NULL,
  after  TEXT    NOT NULL,
  why    TEXT    NOT NULL
) STRICT;
CREATE INDEX bug_events_by_bug ON bug_events (bug_id, number);
