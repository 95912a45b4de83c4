#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Instruction.h>

#include <vector>

#include "services/coordinator/facts/entities.h"

namespace assay::facts {

/// What an instruction says beside its operands.
std::vector<std::string> flags_of(const llvm::Instruction& instruction);
std::vector<store::IrNamed> properties_of(const llvm::Instruction& instruction);
std::vector<store::IrTypeRole> types_of(const llvm::Instruction& instruction, Entities& entities);
/// A shuffle's mask may be longer than its text.
std::vector<std::int64_t> indices_of(const llvm::Instruction& instruction, Entities& entities);

/// The attributes of a function or call that has so many parameters.
std::vector<store::IrAttribute> attributes_of(const llvm::AttributeList& attributes, unsigned parameters);

}  // namespace assay::facts
