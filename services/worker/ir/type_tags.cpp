#include "services/worker/ir/type_tags.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/TargetParser/Triple.h>

namespace assay::ir {
namespace {

/// LLVM's analysis of the tags. It asks for a query state, which it does not use.
struct Analysis {
  llvm::TargetLibraryInfoImpl library{llvm::Triple()};
  llvm::TargetLibraryInfo info{library};
  llvm::AAResults all{info};
  llvm::SimpleAAQueryInfo query{all};
  llvm::TypeBasedAAResult types{/*UsingTypeSanitizer=*/false};
};

llvm::MemoryLocation anywhere(const llvm::AAMDNodes& nodes) {
  return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(), nodes);
}

}  // namespace

bool apart_by_types(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
  if (a.TBAA == nullptr || b.TBAA == nullptr) return false;
  static thread_local Analysis analysis;
  return analysis.types.alias(anywhere(a), anywhere(b), analysis.query, nullptr) == llvm::AliasResult::NoAlias;
}

}  // namespace assay::ir
