ALTER TABLE findings DROP COLUMN explained_by;
ALTER TABLE findings DROP COLUMN unfinished;
