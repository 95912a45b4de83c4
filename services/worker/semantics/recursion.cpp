#include "services/worker/semantics/recursion.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::semantics {
namespace {

/// Goes along calls, and notices where it comes back.
class CallWalk {
 public:
  CallWalk(const llvm::Module& source, bool of_progress) : source_(source), of_progress_(of_progress) {}

  /// Does no call of it lead back to it, nor to one of those on the way?
  bool leads_never_back(const llvm::Function& function) {
    if (never_.contains(&function)) return true;
    if (!on_way_.insert(&function).second) return false;
    const bool holds = llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      return call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic || is_harmless(*call);
    });
    on_way_.erase(&function);
    if (holds) never_.insert(&function);
    return holds;
  }

  /// Do all that may call the function not recurse, so that it is entered once at most?
  bool is_called_once(const llvm::Function& function) {
    if (!function.hasLocalLinkage() || !on_way_.insert(&function).second) return false;
    const bool holds = llvm::all_of(function.users(), [&](const llvm::User* user) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != &function) return false;
      const llvm::Function& caller = *call->getFunction();
      return &caller != &function && (said_before(caller) || leads_never_back(caller) || is_called_once(caller));
    });
    on_way_.erase(&function);
    return holds;
  }

 private:
  bool said_before(const llvm::Function& function) const {
    const llvm::Function* before = source_.getFunction(function.getName());
    return before != nullptr && before->doesNotRecurse();
  }

  /// Who surely returns does not go round for ever.
  bool returned_before(const llvm::Function& function) const {
    const llvm::Function* before = source_.getFunction(function.getName());
    return (before != nullptr && before->willReturn()) ||
           inferred_attributes(function).hasFnAttr(llvm::Attribute::WillReturn);
  }

  /// Is the function one that never calls into this module, as the source says, or LLVM knows of the library's?
  bool never_calls_back(const llvm::Function& callee) const {
    if (!callee.isDeclaration() || !callee.hasFnAttribute(llvm::Attribute::NoCallback)) return false;
    const llvm::Function* before = source_.getFunction(callee.getName());
    return is_library_function(callee) || (before != nullptr && before->hasFnAttribute(llvm::Attribute::NoCallback));
  }

  bool is_harmless(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || on_way_.contains(callee)) return false;
    if (of_progress_ && !callee->mustProgress()) return true;
    if (said_before(*callee) || never_calls_back(*callee) || (of_progress_ && returned_before(*callee))) return true;
    if (callee->isDeclaration()) return is_library_function(*callee) && callee->doesNotRecurse();
    return callee->isDefinitionExact() && (leads_never_back(*callee) || (!of_progress_ && is_called_once(*callee)));
  }

  const llvm::Module& source_;
  const bool of_progress_;
  llvm::SmallPtrSet<const llvm::Function*, 8> on_way_, never_;
};

}  // namespace

bool never_recurses(const llvm::Function& target, const llvm::Module& source) {
  CallWalk walk(source, /*of_progress=*/false);
  return walk.leads_never_back(target) || walk.is_called_once(target);
}

bool keeps_mustprogress(const llvm::Function& target, const llvm::Module& source) {
  if (target.willReturn()) return true;  // which implies it (LangRef, willreturn), and the machines follow
  // A function without loops ends wherever the functions that it calls do.
  return !ir::has_cycle(target) && CallWalk(source, /*of_progress=*/true).leads_never_back(target);
}

}  // namespace assay::semantics
