-- What follows from the facts. Recursion is asked of one row at a time, so that a query that needs few rows walks few graphs.
CREATE VIEW ir_opcodes (opcode, category) AS
VALUES ('add', 'binary'), ('fadd', 'binary'), ('sub', 'binary'), ('fsub', 'binary'), ('mul', 'binary'), ('fmul', 'binary'),
       ('udiv', 'binary'), ('sdiv', 'binary'), ('fdiv', 'binary'), ('urem', 'binary'), ('srem', 'binary'),
       ('frem', 'binary'),
       ('shl', 'bitwise'), ('lshr', 'bitwise'), ('ashr', 'bitwise'), ('and', 'bitwise'), ('or', 'bitwise'),
       ('xor', 'bitwise'),
       ('ret', 'terminator'), ('br', 'terminator'), ('switch', 'terminator'), ('indirectbr', 'terminator'),
       ('invoke', 'terminator'), ('callbr', 'terminator'), ('resume', 'terminator'), ('catchswitch', 'terminator'),
       ('catchret', 'terminator'), ('cleanupret', 'terminator'), ('unreachable', 'terminator'),
       ('alloca', 'memory'), ('load', 'memory'), ('store', 'memory'), ('fence', 'memory'), ('cmpxchg', 'memory'),
       ('atomicrmw', 'memory'), ('getelementptr', 'memory'),
       ('extractelement', 'vector'), ('insertelement', 'vector'), ('shufflevector', 'vector'),
       ('extractvalue', 'aggregate'), ('insertvalue', 'aggregate'),
       ('trunc', 'conversion'), ('zext', 'conversion'), ('sext', 'conversion'), ('fptrunc', 'conversion'),
       ('fpext', 'conversion'), ('fptoui', 'conversion'), ('fptosi', 'conversion'), ('uitofp', 'conversion'),
       ('sitofp', 'conversion'), ('ptrtoint', 'conversion'), ('ptrtoaddr', 'conversion'), ('inttoptr', 'conversion'),
       ('bitcast', 'conversion'), ('addrspacecast', 'conversion'),
       ('fneg', 'other'), ('icmp', 'other'), ('fcmp', 'other'), ('phi', 'other'), ('select', 'other'), ('freeze', 'other'),
       ('call', 'other'), ('va_arg', 'other'), ('landingpad', 'other'), ('catchpad', 'other'), ('cleanuppad', 'other');
CREATE VIEW ir_primitive_types (type_id) AS
SELECT id FROM ir_types WHERE kind NOT IN ('function', 'vector', 'pointer', 'array', 'structure');
CREATE VIEW ir_derived_types (type_id) AS
SELECT id FROM ir_types WHERE kind IN ('function', 'vector', 'pointer', 'array', 'structure');
CREATE VIEW ir_aggregate_types (type_id) AS
SELECT id FROM ir_types WHERE kind IN ('array', 'structure');
CREATE VIEW ir_shapes (type_id, lanes, scalable, scalar_id, kind, bits) AS
SELECT t.id, CASE t.kind WHEN 'vector' THEN t.elements ELSE 0 END, t.form = 'scalable', s.id, s.kind, s.bits
FROM ir_types AS t JOIN ir_types AS s ON s.id = CASE t.kind
  WHEN 'vector' THEN (SELECT component_id FROM ir_type_components WHERE type_id = t.id AND role = 'element' AND position = 0)
  ELSE t.id END;
CREATE VIEW ir_variables (id, function_id, kind, name, type_id) AS
SELECT id, function_id, 'parameter', name, type_id FROM ir_parameters
UNION ALL
SELECT id, function_id, 'block', name, (SELECT id FROM ir_types WHERE text = 'label') FROM ir_blocks
UNION ALL
SELECT i.id, b.function_id, 'instruction', i.name, i.type_id
FROM ir_instructions AS i JOIN ir_blocks AS b ON b.id = i.block_id WHERE i.name <> '';
CREATE VIEW ir_operand_values (instruction_id, role, position, is_constant, text, type_id) AS
SELECT instruction_id, role, position, variable_id = 0,
       CASE variable_id WHEN 0 THEN (SELECT text FROM ir_constants WHERE id = constant_id)
       ELSE COALESCE((SELECT name FROM ir_instructions WHERE id = variable_id), (SELECT name FROM ir_parameters WHERE id = variable_id),
                     (SELECT name FROM ir_blocks WHERE id = variable_id)) END,
       CASE variable_id WHEN 0 THEN (SELECT type_id FROM ir_constants WHERE id = constant_id)
       ELSE COALESCE((SELECT type_id FROM ir_instructions WHERE id = variable_id), (SELECT type_id FROM ir_parameters WHERE id = variable_id),
                     (SELECT id FROM ir_types WHERE text = 'label')) END
FROM ir_operands;
CREATE VIEW ir_code (instruction_id, bug_id, side, module, function, block, position, opcode, name, type, module_id, function_id, block_id) AS
SELECT i.id, m.bug_id, m.side, m.name, f.name, b.name, i.position, i.opcode, i.name, t.text, m.id, f.id, b.id
FROM ir_instructions AS i JOIN ir_types AS t ON t.id = i.type_id JOIN ir_blocks AS b ON b.id = i.block_id
JOIN ir_functions AS f ON f.id = b.function_id JOIN ir_modules AS m ON m.id = f.module_id;
CREATE VIEW ir_instruction_next (instruction_id, next_id) AS
SELECT i.id, n.id FROM ir_instructions AS i JOIN ir_instructions AS n ON n.block_id = i.block_id AND n.position = i.position + 1;
CREATE VIEW ir_entries (function_id, block_id) AS
SELECT function_id, id FROM ir_blocks WHERE position = 0;
CREATE VIEW ir_reachable_blocks (function_id, block_id) AS
SELECT b.function_id, b.id FROM ir_blocks AS b WHERE EXISTS (
  WITH RECURSIVE walk (block) AS (
    SELECT e.id FROM ir_blocks AS e WHERE e.function_id = b.function_id AND e.position = 0
    UNION SELECT successor_id FROM walk JOIN ir_edges ON block_id = block)
  SELECT 1 FROM walk WHERE block = b.id);
CREATE VIEW ir_paths (from_id, to_id) AS
SELECT a.id, b.id FROM ir_blocks AS a JOIN ir_blocks AS b ON b.function_id = a.function_id WHERE EXISTS (
  WITH RECURSIVE walk (block) AS (
    SELECT successor_id FROM ir_edges WHERE block_id = a.id
    UNION SELECT successor_id FROM walk JOIN ir_edges ON block_id = block)
  SELECT 1 FROM walk WHERE block = b.id);
CREATE VIEW ir_loop_blocks (function_id, block_id) AS
SELECT b.function_id, b.id FROM ir_blocks AS b WHERE EXISTS (
  WITH RECURSIVE walk (block) AS (
    SELECT successor_id FROM ir_edges WHERE block_id = b.id
    UNION SELECT successor_id FROM walk JOIN ir_edges ON block_id = block)
  SELECT 1 FROM walk WHERE block = b.id);
CREATE VIEW ir_dominators (dominator_id, block_id) AS
SELECT a.id, b.id FROM ir_blocks AS a JOIN ir_blocks AS b ON b.function_id = a.function_id
WHERE EXISTS (SELECT 1 FROM ir_reachable_blocks AS r WHERE r.block_id = b.id) AND NOT EXISTS (
  WITH RECURSIVE walk (block) AS (
    SELECT e.id FROM ir_blocks AS e WHERE e.function_id = a.function_id AND e.position = 0 AND e.id <> a.id
    UNION SELECT successor_id FROM walk JOIN ir_edges ON block_id = block WHERE successor_id <> a.id)
  SELECT 1 FROM walk WHERE block = b.id);
CREATE VIEW ir_binary (instruction_id, opcode, type_id, left, left_type_id, right, right_type_id) AS
SELECT i.id, i.opcode, i.type_id, l.text, l.type_id, r.text, r.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS l ON l.instruction_id = i.id AND l.role = 'left' AND l.position = 0
JOIN ir_operand_values AS r ON r.instruction_id = i.id AND r.role = 'right' AND r.position = 0
WHERE i.opcode IN (SELECT opcode FROM ir_opcodes WHERE category IN ('binary', 'bitwise'));
CREATE VIEW ir_casts (instruction_id, opcode, to_type_id, value, from_type_id) AS
SELECT i.id, i.opcode, i.type_id, v.text, v.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'value' AND v.position = 0
WHERE i.opcode IN (SELECT opcode FROM ir_opcodes WHERE category = 'conversion');
CREATE VIEW ir_compares (instruction_id, opcode, type_id, predicate, left, left_type_id, right, right_type_id) AS
SELECT i.id, i.opcode, i.type_id, p.value, l.text, l.type_id, r.text, r.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS l ON l.instruction_id = i.id AND l.role = 'left' AND l.position = 0
JOIN ir_operand_values AS r ON r.instruction_id = i.id AND r.role = 'right' AND r.position = 0
JOIN ir_properties AS p ON p.instruction_id = i.id AND p.property = 'predicate'
WHERE i.opcode IN ('icmp', 'fcmp');
CREATE VIEW ir_selects (instruction_id, type_id, condition, condition_type_id, true_value, true_type_id, false_value, false_type_id) AS
SELECT i.id, i.type_id, c.text, c.type_id, t.text, t.type_id, f.text, f.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS c ON c.instruction_id = i.id AND c.role = 'condition' AND c.position = 0
JOIN ir_operand_values AS t ON t.instruction_id = i.id AND t.role = 'true' AND t.position = 0
JOIN ir_operand_values AS f ON f.instruction_id = i.id AND f.role = 'false' AND f.position = 0
WHERE i.opcode IN ('select');
CREATE VIEW ir_loads (instruction_id, type_id, pointer, pointer_type_id) AS
SELECT i.id, i.type_id, p.text, p.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS p ON p.instruction_id = i.id AND p.role = 'pointer' AND p.position = 0
WHERE i.opcode IN ('load');
CREATE VIEW ir_stores (instruction_id, value, value_type_id, pointer, pointer_type_id) AS
SELECT i.id, v.text, v.type_id, p.text, p.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'value' AND v.position = 0
JOIN ir_operand_values AS p ON p.instruction_id = i.id AND p.role = 'pointer' AND p.position = 0
WHERE i.opcode IN ('store');
CREATE VIEW ir_allocas (instruction_id, type_id, allocated_type_id, count, count_type_id) AS
SELECT i.id, i.type_id, a.type_id, n.text, n.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS n ON n.instruction_id = i.id AND n.role = 'count' AND n.position = 0
JOIN ir_instruction_types AS a ON a.instruction_id = i.id AND a.role = 'allocated'
WHERE i.opcode IN ('alloca');
CREATE VIEW ir_geps (instruction_id, type_id, source_type_id, indices, pointer, pointer_type_id) AS
SELECT i.id, i.type_id, s.type_id, (SELECT COUNT(*) FROM ir_operands AS o WHERE o.instruction_id = i.id AND o.role = 'index'), p.text, p.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS p ON p.instruction_id = i.id AND p.role = 'pointer' AND p.position = 0
JOIN ir_instruction_types AS s ON s.instruction_id = i.id AND s.role = 'source-element'
WHERE i.opcode IN ('getelementptr');
CREATE VIEW ir_gep_types (instruction_id, position, type_id) AS
WITH RECURSIVE walk (instruction, place, type) AS (
  SELECT instruction_id, 0, type_id FROM ir_instruction_types WHERE role = 'source-element'
  UNION ALL
  SELECT instruction, place + 1, c.component_id
  FROM walk JOIN ir_operands AS o ON o.instruction_id = instruction AND o.role = 'index' AND o.position = place + 1
  JOIN ir_type_components AS c ON c.type_id = type
    AND (c.role = 'element' OR c.role = 'field' AND c.position = (SELECT value FROM ir_integers AS n WHERE n.constant_id = o.constant_id)))
SELECT instruction, place, type FROM walk;
CREATE VIEW ir_aggregate_accesses (instruction_id, opcode, type_id, indices, aggregate, aggregate_type_id) AS
SELECT i.id, i.opcode, i.type_id, (SELECT COUNT(*) FROM ir_indices AS n WHERE n.instruction_id = i.id), a.text, a.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS a ON a.instruction_id = i.id AND a.role = 'aggregate' AND a.position = 0
WHERE i.opcode IN ('extractvalue', 'insertvalue');
CREATE VIEW ir_aggregate_access_types (instruction_id, position, type_id) AS
WITH RECURSIVE walk (instruction, place, type) AS (
  SELECT instruction_id, 0, aggregate_type_id FROM ir_aggregate_accesses
  UNION ALL
  SELECT instruction, place + 1, c.component_id
  FROM walk JOIN ir_indices AS x ON x.instruction_id = instruction AND x.position = place
  JOIN ir_types AS t ON t.id = type
  JOIN ir_type_components AS c ON c.type_id = type
    AND (c.role = 'element' AND t.kind = 'array' AND x.value < t.elements OR c.role = 'field' AND c.position = x.value))
SELECT instruction, place, type FROM walk;
CREATE VIEW ir_returns (instruction_id, function_id, return_type_id, value, type_id) AS
SELECT i.id, b.function_id, c.component_id, COALESCE(v.text, ''), COALESCE(v.type_id, (SELECT id FROM ir_types WHERE text = 'void'))
FROM ir_instructions AS i JOIN ir_blocks AS b ON b.id = i.block_id JOIN ir_functions AS f ON f.id = b.function_id
JOIN ir_type_components AS c ON c.type_id = f.type_id AND c.role = 'return'
LEFT JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'value'
WHERE i.opcode = 'ret';
CREATE VIEW ir_calls (instruction_id, opcode, type_id, callee, is_direct, signature_id, return_type_id, arguments) AS
SELECT i.id, i.opcode, i.type_id, v.text, v.is_constant, s.type_id, c.component_id,
       (SELECT COUNT(*) FROM ir_operands AS o WHERE o.instruction_id = i.id AND o.role = 'argument')
FROM ir_instructions AS i JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'callee' AND v.position = 0
JOIN ir_instruction_types AS s ON s.instruction_id = i.id AND s.role = 'function'
JOIN ir_type_components AS c ON c.type_id = s.type_id AND c.role = 'return'
WHERE i.opcode IN ('call', 'invoke', 'callbr');
CREATE VIEW ir_call_arguments (instruction_id, position, value, type_id, parameter_type_id) AS
SELECT v.instruction_id, v.position, v.text, v.type_id, COALESCE(c.component_id, 0)
FROM ir_operand_values AS v JOIN ir_instruction_types AS s ON s.instruction_id = v.instruction_id AND s.role = 'function'
LEFT JOIN ir_type_components AS c ON c.type_id = s.type_id AND c.role = 'parameter' AND c.position = v.position
WHERE v.role = 'argument';
CREATE VIEW ir_invokes (instruction_id, normal_id, unwind_id) AS
SELECT i.id, n.variable_id, u.variable_id
FROM ir_instructions AS i JOIN ir_operands AS n ON n.instruction_id = i.id AND n.role = 'normal' AND n.position = 0
JOIN ir_operands AS u ON u.instruction_id = i.id AND u.role = 'unwind' AND u.position = 0
WHERE i.opcode = 'invoke';
CREATE VIEW ir_phis (instruction_id, type_id, position, value, value_type_id, block_id) AS
SELECT i.id, i.type_id, v.position, v.text, v.type_id, o.variable_id
FROM ir_instructions AS i JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'value'
JOIN ir_operands AS o ON o.instruction_id = i.id AND o.role = 'block' AND o.position = v.position
WHERE i.opcode = 'phi';
CREATE VIEW ir_branches (instruction_id, condition, condition_type_id, true_id, false_id) AS
SELECT i.id, c.text, c.type_id, t.variable_id, f.variable_id
FROM ir_instructions AS i JOIN ir_operand_values AS c ON c.instruction_id = i.id AND c.role = 'condition' AND c.position = 0
JOIN ir_operands AS t ON t.instruction_id = i.id AND t.role = 'true' AND t.position = 0
JOIN ir_operands AS f ON f.instruction_id = i.id AND f.role = 'false' AND f.position = 0
WHERE i.opcode = 'br';
CREATE VIEW ir_switch_cases (instruction_id, position, value, type_id, block_id) AS
SELECT i.id, v.position, v.text, v.type_id, d.variable_id
FROM ir_instructions AS i JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'case'
JOIN ir_operands AS d ON d.instruction_id = i.id AND d.role = 'destination' AND d.position = v.position
WHERE i.opcode = 'switch';
CREATE VIEW ir_shuffles (instruction_id, type_id, lanes, left, left_type_id, right, right_type_id) AS
SELECT i.id, i.type_id, (SELECT COUNT(*) FROM ir_indices AS n WHERE n.instruction_id = i.id), l.text, l.type_id, r.text, r.type_id
FROM ir_instructions AS i
JOIN ir_operand_values AS l ON l.instruction_id = i.id AND l.role = 'left' AND l.position = 0
JOIN ir_operand_values AS r ON r.instruction_id = i.id AND r.role = 'right' AND r.position = 0
WHERE i.opcode IN ('shufflevector');
CREATE VIEW ir_element_accesses (instruction_id, opcode, type_id, element_type_id, vector, vector_type_id, index_value, index_type_id) AS
SELECT i.id, i.opcode, i.type_id, CASE i.opcode WHEN 'extractelement' THEN i.type_id ELSE e.type_id END, v.text, v.type_id, x.text, x.type_id
FROM ir_instructions AS i JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'vector' AND v.position = 0
JOIN ir_operand_values AS x ON x.instruction_id = i.id AND x.role = 'index' AND x.position = 0
LEFT JOIN ir_operand_values AS e ON e.instruction_id = i.id AND e.role = 'element' AND e.position = 0
WHERE i.opcode IN ('extractelement', 'insertelement');
