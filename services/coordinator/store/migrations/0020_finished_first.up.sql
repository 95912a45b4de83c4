-- Of two cases of one size that represents its bug whose reduction came to its end.
DROP INDEX findings_by_size;
CREATE INDEX findings_by_size ON findings (bug_id, checked, reduced_size, unfinished, id);
