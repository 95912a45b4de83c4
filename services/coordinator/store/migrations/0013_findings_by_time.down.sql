DROP INDEX findings_by_time;
