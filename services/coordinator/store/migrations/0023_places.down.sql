DELETE FROM sqlite_stat1 WHERE idx IN ('bugs_by_place', 'bugs_by_placed_by');
DROP TRIGGER places_of_bugs;
DROP INDEX bugs_by_placed_by;
DROP INDEX bugs_by_place;
ALTER TABLE bugs DROP COLUMN placed_by;
ALTER TABLE bugs DROP COLUMN place;
