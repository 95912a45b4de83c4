#include "services/coordinator/store/ir_facts_table.h"

namespace assay::store {
namespace {

/// Writes one module: numbers of its rows become ids of the database. The first error sticks.
class ModuleWriter {
 public:
  ModuleWriter(Database& database, const ModuleFacts& facts) : database_(database), facts_(facts) {}

  Status write() {
    module_ = insert(
        "INSERT INTO ir_modules (name, bug_id, finding_id, side, triple, data_layout, fault) VALUES (?, ?, ?, ?, ?, ?, "
        "?)",
        facts_.name, facts_.bug_id, facts_.finding_id, facts_.side, facts_.triple, facts_.data_layout, facts_.fault);
    first_variable_ =
        1 +
        number(
            "SELECT MAX((SELECT COALESCE(MAX(id), 0) FROM ir_parameters), (SELECT COALESCE(MAX(id), 0) FROM ir_blocks),"
            " (SELECT COALESCE(MAX(id), 0) FROM ir_instructions))");
    for (const IrType& type : facts_.types) types_.push_back(type_id(type));
    for (const IrConstant& constant : facts_.constants) constants_.push_back(constant_id(constant));
    for (const IrGlobal& global : facts_.globals)
      insert(
          "INSERT INTO ir_globals (module_id, name, type_id, is_constant, linkage, alignment, initializer)"
          " VALUES (?, ?, ?, ?, ?, ?, ?)",
          module_, global.name, types_[global.type], global.is_constant, global.linkage, global.alignment,
          global.initializer);
    for (const IrFunction& function : facts_.functions) write_function(function);
    return error_;
  }

 private:
  template <class... Values>
  std::uint64_t insert(std::string_view sql, const Values&... values) {
    if (error_) return 0;
    Query query(database_, sql);
    (query.bind(values), ...);
    error_ = query.run();
    return static_cast<std::uint64_t>(sqlite3_last_insert_rowid(database_.handle()));
  }
  /// The first number of the first row; 0: no row.
  template <class... Values>
  std::uint64_t number(std::string_view sql, const Values&... values) {
    if (error_) return 0;
    Query query(database_, sql);
    (query.bind(values), ...);
    const std::uint64_t found = query.next() ? query.number(0) : 0;
    if (query.error()) error_ = query.error();
    return found;
  }

  std::uint64_t type_id(const IrType& type) {
    if (const std::uint64_t known = number("SELECT id FROM ir_types WHERE text = ?", type.text)) return known;
    const std::uint64_t id =
        insert("INSERT INTO ir_types (text, kind, bits, elements, address_space, form) VALUES (?, ?, ?, ?, ?, ?)",
               type.text, type.kind, type.bits, type.elements, type.address_space, type.form);
    for (const IrComponent& component : type.components)
      insert("INSERT INTO ir_type_components (type_id, role, position, component_id) VALUES (?, ?, ?, ?)", id,
             component.role, component.position, types_[component.type]);
    return id;
  }

  std::uint64_t constant_id(const IrConstant& constant) {
    const std::uint64_t type = types_[constant.type];
    if (const std::uint64_t known = number("SELECT id FROM ir_constants WHERE text = ? AND type_id = ? AND kind = ?",
                                           constant.text, type, constant.kind))
      return known;
    const std::uint64_t id =
        insert("INSERT INTO ir_constants (type_id, kind, text) VALUES (?, ?, ?)", type, constant.kind, constant.text);
    if (constant.is_integer) insert("INSERT INTO ir_integers (constant_id, value) VALUES (?, ?)", id, constant.integer);
    return id;
  }

  std::uint64_t variable(std::uint64_t number) const { return first_variable_ + number; }

  void write_function(const IrFunction& function) {
    const std::uint64_t id = insert(
        "INSERT INTO ir_functions (module_id, name, type_id, is_definition, linkage, calling_convention) VALUES (?, ?, "
        "?, ?, ?, ?)",
        module_, function.name, types_[function.type], function.is_definition, function.linkage,
        function.calling_convention);
    for (std::uint64_t i = 0; i < function.parameters.size(); ++i) {
      const IrParameter& parameter = function.parameters[i];
      insert("INSERT INTO ir_parameters (id, function_id, position, name, type_id) VALUES (?, ?, ?, ?, ?)",
             variable(parameter.variable), id, i, parameter.name, types_[parameter.type]);
    }
    for (std::uint64_t i = 0; i < function.blocks.size(); ++i) write_block(function.blocks[i], i, id);
    for (const IrAttribute& attribute : function.attributes)
      insert(
          "INSERT INTO ir_function_attributes (function_id, place, position, attribute, value) VALUES (?, ?, ?, ?, ?)",
          id, attribute.place, attribute.position, attribute.attribute, attribute.value);
    for (const IrNamed& metadata : function.metadata)
      insert("INSERT INTO ir_function_metadata (function_id, kind, text) VALUES (?, ?, ?)", id, metadata.name,
             metadata.value);
  }

  void write_block(const IrBlock& block, std::uint64_t position, std::uint64_t function) {
    const std::uint64_t id = variable(block.variable);
    insert("INSERT INTO ir_blocks (id, function_id, position, name) VALUES (?, ?, ?, ?)", id, function, position,
           block.name);
    for (std::uint64_t i = 0; i < block.successors.size(); ++i)
      insert("INSERT INTO ir_edges (block_id, position, successor_id) VALUES (?, ?, ?)", id, i,
             variable(block.successors[i]));
    for (std::uint64_t i = 0; i < block.instructions.size(); ++i)
      write_instruction(block.instructions[i], i, id, function);
  }

  void write_instruction(const IrInstruction& instruction, std::uint64_t position, std::uint64_t block,
                         std::uint64_t function) {
    const std::uint64_t id = variable(instruction.variable);
    insert(
        "INSERT INTO ir_instructions (id, block_id, position, opcode, type_id, name, function_id, module_id) VALUES "
        "(?, ?, ?, ?, ?, ?, ?, ?)",
        id, block, position, instruction.opcode, types_[instruction.type], instruction.name, function, module_);
    for (const IrOperand& operand : instruction.operands)
      insert(
          "INSERT INTO ir_operands (instruction_id, role, position, variable_id, constant_id) VALUES (?, ?, ?, ?, ?)",
          id, operand.role, operand.position, operand.is_constant ? 0 : variable(operand.value),
          operand.is_constant ? constants_[operand.value] : 0);
    for (const std::string& flag : instruction.flags)
      insert("INSERT INTO ir_flags (instruction_id, flag) VALUES (?, ?)", id, flag);
    for (const IrNamed& property : instruction.properties)
      insert("INSERT INTO ir_properties (instruction_id, property, value) VALUES (?, ?, ?)", id, property.name,
             property.value);
    for (const IrTypeRole& type : instruction.types)
      insert("INSERT INTO ir_instruction_types (instruction_id, role, type_id) VALUES (?, ?, ?)", id, type.role,
             types_[type.type]);
    for (std::uint64_t i = 0; i < instruction.indices.size(); ++i)
      insert("INSERT INTO ir_indices (instruction_id, position, value) VALUES (?, ?, ?)", id, i,
             instruction.indices[i]);
    for (const IrAttribute& attribute : instruction.attributes)
      insert(
          "INSERT INTO ir_call_attributes (instruction_id, place, position, attribute, value) VALUES (?, ?, ?, ?, ?)",
          id, attribute.place, attribute.position, attribute.attribute, attribute.value);
    for (const IrNamed& metadata : instruction.metadata)
      insert("INSERT INTO ir_metadata (instruction_id, kind, text) VALUES (?, ?, ?)", id, metadata.name,
             metadata.value);
  }

  Database& database_;
  const ModuleFacts& facts_;
  Status error_;
  std::uint64_t module_ = 0;
  std::uint64_t first_variable_ = 1;
  std::vector<std::uint64_t> types_;      // ids, by number
  std::vector<std::uint64_t> constants_;  // ids, by number
};

}  // namespace

Status IrFactsTable::insert(const ModuleFacts& facts) { return ModuleWriter(database_, facts).write(); }

Status IrFactsTable::remove_bug(const std::string& bug_id) {
  return Query(database_, "DELETE FROM ir_modules WHERE bug_id = ?").bind(bug_id).run();
}

Status IrFactsTable::remove_file(const std::string& name) {
  return Query(database_, "DELETE FROM ir_modules WHERE bug_id = '' AND name = ?").bind(name).run();
}

Status IrFactsTable::want(const std::string& bug_id, const std::string& finding_id) {
  Query query(database_,
              "INSERT INTO ir_wanted (bug_id) SELECT ? WHERE NOT EXISTS"
              " (SELECT 1 FROM ir_modules WHERE bug_id = ? AND finding_id = ?) ON CONFLICT (bug_id) DO NOTHING");
  return query.bind(bug_id).bind(bug_id).bind(finding_id).run();
}

Status IrFactsTable::no_longer_want(const std::string& bug_id) {
  return Query(database_, "DELETE FROM ir_wanted WHERE bug_id = ?").bind(bug_id).run();
}

Result<std::vector<std::string>> IrFactsTable::wanted(std::uint32_t limit) {
  Query query(
      database_,
      "SELECT bug_id FROM ir_wanted WHERE EXISTS (SELECT 1 FROM findings WHERE findings.bug_id = ir_wanted.bug_id)"
      " ORDER BY bug_id LIMIT ?");
  return query.bind(limit).texts();
}

}  // namespace assay::store
