DROP TABLE findings;
DROP TABLE bugs;
