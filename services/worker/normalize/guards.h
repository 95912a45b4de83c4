#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::normalize {

/// May a run of the function come to a guard?
bool has_guards(const llvm::Function& function);

/// A clone for this function (ir::clone_for) with its guards written as LangRef defines them: a branch, which may be
/// taken though the condition holds, to a call of llvm.experimental.deoptimize that ends the function.
std::unique_ptr<llvm::Module> with_explicit_guards(const llvm::Function& function, const llvm::Function& other);

}  // namespace assay::normalize
