-- Where a bug is in lists that have what is news first. A coordinator says it, by the rules that it was given.
ALTER TABLE bugs ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bugs ADD COLUMN placed_by TEXT NOT NULL DEFAULT '';
CREATE INDEX bugs_by_place ON bugs ((9 - place) || ' ' || last_seen, id);
CREATE INDEX bugs_by_placed_by ON bugs (placed_by);
CREATE TRIGGER places_of_bugs AFTER UPDATE OF status ON bugs WHEN old.status <> new.status BEGIN
  UPDATE bugs SET placed_by = '' WHERE id = new.id;
END;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('bugs', 'bugs_by_place', '100000 10 1'), ('bugs', 'bugs_by_placed_by', '100000 50000');
ANALYZE sqlite_schema;
