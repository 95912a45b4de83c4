DROP VIEW night_regressions;
DROP VIEW night_rules;
DROP TABLE night_missed;
