#include "services/worker/semantics/crossed_barriers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/AtomicOrdering.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/introduced_stores.h"

namespace assay::semantics {
namespace {

using llvm::AtomicOrdering;

constexpr unsigned kMostBarriers = 64;

/// An argument, a variable, or an own object that others may know, by its name.
std::optional<std::string> known_object(const llvm::Value& object) {
  if (auto shared = shared_object(object)) return shared;
  const bool is_own = llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(&object);
  if (!is_own || !object.hasName() || !llvm::PointerMayBeCaptured(&object, /*ReturnCaptures=*/false))
    return std::nullopt;
  return "%" + object.getName().str();
}

/// "@g + 4", as both functions know it; empty: not known.
std::string place_of(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer, 0);
  const auto known = known_object(*object);
  if (!known) return {};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  return *known + (base == object ? " + " + std::to_string(offset.getSExtValue()) : "");
}

std::string call_access(const llvm::CallBase& call) {
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return {};
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
      intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic())
    return {};
  std::string access = "call of " + name_of_callee(call);
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) access += " " + place_of(*argument, call.getDataLayout());
  return access;
}

/// What an instruction that orders nothing does to memory that other threads may reach; empty: nothing that is known.
std::string access_of(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return call_access(*call);
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr || instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return {};
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const AtomicOrdering order =
      load != nullptr ? load->getOrdering() : llvm::cast<llvm::StoreInst>(instruction).getOrdering();
  if (llvm::isStrongerThanUnordered(order)) return {};
  const std::string place = place_of(*pointer, instruction.getDataLayout());
  return place.empty() ? "" : (load != nullptr ? "load of " : "store of ") + place;
}

enum class Side { Acquire, Release };

/// Does the instruction order what follows it, or what comes before it? An exchange does if it succeeds.
bool orders(const llvm::Instruction& instruction, Side side) {
  const auto is = side == Side::Acquire ? [](AtomicOrdering order) { return llvm::isAcquireOrStronger(order); }
                                        : [](AtomicOrdering order) { return llvm::isReleaseOrStronger(order); };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return side == Side::Acquire && is(load->getOrdering());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return side == Side::Release && is(store->getOrdering());
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return is(fence->getOrdering());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return is(update->getOrdering());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return is(exchange->getMergedOrdering());
  return false;
}

/// The barrier that the instruction is, or that a function of the module has which it calls; empty: none.
std::string barrier_of(const llvm::Instruction& instruction, Side side) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration()) return {};
    const bool has_one = llvm::any_of(ir::bodies_needed_by(*callee), [&](const llvm::Function* body) {
      return llvm::any_of(llvm::instructions(*body), [&](const auto& each) { return orders(each, side); });
    });
    return has_one ? "call of " + callee->getName().str() : "";
  }
  if (!orders(instruction, side)) return {};
  const llvm::Value* pointer = llvm::isa<llvm::FenceInst>(instruction) ? nullptr : instruction.getOperand(0);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) pointer = store->getPointerOperand();
  return pointer == nullptr ? "a fence" : "an access of " + place_of(*pointer, instruction.getDataLayout());
}

using Accesses = std::set<std::string>;

/// All that is met on ways from the instruction on: `rest` of its block, and whole blocks from there by `next`.
Accesses met(const auto& rest, const llvm::BasicBlock& block, const auto& next) {
  Accesses accesses;
  const auto take = [&](const auto& instructions) {
    for (const llvm::Instruction& each : instructions)
      if (std::string access = access_of(each); !access.empty()) accesses.insert(std::move(access));
  };
  take(rest);
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open{&block};
  while (!open.empty())
    for (const llvm::BasicBlock* other : next(open.pop_back_val()))
      if (seen.insert(other).second) {
        take(*other);
        open.push_back(other);
      }
  return accesses;
}

/// What may be done before and behind the barriers of one side that are the same for both functions.
struct Around {
  Accesses before, behind;
};

std::map<std::string, Around> barriers_of(const llvm::Function& function, Side side) {
  std::map<std::string, Around> barriers;
  unsigned count = 0;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const std::string barrier = barrier_of(each, side);
    if (barrier.empty()) continue;
    if (++count > kMostBarriers) return {};
    const llvm::BasicBlock& block = *each.getParent();
    Around& around = barriers[barrier];
    around.before.merge(met(llvm::make_range(block.begin(), each.getIterator()), block,
                            [](const llvm::BasicBlock* of) { return llvm::predecessors(of); }));
    around.behind.merge(met(llvm::make_range(std::next(each.getIterator()), block.end()), block,
                            [](const llvm::BasicBlock* of) { return llvm::successors(of); }));
  }
  return barriers;
}

/// What the source does on the one side of its barrier alone, and the target on the other.
std::string first_crossed(const Accesses& from, const Accesses& to, const Accesses& to_in_target) {
  const auto found = std::ranges::find_if(
      to_in_target, [&](const std::string& each) { return from.contains(each) && !to.contains(each); });
  return found == to_in_target.end() ? "" : *found;
}

}  // namespace

std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target) {
  for (const Side side : {Side::Acquire, Side::Release}) {
    const auto before = barriers_of(source, side);
    for (const auto& [barrier, in_target] : barriers_of(target, side)) {
      const auto known = before.find(barrier);
      if (known == before.end()) continue;
      const Around& in_source = known->second;
      const std::string crossed = side == Side::Acquire
                                      ? first_crossed(in_source.behind, in_source.before, in_target.before)
                                      : first_crossed(in_source.before, in_source.behind, in_target.behind);
      if (crossed.empty()) continue;
      return "the " + crossed +
             (side == Side::Acquire ? " no longer stands behind an acquire" : " no longer stands before a release");
    }
  }
  return {};
}

}  // namespace assay::semantics
