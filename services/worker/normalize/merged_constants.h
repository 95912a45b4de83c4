#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::normalize {

/// A source whose constants are merged as the target's module has merged its own.
struct MergedConstants {
  std::unique_ptr<llvm::Module> module;
  llvm::Function* function = nullptr;  ///< the source in it
  bool is_only_way = true;             ///< else a constant could have been merged with several
};

/// Constants whose address is not significant may be merged with others that have the same initialiser (LangRef, global
/// variables, unnamed_addr). Each internal constant that the target's module lacks, and of which it has an equal one,
/// is replaced by that. No module: none is.
MergedConstants merge_constants_as_in(const llvm::Function& target, const llvm::Function& source);

}  // namespace assay::normalize
