ALTER TABLE hunt_statistics RENAME COLUMN failures TO findings;
