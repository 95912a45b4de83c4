DROP TABLE night_bugs;
DROP TABLE night_hunts;
DROP TABLE night_branches;
DROP TABLE nights;
DROP TABLE hunt_surface;
