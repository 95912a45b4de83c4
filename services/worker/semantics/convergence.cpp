#include "services/worker/semantics/convergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

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

bool only_computes(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call != nullptr)
    return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() && !call->isConvergent();
  return !instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(instruction);
}

class OriginsOf {
 public:
  OriginsOf(const Controls& controls, Origins& origins) : controls_(controls), origins_(origins) {}

  void add(const llvm::Value& value) {
    if (!seen_.insert(&value).second || llvm::isa<llvm::Constant, BasicBlock>(value)) return;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      origins_.arguments.insert(argument->getArgNo());
      return;
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !only_computes(*instruction)) {
      origins_.others = true;
      return;
    }
    for (const llvm::Value* operand : instruction->operands())
      if (!llvm::isa<llvm::MetadataAsValue>(operand)) add(*operand);
    // Which of its values a phi is rests on the way there.
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      for (const BasicBlock* from : phi->blocks()) {
        add_end(*from);
        for (const BasicBlock* branch : controls_.of(*from)) add_end(*branch);
      }
  }
  void add_end(const BasicBlock& block) {
    for (const llvm::Value* operand : block.getTerminator()->operands()) add(*operand);
  }

 private:
  const Controls& controls_;
  Origins& origins_;
  std::set<const llvm::Value*> seen_;
};

/// A convergent call, with the branches that it depends on, and of what their conditions are computed.
struct DependentCall {
  const llvm::CallBase* call;
  std::set<const BasicBlock*> branches;
  Origins origins;
};

std::vector<DependentCall> dependent_calls(const llvm::Function& function) {
  std::vector<DependentCall> calls;
  std::optional<Controls> controls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !call->isConvergent()) continue;
    if (!controls) controls.emplace(function);
    DependentCall& known = calls.emplace_back(call, controls->of(*call->getParent()));
    OriginsOf origins(*controls, known.origins);
    for (const BasicBlock* branch : known.branches) origins.add_end(*branch);
  }
  return calls;
}

/// Those that the target's call may have been: that call the same with the same arguments; else the same; else, where
/// it names a function that the source does not, a pointer.
std::vector<const DependentCall*> calls_before(const std::vector<DependentCall>& source, const llvm::CallBase& target) {
  const auto those = [&](const auto& holds) {
    std::vector<const DependentCall*> found;
    for (const DependentCall& each : source)
      if (holds(*each.call)) found.push_back(&each);
    return found;
  };
  auto found = those([&](const llvm::CallBase& each) { return match(target, each) == Match::Yes; });
  if (found.empty())
    found = those([&](const llvm::CallBase& each) { return name_of_callee(each) == name_of_callee(target); });
  if (found.empty() && target.getCalledFunction() != nullptr)
    found = those([](const llvm::CallBase& each) { return each.isIndirectCall(); });
  return found;
}

/// On more branches than the one of these that depends on the most, or on arguments, or what is read or called, on
/// which none of them does. (What is read, or what a call gives, may be an argument.)
bool depends_on_more(const std::vector<const DependentCall*>& before, const DependentCall& after) {
  std::size_t most = 0;
  Origins origins;
  for (const DependentCall* each : before) {
    most = std::max(most, each->branches.size());
    origins.others |= each->origins.others;
    origins.arguments.insert(each->origins.arguments.begin(), each->origins.arguments.end());
  }
  if (before.empty()) return false;
  return most < after.branches.size() ||
         (!origins.others &&
          (after.origins.others || !std::ranges::includes(origins.arguments, after.origins.arguments)));
}

/// What a convergent call gives depends on who makes it together, and so on where it stands: calls that depend on
/// different branches are not one, whatever their arguments. Of those that are used the target has fewer.
bool joins_calls(const std::vector<DependentCall>& before, const std::vector<DependentCall>& after) {
  return llvm::any_of(before, [&](const DependentCall& each) {
    if (each.call->use_empty()) return false;
    const auto is_alike = [&](const DependentCall& other) {
      return !other.call->use_empty() && match(*other.call, *each.call) == Match::Yes;
    };
    const auto stands_elsewhere = [&](const DependentCall& other) {
      return is_alike(other) && other.branches != each.branches;
    };
    return llvm::any_of(before, stands_elsewhere) && llvm::count_if(after, is_alike) != 0 &&
           llvm::count_if(after, is_alike) < llvm::count_if(before, is_alike);
  });
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
  const std::vector<DependentCall> after = dependent_calls(target);
  if (after.empty()) return {};
  const std::vector<DependentCall> before = dependent_calls(source);
  for (const DependentCall& each : after)
    if (depends_on_more(calls_before(before, *each.call), each)) return name_of_callee(*each.call);
  return joins_calls(before, after) ? name_of_callee(*after.front().call) : "";
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
