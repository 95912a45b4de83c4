-- LangRef's constraints. Each view has a row for each violation: on valid IR all are empty. The subject is what the rule is about.
CREATE VIEW ir_rule_vector_type (subject_id, detail) AS
SELECT t.id, t.text FROM ir_types AS t JOIN ir_type_components AS c ON c.type_id = t.id JOIN ir_types AS e ON e.id = c.component_id
WHERE t.kind = 'vector' AND (t.elements = 0 OR e.kind NOT IN ('integer', 'floating-point', 'pointer', 'target'));
CREATE VIEW ir_rule_aggregate_type (subject_id, detail) AS
SELECT t.id, t.text FROM ir_types AS t JOIN ir_type_components AS c ON c.type_id = t.id JOIN ir_types AS e ON e.id = c.component_id
WHERE t.kind IN ('array', 'structure') AND e.kind IN ('void', 'label', 'metadata', 'function', 'token');
CREATE VIEW ir_rule_function_type (subject_id, detail) AS
SELECT t.id, t.text FROM ir_types AS t JOIN ir_type_components AS c ON c.type_id = t.id JOIN ir_types AS e ON e.id = c.component_id
WHERE t.kind = 'function'
  AND (c.role = 'return' AND e.kind IN ('label', 'metadata', 'function') OR c.role = 'parameter' AND e.kind IN ('void', 'function'));
CREATE VIEW ir_rule_parameters (subject_id, detail) AS
SELECT f.id, f.name FROM ir_functions AS f JOIN ir_types AS t ON t.id = f.type_id
WHERE t.elements <> (SELECT COUNT(*) FROM ir_parameters AS p WHERE p.function_id = f.id)
   OR EXISTS (SELECT 1 FROM ir_parameters AS p JOIN ir_type_components AS c ON c.type_id = t.id AND c.role = 'parameter' AND c.position = p.position
              WHERE p.function_id = f.id AND p.type_id <> c.component_id);
CREATE VIEW ir_rule_names (subject_id, detail) AS
SELECT function_id, ir_variables.name FROM ir_variables JOIN ir_functions ON ir_functions.id = function_id AND is_definition = 1
GROUP BY function_id, ir_variables.name HAVING COUNT(*) > 1;
CREATE VIEW ir_rule_terminator (subject_id, detail) AS
SELECT b.id, b.name FROM ir_blocks AS b
WHERE COALESCE((SELECT opcode FROM ir_instructions AS i WHERE i.block_id = b.id ORDER BY position DESC LIMIT 1), '')
      NOT IN (SELECT opcode FROM ir_opcodes WHERE category = 'terminator')
   OR 1 <> (SELECT COUNT(*) FROM ir_instructions AS i
             WHERE i.block_id = b.id AND i.opcode IN (SELECT opcode FROM ir_opcodes WHERE category = 'terminator'));
CREATE VIEW ir_rule_entry (subject_id, detail) AS
SELECT b.id, b.name FROM ir_entries AS e JOIN ir_blocks AS b ON b.id = e.block_id
WHERE EXISTS (SELECT 1 FROM ir_edges WHERE successor_id = b.id);
CREATE VIEW ir_rule_return (subject_id, detail) AS
SELECT r.instruction_id, r.value FROM ir_returns AS r WHERE r.type_id <> r.return_type_id;
CREATE VIEW ir_rule_phi_first (subject_id, detail) AS
SELECT i.id, i.name FROM ir_instructions AS i JOIN ir_instructions AS p ON p.block_id = i.block_id AND p.position = i.position - 1
WHERE i.opcode = 'phi' AND p.opcode <> 'phi';
CREATE VIEW ir_rule_phi_type (subject_id, detail) AS
SELECT instruction_id, value FROM ir_phis WHERE value_type_id <> type_id;
CREATE VIEW ir_rule_phi_predecessors (subject_id, detail) AS
SELECT i.id, b.name FROM ir_instructions AS i JOIN ir_edges AS e ON e.successor_id = i.block_id JOIN ir_blocks AS b ON b.id = e.block_id
WHERE i.opcode = 'phi'
  AND (SELECT COUNT(*) FROM ir_operands AS o WHERE o.instruction_id = i.id AND o.role = 'block' AND o.variable_id = e.block_id)
   <> (SELECT COUNT(*) FROM ir_edges AS s WHERE s.block_id = e.block_id AND s.successor_id = i.block_id)
UNION ALL
SELECT o.instruction_id, b.name FROM ir_instructions AS i JOIN ir_operands AS o ON o.instruction_id = i.id AND o.role = 'block'
JOIN ir_blocks AS b ON b.id = o.variable_id
WHERE i.opcode = 'phi' AND NOT EXISTS (SELECT 1 FROM ir_edges AS e WHERE e.block_id = o.variable_id AND e.successor_id = i.block_id);
CREATE VIEW ir_rule_dominance (subject_id, detail) AS
SELECT u.id, d.name
FROM ir_instructions AS d JOIN ir_operands AS o ON o.variable_id = d.id AND o.variable_id <> 0 JOIN ir_instructions AS u ON u.id = o.instruction_id
WHERE u.opcode <> 'phi' AND u.block_id = d.block_id AND u.position <= d.position
  AND EXISTS (SELECT 1 FROM ir_reachable_blocks AS r WHERE r.block_id = u.block_id)
UNION ALL
SELECT u.id, d.name
FROM ir_instructions AS d JOIN ir_operands AS o ON o.variable_id = d.id AND o.variable_id <> 0 JOIN ir_instructions AS u ON u.id = o.instruction_id
WHERE u.opcode <> 'phi' AND u.block_id <> d.block_id
  AND EXISTS (SELECT 1 FROM ir_reachable_blocks AS r WHERE r.block_id = u.block_id)
  AND NOT EXISTS (SELECT 1 FROM ir_dominators AS m WHERE m.dominator_id = d.block_id AND m.block_id = u.block_id)
UNION ALL
SELECT u.id, d.name
FROM ir_instructions AS d JOIN ir_operands AS o ON o.variable_id = d.id AND o.variable_id <> 0 AND o.role = 'value'
JOIN ir_instructions AS u ON u.id = o.instruction_id
JOIN ir_operands AS b ON b.instruction_id = u.id AND b.role = 'block' AND b.position = o.position
WHERE u.opcode = 'phi' AND EXISTS (SELECT 1 FROM ir_reachable_blocks AS r WHERE r.block_id = b.variable_id)
  AND NOT EXISTS (SELECT 1 FROM ir_dominators AS m WHERE m.dominator_id = d.block_id AND m.block_id = b.variable_id);
CREATE VIEW ir_rule_no_result (subject_id, detail) AS
SELECT i.id, i.opcode FROM ir_instructions AS i JOIN ir_types AS t ON t.id = i.type_id
WHERE (i.opcode IN ('ret', 'br', 'switch', 'indirectbr', 'resume', 'unreachable', 'store', 'fence', 'catchret', 'cleanupret'))
      <> (t.kind = 'void') AND i.opcode NOT IN ('call', 'invoke', 'callbr')
   OR (t.kind = 'void') <> (i.name = '');
CREATE VIEW ir_rule_binary (subject_id, detail) AS
SELECT b.instruction_id, b.opcode FROM ir_binary AS b JOIN ir_shapes AS s ON s.type_id = b.type_id
WHERE b.left_type_id <> b.type_id OR b.right_type_id <> b.type_id
   OR s.kind <> CASE WHEN b.opcode GLOB 'f*' THEN 'floating-point' ELSE 'integer' END;
CREATE VIEW ir_rule_operands (subject_id, detail) AS
SELECT i.id, i.opcode FROM ir_instructions AS i
WHERE i.opcode IN (SELECT opcode FROM ir_opcodes WHERE category IN ('binary', 'bitwise', 'conversion')
                   UNION ALL VALUES ('icmp'), ('fcmp'), ('fneg'), ('freeze'), ('load'), ('store'), ('select'))
  AND (SELECT COUNT(*) FROM ir_operands AS o WHERE o.instruction_id = i.id) <>
      CASE WHEN i.opcode = 'select' THEN 3 WHEN i.opcode IN ('icmp', 'fcmp', 'store') THEN 2
           WHEN i.opcode IN (SELECT opcode FROM ir_opcodes WHERE category IN ('binary', 'bitwise')) THEN 2 ELSE 1 END;
CREATE VIEW ir_rule_unary (subject_id, detail) AS
SELECT i.id, i.opcode FROM ir_instructions AS i JOIN ir_operand_values AS v ON v.instruction_id = i.id AND v.role = 'value' AND v.position = 0
JOIN ir_shapes AS s ON s.type_id = i.type_id
WHERE i.opcode IN ('fneg', 'freeze') AND (v.type_id <> i.type_id OR i.opcode = 'fneg' AND s.kind <> 'floating-point');
CREATE VIEW ir_rule_cast (subject_id, detail) AS
SELECT c.instruction_id, c.opcode FROM ir_casts AS c
JOIN ir_shapes AS f ON f.type_id = c.from_type_id JOIN ir_shapes AS t ON t.type_id = c.to_type_id
WHERE c.opcode <> 'bitcast' AND (f.lanes <> t.lanes OR f.scalable <> t.scalable)
   OR NOT CASE c.opcode
     WHEN 'trunc' THEN f.kind = 'integer' AND t.kind = 'integer' AND f.bits > t.bits
     WHEN 'zext' THEN f.kind = 'integer' AND t.kind = 'integer' AND f.bits < t.bits
     WHEN 'sext' THEN f.kind = 'integer' AND t.kind = 'integer' AND f.bits < t.bits
     WHEN 'fptrunc' THEN f.kind = 'floating-point' AND t.kind = 'floating-point' AND f.bits > t.bits
     WHEN 'fpext' THEN f.kind = 'floating-point' AND t.kind = 'floating-point' AND f.bits < t.bits
     WHEN 'fptoui' THEN f.kind = 'floating-point' AND t.kind = 'integer'
     WHEN 'fptosi' THEN f.kind = 'floating-point' AND t.kind = 'integer'
     WHEN 'uitofp' THEN f.kind = 'integer' AND t.kind = 'floating-point'
     WHEN 'sitofp' THEN f.kind = 'integer' AND t.kind = 'floating-point'
     WHEN 'ptrtoint' THEN f.kind = 'pointer' AND t.kind = 'integer'
     WHEN 'ptrtoaddr' THEN f.kind = 'pointer' AND t.kind = 'integer'
     WHEN 'inttoptr' THEN f.kind = 'integer' AND t.kind = 'pointer'
     WHEN 'addrspacecast' THEN f.kind = 'pointer' AND t.kind = 'pointer' AND f.scalar_id <> t.scalar_id
     ELSE (f.kind = 'pointer') = (t.kind = 'pointer') AND f.bits * MAX(f.lanes, 1) = t.bits * MAX(t.lanes, 1) END;
CREATE VIEW ir_rule_compare (subject_id, detail) AS
SELECT c.instruction_id, c.predicate FROM ir_compares AS c JOIN ir_shapes AS l ON l.type_id = c.left_type_id
JOIN ir_shapes AS r ON r.type_id = c.type_id
WHERE c.left_type_id <> c.right_type_id OR l.lanes <> r.lanes OR l.scalable <> r.scalable OR r.kind <> 'integer' OR r.bits <> 1
   OR (c.opcode = 'fcmp') <> (l.kind = 'floating-point') OR c.opcode = 'icmp' AND l.kind NOT IN ('integer', 'pointer');
CREATE VIEW ir_rule_select (subject_id, detail) AS
SELECT s.instruction_id, s.condition FROM ir_selects AS s JOIN ir_shapes AS c ON c.type_id = s.condition_type_id
JOIN ir_shapes AS t ON t.type_id = s.type_id
WHERE s.true_type_id <> s.type_id OR s.false_type_id <> s.type_id OR c.kind <> 'integer' OR c.bits <> 1
   OR c.lanes <> 0 AND (c.lanes <> t.lanes OR c.scalable <> t.scalable);
CREATE VIEW ir_rule_address (subject_id, detail) AS
SELECT l.instruction_id, l.pointer FROM ir_loads AS l JOIN ir_types AS t ON t.id = l.pointer_type_id WHERE t.kind <> 'pointer'
UNION ALL
SELECT s.instruction_id, s.pointer FROM ir_stores AS s JOIN ir_types AS t ON t.id = s.pointer_type_id WHERE t.kind <> 'pointer';
CREATE VIEW ir_rule_alloca (subject_id, detail) AS
SELECT a.instruction_id, a.count FROM ir_allocas AS a JOIN ir_types AS t ON t.id = a.type_id JOIN ir_types AS c ON c.id = a.count_type_id
JOIN ir_types AS e ON e.id = a.allocated_type_id
WHERE t.kind <> 'pointer' OR c.kind <> 'integer' OR e.kind IN ('void', 'label', 'metadata', 'function', 'token');
CREATE VIEW ir_rule_gep (subject_id, detail) AS
SELECT g.instruction_id, g.pointer FROM ir_geps AS g JOIN ir_shapes AS p ON p.type_id = g.pointer_type_id JOIN ir_shapes AS t ON t.type_id = g.type_id
WHERE p.kind <> 'pointer' OR t.kind <> 'pointer' OR g.indices = 0 OR p.lanes <> 0 AND p.lanes <> t.lanes
UNION ALL
SELECT g.instruction_id, g.pointer FROM ir_geps AS g LEFT JOIN ir_gep_types AS t ON t.instruction_id = g.instruction_id
GROUP BY g.instruction_id HAVING COUNT(t.position) <> MAX(g.indices)
UNION ALL
SELECT o.instruction_id, o.text FROM ir_geps AS g JOIN ir_operand_values AS o ON o.instruction_id = g.instruction_id AND o.role = 'index'
JOIN ir_shapes AS s ON s.type_id = o.type_id WHERE s.kind <> 'integer';
CREATE VIEW ir_rule_aggregate_access (subject_id, detail) AS
SELECT a.instruction_id, a.aggregate FROM ir_aggregate_accesses AS a
WHERE a.indices = 0 OR a.aggregate_type_id NOT IN (SELECT type_id FROM ir_aggregate_types)
   OR a.opcode = 'insertvalue' AND a.type_id <> a.aggregate_type_id
UNION ALL
SELECT a.instruction_id, a.aggregate FROM ir_aggregate_accesses AS a
LEFT JOIN ir_aggregate_access_types AS t ON t.instruction_id = a.instruction_id AND t.position = a.indices
LEFT JOIN ir_operand_values AS e ON e.instruction_id = a.instruction_id AND e.role = 'element'
WHERE COALESCE(t.type_id, 0) <> CASE a.opcode WHEN 'extractvalue' THEN a.type_id ELSE e.type_id END;
CREATE VIEW ir_rule_element_access (subject_id, detail) AS
SELECT e.instruction_id, e.vector FROM ir_element_accesses AS e JOIN ir_types AS v ON v.id = e.vector_type_id
JOIN ir_types AS x ON x.id = e.index_type_id
JOIN ir_shapes AS s ON s.type_id = e.vector_type_id
WHERE v.kind <> 'vector' OR x.kind <> 'integer' OR s.scalar_id <> e.element_type_id OR e.opcode = 'insertelement' AND e.type_id <> e.vector_type_id;
CREATE VIEW ir_rule_shuffle (subject_id, detail) AS
SELECT s.instruction_id, s.left FROM ir_shuffles AS s JOIN ir_shapes AS l ON l.type_id = s.left_type_id JOIN ir_shapes AS t ON t.type_id = s.type_id
WHERE s.left_type_id <> s.right_type_id OR l.lanes = 0 OR l.scalar_id <> t.scalar_id OR t.lanes <> s.lanes
UNION ALL
SELECT s.instruction_id, s.left FROM ir_shuffles AS s JOIN ir_indices AS x ON x.instruction_id = s.instruction_id
JOIN ir_types AS l ON l.id = s.left_type_id WHERE x.value < -1 OR x.value >= 2 * l.elements;
CREATE VIEW ir_rule_branch (subject_id, detail) AS
SELECT b.instruction_id, b.condition FROM ir_branches AS b JOIN ir_types AS t ON t.id = b.condition_type_id WHERE t.text <> 'i1';
CREATE VIEW ir_rule_switch (subject_id, detail) AS
SELECT c.instruction_id, c.value FROM ir_switch_cases AS c JOIN ir_operand_values AS v ON v.instruction_id = c.instruction_id AND v.role = 'condition'
WHERE v.type_id <> c.type_id
UNION ALL
SELECT instruction_id, value FROM ir_switch_cases GROUP BY instruction_id, value HAVING COUNT(*) > 1;
CREATE VIEW ir_rule_call (subject_id, detail) AS
SELECT c.instruction_id, c.callee FROM ir_calls AS c JOIN ir_types AS s ON s.id = c.signature_id
WHERE c.type_id <> c.return_type_id OR c.arguments < s.elements OR s.form <> 'variadic' AND c.arguments > s.elements
UNION ALL
SELECT instruction_id, value FROM ir_call_arguments WHERE parameter_type_id NOT IN (0, type_id);
CREATE VIEW ir_rule_invoke (subject_id, detail) AS
SELECT i.id, i.name FROM ir_instructions AS i WHERE i.opcode = 'invoke'
  AND NOT EXISTS (SELECT 1 FROM ir_invokes AS v WHERE v.instruction_id = i.id)
UNION ALL
SELECT v.instruction_id, b.name FROM ir_invokes AS v JOIN ir_blocks AS b ON b.id = v.unwind_id
WHERE COALESCE((SELECT opcode FROM ir_instructions AS i WHERE i.block_id = b.id AND i.opcode <> 'phi' ORDER BY position LIMIT 1), '')
      NOT IN ('landingpad', 'catchswitch', 'cleanuppad');
CREATE VIEW ir_rule_landingpad (subject_id, detail) AS
SELECT i.id, i.name FROM ir_instructions AS i WHERE i.opcode = 'landingpad'
  AND (NOT EXISTS (SELECT 1 FROM ir_operands AS o WHERE o.instruction_id = i.id)
         AND NOT EXISTS (SELECT 1 FROM ir_flags AS f WHERE f.instruction_id = i.id AND f.flag = 'cleanup')
       OR EXISTS (SELECT 1 FROM ir_instructions AS p WHERE p.block_id = i.block_id AND p.position < i.position AND p.opcode <> 'phi'));
CREATE VIEW ir_rule_flags (subject_id, detail) AS
SELECT f.instruction_id, f.flag FROM ir_flags AS f JOIN ir_instructions AS i ON i.id = f.instruction_id
WHERE NOT CASE
  WHEN f.flag = 'nuw' THEN i.opcode IN ('add', 'sub', 'mul', 'shl', 'trunc', 'getelementptr')
  WHEN f.flag = 'nsw' THEN i.opcode IN ('add', 'sub', 'mul', 'shl', 'trunc')
  WHEN f.flag = 'exact' THEN i.opcode IN ('udiv', 'sdiv', 'lshr', 'ashr')
  WHEN f.flag = 'disjoint' THEN i.opcode = 'or'
  WHEN f.flag = 'nneg' THEN i.opcode IN ('zext', 'uitofp')
  WHEN f.flag = 'samesign' THEN i.opcode = 'icmp'
  WHEN f.flag IN ('inbounds', 'nusw') THEN i.opcode = 'getelementptr'
  WHEN f.flag = 'volatile' THEN i.opcode IN ('load', 'store', 'atomicrmw', 'cmpxchg', 'call')
  WHEN f.flag = 'atomic' THEN i.opcode IN ('load', 'store', 'atomicrmw', 'cmpxchg', 'fence')
  WHEN f.flag = 'weak' THEN i.opcode = 'cmpxchg'
  WHEN f.flag = 'cleanup' THEN i.opcode = 'landingpad'
  WHEN f.flag IN ('inalloca', 'swifterror') THEN i.opcode = 'alloca'
  WHEN f.flag IN ('tail', 'musttail', 'notail') THEN i.opcode = 'call'
  WHEN f.flag IN ('reassoc', 'nnan', 'ninf', 'nsz', 'arcp', 'contract', 'afn') THEN EXISTS (
    SELECT 1 FROM ir_shapes AS s WHERE s.type_id = i.type_id AND s.kind = 'floating-point') OR i.opcode IN ('fcmp', 'phi', 'select', 'call')
  ELSE 0 END;
CREATE VIEW ir_rule_atomic (subject_id, detail) AS
SELECT i.id, p.value FROM ir_properties AS p JOIN ir_instructions AS i ON i.id = p.instruction_id
WHERE p.property = 'ordering' AND (i.opcode = 'load' AND p.value IN ('release', 'acq_rel') OR i.opcode = 'store' AND p.value IN ('acquire', 'acq_rel')
    OR i.opcode = 'fence' AND p.value IN ('unordered', 'monotonic') OR i.opcode IN ('cmpxchg', 'atomicrmw') AND p.value = 'unordered')
  OR p.property = 'failure-ordering' AND p.value IN ('unordered', 'release', 'acq_rel');
CREATE VIEW ir_violations (rule, subject_id, detail) AS
SELECT 'vector_type', subject_id, detail FROM ir_rule_vector_type
UNION ALL
SELECT 'aggregate_type', subject_id, detail FROM ir_rule_aggregate_type
UNION ALL
SELECT 'function_type', subject_id, detail FROM ir_rule_function_type
UNION ALL
SELECT 'parameters', subject_id, detail FROM ir_rule_parameters
UNION ALL
SELECT 'names', subject_id, detail FROM ir_rule_names
UNION ALL
SELECT 'terminator', subject_id, detail FROM ir_rule_terminator
UNION ALL
SELECT 'entry', subject_id, detail FROM ir_rule_entry
UNION ALL
SELECT 'return', subject_id, detail FROM ir_rule_return
UNION ALL
SELECT 'phi_first', subject_id, detail FROM ir_rule_phi_first
UNION ALL
SELECT 'phi_type', subject_id, detail FROM ir_rule_phi_type
UNION ALL
SELECT 'phi_predecessors', subject_id, detail FROM ir_rule_phi_predecessors
UNION ALL
SELECT 'dominance', subject_id, detail FROM ir_rule_dominance
UNION ALL
SELECT 'no_result', subject_id, detail FROM ir_rule_no_result
UNION ALL
SELECT 'binary', subject_id, detail FROM ir_rule_binary
UNION ALL
SELECT 'operands', subject_id, detail FROM ir_rule_operands
UNION ALL
SELECT 'unary', subject_id, detail FROM ir_rule_unary
UNION ALL
SELECT 'cast', subject_id, detail FROM ir_rule_cast
UNION ALL
SELECT 'compare', subject_id, detail FROM ir_rule_compare
UNION ALL
SELECT 'select', subject_id, detail FROM ir_rule_select
UNION ALL
SELECT 'address', subject_id, detail FROM ir_rule_address
UNION ALL
SELECT 'alloca', subject_id, detail FROM ir_rule_alloca
UNION ALL
SELECT 'gep', subject_id, detail FROM ir_rule_gep
UNION ALL
SELECT 'aggregate_access', subject_id, detail FROM ir_rule_aggregate_access
UNION ALL
SELECT 'element_access', subject_id, detail FROM ir_rule_element_access
UNION ALL
SELECT 'shuffle', subject_id, detail FROM ir_rule_shuffle
UNION ALL
SELECT 'branch', subject_id, detail FROM ir_rule_branch
UNION ALL
SELECT 'switch', subject_id, detail FROM ir_rule_switch
UNION ALL
SELECT 'call', subject_id, detail FROM ir_rule_call
UNION ALL
SELECT 'invoke', subject_id, detail FROM ir_rule_invoke
UNION ALL
SELECT 'landingpad', subject_id, detail FROM ir_rule_landingpad
UNION ALL
SELECT 'flags', subject_id, detail FROM ir_rule_flags
UNION ALL
SELECT 'atomic', subject_id, detail FROM ir_rule_atomic;
