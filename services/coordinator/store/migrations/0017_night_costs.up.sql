-- What a branch costs beside its baseline, one row per night and branch with a baseline, once both were measured.
CREATE TABLE night_costs (
  night_id   TEXT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
  branch     TEXT NOT NULL,
  comparison TEXT NOT NULL,
  failure    TEXT NOT NULL,
  PRIMARY KEY (night_id, branch)
) STRICT;
-- The comparison in rows, by json_each: a view may not call json_extract where the schema is not trusted, as `assay sql` trusts none.
CREATE VIEW night_measures (night_id, branch, measure, inputs, baseline, branch_value, ratio, spread, worse, better) AS
SELECT night_id, branch,
       (SELECT value FROM json_each(o.value, '$.measure')),
       (SELECT value FROM json_each(o.value, '$.inputs')),
       (SELECT value FROM json_each(o.value, '$.baseline')),
       (SELECT value FROM json_each(o.value, '$.branch')),
       (SELECT value FROM json_each(o.value, '$.ratio')),
       (SELECT value FROM json_each(o.value, '$.spread')),
       (SELECT value FROM json_each(o.value, '$.worse')),
       (SELECT value FROM json_each(o.value, '$.better'))
FROM night_costs, json_each(comparison, '$.summaries') AS o WHERE comparison <> '';
CREATE VIEW night_outliers (night_id, branch, measure, input, baseline, branch_value, ratio) AS
SELECT night_id, branch,
       (SELECT value FROM json_each(o.value, '$.measure')),
       (SELECT value FROM json_each(o.value, '$.input')),
       (SELECT value FROM json_each(o.value, '$.baseline')),
       (SELECT value FROM json_each(o.value, '$.branch')),
       (SELECT value FROM json_each(o.value, '$.ratio'))
FROM night_costs, json_each(comparison, '$.outliers') AS o WHERE comparison <> '';
