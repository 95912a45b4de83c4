#include "services/worker/refine/encoder/memory/invariant_groups.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {
namespace {

using semantics::Op;

constexpr std::size_t kMostAccesses = 48;  ///< each is compared with all before it

bool is_in_cycle(const llvm::BasicBlock& block) {
  return llvm::any_of(llvm::successors(&block),
                      [&](const llvm::BasicBlock* next) { return llvm::isPotentiallyReachable(next, &block); });
}

/// The pointer without casts, which are the same (LangRef), if all that use it use one value of it in a run of the
/// function; else null.
const llvm::Value* one_pointer(const llvm::Value& operand) {
  const llvm::Value& pointer = *operand.stripPointerCasts();
  if (llvm::isa<llvm::Argument, llvm::GlobalVariable>(pointer)) return &pointer;
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&pointer);
  return made != nullptr && !is_in_cycle(*made->getParent()) ? &pointer : nullptr;
}

}  // namespace

InvariantGroups::Access InvariantGroups::access_of(const semantics::Instruction& instruction,
                                                   const llvm::Value& pointer) const {
  Access access;
  access.path = m_.path().condition();
  access.pointer = &pointer;
  access.type = llvm::getLoadStoreType(instruction.origin);
  const bool writes = instruction.op == Op::Store;
  const semantics::Slots value = writes ? m_.function().operands_of(instruction)[0] : instruction.result;
  for (semantics::Slot slot = value.first; slot < value.first + value.count; ++slot) {
    access.lanes.push_back(m_.lane(slot));
    Term& bits = access.lanes.back().bits;
    if (m_.function().slots[slot].kind == semantics::LaneKind::Pointer)
      bits = m_.memory().objects().address(split(m_.terms(), bits));
  }
  return access;
}

Term InvariantGroups::see_different_values(const Access& a, const Access& b) const {
  Terms& t = m_.terms();
  Term differ = t.truth(false);
  for (std::size_t i = 0; i < std::min(a.lanes.size(), b.lanes.size()); ++i) {
    const Lane &one = a.lanes[i], &other = b.lanes[i];
    if (!one.undef.empty() || !other.undef.empty()) continue;
    const Term both_poison = t.land(one.poison, other.poison);
    const Term alike = t.land(t.eq(one.poison, other.poison), t.eq(one.bits, other.bits));
    differ = t.lor(differ, t.lnot(t.lor(both_poison, alike)));
  }
  return differ;
}

void InvariantGroups::note(const semantics::Instruction& instruction) {
  const bool is_access = instruction.op == Op::Load || instruction.op == Op::Store;
  const llvm::Instruction* origin = instruction.origin;
  if (!m_.is_source() || !is_access || origin == nullptr || m_.failed()) return;
  if (!origin->hasMetadata(llvm::LLVMContext::MD_invariant_group) || accesses_.size() >= kMostAccesses) return;
  // In a function that is called, an argument is another pointer for each call.
  const llvm::Value* operand = llvm::getLoadStorePointerOperand(origin);
  const llvm::Value* pointer = operand == nullptr || !m_.stack().callers().empty() ? nullptr : one_pointer(*operand);
  if (pointer == nullptr) return;
  Access now = access_of(instruction, *pointer);
  for (const Access& earlier : accesses_)
    if (now.pointer == earlier.pointer && now.type == earlier.type)
      m_.ub(m_.terms().land(earlier.path, see_different_values(earlier, now)));
  accesses_.push_back(std::move(now));
}

}  // namespace assay::refine
