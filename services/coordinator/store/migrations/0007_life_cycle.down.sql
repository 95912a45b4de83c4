DROP TABLE bug_events;
DROP TABLE bug_tags;
DROP TABLE bug_care;
CREATE TABLE old_bugs AS SELECT * FROM bugs;
DROP TABLE bugs;
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
INSERT INTO bugs SELECT id, signature, title,
       CASE WHEN status IN ('reported', 'fixed') THEN status WHEN status IN ('duplicate', 'invalid', 'wont-fix') THEN 'invalid' ELSE 'open' END,
       kind, culprit, count, first_seen, last_seen
FROM old_bugs;
DROP TABLE old_bugs;
CREATE INDEX bugs_by_last_seen ON bugs (last_seen, id);
CREATE INDEX bugs_by_culprit ON bugs (culprit);
CREATE INDEX bugs_by_first_seen ON bugs (first_seen, id);
CREATE INDEX bugs_by_count ON bugs (count, id);
