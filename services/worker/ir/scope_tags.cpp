#include "services/worker/ir/scope_tags.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/TargetParser/Triple.h>

namespace assay::ir {
namespace {

/// LLVM's analysis of the scopes. It asks for a query state, which it does not use.
struct ScopeAnalysis {
  llvm::TargetLibraryInfoImpl library{llvm::Triple()};
  llvm::TargetLibraryInfo info{library};
  llvm::AAResults all{info};
  llvm::SimpleAAQueryInfo query{all};
  llvm::ScopedNoAliasAAResult scopes;

  static ScopeAnalysis& here() {
    static thread_local ScopeAnalysis analysis;
    return analysis;
  }
};

llvm::MemoryLocation in_scopes(const llvm::AAMDNodes& nodes) {
  return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(), nodes);
}

}  // namespace

bool apart_by_scopes(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
  if ((a.Scope == nullptr || b.NoAlias == nullptr) && (b.Scope == nullptr || a.NoAlias == nullptr)) return false;
  ScopeAnalysis& analysis = ScopeAnalysis::here();
  return analysis.scopes.alias(in_scopes(a), in_scopes(b), analysis.query, nullptr) == llvm::AliasResult::NoAlias;
}

}  // namespace assay::ir
