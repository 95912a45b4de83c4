-- A case represents its bug once it was checked. What is there was reported when every worker was trusted.
ALTER TABLE findings ADD COLUMN checked INTEGER NOT NULL DEFAULT 1 CHECK (checked IN (0, 1));
DROP INDEX findings_by_size;
CREATE INDEX findings_by_size ON findings (bug_id, checked, reduced_size, id);
