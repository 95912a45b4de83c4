#include "services/opt_plugin/names.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instruction.h>

namespace assay::opt_plugin {

void Names::give(const llvm::Value& original, llvm::Value& copy) {
  if (copy.hasName() || copy.getType()->isVoidTy()) return;
  Known& known = known_[&original];
  if (known.alive == nullptr) known = {const_cast<llvm::Value*>(&original), next_++};
  copy.setName("v" + llvm::Twine(known.number) + "_");
}

void Names::give(const llvm::Function& original, llvm::Function& copy) {
  if (original.size() != copy.size() || original.arg_size() != copy.arg_size()) return;
  for (const auto& [argument, own] : llvm::zip_equal(original.args(), copy.args())) give(argument, own);
  for (const auto& [block, own_block] : llvm::zip_equal(original, copy)) {
    give(block, own_block);
    for (const auto& [instruction, own] : llvm::zip(block, own_block)) give(instruction, own);
  }
}

}  // namespace assay::opt_plugin
