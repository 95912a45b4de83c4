#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/fields.h"
#include "services/common/status.h"

/// LLVM IR as relations: what one module says, as rows that refer to each other by number. docs/queries.md shows the
/// tables.
namespace assay::store {

/// Number of a row in its list, from 0.
using RowNumber = std::uint64_t;

struct IrComponent {
  std::string role;  ///< element, field, return or parameter
  std::uint64_t position = 0;
  RowNumber type = 0;
};
ASSAY_FIELDS(IrComponent, role, position, type);

struct IrType {
  std::string text;  ///< as LLVM spells it; a named structure with its body
  std::string kind;
  std::uint64_t bits = 0;
  std::uint64_t elements = 0;
  std::uint64_t address_space = 0;
  std::string form;  ///< scalable, packed, opaque or variadic
  std::vector<IrComponent> components;
};
ASSAY_FIELDS(IrType, text, kind, bits, elements, address_space, form, components);

struct IrConstant {
  RowNumber type = 0;
  std::string kind;
  std::string text;
  bool is_integer = false;  ///< it, or each of its lanes, is one that fits in 64 bits with sign
  std::int64_t integer = 0;
};
ASSAY_FIELDS(IrConstant, type, kind, text, is_integer, integer);

/// Of a variable (a parameter, block or instruction; all share one numbering of the module), or of a constant.
struct IrOperand {
  std::string role;
  std::uint64_t position = 0;  ///< among those of the role
  bool is_constant = false;
  RowNumber value = 0;
};
ASSAY_FIELDS(IrOperand, role, position, is_constant, value);

struct IrAttribute {
  std::string place;  ///< function, return or parameter
  std::uint64_t position = 0;
  std::string attribute;
  std::string value;
};
ASSAY_FIELDS(IrAttribute, place, position, attribute, value);

/// A name with what it stands for: a property with its value, a kind of metadata with its text.
struct IrNamed {
  std::string name;
  std::string value;
};
ASSAY_FIELDS(IrNamed, name, value);

struct IrTypeRole {
  std::string role;
  RowNumber type = 0;
};
ASSAY_FIELDS(IrTypeRole, role, type);

struct IrInstruction {
  std::uint64_t variable = 0;
  std::string opcode;
  RowNumber type = 0;
  std::string name;  ///< of its result; empty: it has none
  std::vector<IrOperand> operands;
  std::vector<std::string> flags;
  std::vector<IrNamed> properties;
  std::vector<IrTypeRole> types;      ///< that it names beside its operands'
  std::vector<std::int64_t> indices;  ///< constant ones: of an aggregate, or a shuffle mask (-1: poison)
  std::vector<IrAttribute> attributes;
  std::vector<IrNamed> metadata;
};
ASSAY_FIELDS(IrInstruction, variable, opcode, type, name, operands, flags, properties, types, indices, attributes,
             metadata);

struct IrBlock {
  std::uint64_t variable = 0;
  std::string name;
  std::vector<std::uint64_t> successors;  ///< variables of blocks
  std::vector<IrInstruction> instructions;
};
ASSAY_FIELDS(IrBlock, variable, name, successors, instructions);

struct IrParameter {
  std::uint64_t variable = 0;
  std::string name;
  RowNumber type = 0;
};
ASSAY_FIELDS(IrParameter, variable, name, type);

struct IrFunction {
  std::string name;
  RowNumber type = 0;
  bool is_definition = false;
  std::string linkage;
  std::uint64_t calling_convention = 0;
  std::vector<IrParameter> parameters;
  std::vector<IrBlock> blocks;
  std::vector<IrAttribute> attributes;
  std::vector<IrNamed> metadata;
};
ASSAY_FIELDS(IrFunction, name, type, is_definition, linkage, calling_convention, parameters, blocks, attributes,
             metadata);

struct IrGlobal {
  std::string name;
  RowNumber type = 0;
  bool is_constant = false;
  std::string linkage;
  std::uint64_t alignment = 0;
  std::string initializer;
};
ASSAY_FIELDS(IrGlobal, name, type, is_constant, linkage, alignment, initializer);

struct ModuleFacts {
  std::string name;
  std::string bug_id;      ///< empty: of a file
  std::string finding_id;  ///< of the bug, the case that represents it
  std::string side;        ///< file, source or target
  std::string triple;
  std::string data_layout;
  std::string fault;            ///< why nothing more is known of it; empty: all is
  std::uint64_t variables = 0;  ///< how many it has; they are numbered from 0
  std::vector<IrType> types;    ///< components come before what they are part of
  std::vector<IrConstant> constants;
  std::vector<IrGlobal> globals;
  std::vector<IrFunction> functions;
};
ASSAY_FIELDS(ModuleFacts, name, bug_id, finding_id, side, triple, data_layout, fault, variables, types, constants,
             globals, functions);

/// A bug whose representing case is not among the facts yet.
struct FactsWanted {
  std::string bug_id;
  std::string finding_id;
  std::string source;
  std::string target;  ///< empty: there is none
};

}  // namespace assay::store
