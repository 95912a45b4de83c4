-- Few failures become findings: those of a shape that was analysed before are counted only.
ALTER TABLE hunt_statistics RENAME COLUMN findings TO failures;
