-- What stays true of a database once it was.
CREATE TABLE lasting (
  what  TEXT NOT NULL PRIMARY KEY, -- tokens: there was one, so every call needs one
  since TEXT NOT NULL
) STRICT;
INSERT INTO lasting (what, since) SELECT 'tokens', MIN(created_at) FROM tokens HAVING COUNT(*) > 0;
-- Whose a worker is: the name of the token or certificate with which it registered; empty: it had none.
ALTER TABLE workers ADD COLUMN registered_by TEXT NOT NULL DEFAULT '';
