#include "services/worker/prove/order/kept_scopes.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/overlaps.h"
#include "services/worker/prove/rounds/whole_run_promises.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {
namespace {

using llvm::Instruction;

/// LLVM's analysis of the metadata. It asks for a query state, which it does not use.
class Scopes {
 public:
  bool say_apart(const Instruction& one, const Instruction& other) {
    return scopes_.alias(location(one), location(other), query_, nullptr) == llvm::AliasResult::NoAlias;
  }

 private:
  static llvm::MemoryLocation location(const Instruction& access) {
    return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(), access.getAAMetadata());
  }
  llvm::TargetLibraryInfoImpl library_{llvm::Triple()};
  llvm::TargetLibraryInfo info_{library_};
  llvm::AAResults all_{info_};
  llvm::SimpleAAQueryInfo query_{all_};
  llvm::ScopedNoAliasAAResult scopes_;
};

bool is_scoped(const Instruction& instruction) {
  return instruction.hasMetadata(llvm::LLVMContext::MD_alias_scope) ||
         instruction.hasMetadata(llvm::LLVMContext::MD_noalias);
}

}  // namespace

bool has_scopes(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& each) { return is_scoped(each); });
}

WithoutScopes::WithoutScopes(const llvm::Function& function, const llvm::Function& source)
    : module_(ir::clone_for(function, source)) {
  llvm::Function* copy = ir::same_in(*module_, function);
  for (Instruction& each : llvm::instructions(*copy))
    for (const unsigned kind : {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias})
      each.setMetadata(kind, nullptr);
  function_ = copy;
}

bool keeps_scopes(const llvm::Function& function, const ProvesSegment& proves) {
  // What is freed in between may be another object's place later.
  if (!can_be_cut(function) || !semantics::all_calls_have(function, llvm::Attribute::NoFree) ||
      !semantics::never_synchronizes(function))
    return false;
  const normalize::NormalPair::Own own = normalize::NormalPair(function, function).for_rounds();
  Overlaps overlaps(*own.target, proves);
  std::vector<Instruction*> accesses;
  for (Instruction& each : llvm::instructions(*own.target)) {
    if (!is_scoped(each)) continue;
    const llvm::Loop* loop = overlaps.loops().getLoopFor(each.getParent());
    if (llvm::getLoadStorePointerOperand(&each) == nullptr || (loop != nullptr && loop->getParentLoop() != nullptr))
      return false;
    accesses.push_back(&each);
  }
  Scopes scopes;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      if (llvm::isa<llvm::LoadInst>(accesses[i]) && llvm::isa<llvm::LoadInst>(accesses[j])) continue;
      if (scopes.say_apart(*accesses[i], *accesses[j]) && !overlaps.are_apart(*accesses[i], *accesses[j])) return false;
    }
  return true;
}

}  // namespace assay::prove
