#include "services/worker/ir/type_tags.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/TargetParser/Triple.h>

namespace assay::ir {
namespace {

/// LLVM's analyses of types and scopes. They ask for a query state, which they do not use.
struct Analysis {
  llvm::TargetLibraryInfoImpl library{llvm::Triple()};
  llvm::TargetLibraryInfo info{library};
  llvm::AAResults all{info};
  llvm::SimpleAAQueryInfo query{all};
  llvm::TypeBasedAAResult types{/*UsingTypeSanitizer=*/false};
  llvm::ScopedNoAliasAAResult scopes;

  static Analysis& here() {
    static thread_local Analysis analysis;
    return analysis;
  }
};

llvm::MemoryLocation anywhere(const llvm::AAMDNodes& nodes) {
  return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(), nodes);
}

}  // namespace

bool apart_by_types(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
  if (a.TBAA == nullptr || b.TBAA == nullptr) return false;
  Analysis& analysis = Analysis::here();
  return analysis.types.alias(anywhere(a), anywhere(b), analysis.query, nullptr) == llvm::AliasResult::NoAlias;
}

bool apart_by_scopes(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
  if ((a.Scope == nullptr || b.NoAlias == nullptr) && (b.Scope == nullptr || a.NoAlias == nullptr)) return false;
  Analysis& analysis = Analysis::here();
  return analysis.scopes.alias(anywhere(a), anywhere(b), analysis.query, nullptr) == llvm::AliasResult::NoAlias;
}

bool says_constant(const llvm::AAMDNodes& nodes) {
  if (nodes.TBAA == nullptr) return false;
  Analysis& analysis = Analysis::here();
  return analysis.types.getModRefInfoMask(anywhere(nodes), analysis.query, /*IgnoreLocals=*/false) ==
         llvm::ModRefInfo::NoModRef;
}

}  // namespace assay::ir
