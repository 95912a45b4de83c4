-- Every way to sort bugs has an index, and so has what bugs are counted by.
CREATE INDEX bugs_by_title ON bugs (title, id);
DROP INDEX bugs_by_culprit;
CREATE INDEX bugs_by_culprit ON bugs (culprit, id);
CREATE INDEX bugs_by_status ON bugs (status, last_seen, id);
CREATE INDEX bugs_in_order_of_status ON bugs (status, id);
CREATE INDEX bugs_by_group ON bugs (culprit, kind, status, count);
CREATE INDEX bugs_by_month ON bugs (substr(first_seen, 1, 7), culprit);

-- In which compilers each bug was seen, so that nobody has to read all findings for it. What is removed from findings later stays counted.
CREATE TABLE bug_compilers (
  bug_id           TEXT    NOT NULL REFERENCES bugs (id),
  compiler_version TEXT    NOT NULL,
  compiler_build   TEXT    NOT NULL,
  compiler_path    TEXT    NOT NULL,
  findings         INTEGER NOT NULL,
  first_seen       TEXT    NOT NULL,
  last_seen        TEXT    NOT NULL,
  PRIMARY KEY (bug_id, compiler_version, compiler_build, compiler_path)
) STRICT, WITHOUT ROWID;
INSERT INTO bug_compilers (bug_id, compiler_version, compiler_build, compiler_path, findings, first_seen, last_seen)
SELECT bug_id, compiler_version, compiler_build, compiler_path, COUNT(*), MIN(found_at), MAX(found_at)
FROM findings GROUP BY bug_id, compiler_version, compiler_build, compiler_path;
CREATE INDEX bug_compilers_by_version ON bug_compilers (compiler_version, compiler_build);
CREATE INDEX bug_compilers_by_path ON bug_compilers (compiler_path);
CREATE TRIGGER compilers_of_bugs AFTER INSERT ON findings BEGIN
  INSERT INTO bug_compilers (bug_id, compiler_version, compiler_build, compiler_path, findings, first_seen, last_seen)
  VALUES (new.bug_id, new.compiler_version, new.compiler_build, new.compiler_path, 1, new.found_at, new.found_at)
  ON CONFLICT (bug_id, compiler_version, compiler_build, compiler_path) DO UPDATE
  SET findings = findings + 1, first_seen = MIN(first_seen, excluded.first_seen), last_seen = MAX(last_seen, excluded.last_seen);
END;
DROP INDEX findings_by_compiler;
DROP INDEX findings_by_version;

-- An instruction knows its function and module: source and target of a bug are compared without a walk over blocks.
ALTER TABLE ir_instructions ADD COLUMN function_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ir_instructions ADD COLUMN module_id INTEGER NOT NULL DEFAULT 0;
UPDATE ir_instructions SET (function_id, module_id) =
  (SELECT f.id, f.module_id FROM ir_blocks AS b JOIN ir_functions AS f ON f.id = b.function_id WHERE b.id = block_id);
CREATE INDEX ir_instructions_by_name ON ir_instructions (module_id, name, opcode);
CREATE INDEX ir_function_attributes_by_attribute ON ir_function_attributes (attribute, place);
CREATE INDEX ir_instructions_by_type ON ir_instructions (type_id);
DROP INDEX ir_instructions_by_block;
CREATE INDEX ir_instructions_by_block ON ir_instructions (block_id, position, opcode);
DROP VIEW ir_code;
-- LEFT JOIN: who does not ask for the type does not read it.
CREATE VIEW ir_code (instruction_id, bug_id, side, module, function, block, position, opcode, name, type, module_id, function_id, block_id) AS
SELECT i.id, m.bug_id, m.side, m.name, f.name, b.name, i.position, i.opcode, i.name, t.text, m.id, f.id, b.id
FROM ir_instructions AS i JOIN ir_modules AS m ON m.id = i.module_id JOIN ir_functions AS f ON f.id = i.function_id
JOIN ir_blocks AS b ON b.id = i.block_id LEFT JOIN ir_types AS t ON t.id = i.type_id;

-- What a large database is like, for the planner: nearly all bugs share few statuses, kinds and passes, and a module is small. Without it, an index that picks nearly all rows is
-- taken for one that picks ten.
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('bugs', 'sqlite_autoindex_bugs_1', '100000 1'), ('bugs', 'sqlite_autoindex_bugs_2', '100000 1'), ('bugs', 'bugs_by_title', '100000 1 1'),
  ('bugs', 'bugs_by_culprit', '100000 1000 1'), ('bugs', 'bugs_by_group', '100000 1000 500 100 2'), ('bugs', 'bugs_by_status', '100000 20000 4 1'),
  ('bugs', 'bugs_in_order_of_status', '100000 20000 1'), ('bugs', 'bugs_by_kind', '100000 20000 4 1'), ('bugs', 'bugs_by_month', '100000 5000 50'),
  ('bugs', 'bugs_by_last_seen', '100000 10 1'), ('bugs', 'bugs_by_first_seen', '100000 10 1'), ('bugs', 'bugs_by_count', '100000 100 1'),
  ('ir_modules', 'ir_modules_by_bug', '200000 2 1'), ('ir_functions', 'ir_functions_by_module', '200000 1 1'), ('ir_blocks', 'ir_blocks_by_function', '300000 2 1'),
  ('ir_instructions', 'ir_instructions_by_block', '1000000 5 1 1'), ('ir_instructions', 'ir_instructions_by_opcode', '1000000 20000'),
  ('ir_instructions', 'ir_instructions_by_type', '1000000 50000'), ('ir_instructions', 'ir_instructions_by_name', '1000000 10 1 1'),
  ('ir_function_attributes', 'ir_function_attributes_by_attribute', '200000 20000 5000'),
  ('ir_function_attributes', 'ir_function_attributes', '200000 3 2 1 1');
ANALYZE sqlite_schema;
