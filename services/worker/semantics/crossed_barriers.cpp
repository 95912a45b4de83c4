#include "services/worker/semantics/crossed_barriers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/AtomicOrdering.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "services/worker/semantics/introduced_stores.h"

namespace assay::semantics {
namespace {

using Accesses = std::set<std::string>;

/// What a plain access of shared memory does, and where, as both functions know it.
std::optional<std::string> plain_access(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr || instruction.isAtomic() || instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load))
    return std::nullopt;
  const auto object = shared_object(*llvm::getUnderlyingObject(pointer, 0));
  if (!object) return std::nullopt;
  const llvm::DataLayout& layout = instruction.getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const bool is_known = base == llvm::getUnderlyingObject(pointer, 0);
  return std::string(llvm::isa<llvm::LoadInst>(instruction) ? "load" : "store") + " of " + *object +
         (is_known ? " + " + std::to_string(offset.getSExtValue()) : "");
}

llvm::AtomicOrdering ordering_of(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getOrdering();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->getOrdering();
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return fence->getOrdering();
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getOrdering();
  return llvm::AtomicOrdering::NotAtomic;
}

using IsBarrier = std::function<bool(const llvm::Instruction&)>;

bool acquires(const llvm::Instruction& each) {
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&each);
  if (exchange == nullptr) return llvm::isAcquireOrStronger(ordering_of(each));
  return llvm::isAcquireOrStronger(exchange->getSuccessOrdering()) &&
         llvm::isAcquireOrStronger(exchange->getFailureOrdering());
}

/// An exchange that fails releases nothing.
bool releases(const llvm::Instruction& each) { return llvm::isReleaseOrStronger(ordering_of(each)); }

/// Walks from the blocks on, by `next` and in each block in the order of `instructions`, as far as the first barrier.
Accesses met(llvm::SmallVector<const llvm::BasicBlock*, 16> open, const IsBarrier& is_barrier, const auto& instructions,
             const auto& next) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen(open.begin(), open.end());
  Accesses accesses;
  while (!open.empty()) {
    const llvm::BasicBlock& block = *open.pop_back_val();
    bool is_stopped = false;
    for (const llvm::Instruction& each : instructions(block)) {
      is_stopped = is_barrier(each);
      if (is_stopped) break;
      if (const auto access = plain_access(each)) accesses.insert(*access);
    }
    if (is_stopped) continue;
    for (const llvm::BasicBlock* other : next(block))
      if (seen.insert(other).second) open.push_back(other);
  }
  return accesses;
}

Accesses before_barrier(const llvm::Function& function, const IsBarrier& is_barrier) {
  return met(
      {&function.getEntryBlock()}, is_barrier, [](const llvm::BasicBlock& block) -> auto& { return block; },
      [](const llvm::BasicBlock& block) { return llvm::successors(&block); });
}

Accesses behind_barrier(const llvm::Function& function, const IsBarrier& is_barrier) {
  llvm::SmallVector<const llvm::BasicBlock*, 16> ends;
  for (const llvm::BasicBlock& block : function)
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) ends.push_back(&block);
  return met(
      std::move(ends), is_barrier, [](const llvm::BasicBlock& block) { return llvm::reverse(block); },
      [](const llvm::BasicBlock& block) { return llvm::predecessors(&block); });
}

/// With what may be a barrier of the target: calls, whatever they do, and exchanges, which may fail.
IsBarrier or_maybe(bool (*is_barrier)(const llvm::Instruction&)) {
  return [is_barrier](const llvm::Instruction& each) {
    return is_barrier(each) || llvm::isa<llvm::AtomicCmpXchgInst>(each) ||
           (llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each));
  };
}

Accesses all_of(const llvm::Function& function) {
  Accesses accesses;
  for (const llvm::Instruction& each : llvm::instructions(function))
    if (const auto access = plain_access(each)) accesses.insert(*access);
  return accesses;
}

/// What the source does on the other side of its barriers alone, and the target on this one.
std::string first_crossed(const Accesses& of_source, const Accesses& here, const Accesses& in_target) {
  const auto found = std::ranges::find_if(
      in_target, [&](const std::string& each) { return of_source.contains(each) && !here.contains(each); });
  return found == in_target.end() ? "" : *found;
}

}  // namespace

std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target) {
  const Accesses all = all_of(source);
  if (all.empty()) return {};
  if (const std::string early =
          first_crossed(all, before_barrier(source, acquires), before_barrier(target, or_maybe(acquires)));
      !early.empty())
    return "the " + early + " no longer stands behind an acquire";
  if (const std::string late =
          first_crossed(all, behind_barrier(source, releases), behind_barrier(target, or_maybe(releases)));
      !late.empty())
    return "the " + late + " no longer stands before a release";
  return {};
}

}  // namespace assay::semantics
