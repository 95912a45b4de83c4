#include "services/worker/semantics/same_places.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <cstddef>
#include <utility>

#include "services/worker/semantics/counterparts.h"

namespace assay::semantics {
namespace {

using llvm::BasicBlock;

enum class Asks : unsigned char { SomethingElse, TheSame, TheOpposite };

Asks opposite(Asks asks) {
  return asks == Asks::TheSame ? Asks::TheOpposite : asks == Asks::TheOpposite ? Asks::TheSame : asks;
}

/// May they be one value? Where one was put in another's place, operations differ.
bool may_be_one(const llvm::Value& a, const llvm::Value& b) {
  const auto *one = llvm::dyn_cast<llvm::Instruction>(&a), *other = llvm::dyn_cast<llvm::Instruction>(&b);
  if (one == nullptr || other == nullptr) return match_operand(a, b) != Match::No;
  if (one->getOpcode() == other->getOpcode()) return match(*one, *other) != Match::No;
  const auto stands_for = [](const llvm::Instruction& each) {
    return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(each) || each.mayReadFromMemory();
  };
  return stands_for(*one) || stands_for(*other);
}

/// With a constant on the right several predicates say the same.
Asks compare_with_constants(const llvm::CmpInst& a, const llvm::CmpInst& b) {
  const auto *limit = llvm::dyn_cast<llvm::ConstantInt>(a.getOperand(1)),
             *other = llvm::dyn_cast<llvm::ConstantInt>(b.getOperand(1));
  if (limit == nullptr || other == nullptr || limit->getType() != other->getType() || !a.isIntPredicate() ||
      !may_be_one(*a.getOperand(0), *b.getOperand(0)))
    return Asks::SomethingElse;
  const auto one = llvm::ConstantRange::makeExactICmpRegion(a.getPredicate(), limit->getValue());
  const auto two = llvm::ConstantRange::makeExactICmpRegion(b.getPredicate(), other->getValue());
  return one == two ? Asks::TheSame : one == two.inverse() ? Asks::TheOpposite : Asks::SomethingElse;
}

Asks compare_comparisons(const llvm::CmpInst& a, const llvm::CmpInst& b) {
  if (const Asks asks = compare_with_constants(a, b); asks != Asks::SomethingElse) return asks;
  for (const bool swapped : {false, true}) {
    const llvm::CmpInst::Predicate predicate = swapped ? b.getSwappedPredicate() : b.getPredicate();
    if (!may_be_one(*a.getOperand(0), *b.getOperand(swapped ? 1 : 0)) ||
        !may_be_one(*a.getOperand(1), *b.getOperand(swapped ? 0 : 1)))
      continue;
    if (a.getPredicate() == predicate) return Asks::TheSame;
    if (a.getInversePredicate() == predicate) return Asks::TheOpposite;
  }
  return Asks::SomethingElse;
}

/// What two conditions ask, where they may be computed of the same.
Asks compare_conditions(const llvm::Value& a, const llvm::Value& b) {
  using llvm::PatternMatch::m_Not;
  using llvm::PatternMatch::m_Value;
  const llvm::Value* negated = nullptr;
  if (llvm::PatternMatch::match(&a, m_Not(m_Value(negated)))) return opposite(compare_conditions(*negated, b));
  if (llvm::PatternMatch::match(&b, m_Not(m_Value(negated)))) return opposite(compare_conditions(a, *negated));
  if (match_operand(a, b) == Match::Yes) return Asks::TheSame;
  const auto *one = llvm::dyn_cast<llvm::CmpInst>(&a), *other = llvm::dyn_cast<llvm::CmpInst>(&b);
  if (one != nullptr && other != nullptr) return compare_comparisons(*one, *other);
  return llvm::isa<llvm::Instruction>(a) && llvm::isa<llvm::Instruction>(b) && may_be_one(a, b) ? Asks::TheSame
                                                                                                : Asks::SomethingElse;
}

using Pairs = std::vector<std::pair<const BasicBlock*, const BasicBlock*>>;

void add_cases(const llvm::SwitchInst& a, const llvm::SwitchInst& b, Pairs& pairs) {
  if (match_operand(*a.getCondition(), *b.getCondition()) == Match::No ||
      a.getCondition()->getType() != b.getCondition()->getType())
    return;
  pairs.emplace_back(a.getDefaultDest(), b.getDefaultDest());
  const auto case_of = [](const llvm::SwitchInst& of, const llvm::APInt& value) {
    return of.findCaseValue(llvm::ConstantInt::get(of.getContext(), value))->getCaseSuccessor();
  };
  for (const auto& each : a.cases())
    pairs.emplace_back(each.getCaseSuccessor(), case_of(b, each.getCaseValue()->getValue()));
  for (const auto& each : b.cases())
    pairs.emplace_back(case_of(a, each.getCaseValue()->getValue()), each.getCaseSuccessor());
}

/// A branch on whether a value is a constant, and a switch that asks for it alone.
void add_one_case(const llvm::BranchInst& branch, const llvm::SwitchInst& choice, bool is_source, Pairs& pairs) {
  const auto* asked = branch.isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition()) : nullptr;
  const auto* number = asked == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(asked->getOperand(1));
  if (number == nullptr || !asked->isEquality() || choice.getNumCases() != 1 ||
      number->getType() != choice.getCondition()->getType() ||
      number->getValue() != choice.case_begin()->getCaseValue()->getValue() ||
      !may_be_one(*asked->getOperand(0), *choice.getCondition()))
    return;
  const unsigned equal = asked->getPredicate() == llvm::CmpInst::ICMP_EQ ? 0 : 1;
  for (const bool is_it : {true, false}) {
    const BasicBlock *one = branch.getSuccessor(is_it ? equal : 1 - equal),
                     *other = is_it ? choice.case_begin()->getCaseSuccessor() : choice.getDefaultDest();
    pairs.emplace_back(is_source ? one : other, is_source ? other : one);
  }
}

void add_ways(const llvm::BranchInst& a, const llvm::BranchInst& b, Pairs& pairs) {
  if (!a.isConditional() || !b.isConditional()) return;
  const Asks asks = compare_conditions(*a.getCondition(), *b.getCondition());
  if (asks == Asks::SomethingElse) return;
  for (const unsigned i : {0U, 1U})
    pairs.emplace_back(a.getSuccessor(i), b.getSuccessor(asks == Asks::TheSame ? i : 1 - i));
}

/// The blocks that control comes to together.
Pairs next_places(const llvm::Instruction& a, const llvm::Instruction& b) {
  Pairs pairs;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&a), *branch_now = llvm::dyn_cast<llvm::BranchInst>(&b);
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&a), *choice_now = llvm::dyn_cast<llvm::SwitchInst>(&b);
  const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&a), *invoke_now = llvm::dyn_cast<llvm::InvokeInst>(&b);
  if (branch != nullptr && branch_now != nullptr) {
    add_ways(*branch, *branch_now, pairs);
  } else if (choice != nullptr && choice_now != nullptr) {
    add_cases(*choice, *choice_now, pairs);
  } else if (branch != nullptr && choice_now != nullptr) {
    add_one_case(*branch, *choice_now, true, pairs);
  } else if (choice != nullptr && branch_now != nullptr) {
    add_one_case(*branch_now, *choice, false, pairs);
  } else if (invoke != nullptr && invoke_now != nullptr && may_be_of_one_callee(*invoke, *invoke_now)) {
    pairs.emplace_back(invoke->getNormalDest(), invoke_now->getNormalDest());
    pairs.emplace_back(invoke->getUnwindDest(), invoke_now->getUnwindDest());
  }
  return pairs;
}

SamePlaces::Way way_from(const BasicBlock& block) {
  SamePlaces::Way way{&block};
  for (;;) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(way.back()->getTerminator());
    if (branch == nullptr || branch->isConditional() || llvm::is_contained(way, branch->getSuccessor(0))) return way;
    way.push_back(branch->getSuccessor(0));
  }
}

using Blocks = llvm::SmallSetVector<const BasicBlock*, 16>;
using InstructionSet = llvm::SmallPtrSet<const llvm::Instruction*, 16>;

bool is_run_behind(const BasicBlock& block, const InstructionSet& some) {
  Blocks reached;
  reached.insert(&block);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const BasicBlock* each = reached[i];
    const auto first = llvm::find_if(*each, [&](const auto& one) { return some.contains(&one); });
    const auto goes_on = [](const auto& one) { return llvm::isGuaranteedToTransferExecutionToSuccessor(&one); };
    if (each != &block && !std::all_of(each->begin(), first, [&](const auto& one) {
          return (one.isTerminator() && !llvm::isa<llvm::CallBase>(one)) || goes_on(one);
        }))
      return false;
    if (first != each->end()) continue;
    if (llvm::succ_empty(each) && !llvm::isa<llvm::UnreachableInst>(each->getTerminator())) return false;
    reached.insert(llvm::succ_begin(each), llvm::succ_end(each));
  }
  return true;
}

bool is_run_before(const BasicBlock& block, const InstructionSet& some) {
  Blocks reached;
  reached.insert(&block);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const BasicBlock* each = reached[i];
    if (llvm::any_of(*each, [&](const auto& one) { return some.contains(&one); })) continue;
    if (each->isEntryBlock()) return false;
    reached.insert(llvm::pred_begin(each), llvm::pred_end(each));
  }
  return true;
}

}  // namespace

SamePlaces::SamePlaces(const llvm::Function& source, const llvm::Function& target) : source_(source) {
  Pairs open{{&source.getEntryBlock(), &target.getEntryBlock()}};
  llvm::DenseSet<std::pair<const BasicBlock*, const BasicBlock*>> seen{open.front()};
  const auto note = [&](const BasicBlock* block, const BasicBlock* other) {
    const auto [known, is_new] = same_.try_emplace(block, other);
    if (!is_new && known->second != other) known->second = nullptr;
  };
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Way before = way_from(*open[i].first), after = way_from(*open[i].second);
    for (const BasicBlock* each : after) ways_[each].push_back(before);
    const std::size_t alike = before.size() == after.size() ? before.size() : 1;
    for (std::size_t at = 0; at < alike; ++at) {
      note(before[at], after[at]);
      note(after[at], before[at]);
    }
    for (const auto& next : next_places(*before.back()->getTerminator(), *after.back()->getTerminator()))
      if (seen.insert(next).second) open.push_back(next);
  }
}

std::vector<SamePlaces::Way> SamePlaces::of(const BasicBlock& block) const {
  std::vector<Way> ways = ways_.lookup(&block);
  const BasicBlock* namesake = namesake_of(block);
  // A name says nothing where it goes with another block.
  if (namesake != nullptr && !same_.contains(namesake)) ways.push_back({namesake});
  return ways;
}

const BasicBlock* SamePlaces::only_of(const BasicBlock& block) const {
  const auto found = same_.find(&block);
  return found != same_.end() ? found->second : namesake_of(block);
}

const BasicBlock* SamePlaces::namesake_of(const BasicBlock& block) const {
  if (block.isEntryBlock()) return &source_.getEntryBlock();
  const llvm::ValueSymbolTable* names = source_.getValueSymbolTable();
  if (names == nullptr || !block.hasName()) return nullptr;
  return llvm::dyn_cast_or_null<BasicBlock>(names->lookup(block.getName()));
}

bool is_run_with(const BasicBlock& block, llvm::ArrayRef<const llvm::Instruction*> some) {
  if (llvm::any_of(some, [&](const llvm::Instruction* each) { return each->getParent() == &block; })) return true;
  const InstructionSet all(some.begin(), some.end());
  return is_run_behind(block, all) || is_run_before(block, all);
}

}  // namespace assay::semantics
