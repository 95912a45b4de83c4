DROP VIEW night_outliers;
DROP VIEW night_measures;
DROP TABLE night_costs;
