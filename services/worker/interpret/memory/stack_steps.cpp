#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"

/// Allocas, their lifetimes, and what is said of two objects.
namespace assay::interpret {

using semantics::Rule;

bool starts_dead(const llvm::Instruction* origin) {
  if (origin == nullptr) return false;
  for (const llvm::User* user : origin->users())
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start) return true;
  return false;
}

namespace {

/// Variables of one frame may stand at one address if they live at different times. In every second of the worlds in
/// which a counterexample is looked for they do, if their lifetimes are marked.
bool stands_on_others(const Machine& machine, const Block& block) {
  return machine.calls.is_to_refute && machine.memory.shift % 2 == 1 && block.lifetime_ended;
}

/// A live variable of the running frame, another one than `other`; null: none is such.
template <class Is>
const Block* variable_of_frame(Machine& machine, const Block& other, const Is& is) {
  for (const Provenance each : machine.frames.back().blocks)
    if (const Block* block = machine.memory.find(each);
        block != nullptr && block != &other && block->live && is(*block))
      return block;
  return nullptr;
}

bool allocate(Machine& machine, const Step* step, Lane* frame) {
  const semantics::Allocation& allocation = machine.program->function.allocations[step->detail];
  const Lane& count = frame[step->a];
  if (allocation.is_inalloca) {
    machine.stop(EndKind::Unsupported, "inalloca", step->instruction);
    return false;
  }
  if (count.state != kDefined) {
    machine.stop_ub(Rule::LoadFromPoison, step->instruction);
    return false;
  }
  const std::uint64_t number = machine.lanes.pattern_of(count, step->width_a).getLimitedValue();
  std::uint64_t size;
  Provenance provenance = 0;
  if (!__builtin_mul_overflow(number, allocation.element_size, &size))
    provenance = machine.memory.allocate(Block::Kind::Stack, size, allocation.align,
                                         static_cast<std::uint32_t>(machine.frames.size()));
  if (provenance == 0) {
    machine.stop(EndKind::Inconclusive, "memory limit", step->instruction);
    return false;
  }
  machine.frames.back().blocks.push_back(provenance);
  Block& block = *machine.memory.find(provenance);
  block.lifetime_ended = step->cost[0] != 0;
  if (stands_on_others(machine, block))
    if (const Block* other = variable_of_frame(machine, block, [&](const Block& each) {
          return each.lifetime_ended && each.base % block.align == 0 && each.size == block.size;
        }))
      block.base = other->base;
  frame[step->to] = {block.base, kDefined, provenance};
  return true;
}

/// LangRef, assume: no pointer based on the one aliases any based on the other, so they lead to two objects.
bool separate_storage(Machine& machine, const Step* step, const Lane* frame) {
  const Provenance one = frame[step->a].provenance;
  if (one == 0 || one != frame[step->b].provenance) return true;
  machine.stop_ub(Rule::AssumeFalse, step->instruction);
  return false;
}

bool lifetime(Machine& machine, const Step* step, const Lane* frame) {
  const Lane& pointer = frame[step->a];
  if (pointer.state == kPoison) return true;
  Block* block = pointer.state == kDefined ? machine.memory.find(pointer.provenance) : nullptr;
  if (block == nullptr || block->kind != Block::Kind::Stack || !block->live || pointer.bits != block->base) {
    machine.stop_ub(Rule::InvalidLifetime, step->instruction);
    return false;
  }
  const auto is_there = [&](const Block& each) { return !each.lifetime_ended && each.base == block->base; };
  if (step->detail != 0 && variable_of_frame(machine, *block, is_there) != nullptr) {
    machine.stop(EndKind::Inconclusive, kTwoAtOnePlace, step->instruction);
    return false;
  }
  block->lifetime_ended = step->detail == 0;
  block->make_unwritten(machine.memory.unwritten_is_poison);
  return true;
}

}  // namespace

ASSAY_STEP(step_alloca, allocate)
ASSAY_STEP(step_lifetime, lifetime)
ASSAY_STEP(step_separate_storage, separate_storage)

}  // namespace assay::interpret
