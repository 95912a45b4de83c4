DROP INDEX findings_by_size;
CREATE INDEX findings_by_size ON findings (bug_id, checked, reduced_size, id);
