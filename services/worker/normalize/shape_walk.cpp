#include "services/worker/normalize/shape_walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <optional>

#include "services/worker/normalize/expressions.h"

namespace assay::normalize {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::SwitchInst;
using llvm::Value;

constexpr std::size_t kMostPassed = 4096;  ///< on one way: a run that never stops is none
constexpr unsigned kMostTurns = 96;
constexpr unsigned kMostDeep = 4;  ///< operands of operands

std::optional<APInt> number_of(const Value& value, const KnownNumbers& known) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return number->getValue();
  const auto found = known.find(&value);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::optional<APInt> computed(unsigned opcode, const APInt& a, const APInt& b) {
  switch (opcode) {
    case Instruction::Add:
      return a + b;
    case Instruction::Sub:
      return a - b;
    case Instruction::Mul:
      return a * b;
    case Instruction::And:
      return a & b;
    case Instruction::Or:
      return a | b;
    case Instruction::Xor:
      return a ^ b;
    default:
      return std::nullopt;
  }
}

/// What the expression is, if it is no poison.
std::optional<APInt> computed(const Instruction& each, const KnownNumbers& known) {
  if (!each.getType()->isIntegerTy()) return std::nullopt;
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&each)) {
    const auto condition = number_of(*choice->getCondition(), known);
    if (!condition) return std::nullopt;
    return number_of(condition->isZero() ? *choice->getFalseValue() : *choice->getTrueValue(), known);
  }
  if (each.getNumOperands() == 0) return std::nullopt;
  const auto a = number_of(*each.getOperand(0), known);
  const unsigned opcode = each.getOpcode();
  if (opcode == Instruction::And || opcode == Instruction::Or) {
    const auto decides = [&](const auto& one) {
      return one && (opcode == Instruction::And ? one->isZero() : one->isAllOnes());
    };
    if (decides(a)) return a;
    if (const auto b = number_of(*each.getOperand(1), known); decides(b)) return b;
  }
  if (!a) return std::nullopt;
  const unsigned width = each.getType()->getIntegerBitWidth();
  if (llvm::isa<llvm::ZExtInst>(each)) return a->zext(width);
  if (llvm::isa<llvm::SExtInst>(each)) return a->sext(width);
  if (llvm::isa<llvm::TruncInst>(each)) return a->trunc(width);
  if (each.getNumOperands() != 2) return std::nullopt;
  const auto b = number_of(*each.getOperand(1), known);
  if (!b) return std::nullopt;
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&each))
    return APInt(1, llvm::ICmpInst::compare(*a, *b, compare->getPredicate()) ? 1 : 0);
  return computed(opcode, *a, *b);
}

const BranchInst* as_branch(const Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<BranchInst>(&instruction);
  return branch != nullptr && branch->isConditional() ? branch : nullptr;
}

/// What control goes different ways on.
const Value* ways_on(const Instruction& end) {
  if (const BranchInst* branch = as_branch(end)) return branch->getCondition();
  const auto* choice = llvm::dyn_cast<SwitchInst>(&end);
  return choice == nullptr ? nullptr : choice->getCondition();
}

/// What the source may do where the target does not.
bool leaves_no_trace(const Instruction& step) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&step);
  return (load != nullptr && load->isSimple()) || llvm::isa<llvm::AssumeInst>(step) || is_division(step);
}

bool is_of_one_name(const Value& one, const Value& other) { return one.hasName() && one.getName() == other.getName(); }
bool looks_alike(const Value& one, const Value& other) {
  return one.getType() == other.getType() &&
         (is_of_one_name(one, other) || (llvm::isa<llvm::ConstantInt>(one) && &one == &other));
}
/// Of two functions, as far as names tell.
bool compares_alike(const Value& source, const Value& target) {
  if (is_of_one_name(source, target)) return true;
  const auto *one = llvm::dyn_cast<llvm::CmpInst>(&source), *other = llvm::dyn_cast<llvm::CmpInst>(&target);
  return one != nullptr && other != nullptr && one->getPredicate() == other->getPredicate() &&
         looks_alike(*one->getOperand(0), *other->getOperand(0)) &&
         looks_alike(*one->getOperand(1), *other->getOperand(1));
}

void keep_common(KnownNumbers& known, const KnownNumbers& other) {
  std::erase_if(known, [&](const auto& each) {
    const auto found = other.find(each.first);
    return found == other.end() || found->second != each.second;
  });
}

bool is_no_step(const Passed& each) {
  return each.run != nullptr ? is_expression(*each.run) : each.from->getSingleSuccessor() != nullptr;
}
/// What was passed last, behind all steps and branches, is passed by what begins at the stop, if it is the same on all
/// ways. False: some of it is not.
bool keep_lead(Stop& stop, const Stretch& passed) {
  std::size_t length = 0;
  const std::size_t most = stop.lead ? std::min(stop.lead->size(), passed.size()) : passed.size();
  const auto is_common = [&](std::size_t i) {
    const Passed& own = passed[passed.size() - 1 - i];
    return stop.lead ? (*stop.lead)[stop.lead->size() - 1 - i] == own : is_no_step(own);
  };
  while (length < most && is_common(length)) ++length;
  const bool keeps = !stop.lead || stop.lead->size() == length;
  stop.lead.emplace(passed.end() - static_cast<std::ptrdiff_t>(length), passed.end());
  return keeps;
}

/// Goes on to where `is_there`, past what leaves no trace, and branches of which only one way can be gone.
bool come_to(SourceRun& run, llvm::function_ref<bool(const Instruction&)> is_there) {
  while (!is_there(*run.at)) {
    if (const BasicBlock* next = run.only_way())
      run.take(*next);
    else if (leaves_no_trace(*run.at))
      run.step();
    else
      return false;
    if (!run.rest()) return false;
  }
  return true;
}

}  // namespace

void SourceRun::step() {
  passed.push_back({.run = at});
  if (auto number = computed(*at, known))
    known[at] = *number;
  else
    known.erase(at);
  at = at->getNextNode();
}

void SourceRun::take(const BasicBlock& next) {
  const BasicBlock* from = at->getParent();
  passed.push_back({.from = from, .to = &next});
  std::vector<std::pair<const Value*, std::optional<APInt>>> taken;
  for (const llvm::PHINode& phi : next.phis())
    taken.emplace_back(&phi, number_of(*phi.getIncomingValueForBlock(from), known));
  for (const auto& [phi, number] : taken) {
    known.erase(phi);
    if (number) known.emplace(phi, *number);
  }
  at = &*next.getFirstNonPHIIt();
}

void SourceRun::suppose(const Value& condition, bool truth) {
  learn(condition, truth);
  const auto decided = ways_on(*at);
  const auto compute = [&](const auto& self, const Value& value, unsigned deep) -> void {
    const auto* each = llvm::dyn_cast<Instruction>(&value);
    if (each == nullptr || deep == 0 || known.contains(each) || !is_expression(*each)) return;
    for (const Value* operand : each->operand_values()) self(self, *operand, deep - 1);
    if (auto number = computed(*each, known)) known.insert_or_assign(each, *number);
  };
  if (decided != nullptr) compute(compute, *decided, kMostDeep);
}

const Value* SourceRun::decided_by() const {
  const Value* value = ways_on(*at);
  for (unsigned deep = 0; value != nullptr && deep < kMostDeep; ++deep) {
    const auto* each = llvm::dyn_cast<Instruction>(value);
    if (each == nullptr || !is_expression(*each)) return nullptr;
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(each)) {
      const Value* condition = choice->getCondition();
      if (!condition->getType()->isIntegerTy() || llvm::isa<llvm::Constant>(condition)) return nullptr;
      SourceRun one = *this, other = *this;
      one.suppose(*condition, true);
      other.suppose(*condition, false);
      const BasicBlock *first = one.only_way(), *second = other.only_way();
      return first != nullptr && second != nullptr && first != second ? condition : nullptr;
    }
    value = each->getOperand(0);
  }
  return nullptr;
}

bool SourceRun::rest() {
  while (passed.size() < kMostPassed) {
    const auto* jump = llvm::dyn_cast<BranchInst>(at);
    if (jump != nullptr && jump->isUnconditional())
      take(*jump->getSuccessor(0));
    else if (is_expression(*at))
      step();
    else
      return true;
  }
  return false;
}

const BasicBlock* SourceRun::only_way() const {
  if (const BranchInst* branch = as_branch(*at)) {
    if (branch->getSuccessor(0) == branch->getSuccessor(1)) return branch->getSuccessor(0);
    const auto truth = number_of(*branch->getCondition(), known);
    return truth ? branch->getSuccessor(truth->isZero() ? 1 : 0) : nullptr;
  }
  const auto* choice = llvm::dyn_cast<SwitchInst>(at);
  const auto number = choice == nullptr ? std::nullopt : number_of(*choice->getCondition(), known);
  if (!number) return nullptr;
  for (const auto& each : choice->cases())
    if (each.getCaseValue()->getValue() == *number) return each.getCaseSuccessor();
  return choice->getDefaultDest();
}

void SourceRun::learn(const Value& condition, bool truth) {
  namespace match = llvm::PatternMatch;
  if (llvm::isa<llvm::Constant>(condition)) return;
  known.insert_or_assign(&condition, APInt(1, truth ? 1 : 0));
  const Value *one = nullptr, *other = nullptr;
  const llvm::APInt* number = nullptr;
  const auto part = truth ? match::match(&condition, match::m_LogicalAnd(match::m_Value(one), match::m_Value(other)))
                          : match::match(&condition, match::m_LogicalOr(match::m_Value(one), match::m_Value(other)));
  if (part) {
    learn(*one, truth);
    learn(*other, truth);
  } else if (match::match(&condition, match::m_Not(match::m_Value(one)))) {
    learn(*one, !truth);
  } else if (match::match(&condition, match::m_SpecificICmp(truth ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE,
                                                            match::m_Value(one), match::m_APInt(number))) &&
             one->getType()->isIntegerTy() && !llvm::isa<llvm::Constant>(one)) {
    known.insert_or_assign(one, *number);
  }
}

TwoWays two_ways(const SwitchInst& choice) {
  TwoWays ways{choice.getDefaultDest(), nullptr};
  for (const auto& each : choice.cases()) {
    const BasicBlock* to = each.getCaseSuccessor();
    if (to == ways.first || to == ways.second) continue;
    if (ways.second != nullptr) return {};
    ways.second = to;
  }
  return ways.second == nullptr ? TwoWays() : ways;
}

bool ShapeWalk::run() {
  for (unsigned turn = 0; turn < kMostTurns; ++turn) {
    has_changed_ = false;
    const bool holds = walk_once();
    if (has_changed_) continue;
    return holds && stops_.size() == target_.size() && !stands_still_for_ever();
  }
  return false;
}

/// The target may go round and round where the source takes no step, which it does not do for ever.
bool ShapeWalk::stands_still_for_ever() const {
  return llvm::any_of(stops_, [&](const auto& each) {
    std::size_t length = 0;
    for (const Stop* stop = &each.second; stop->stands_still; stop = &stops_.at(stop->ways.front().to))
      if (++length > stops_.size()) return true;
    return false;
  });
}

bool ShapeWalk::walk_once() {
  SourceRun run{&source_.getEntryBlock().front()};
  if (llvm::isa<llvm::PHINode>(run.at) || !run.rest()) return false;
  Stop start;
  if (!arrive(target_.getEntryBlock(), std::move(run), start)) return false;
  // What lies before the first step is the entry's.
  Stop& entry = stops_[&target_.getEntryBlock()];
  llvm::SmallPtrSet<const BasicBlock*, 32> seen;
  left_ = {&target_.getEntryBlock()};
  while (!left_.empty()) {
    const BasicBlock* block = left_.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (!follow(*block, stops_[block])) return false;
  }
  std::erase_if(stops_, [&](const auto& each) { return !seen.contains(each.first); });
  entry.passed.insert(entry.passed.begin(), start.ways.front().passed.begin(), start.ways.front().passed.end());
  return true;
}

bool ShapeWalk::follow(const BasicBlock& block, Stop& stop) {
  SourceRun run{stop.at, stop.known, *stop.lead};
  for (const Instruction& step : block) {
    if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(step) || is_expression(step) || step.isTerminator()) continue;
    if (!come_to(run, [&](const Instruction& each) { return is_alike(each, step); })) return false;
    run.step();
    if (!run.rest()) return false;
  }
  return end_alike(block, std::move(run), stop);
}

bool ShapeWalk::is_alike(const Instruction& source, const Instruction& target) const {
  if (source.getOpcode() != target.getOpcode() || source.getType() != target.getType()) return false;
  if (llvm::isa<llvm::LoadInst>(source) || is_division(source)) {
    // One that went on under its name is no other.
    const auto is_other = [](const llvm::Function& function, const Instruction& its, const Instruction& own) {
      const llvm::ValueSymbolTable* names = function.getValueSymbolTable();
      const Value* named = names == nullptr || !its.hasName() ? nullptr : names->lookup(its.getName());
      return named != nullptr && named != &own;
    };
    return !is_other(source_, target, source) && !is_other(target_, source, target);
  }
  const auto *one = llvm::dyn_cast<llvm::CallBase>(&source), *other = llvm::dyn_cast<llvm::CallBase>(&target);
  if (one == nullptr) return true;
  const llvm::Function *called = one->getCalledFunction(), *its = other->getCalledFunction();
  return called == nullptr || its == nullptr || called->getName() == its->getName();
}

bool ShapeWalk::end_alike(const BasicBlock& block, SourceRun run, Stop& stop) {
  const Instruction& end = *block.getTerminator();
  stop.end = nullptr;
  stop.decides = nullptr;
  stop.is_inverted = false;
  stop.stands_still = false;
  stop.ways.clear();
  if (const auto* branch = llvm::dyn_cast<BranchInst>(&end)) {
    if (branch->isConditional()) return end_with_branch(*branch, std::move(run), stop);
    stop.passed = {};
    stop.stands_still = run.passed.size() == stop.lead->size();
    return arrive(*branch->getSuccessor(0), std::move(run), stop);
  }
  if (const auto* choice = llvm::dyn_cast<SwitchInst>(&end)) return end_with_switch(*choice, std::move(run), stop);
  if (!llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(end)) return false;
  if (!come_to(run, [&](const Instruction& each) { return each.getOpcode() == end.getOpcode(); })) return false;
  stop.end = run.at;
  stop.passed = std::move(run.passed);
  return true;
}

/// What the source's ways rest on, if that is not what it branches on itself, but what the target does.
const Value* ShapeWalk::decides_alike(const SourceRun& run, const BranchInst& target) {
  if (run.only_way() != nullptr) return nullptr;
  const Value* decides = run.decided_by();
  return decides != nullptr && compares_alike(*decides, *target.getCondition()) ? decides : nullptr;
}

/// Is the first way of one the second of the other?
bool ShapeWalk::is_inverted(const BranchInst& source, const BranchInst& target) const {
  if (compares_alike(*source.getCondition(), *target.getCondition())) return false;
  for (const unsigned way : {0u, 1u}) {
    if (is_of_one_name(*source.getSuccessor(way), *target.getSuccessor(way))) return false;
    if (is_of_one_name(*source.getSuccessor(way), *target.getSuccessor(1 - way))) return true;
  }
  const auto *one = llvm::dyn_cast<llvm::CmpInst>(source.getCondition()),
             *other = llvm::dyn_cast<llvm::CmpInst>(target.getCondition());
  return one != nullptr && other != nullptr && one->getPredicate() == other->getInversePredicate();
}

bool ShapeWalk::end_with_branch(const BranchInst& branch, SourceRun run, Stop& stop) {
  const auto is_such = [&](const Instruction& each) {
    if (decides_alike(run, branch)) return true;
    if (const auto* choice = llvm::dyn_cast<SwitchInst>(&each))
      return run.only_way() == nullptr && two_ways(*choice).first != nullptr;
    const BranchInst* own = as_branch(each);
    return own != nullptr && own->getSuccessor(0) != own->getSuccessor(1) &&
           (run.only_way() == nullptr || compares_alike(*own->getCondition(), *branch.getCondition()));
  };
  if (!come_to(run, is_such)) return false;
  stop.end = run.at;
  stop.passed = std::move(run.passed);
  run.passed = {};
  if ((stop.decides = decides_alike(run, branch)) != nullptr) return end_with_choice(branch, run, stop);
  const BranchInst* own = as_branch(*run.at);
  const BasicBlock *first = nullptr, *second = nullptr;
  if (own != nullptr) {
    first = own->getSuccessor(0), second = own->getSuccessor(1);
    stop.is_inverted = is_inverted(*own, branch);
  } else {
    // The way of the cases comes first: see the writer.
    const TwoWays ways = two_ways(llvm::cast<SwitchInst>(*run.at));
    first = ways.second, second = ways.first;
    stop.is_inverted =
        is_of_one_name(*first, *branch.getSuccessor(1)) || is_of_one_name(*second, *branch.getSuccessor(0));
  }
  for (const unsigned way : {0u, 1u}) {
    const bool is_first = (way == 0) != stop.is_inverted;
    SourceRun on = run;
    if (own != nullptr) on.learn(*own->getCondition(), is_first);
    on.take(is_first ? *first : *second);
    if (!on.rest() || !arrive(*branch.getSuccessor(way), std::move(on), stop)) return false;
  }
  return true;
}

/// The source goes on by what was chosen on the target's condition.
bool ShapeWalk::end_with_choice(const BranchInst& branch, const SourceRun& run, Stop& stop) {
  for (const unsigned way : {0u, 1u}) {
    SourceRun on = run;
    on.suppose(*stop.decides, way == 0);
    on.take(*on.only_way());
    if (!on.rest() || !arrive(*branch.getSuccessor(way), std::move(on), stop)) return false;
  }
  return true;
}

bool ShapeWalk::end_with_switch(const SwitchInst& choice, SourceRun run, Stop& stop) {
  const auto is_such = [&](const Instruction& each) {
    const auto* own = llvm::dyn_cast<SwitchInst>(&each);
    return own != nullptr && own->getCondition()->getType() == choice.getCondition()->getType() &&
           own->getNumCases() == choice.getNumCases() && run.only_way() == nullptr;
  };
  if (!come_to(run, is_such)) return false;
  stop.end = run.at;
  stop.passed = std::move(run.passed);
  run.passed = {};
  const auto& own = llvm::cast<SwitchInst>(*run.at);
  const auto go = [&](const BasicBlock& next, const BasicBlock& to, const llvm::ConstantInt* number) {
    SourceRun on = run;
    if (number != nullptr && !llvm::isa<llvm::Constant>(own.getCondition()))
      on.known.insert_or_assign(own.getCondition(), number->getValue());
    on.take(next);
    return on.rest() && arrive(to, std::move(on), stop);
  };
  if (!go(*own.getDefaultDest(), *choice.getDefaultDest(), nullptr)) return false;
  return llvm::all_of(choice.cases(), [&](const auto& each) {
    const auto its = llvm::find_if(own.cases(), [&](const auto& one) {
      return one.getCaseValue()->getValue() == each.getCaseValue()->getValue();
    });
    return its != own.case_end() && go(*its->getCaseSuccessor(), *each.getCaseSuccessor(), each.getCaseValue());
  });
}

/// The run has come to where the target's block begins. Where others stand elsewhere then, one of them may have to go
/// on by branches that have one way.
bool ShapeWalk::arrive(const BasicBlock& block, SourceRun run, Stop& from) {
  left_.push_back(&block);
  const auto [place, is_new] = stops_.try_emplace(&block);
  Stop& stop = place->second;
  if (is_new) {
    stop.at = run.at;
    stop.known = run.known;
  }
  SourceRun on = run, later{stop.at, stop.known};
  if (come_to(on, [&](const Instruction& each) { return &each == stop.at; })) {
    run = std::move(on);
  } else if (come_to(later, [&](const Instruction& each) { return &each == run.at; })) {
    stop.at = later.at;
    stop.lead.reset();
    stop.known = std::move(later.known);
    has_changed_ = true;
  } else {
    return false;
  }
  const std::size_t before = stop.known.size();
  keep_common(stop.known, run.known);
  has_changed_ |= stop.known.size() != before;
  has_changed_ |= !keep_lead(stop, run.passed);
  run.passed.resize(run.passed.size() - stop.lead->size());
  from.ways.push_back({&block, std::move(run.passed)});
  return true;
}

}  // namespace assay::normalize
