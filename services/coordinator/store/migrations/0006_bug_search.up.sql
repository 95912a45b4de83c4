-- Full-text search over what lists and `assay show` print of a bug: three letters in a row are a word of the index, so that any part of a
-- text is found. Rows are numbered by a table of their own, since the row ids of bugs change when a file is compacted.
CREATE TABLE bug_numbers (
  number INTEGER NOT NULL PRIMARY KEY,
  bug_id TEXT    NOT NULL UNIQUE REFERENCES bugs (id)
) STRICT;
CREATE VIRTUAL TABLE bug_search USING fts5 (title, signature, reduced, tokenize = 'trigram');
INSERT INTO bug_numbers (bug_id) SELECT id FROM bugs;
INSERT INTO bug_search (rowid, title, signature, reduced)
SELECT number, title, signature,
       COALESCE((SELECT reduced FROM findings WHERE findings.bug_id = bugs.id ORDER BY checked DESC, reduced_size, id LIMIT 1), '')
FROM bug_numbers JOIN bugs ON bugs.id = bug_id;
CREATE INDEX findings_by_version ON findings (compiler_version, compiler_build, bug_id);
CREATE INDEX bugs_by_first_seen ON bugs (first_seen, id);
CREATE INDEX bugs_by_count ON bugs (count, id);
