#include "services/worker/semantics/rounding.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "services/worker/semantics/float_environment.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

constexpr Rounding kModes[] = {Rounding::TowardZero, Rounding::NearestTiesToEven, Rounding::TowardPositive,
                               Rounding::TowardNegative, Rounding::NearestTiesToAway};

bool sets(const llvm::CallBase& call) { return call.getIntrinsicID() == llvm::Intrinsic::set_rounding; }

bool is_dynamic(const llvm::CallBase& call) {
  if (const auto* constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&call))
    return constrained->getRoundingMode() == llvm::RoundingMode::Dynamic;
  const auto of_library = strict_library_operation(call);
  return of_library && rounds_as_mode_says(*of_library);
}

bool counts(const llvm::CallBase& call) { return depends_on_rounding(call) || named_rounding(call); }

/// May the call set the mode otherwise than llvm.set.rounding? A function that is there to be looked at must hold what
/// may set it. Functions that were looked at, or are being, hold nothing of the kind.
bool may_set(const llvm::CallBase& call, llvm::SmallPtrSetImpl<const llvm::Function*>& looked_at) {
  if (!may_set_float_environment(call)) return false;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->hasExactDefinition()) return true;
  if (!looked_at.insert(callee).second) return false;
  return llvm::any_of(llvm::instructions(*callee), [&](const llvm::Instruction& each) {
    const auto* inner = llvm::dyn_cast<llvm::CallBase>(&each);
    return inner != nullptr && (sets(*inner) || may_set(*inner, looked_at));
  });
}

bool may_set(const llvm::CallBase& call) {
  llvm::SmallPtrSet<const llvm::Function*, 4> looked_at;
  return may_set(call, looked_at);
}

}  // namespace

bool depends_on_rounding(const llvm::CallBase& call) {
  const bool reads = call.getIntrinsicID() == llvm::Intrinsic::get_rounding &&
                     call.getFunction()->hasFnAttribute(llvm::Attribute::StrictFP);
  return reads || sets(call) || is_dynamic(call);
}

std::optional<Rounding> named_rounding(const llvm::CallBase& call) {
  const auto* constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&call);
  const auto mode = constrained == nullptr ? std::nullopt : constrained->getRoundingMode();
  return mode ? rounding_of(*mode) : std::nullopt;
}

std::uint64_t number_of(Rounding rounding) {
  return static_cast<std::uint64_t>(std::find(std::begin(kModes), std::end(kModes), rounding) - std::begin(kModes));
}

RoundingModes::RoundingModes(const llvm::Function& function, Rounding at_entry) : at_entry_(at_entry) {
  const auto matters = [](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && counts(*call);
  };
  if (llvm::none_of(llvm::instructions(function), matters)) return;
  const llvm::ReversePostOrderTraversal<const llvm::Function*> blocks(&function);
  llvm::DenseMap<const llvm::BasicBlock*, State> entries;
  State first;
  first.mode = at_entry;
  entries[&function.getEntryBlock()] = first;
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : blocks) {
      const auto entry = entries.find(block);
      if (entry == entries.end()) continue;
      std::optional<State> state = entry->second;
      for (const llvm::Instruction& each : *block)
        if (state) state = after(each, *state);
      if (!state) continue;
      for (const llvm::BasicBlock* successor : llvm::successors(block)) {
        const auto [place, is_new] = entries.try_emplace(successor, *state);
        const State both = is_new ? *state : joined(place->second, *state);
        changed |= is_new || !(both == place->second);
        place->second = both;
      }
    }
  }
  for (const auto& [instruction, state] : before_) look_at(*instruction, state);
}

RoundingModes::State RoundingModes::joined(const State& a, const State& b) {
  State both = a;
  both.known &= b.known;
  both.set_here |= b.set_here;
  both.conflict |= b.conflict || a.mode != b.mode;
  return both;
}

std::optional<RoundingModes::State> RoundingModes::after(const llvm::Instruction& instruction, State state) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr && !llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction)) return state;
  before_[&instruction] = state;
  if (call == nullptr) return state;
  if (const auto named = named_rounding(*call)) {
    if (state.conflict) return state;
    if (state.mode == *named) return state;
    if (state.known) return std::nullopt;  // undefined behaviour
    state.mode = *named;                   // a function that was called has set it
    state.known = true;
  } else if (sets(*call)) {
    state.known = true;
    state.set_here = true;
    const llvm::Value* value = call->getArgOperand(0);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
        number != nullptr && number->getValue().ult(std::size(kModes))) {
      state.mode = kModes[number->getZExtValue()];
      state.conflict = false;
      return state;
    }
    const auto* read = llvm::dyn_cast<llvm::IntrinsicInst>(value);
    const bool is_read = read != nullptr && read->getIntrinsicID() == llvm::Intrinsic::get_rounding;
    if (is_read) state = before_.lookup(read);
    state.set_here = true;
    state.conflict |= !is_read;
  } else if (may_set(*call)) {
    state.known = false;
  }
  return state;
}

void RoundingModes::look_at(const llvm::Instruction& instruction, const State& state) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call != nullptr && is_dynamic(*call)) trusts_calls_ |= !state.known;
  const bool is_seen = call == nullptr || may_set(*call);
  if (is_seen && state.set_here && state.known) leaves_another_mode_ |= state.conflict || state.mode != at_entry_;
}

std::optional<RoundingState> RoundingModes::before(const llvm::CallBase& call) const {
  const auto found = before_.find(&call);
  if (found == before_.end()) return RoundingState{at_entry_, true};
  if (found->second.conflict) return std::nullopt;
  return found->second;
}

}  // namespace assay::semantics
