#include "services/worker/improve/price.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>

namespace assay::improve {

Price price_of(const llvm::Function& function) {
  const llvm::TargetTransformInfo costs(function.getDataLayout());
  Price price;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    price.instructions += 1;
    const llvm::InstructionCost latency =
        costs.getInstructionCost(&instruction, llvm::TargetTransformInfo::TCK_Latency);
    if (latency.isValid()) price.latency += static_cast<double>(latency.getValue());
    // Where no target says how long it takes, a multiplication is no shift.
    if (instruction.getOpcode() == llvm::Instruction::Mul && latency == 1) price.latency += 2;
  }
  return price;
}

bool is_cheaper(const Price& one, const Price& other) {
  if (one.instructions != other.instructions)
    return one.instructions < other.instructions && one.latency <= other.latency;
  return one.latency < other.latency;
}

}  // namespace assay::improve
