-- What a branch misses, one row per night and branch, once its mutants were looked at.
CREATE TABLE night_missed (
  night_id TEXT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
  branch   TEXT NOT NULL,
  missed   TEXT NOT NULL,
  failure  TEXT NOT NULL,
  PRIMARY KEY (night_id, branch)
) STRICT;
-- In rows, by json_each: a view may not call json_extract where the schema is not trusted, as `assay sql` trusts none.
CREATE VIEW night_rules (night_id, branch, rule, folds) AS
SELECT night_id, branch,
       (SELECT value FROM json_each(o.value, '$.rule.text')),
       (SELECT value FROM json_each(o.value, '$.folds'))
FROM night_missed, json_each(missed, '$.rules') AS o WHERE missed <> '';
CREATE VIEW night_regressions (night_id, branch, cause, source) AS
SELECT night_id, branch,
       (SELECT value FROM json_each(o.value, '$.key')),
       (SELECT value FROM json_each(o.value, '$.source'))
FROM night_missed, json_each(missed, '$.regressions') AS o WHERE missed <> '';
