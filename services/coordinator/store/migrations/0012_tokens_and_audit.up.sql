-- Who may call. Of a token only the hash is kept.
CREATE TABLE tokens (
  name       TEXT NOT NULL PRIMARY KEY,
  role       TEXT NOT NULL CHECK (role IN ('viewer', 'worker', 'admin')),
  hash       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT NOT NULL -- empty: it was not
) STRICT;
-- Who changed what, and who was refused; rows are only ever added.
CREATE TABLE audit (
  number  INTEGER NOT NULL PRIMARY KEY,
  at      TEXT    NOT NULL,
  who     TEXT    NOT NULL,
  peer    TEXT    NOT NULL,
  action  TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  outcome TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
