#pragma once

#include <llvm/IR/GlobalVariable.h>

namespace assay::ir {

/// Does the target's variable surely start with something else, for who sees it: another number, or an address that
/// leads elsewhere (MEM-71)? What is undef may become anything.
bool contents_differ(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target);

/// Do two addresses, of the source and of the target, surely lead to other places?
bool lead_elsewhere(const llvm::Constant& source, const llvm::Constant& target, const llvm::Module& of_source,
                    const llvm::Module& of_target);

}  // namespace assay::ir
