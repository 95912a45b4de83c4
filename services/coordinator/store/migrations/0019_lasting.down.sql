ALTER TABLE workers DROP COLUMN registered_by;
DROP TABLE lasting;
