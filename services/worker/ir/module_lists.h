#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

/// What a module says as a whole, by llvm.global_ctors, llvm.used and their kin, and by assembly (CALL-66).
namespace assay::ir {

/// What the target must not say otherwise.
struct ListChange {
  std::string list;  ///< "llvm.used"
  std::string what;  ///< "no longer names @x"
};
std::vector<ListChange> list_changes(const llvm::Module& source, const llvm::Module& target);

/// May a constructor that only one of the modules calls write the variable? What the source's does may be done already.
bool may_be_constructed(const llvm::GlobalVariable& of_source, const llvm::Module& target);

}  // namespace assay::ir
