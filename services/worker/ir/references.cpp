#include "services/worker/ir/references.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace assay::ir {

std::vector<const llvm::Constant*> constants_in_metadata(const llvm::Function& function) {
  std::vector<const llvm::Constant*> found;
  const auto look = [&](const auto& holder) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
    holder.getAllMetadata(attached);
    for (const auto& [kind, node] : attached)
      for (const llvm::MDOperand& operand : node->operands())
        if (const auto* value = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(operand.get())) found.push_back(value->getValue());
  };
  look(function);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) look(instruction);
  return found;
}

}  // namespace assay::ir
