-- What happened, in order, for those who watch. Written by triggers, whichever process makes the change; the last 100,000 are kept.
CREATE TABLE news (
  number  INTEGER NOT NULL PRIMARY KEY,
  at      TEXT    NOT NULL,
  what    TEXT    NOT NULL, -- bug-found, finding, bug-changed, hunt-running, hunt-finished, hunt-stopped, hunt-failed
  bug_id  TEXT    NOT NULL, -- empty: none
  hunt_id TEXT    NOT NULL, -- empty: none
  detail  TEXT    NOT NULL
) STRICT;
CREATE TRIGGER news_of_bugs AFTER INSERT ON bugs BEGIN
  INSERT INTO news (at, what, bug_id, hunt_id, detail) VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'bug-found', new.id, '', '');
END;
CREATE TRIGGER news_of_findings AFTER INSERT ON findings BEGIN
  INSERT INTO news (at, what, bug_id, hunt_id, detail)
  VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'finding', new.bug_id, new.hunt_id, new.id);
END;
CREATE TRIGGER news_of_changes AFTER INSERT ON bug_events BEGIN
  INSERT INTO news (at, what, bug_id, hunt_id, detail)
  VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'bug-changed', new.bug_id, '', new.what || ' ' || new.before || ' -> ' || new.after);
END;
CREATE TRIGGER news_of_new_hunts AFTER INSERT ON hunts BEGIN
  INSERT INTO news (at, what, bug_id, hunt_id, detail)
  VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'hunt-' || new.state, '', new.id, new.failure);
END;
CREATE TRIGGER news_of_hunts AFTER UPDATE OF state ON hunts WHEN new.state <> old.state BEGIN
  INSERT INTO news (at, what, bug_id, hunt_id, detail)
  VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'hunt-' || new.state, '', new.id, new.failure);
END;
CREATE TRIGGER news_are_limited AFTER INSERT ON news BEGIN
  DELETE FROM news WHERE number <= new.number - 100000;
END;
