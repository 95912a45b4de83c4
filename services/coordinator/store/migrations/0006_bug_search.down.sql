DROP INDEX bugs_by_count;
DROP INDEX bugs_by_first_seen;
DROP INDEX findings_by_version;
DROP TABLE bug_search;
DROP TABLE bug_numbers;
