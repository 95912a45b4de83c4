#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Does some access say in which scopes it lies, or in which it does not?
bool has_scopes(const llvm::Function& function);

/// A copy of the function, in a copy of its module, that says nothing of that, for who compares it with the source.
class WithoutScopes {
 public:
  WithoutScopes(const llvm::Function& function, const llvm::Function& source);
  const llvm::Function& function() const { return *function_; }

 private:
  std::unique_ptr<llvm::Module> module_;
  const llvm::Function* function_;
};

/// Do no two accesses overlap, one of them a write, of which `!alias.scope` and `!noalias` say that they don't? Asked
/// of `proves` for accesses outside of loops, or of simple loops that lie in no other. False says nothing.
bool keeps_scopes(const llvm::Function& function, const ProvesSegment& proves);

}  // namespace assay::prove
