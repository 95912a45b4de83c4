#include "services/worker/semantics/convergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/ir/steps_to_object.h"
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

/// What the value is computed of: arguments, what is read, what calls give, and whether there is anything else.
struct Origins {
  std::set<unsigned> arguments;
  std::set<const llvm::Instruction*> given;
  bool others = false;
};

/// Bytes of an object at a constant distance from its start.
struct Extent {
  const llvm::Value* object;
  std::optional<std::int64_t> from;
  std::int64_t count;
};

Extent extent_of(const llvm::Instruction& access) {
  const llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&access);
  const llvm::DataLayout& layout = access.getDataLayout();
  const llvm::TypeSize size = layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
  Extent bytes{llvm::getUnderlyingObject(&pointer, ir::kStepsToObject), std::nullopt,
               static_cast<std::int64_t>(size.getKnownMinValue())};
  if (!pointer.getType()->isPointerTy() || size.isScalable()) return bytes;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  if (pointer.stripAndAccumulateConstantOffsets(layout, offset, true) == bytes.object)
    bytes.from = offset.trySExtValue();
  return bytes;
}

/// May one access be of some of the other's bytes, as far as the text tells?
bool may_overlap(const llvm::Instruction& a, const llvm::Instruction& b) {
  const Extent one = extent_of(a), other = extent_of(b);
  const Match objects = match_operand(*one.object, *other.object);
  if (objects == Match::No || !one.from || !other.from) return objects != Match::No;
  const bool are_one = objects == Match::Yes || one.object == other.object;
  return !are_one || (*one.from < *other.from + other.count && *other.from < *one.from + one.count);
}

/// May the one be what the other is in the other function?
bool may_give_the_same(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (llvm::isa<llvm::LoadInst>(a) && llvm::isa<llvm::LoadInst>(b)) return may_overlap(a, b);
  return match(a, b) != Match::No;
}

bool only_computes(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call != nullptr)
    return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() && !call->isConvergent();
  return !instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(instruction);
}

class OriginsOf {
 public:
  /// With what a pass may find to be what was read or given?
  enum class With : bool { What, WhatItMayBe };
  OriginsOf(const Controls& controls, Origins& origins, With with)
      : controls_(controls), origins_(origins), with_(with) {}

  void add(const llvm::Value& value) {
    if (!seen_.insert(&value).second || llvm::isa<llvm::Constant, BasicBlock>(value)) return;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      origins_.arguments.insert(argument->getArgNo());
      return;
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !only_computes(*instruction)) {
      add_given(instruction);
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
  void add_given(const llvm::Instruction* by) {
    const auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(by);
    const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(by);
    if (load == nullptr && call == nullptr) {
      origins_.others = true;
      return;
    }
    origins_.given.insert(by);
    if (with_ == With::What) return;
    if (load != nullptr) add_stored(*load);
    if (call != nullptr) add_arguments(*call);
  }
  /// What a store, a fill, a copy or a body may have left where the load reads.
  void add_stored(const llvm::LoadInst& load) {
    for (const llvm::Instruction& each : llvm::instructions(*load.getFunction())) {
      if (!each.mayWriteToMemory()) continue;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each)) {
        if (may_overlap(*store, load)) add(*store->getValueOperand());
      } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&each)) {
        add(*fill->getValue());
      } else if (call == nullptr || llvm::isa<llvm::MemTransferInst>(call) || may_run_a_body(*call)) {
        origins_.others = true;
      }
    }
  }
  void add_arguments(const llvm::CallBase& call) {
    origins_.others |= may_run_a_body(call);
    for (const llvm::Value* argument : call.args())
      if (!llvm::isa<llvm::MetadataAsValue>(argument)) add(*argument);
  }
  static bool may_run_a_body(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee == nullptr ? !call.isInlineAsm() : !callee->isDeclaration();
  }

  const Controls& controls_;
  Origins& origins_;
  With with_;
  std::set<const llvm::Value*> seen_;
};

/// A convergent call, with the branches that it depends on, and of what their conditions are computed.
struct DependentCall {
  const llvm::CallBase* call;
  std::set<const BasicBlock*> branches;
  Origins origins;
};

std::vector<DependentCall> dependent_calls(const llvm::Function& function, OriginsOf::With with) {
  std::vector<DependentCall> calls;
  std::optional<Controls> controls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !call->isConvergent()) continue;
    if (!controls) controls.emplace(function);
    DependentCall& known = calls.emplace_back(call, controls->of(*call->getParent()));
    OriginsOf origins(*controls, known.origins, with);
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

/// On more branches than the one of these that depends on the most, or on arguments, what is read or what a call gives,
/// on which none of them does.
bool depends_on_more(const std::vector<const DependentCall*>& before, const DependentCall& after) {
  std::size_t most = 0;
  Origins origins;
  for (const DependentCall* each : before) {
    most = std::max(most, each->branches.size());
    origins.others |= each->origins.others;
    origins.arguments.insert(each->origins.arguments.begin(), each->origins.arguments.end());
    origins.given.insert(each->origins.given.begin(), each->origins.given.end());
  }
  if (before.empty()) return false;
  if (most < after.branches.size()) return true;
  if (origins.others) return false;
  return after.origins.others || !std::ranges::includes(origins.arguments, after.origins.arguments) ||
         !llvm::all_of(after.origins.given, [&](const llvm::Instruction* each) {
           return llvm::any_of(origins.given,
                               [&](const llvm::Instruction* known) { return may_give_the_same(*known, *each); });
         });
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
  const std::vector<DependentCall> after = dependent_calls(target, OriginsOf::With::What);
  if (after.empty()) return {};
  const std::vector<DependentCall> before = dependent_calls(source, OriginsOf::With::WhatItMayBe);
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
