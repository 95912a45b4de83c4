#include "services/worker/check/looks_at_undef.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/check/looks_at_value.h"
#include "services/worker/check/outlines.h"
#include "services/worker/check/value_flow.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::check {
namespace {

/// Instructions whose values come from outside, in order.
using FromOutside = std::vector<InstructionAt>;

FromOutside loads_from_others(const ValueFlow& flow) { return flow.reads_of_others(); }

/// What the callers give as variable arguments counts as a result, too.
FromOutside unknown_results(const ValueFlow& flow) {
  const auto is_unknown = [](const Frame& frame, const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return llvm::isa<llvm::VAArgInst>(instruction);
    if (call->getType()->isVoidTy() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    const llvm::Function* callee = call->getCalledFunction();
    const bool is_known = callee != nullptr && semantics::called_library_function(*call, *callee).has_value();
    return !is_known && frame.followed(*call) == nullptr;
  };
  FromOutside results;
  for (const auto& frame : flow.frames().all())
    for (const llvm::Instruction& each : llvm::instructions(*frame->body))
      if (is_unknown(*frame, each)) results.push_back({frame.get(), &each});
  return results;
}

bool is_promised_not_undef(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr ? call->hasRetAttr(llvm::Attribute::NoUndef)
                         : instruction.hasMetadata(llvm::LLVMContext::MD_noundef);
}

/// Where such a value comes from: the function that gives it, or the place that is read.
std::string origin_of(const InstructionAt& read) {
  const std::vector<const llvm::Value*> places = read_places(*read.instruction);
  if (!places.empty()) return outline_of({read.frame, places.front()}, OutlinesOf::Places);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(read.instruction);
  if (call == nullptr) return read.instruction->getOpcodeName();
  return outline_of({read.frame, call->getCalledOperand()}, OutlinesOf::Places);
}

/// What an end does with what it sees: those of one kind are compared.
std::string kind_of(const ValueFlow::Node& end) {
  if (is_branch(end)) return "branch";
  const llvm::Value* value = end.at.value;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(value))
    return "store " + outline_of({end.at.frame, store->getPointerOperand()}, OutlinesOf::Places);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(value))
    return "call " + outline_of({end.at.frame, call->getCalledOperand()}, OutlinesOf::Places);
  return llvm::cast<llvm::Instruction>(value)->getOpcodeName();
}

/// How often each end of one kind sees what is asked about.
struct Counts {
  std::vector<unsigned> most_first;
  std::vector<unsigned> in_order;  ///< where each is surely reached before the next, which others see
};

/// A function, and how often it looks at what.
class Side {
 public:
  explicit Side(const llvm::Function& function) : flow_(function), looks_(flow_, executed_) {}
  const ValueFlow& flow() const { return flow_; }
  bool is_used_in_cycle(unsigned value) { return looks_.is_used_in_cycle(value); }

  Looks looks_at(const std::vector<unsigned>& values, unsigned least, Branches which = Branches::MostSeeing) {
    return looks_.count(values, least, which);
  }
  std::vector<unsigned> numbers_of(const FromOutside& values) const {
    std::vector<unsigned> numbers;
    for (const InstructionAt& each : values) numbers.push_back(flow_.number_of({each.frame, each.instruction}));
    return numbers;
  }
  unsigned number_of(const llvm::Argument& argument) const {
    return flow_.number_of({flow_.frames().all().front().get(), &argument});
  }

  /// By kind of end, most first. Of a source all branches count, since one of them is enough to make undef undefined
  /// behaviour. Of a target nothing counts that looks once: it does with each member of the set what the source does
  /// with it.
  using ByKind = std::map<std::string, Counts>;
  ByKind by_kind_of_source(const Looks& looks) const {
    return by_kind(looks, [](const Look& look) { return look.ways + look.all_of_branches; });
  }
  ByKind by_kind_of_target(const Looks& looks) const {
    ByKind found =
        by_kind(looks, [](const Look& look) { return look.ways < 2 ? 1 : look.ways + look.most_of_branches; });
    found.erase("branch");
    return found;
  }

 private:
  ByKind by_kind(const Looks& looks, const std::function<unsigned(const Look&)>& number) const {
    ByKind found;
    std::map<std::string, std::vector<const llvm::Instruction*>> ends;
    for (const auto& [end, look] : looks) {
      const std::string kind = kind_of(flow_.node(end));
      found[kind].most_first.push_back(number(look));
      ends[kind].push_back(llvm::dyn_cast<llvm::Instruction>(flow_.node(end).at.value));
    }
    for (auto& [kind, counts] : found) {
      counts.in_order = in_order(ends[kind], counts.most_first);
      std::ranges::sort(counts.most_first, std::greater<>());
    }
    return found;
  }

  /// Of calls and stores, which others see in their order, and each of which is made before the next; else nothing.
  std::vector<unsigned> in_order(const std::vector<const llvm::Instruction*>& ends,
                                 const std::vector<unsigned>& counts) const {
    const llvm::Function& function = *flow_.frames().all().front()->body;
    if (ends.size() < 2 || llvm::any_of(ends, [&](const llvm::Instruction* each) {
          return each == nullptr || each->getFunction() != &function || !each->mayWriteToMemory();
        }))
      return {};
    std::vector<std::size_t> numbers(ends.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    const llvm::DominatorTree order(const_cast<llvm::Function&>(function));
    const auto is_before = [&](std::size_t one, std::size_t other) {
      return one != other && order.dominates(ends[one], ends[other]);
    };
    std::vector<std::ptrdiff_t> behind(ends.size());
    for (const std::size_t one : numbers)
      behind[one] = llvm::count_if(numbers, [&](std::size_t other) { return is_before(other, one); });
    std::ranges::sort(numbers, {}, [&](std::size_t each) { return behind[each]; });
    std::vector<unsigned> ordered;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0 && !is_before(numbers[i - 1], numbers[i])) return {};
      ordered.push_back(counts[numbers[i]]);
    }
    return ordered;
  }

  ValueFlow flow_;
  ExecutedTogether executed_;
  LooksAtValue looks_;
};

/// Of as many ends each is compared with one; else the most looks are, as an end may stand on several ways.
bool are_more(const std::vector<unsigned>& before, const std::vector<unsigned>& after) {
  if (after.empty() || after.front() < 2) return false;
  if (before.empty() || after.size() > before.size()) return before.empty() || after.front() > before.front();
  return !std::ranges::equal(after, std::vector(before.begin(), before.begin() + static_cast<long>(after.size())),
                             [](unsigned is, unsigned was) { return is <= std::max(was, 1u); });
}

/// The one in the same place is the same where there are as many, and their order is seen.
bool are_more(const Counts& before, const Counts& after) {
  const bool is_known = !after.in_order.empty() && before.in_order.size() == after.in_order.size();
  return is_known ? !std::ranges::equal(after.in_order, before.in_order,
                                        [](unsigned is, unsigned was) { return is <= std::max(was, 1u); })
                  : are_more(before.most_first, after.most_first);
}

/// Does some end see the value more often? Kinds of ends that only one of the two has are compared together.
bool are_more(const Side::ByKind& before, const Side::ByKind& after) {
  std::vector<unsigned> rest_before, rest_after;
  unsigned most_before = 1;
  for (const auto& [kind, looks] : before) {
    if (!after.contains(kind)) llvm::append_range(rest_before, looks.most_first);
    most_before = std::max(most_before, looks.most_first.front());
  }
  for (const auto& [kind, looks] : after) {
    const auto was = before.find(kind);
    if (was == before.end())
      llvm::append_range(rest_after, looks.most_first);
    else if (are_more(was->second, looks))
      return true;
  }
  std::ranges::sort(rest_before, std::greater<>());
  std::ranges::sort(rest_after, std::greater<>());
  if (rest_before.empty()) return !rest_after.empty() && rest_after.front() > most_before;
  return are_more(rest_before, rest_after);
}

bool sees_twice(const Looks& looks) {
  return std::ranges::any_of(looks, [](const auto& each) { return each.second.ways >= 2; });
}

/// Where it would be undefined if one of such values were undef: branches, what must not be undef.
std::multiset<std::string> places_without_undef(const ValueFlow& flow, const FromOutside& values,
                                                const std::vector<unsigned>& numbers) {
  const std::vector<bool> computed = flow.computed_of(numbers);
  std::multiset<std::string> places;
  for (const InstructionAt& value : values)
    if (is_promised_not_undef(*value.instruction)) places.insert("value");
  const auto add = [&](const char* kind, const ValueAt& operand) {
    const unsigned number = flow.number_of(operand);
    if (number != ValueFlow::kNone && computed[number]) places.insert(kind + outline_of(operand, OutlinesOf::Values));
  };
  for (const auto& frame : flow.frames().all())
    for (const llvm::Instruction& instruction : llvm::instructions(*frame->body)) {
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
          branch != nullptr && branch->isConditional())
        add("branch ", {frame.get(), branch->getCondition()});
      if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
        add("branch ", {frame.get(), choice->getCondition()});
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const bool assumes = call->getIntrinsicID() == llvm::Intrinsic::assume;
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (assumes || call->paramHasAttr(i, llvm::Attribute::NoUndef))
          add("argument ", {frame.get(), call->getArgOperand(i)});
    }
  return places;
}

/// The two functions, and how often they see what comes from outside.
class Comparison {
 public:
  Comparison(const llvm::Function& source, const llvm::Function& target) : source_(source), target_(target) {}

  bool needs_no_undef(FromOutside (*values_of)(const ValueFlow&)) {
    const FromOutside after = values_of(target_.flow());
    if (after.empty()) return false;
    const FromOutside before = values_of(source_.flow());
    if (looks_more_often(before, after)) return true;
    const auto places = places_without_undef(source_.flow(), before, source_.numbers_of(before)),
               others = places_without_undef(target_.flow(), after, target_.numbers_of(after));
    return !std::includes(places.begin(), places.end(), others.begin(), others.end());
  }

  bool looks_more_often_at(const llvm::Argument& before, const llvm::Argument& after) {
    const std::vector<unsigned> was{source_.number_of(before)}, is{target_.number_of(after)};
    return sees_twice(target_.looks_at(is, kNever)) && !source_.is_used_in_cycle(was.front()) && are_more(was, is);
  }

 private:
  static constexpr unsigned kNever = kMostLooks + 1;
  using Group = std::vector<std::size_t>;

  /// Values of one origin are compared one by one, if there are as many; else all together, as two equal values may
  /// become one, and a value that is read on each of two ways is read once on either. What comes from where only one of
  /// the two takes something is compared together: one place may be written in two ways.
  bool looks_more_often(const FromOutside& before, const FromOutside& after) {
    const std::vector<unsigned> were = source_.numbers_of(before);
    std::vector<unsigned> are = target_.numbers_of(after);
    if (after.size() <= before.size() &&
        std::ranges::none_of(are, [&](unsigned each) { return sees_twice(target_.looks_at({each}, kNever)); }))
      return false;
    // A value of the target that is promised not to be undef is none that could be.
    for (std::size_t i = 0; i < after.size(); ++i)
      if (is_promised_not_undef(*after[i].instruction)) are[i] = ValueFlow::kNone;
    std::map<std::string, Group> groups_before, groups_after;
    for (std::size_t i = 0; i < before.size(); ++i) groups_before[origin_of(before[i])].push_back(i);
    for (std::size_t i = 0; i < after.size(); ++i) groups_after[origin_of(after[i])].push_back(i);
    Group rest_before, rest_after;
    for (const auto& [origin, group] : groups_before)
      if (!groups_after.contains(origin)) rest_before.insert(rest_before.end(), group.begin(), group.end());
    for (const auto& [origin, group] : groups_after) {
      const auto was = groups_before.find(origin);
      if (was == groups_before.end())
        rest_after.insert(rest_after.end(), group.begin(), group.end());
      else if (is_more_of(were, was->second, are, group))
        return true;
    }
    std::ranges::sort(rest_before);
    std::ranges::sort(rest_after);
    return is_more_of(were, rest_before, are, rest_after);
  }

  bool is_more_of(const std::vector<unsigned>& before, const Group& were, const std::vector<unsigned>& after,
                  const Group& are) {
    std::vector<unsigned> all_before, all_after;
    for (const std::size_t i : were) all_before.push_back(before[i]);
    for (const std::size_t i : are)
      if (after[i] != ValueFlow::kNone) all_after.push_back(after[i]);
    if (were.size() != are.size()) return are_more(all_before, all_after);
    for (std::size_t i = 0; i < were.size(); ++i)
      if (after[are[i]] != ValueFlow::kNone && are_more({before[were[i]]}, {after[are[i]]})) return true;
    return false;
  }

  bool are_more(const std::vector<unsigned>& before, const std::vector<unsigned>& after) {
    const Looks looks = target_.looks_at(after, 2);
    if (!sees_twice(looks)) return false;
    const Side::ByKind are = target_.by_kind_of_target(looks);
    // To look for all branches takes long. With one that sees most the source looks no more often than with all.
    return llvm::all_of(std::array{Branches::MostSeeing, Branches::All}, [&](Branches which) {
      return check::are_more(source_.by_kind_of_source(source_.looks_at(before, 1, which)), are);
    });
  }

  Side source_, target_;
};

}  // namespace

bool needs_memory_without_undef(const llvm::Function& source, const llvm::Function& target) {
  return Comparison(source, target).needs_no_undef(loads_from_others);
}

NeedsOfUndef needs_of_undef(const llvm::Function& source, const llvm::Function& target) {
  Comparison both(source, target);
  NeedsOfUndef needs{both.needs_no_undef(loads_from_others), both.needs_no_undef(unknown_results)};
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()) && !needs.whole_arguments; ++i) {
    const llvm::Argument& argument = *source.getArg(i);
    const llvm::Type& type = *argument.getType()->getScalarType();
    if (argument.hasAttribute(llvm::Attribute::NoUndef) || type.isIntegerTy(1) || type.isPointerTy()) continue;
    needs.whole_arguments = both.looks_more_often_at(argument, *target.getArg(i));
  }
  return needs;
}

}  // namespace assay::check
