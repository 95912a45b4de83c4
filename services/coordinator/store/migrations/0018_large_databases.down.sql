DROP TABLE sqlite_stat1;
DROP VIEW ir_code;
CREATE VIEW ir_code (instruction_id, bug_id, side, module, function, block, position, opcode, name, type, module_id, function_id, block_id) AS
SELECT i.id, m.bug_id, m.side, m.name, f.name, b.name, i.position, i.opcode, i.name, t.text, m.id, f.id, b.id
FROM ir_instructions AS i JOIN ir_types AS t ON t.id = i.type_id JOIN ir_blocks AS b ON b.id = i.block_id
JOIN ir_functions AS f ON f.id = b.function_id JOIN ir_modules AS m ON m.id = f.module_id;
DROP INDEX ir_instructions_by_block;
CREATE INDEX ir_instructions_by_block ON ir_instructions (block_id, position);
DROP INDEX ir_instructions_by_type;
DROP INDEX ir_instructions_by_name;
DROP INDEX ir_function_attributes_by_attribute;
ALTER TABLE ir_instructions DROP COLUMN module_id;
ALTER TABLE ir_instructions DROP COLUMN function_id;
CREATE INDEX findings_by_compiler ON findings (bug_id, compiler_version);
CREATE INDEX findings_by_version ON findings (compiler_version, compiler_build, bug_id);
DROP TRIGGER compilers_of_bugs;
DROP TABLE bug_compilers;
DROP INDEX bugs_by_month;
DROP INDEX bugs_by_group;
DROP INDEX bugs_in_order_of_status;
DROP INDEX bugs_by_status;
DROP INDEX bugs_by_culprit;
CREATE INDEX bugs_by_culprit ON bugs (culprit);
DROP INDEX bugs_by_title;
