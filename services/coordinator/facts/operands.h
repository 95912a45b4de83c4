#pragma once

#include <llvm/IR/Instruction.h>

#include <vector>

#include "services/coordinator/facts/entities.h"

namespace assay::facts {

/// An instruction's operands by the part that each plays, in LangRef's words. Blocks are operands, too.
std::vector<store::IrOperand> operands_of(const llvm::Instruction& instruction, Entities& entities);

}  // namespace assay::facts
