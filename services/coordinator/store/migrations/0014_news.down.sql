DROP TRIGGER news_are_limited;
DROP TRIGGER news_of_hunts;
DROP TRIGGER news_of_new_hunts;
DROP TRIGGER news_of_changes;
DROP TRIGGER news_of_findings;
DROP TRIGGER news_of_bugs;
DROP TABLE news;
