#include "services/worker/check/looks_at_undef.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::check {
namespace {

/// Instructions whose values come from outside, in order.
using FromOutside = std::vector<const llvm::Instruction*>;

/// May somebody else write there, or is it a copy of what others wrote?
bool is_handed_out(const llvm::AllocaInst& object) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*> left{&object};
  while (!left.empty()) {
    const llvm::Value* pointer = left.pop_back_val();
    if (!seen.insert(pointer).second) continue;
    for (const llvm::User* user : pointer->users()) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (llvm::isa<llvm::CallBase>(user) && !llvm::isa<llvm::IntrinsicInst>(user)) return true;
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
          copy != nullptr && copy->getRawDest() == pointer &&
          !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(copy->getRawSource())))
        return true;
      if (llvm::isa<llvm::PtrToIntInst>(user) || (store != nullptr && store->getValueOperand() == pointer)) return true;
      if (user->getType()->isPtrOrPtrVectorTy()) left.push_back(user);
    }
  }
  return false;
}

/// The place that a load reads, of one of several places one; null for other instructions.
const llvm::Value* read_place(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand();
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (call == nullptr ? llvm::Intrinsic::not_intrinsic : call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_expandload:
    case llvm::Intrinsic::vp_load:
    case llvm::Intrinsic::vp_gather:
    case llvm::Intrinsic::experimental_vp_strided_load:
    case llvm::Intrinsic::matrix_column_major_load:
      return call->getArgOperand(0);
    default:
      return nullptr;
  }
}

FromOutside loads_from_others(const llvm::Function& function) {
  FromOutside loads;
  std::map<const llvm::AllocaInst*, bool> handed_out;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const llvm::Value* place = read_place(each);
    if (place == nullptr) continue;
    if (const auto* own = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(place))) {
      const auto [known, is_new] = handed_out.try_emplace(own);
      if (is_new) known->second = is_handed_out(*own);
      if (!known->second) continue;
    }
    loads.push_back(&each);
  }
  return loads;
}

FromOutside unknown_results(const llvm::Function& function) {
  FromOutside results;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    if (call == nullptr || call->getType()->isVoidTy() || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr ||
        (callee->isDeclaration() && !semantics::called_library_function(*call, *callee).has_value()))
      results.push_back(call);
  }
  return results;
}

bool is_promised_not_undef(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr ? call->hasRetAttr(llvm::Attribute::NoUndef)
                         : instruction.hasMetadata(llvm::LLVMContext::MD_noundef);
}

/// What is computed of such values, them included, until it is frozen.
llvm::SmallPtrSet<const llvm::Value*, 16> computed_of(const FromOutside& values) {
  llvm::SmallPtrSet<const llvm::Value*, 16> found;
  llvm::SmallVector<const llvm::Value*> left(values.begin(), values.end());
  while (!left.empty()) {
    const llvm::Value* value = left.pop_back_val();
    if (!found.insert(value).second) continue;
    for (const llvm::User* user : value->users())
      if (!llvm::isa<llvm::FreezeInst>(user) && !user->getType()->isVoidTy()) left.push_back(user);
  }
  return found;
}

/// How the value is computed, to some depth, whatever module it stands in; of a comparison, not what it is true for.
std::string outline_of(const llvm::Value& value, unsigned depth) {
  if (llvm::isa<llvm::Constant>(value) && !llvm::isa<llvm::GlobalValue>(value)) return ir::print(value);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return "arg" + std::to_string(argument->getArgNo());
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth == 0 || llvm::isa<llvm::LoadInst, llvm::PHINode>(instruction)) return "?";
  if (llvm::Value * inverted;
      llvm::PatternMatch::match(&value, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(inverted))))
    return outline_of(*inverted, depth);
  std::vector<std::string> operands;
  for (const llvm::Value* operand : instruction->operands()) operands.push_back(outline_of(*operand, depth - 1));
  if (instruction->isCommutative() || llvm::isa<llvm::CmpInst>(instruction)) std::ranges::sort(operands);
  std::string outline = instruction->getOpcodeName();
  for (const std::string& operand : operands) outline += "(" + operand + ")";
  return outline;
}

/// Where it would be undefined if one of such values were undef: branches, what must not be undef.
std::multiset<std::string> places_without_undef(const llvm::Function& function, const FromOutside& values) {
  constexpr unsigned kDepth = 4;
  const auto computed = computed_of(values);
  std::multiset<std::string> places;
  for (const llvm::Instruction* value : values)
    if (is_promised_not_undef(*value)) places.insert("value");
  const auto add = [&](const char* kind, const llvm::Value& operand) {
    if (computed.contains(&operand)) places.insert(kind + outline_of(operand, kDepth));
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
        branch != nullptr && branch->isConditional())
      add("branch ", *branch->getCondition());
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) add("branch ", *choice->getCondition());
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const bool assumes = call->getIntrinsicID() == llvm::Intrinsic::assume;
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (assumes || call->paramHasAttr(i, llvm::Attribute::NoUndef)) add("argument ", *call->getArgOperand(i));
  }
  return places;
}

/// Where such a value comes from: the function that gives it, or the place that is read.
std::string origin_of(const llvm::Instruction& instruction) {
  constexpr unsigned kDepth = 4;
  if (const llvm::Value* place = read_place(instruction)) return outline_of(*place, kDepth);
  const llvm::Function* callee = llvm::cast<llvm::CallBase>(instruction).getCalledFunction();
  return callee == nullptr ? "?" : callee->getName().str();
}

/// How often an instruction that computes nothing of it (a store, a call, a return, a branch, a freeze) sees a value,
/// through what is computed of the value: where that is undef, each way to it may bring another one.
struct Looks {
  unsigned most_of_branches = 0, all_of_branches = 0;  ///< where undef is undefined behaviour
  unsigned most_of_others = 0;
  bool enters = false;  ///< a function that is defined gets it
};
constexpr unsigned kMostLooks = 1u << 16;

/// Is its result computed of what it looks at, each time anew?
bool passes_on(const llvm::Instruction& user) {
  if (llvm::isa<llvm::FreezeInst, llvm::LoadInst>(user) || user.getType()->isVoidTy()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  return call == nullptr || llvm::isa<llvm::ConstrainedFPIntrinsic>(call) ||
         (llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory());
}

bool is_branch(const llvm::Instruction& user) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user) ||
         (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::assume);
}

/// Which lane or member the instruction takes out, if that is known.
std::string part_of(const llvm::Instruction& user) {
  if (const auto* lane = llvm::dyn_cast<llvm::ExtractElementInst>(&user))
    return llvm::isa<llvm::Constant>(lane->getIndexOperand()) ? ir::print(*lane->getIndexOperand()) : "";
  const auto* member = llvm::dyn_cast<llvm::ExtractValueInst>(&user);
  if (member == nullptr) return "";
  std::string part;
  for (const unsigned index : member->indices()) part += "." + std::to_string(index);
  return part;
}

class LooksAtValue {
 public:
  explicit LooksAtValue(const llvm::Value& value) : value_(value) {
    for (const llvm::User* user : value.users()) parts_.insert(part_of(*llvm::cast<llvm::Instruction>(user)));
  }
  /// Those that see one part: the most of all parts.
  Looks count() {
    Looks most;
    for (const std::string& part : parts_) {
      const Looks one = count(part);
      most.most_of_branches = std::max(most.most_of_branches, one.most_of_branches);
      most.all_of_branches = std::max(most.all_of_branches, one.all_of_branches);
      most.most_of_others = std::max(most.most_of_others, one.most_of_others);
      most.enters |= one.enters;
    }
    return most;
  }

 private:
  Looks count(const std::string& part) {
    part_ = part;
    order_.clear();
    seen_.clear();
    put_in_order();
    std::map<const llvm::Value*, unsigned> ways{{&value_, 1}}, ends;
    for (auto value = order_.rbegin(); value != order_.rend(); ++value)
      for_each_look(**value, [&](const llvm::Instruction& user) {
        unsigned& sum = passes_on(user) ? ways[&user] : ends[&user];
        sum = std::min(sum + ways[*value], kMostLooks);
      });
    Looks looks;
    for (const auto& [end, number] : ends) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(end);
      looks.enters |=
          call != nullptr && call->getCalledFunction() != nullptr && !call->getCalledFunction()->isDeclaration();
      if (is_branch(*llvm::cast<llvm::Instruction>(end))) {
        looks.most_of_branches = std::max(looks.most_of_branches, number);
        looks.all_of_branches = std::min(looks.all_of_branches + number, kMostLooks);
      } else {
        looks.most_of_others = std::max(looks.most_of_others, number);
      }
    }
    return looks;
  }
  /// A phi looks once, however many edges bring the value.
  template <class Look>
  void for_each_look(const llvm::Value& value, const Look& look) const {
    llvm::SmallPtrSet<const llvm::Value*, 4> phis;
    for (const llvm::Use& use : value.uses()) {
      const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
      if (llvm::isa<llvm::PHINode>(user) && !phis.insert(&user).second) continue;
      const std::string part = &value == &value_ ? part_of(user) : "";
      if (part.empty() || part == part_) look(user);
    }
  }
  /// Of what is computed of the value each stands before what it is computed of, but around loops. Chains may be as
  /// long as the function, so that this keeps its own stack.
  void put_in_order() {
    std::vector<std::pair<const llvm::Value*, bool>> left{{&value_, false}};  // true: all behind it stand there
    while (!left.empty()) {
      const auto [value, is_done] = left.back();
      left.pop_back();
      if (is_done) {
        order_.push_back(value);
      } else if (seen_.insert(value).second) {
        left.emplace_back(value, true);
        for_each_look(*value, [&](const llvm::Instruction& user) {
          if (passes_on(user)) left.emplace_back(&user, false);
        });
      }
    }
  }

  const llvm::Value& value_;
  std::set<std::string> parts_;
  std::string part_;
  std::vector<const llvm::Value*> order_;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen_;
};

/// Of a source all branches count, since one of them is enough to make undef undefined behaviour, and what a function
/// does that it calls may be anything. Of a target nothing counts that looks once: it does with each member of the set
/// what the source does with it.
unsigned looks_of(const llvm::Value& value, bool is_source) {
  const Looks looks = LooksAtValue(value).count();
  if (is_source) return looks.enters ? kMostLooks : looks.all_of_branches + looks.most_of_others;
  return looks.most_of_others < 2 ? 1 : looks.most_of_branches + looks.most_of_others;
}

/// How often each of such values is looked at, by where they come from. Of the source those count that are promised not
/// to be undef, too: it is undefined if they are.
using LooksByOrigin = std::map<std::string, std::vector<unsigned>>;
LooksByOrigin looks_at(const FromOutside& values, bool is_source) {
  LooksByOrigin found;
  for (const llvm::Instruction* each : values)
    if (is_source || !is_promised_not_undef(*each)) found[origin_of(*each)].push_back(looks_of(*each, is_source));
  return found;
}

/// Is one value looked at more often? Of as many values of one origin each is compared with the one in its place; else
/// neither the most looks at one nor all together may be more: of two equal values that became one all looks are left,
/// and see what they saw, and a value that is read on each of two ways is read once on either.
bool are_more(const std::vector<unsigned>& before, const std::vector<unsigned>& after) {
  if (before.size() == after.size())
    return !std::ranges::equal(before, after, [](unsigned was, unsigned is) { return is <= std::max(was, 1u); });
  const auto sum = [](const std::vector<unsigned>& all) { return std::accumulate(all.begin(), all.end(), 0ull); };
  const auto most = [](const std::vector<unsigned>& all) {
    return all.empty() ? 1u : std::max(std::ranges::max(all), 1u);
  };
  return sum(after) > sum(before) && most(after) > most(before);
}

/// Does the target look at some value more often? What comes from where only one of the two takes something is compared
/// together: one place may be written in two ways.
bool looks_more_often(const LooksByOrigin& before, const LooksByOrigin& after) {
  std::vector<unsigned> rest_before, rest_after;
  const auto add = [](std::vector<unsigned>& to, const std::vector<unsigned>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const auto& [origin, looks] : before)
    if (!after.contains(origin)) add(rest_before, looks);
  for (const auto& [origin, looks] : after) {
    const auto was = before.find(origin);
    if (was == before.end())
      add(rest_after, looks);
    else if (are_more(was->second, looks))
      return true;
  }
  return are_more(rest_before, rest_after);
}

/// Does the target look at such values more often than the source, or where undef is undefined behaviour in it alone?
bool needs_no_undef(const llvm::Function& source, const llvm::Function& target,
                    FromOutside (*values_of)(const llvm::Function&)) {
  const FromOutside of_target = values_of(target);
  if (of_target.empty()) return false;
  const FromOutside of_source = values_of(source);
  if (looks_more_often(looks_at(of_source, /*is_source=*/true), looks_at(of_target, /*is_source=*/false))) return true;
  const std::multiset<std::string> places = places_without_undef(source, of_source),
                                   others = places_without_undef(target, of_target);
  return !std::includes(places.begin(), places.end(), others.begin(), others.end());
}

}  // namespace

bool needs_memory_without_undef(const llvm::Function& source, const llvm::Function& target) {
  return needs_no_undef(source, target, loads_from_others);
}

bool needs_results_without_undef(const llvm::Function& source, const llvm::Function& target) {
  return needs_no_undef(source, target, unknown_results);
}

bool needs_arguments_undef_as_a_whole(const llvm::Function& source, const llvm::Function& target) {
  if (ir::has_cycle(source) || ir::has_cycle(target)) return false;
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i) {
    const llvm::Argument& argument = *source.getArg(i);
    const llvm::Type& type = *argument.getType()->getScalarType();
    if (argument.hasAttribute(llvm::Attribute::NoUndef) || type.isIntegerTy(1) || type.isPointerTy()) continue;
    if (looks_of(*target.getArg(i), /*is_source=*/false) > std::max(looks_of(argument, /*is_source=*/true), 1u))
      return true;
  }
  return false;
}

}  // namespace assay::check
