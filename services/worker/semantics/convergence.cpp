#include "services/worker/semantics/convergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/counterparts.h"

namespace assay::semantics {
namespace {

using llvm::BasicBlock;

/// The branches that decide whether a block is reached, those that decide about them included.
class Controls {
 public:
  explicit Controls(const llvm::Function& function) : tree_(const_cast<llvm::Function&>(function)) {
    for (const BasicBlock& from : function)
      for (const BasicBlock* to : llvm::successors(&from))
        for (const BasicBlock& block : function)
          if (tree_.dominates(&block, to) && !tree_.properlyDominates(&block, &from)) deciding_[&block].insert(&from);
  }
  std::set<const BasicBlock*> of(const BasicBlock& block) const {
    std::set<const BasicBlock*> all;
    std::vector<const BasicBlock*> open{&block};
    while (!open.empty()) {
      const auto found = deciding_.find(open.back());
      open.pop_back();
      if (found == deciding_.end()) continue;
      for (const BasicBlock* each : found->second)
        if (all.insert(each).second) open.push_back(each);
    }
    return all;
  }

 private:
  llvm::PostDominatorTree tree_;
  std::map<const BasicBlock*, std::set<const BasicBlock*>> deciding_;
};

/// The arguments that the value is computed of, and whether there is anything else.
struct Origins {
  std::set<unsigned> arguments;
  bool others = false;
};

void add_origins(const llvm::Value& value, Origins& origins, std::set<const llvm::Value*>& seen) {
  if (!seen.insert(&value).second || llvm::isa<llvm::Constant, BasicBlock>(value)) return;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    origins.arguments.insert(argument->getArgNo());
    return;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || instruction->mayReadOrWriteMemory() ||
      llvm::isa<llvm::PHINode, llvm::CallBase, llvm::AllocaInst>(instruction)) {
    origins.others = true;
    return;
  }
  for (const llvm::Value* operand : instruction->operands()) add_origins(*operand, origins, seen);
}

/// On what the convergent calls of one callee depend: of the one that depends on the most, on how many branches; and of
/// all, on which arguments.
struct CallDependence {
  std::size_t branches = 0;
  Origins origins;
};

std::map<std::string, CallDependence> dependence_of_calls(const llvm::Function& function) {
  std::map<std::string, CallDependence> most;
  std::optional<Controls> controls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !call->isConvergent()) continue;
    if (!controls) controls.emplace(function);
    CallDependence& known = most[name_of_callee(*call)];
    const std::set<const BasicBlock*> branches = controls->of(*call->getParent());
    known.branches = std::max(known.branches, branches.size());
    std::set<const llvm::Value*> seen;
    for (const BasicBlock* branch : branches)
      for (const llvm::Value* operand : branch->getTerminator()->operands()) add_origins(*operand, known.origins, seen);
  }
  return most;
}

bool depends_on_more(const CallDependence& before, const CallDependence& after) {
  if (before.branches < after.branches) return true;
  return !before.origins.others && !std::ranges::includes(before.origins.arguments, after.origins.arguments);
}

bool has_convergent_call(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && call->isConvergent();
  });
}

/// What a call says that the function called, known not to be convergent, does not: that may be left out.
bool is_convergent_by_itself(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return call.isConvergent() && (callee == nullptr || callee->isConvergent());
}

/// The body shows that nothing convergent is run.
bool runs_nothing_convergent(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && !callee->isDeclaration() && callee->isDefinitionExact() && !has_convergent_call(*callee);
}

/// The callee of a call that is no longer convergent, where later passes may then do what they must not.
std::string call_without_convergence(llvm::ArrayRef<const llvm::Function*> source, const llvm::Function& target) {
  return callee_that_lost(source, target, is_convergent_by_itself, [](const llvm::CallBase& call) {
    return !call.isConvergent() && !runs_nothing_convergent(call);
  });
}

std::string changed_convergence(const llvm::Function& source, const llvm::Function& target) {
  if (source.isConvergent() && !target.isConvergent() && has_convergent_call(target)) return target.getName().str();
  if (std::string lost = call_without_convergence({&source}, target); !lost.empty()) return lost;
  const std::map<std::string, CallDependence> after = dependence_of_calls(target);
  if (after.empty()) return {};
  const std::map<std::string, CallDependence> before = dependence_of_calls(source);
  for (const auto& [callee, dependence] : after)
    if (const auto known = before.find(callee); known != before.end() && depends_on_more(known->second, dependence))
      return callee;
  return {};
}

}  // namespace

std::string less_convergent_call(const llvm::Function& source, const llvm::Function& target) {
  if (std::string changed = changed_convergence(source, target); !changed.empty()) return changed;
  for (const auto& [before, after] : ir::inner_functions(source, target))
    if (std::string changed = changed_convergence(*before, *after); !changed.empty()) return changed;
  // Bodies may have been inlined, or have other names.
  const std::vector<const llvm::Function*> all = ir::bodies_needed_by(source);
  for (const llvm::Function* body : ir::bodies_needed_by(target))
    if (std::string lost = call_without_convergence(all, *body); !lost.empty()) return lost;
  return {};
}

}  // namespace assay::semantics
