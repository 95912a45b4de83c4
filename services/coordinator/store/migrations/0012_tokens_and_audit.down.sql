DROP TABLE audit;
DROP TABLE tokens;
