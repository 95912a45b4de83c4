#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::prove {

/// Copies of two functions, alone in modules of the same context.
struct ToldNumbers {
  std::unique_ptr<llvm::Module> source_module, target_module;
  llvm::Function *source = nullptr, *target = nullptr;
};

/// Does the target count in a loop what the source does not, by name?
bool has_new_counters(const llvm::Function& source, const llvm::Function& target);

/// Passes add counters to loops that stay as they are, and compute with them behind the loop: so all blocks from there
/// on differ. Here such a number is told by another one of the loop, or a pointer, that the source has, too, and is
/// computed where it is needed. The source does the same as before. The target may do more: what is proved of it is
/// proved of what was given. No functions if there is nothing to be told.
ToldNumbers with_told_numbers(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::prove
