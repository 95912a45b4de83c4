DROP INDEX findings_by_size;
ALTER TABLE findings DROP COLUMN checked;
CREATE INDEX findings_by_size ON findings (bug_id, reduced_size, id);
