-- What was asked, as JSON; a question of which nothing is known is the default one.
ALTER TABLE findings ADD COLUMN question TEXT NOT NULL DEFAULT '{}';
ALTER TABLE findings ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE hunt_statistics ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
