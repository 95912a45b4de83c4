DROP TABLE leases;
DROP TABLE hunt_reasons;
DROP TABLE hunt_statistics;
DROP TABLE hunts;
DROP TABLE workers;
