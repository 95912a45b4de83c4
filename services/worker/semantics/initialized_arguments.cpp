#include "services/worker/semantics/initialized_arguments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/pointer_accesses.h"

namespace assay::semantics {
namespace {

/// Has each of the bytes been written whenever the instruction is reached?
bool are_written_before(const llvm::Instruction& instruction, Bytes bytes, const PointerAccesses& accesses,
                        const llvm::DominatorTree& tree) {
  for (bool goes_on = true; goes_on && bytes.low < bytes.high;) {
    goes_on = false;
    for (const PointerAccesses::Access& write : accesses.writes) {
      if (write.bytes.low > bytes.low || write.bytes.high <= bytes.low) continue;
      if (!tree.dominates(write.instruction, &instruction)) continue;
      bytes.low = write.bytes.high;
      goes_on = true;
    }
  }
  return bytes.low >= bytes.high;
}

}  // namespace

bool keeps_initializes(const llvm::Argument& argument) {
  const llvm::Function& function = *argument.getParent();
  if (function.isDeclaration() || argument.hasByValAttr()) return false;
  const PointerAccesses accesses(argument, function.getDataLayout());
  if (accesses.is_lost()) return false;
  // The analysis changes nothing.
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
  const auto ranges = argument.getAttribute(llvm::Attribute::Initializes).getInitializes();
  return llvm::all_of(ranges, [&](const llvm::ConstantRange& range) {
    const Bytes all{range.getLower().getSExtValue(), range.getUpper().getSExtValue()};
    const bool is_read_late = llvm::all_of(accesses.reads, [&](const PointerAccesses::Access& read) {
      const Bytes both{std::max(all.low, read.bytes.low), std::min(all.high, read.bytes.high)};
      return are_written_before(*read.instruction, both, accesses, tree);
    });
    return is_read_late && llvm::all_of(function, [&](const llvm::BasicBlock& block) {
             const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
             return end == nullptr || are_written_before(*end, all, accesses, tree);
           });
  });
}

}  // namespace assay::semantics
