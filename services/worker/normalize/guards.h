#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::normalize {

bool has_guards(const llvm::Module& module);

/// The module with its guards written as LangRef defines them: a branch, which may be taken though the condition holds,
/// to a call of llvm.experimental.deoptimize that ends the function.
std::unique_ptr<llvm::Module> with_explicit_guards(const llvm::Module& module);

}  // namespace assay::normalize
