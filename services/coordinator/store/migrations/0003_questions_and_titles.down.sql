ALTER TABLE hunt_statistics DROP COLUMN judged;
ALTER TABLE findings DROP COLUMN title;
ALTER TABLE findings DROP COLUMN question;
