-- Findings by day are counted without a look at the cases.
CREATE INDEX findings_by_time ON findings (found_at);
