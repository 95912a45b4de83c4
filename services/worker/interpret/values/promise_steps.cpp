#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/float_ops.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/interpret/values/promise_steps.h"

/// What attributes and metadata promise of values: a broken range, nonnull, align or nofpclass makes the value poison,
/// noundef makes poison and undef undefined behaviour.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::LaneKind;
using semantics::LaneType;
using semantics::Promises;

bool in_range(const semantics::RangeList& list, const APInt& value) {
  return llvm::any_of(list.ranges, [&](const auto& range) {
    const auto& [low, high] = range;
    if (low == high) return low.isAllOnes();  // the full range
    return low.ult(high) ? value.uge(low) && value.ult(high) : value.uge(low) || value.ult(high);
  });
}

}  // namespace

bool keeps_promises(const Promises& promises, const LaneType& type, const APInt& value) {
  if (type.kind == LaneKind::Integer) return !promises.range || in_range(*promises.range, value);
  if (type.kind == LaneKind::Float)
    return promises.nofpclass == 0 || (float_class(type.format, value) & promises.nofpclass) == 0;
  if (promises.nonnull && value.isZero()) return false;
  return promises.align <= 1 || (value & APInt(value.getBitWidth(), promises.align - 1)).isZero();
}

namespace {

/// A set of addresses of which some bits are known, and no promise but an alignment: those that are aligned, and poison
/// for the others. Nothing where that does not apply.
std::optional<LaneSet> aligned(const Promises& promises, const LaneType& type, const LaneSet& set) {
  if (type.kind != LaneKind::Pointer || promises.nonnull || promises.align <= 1 || !set.masked) return std::nullopt;
  const APInt low(type.bits, promises.align - 1);
  if (!(set.fixed & low).isZero()) return LaneSet::of_poison(type.bits);
  return LaneSet::of_mask(set.fixed, set.free & ~low, set.poison || !(set.free & low).isZero());
}

/// Is there a pattern of the type that breaks a promise which changes values?
bool breaks_some(const Promises& promises, const LaneType& type) {
  if (type.kind == LaneKind::Pointer) return promises.nonnull || promises.align > 1;
  return type.kind == LaneKind::Float && promises.nofpclass != 0;
}

/// False if the run ended.
bool keep_lane(Machine& machine, const Promises& promises, const LaneType& type, Lane& lane, std::uint32_t where) {
  if (lane.state == kPoison) return true;
  if (lane.state == kDefined) {
    if (!keeps_promises(promises, type, machine.lanes.pattern_of(lane, type.bits))) lane = kPoisonLane;
    return true;
  }
  const LaneSet set = machine.lanes.set_of(lane, type.bits);
  if (auto kept = aligned(promises, type, set)) {
    lane = machine.lanes.lane_of(std::move(*kept));
    return true;
  }
  // Anything, and poison for what breaks the promise: no more is allowed of poison.
  if (lane.state == kUndef && breaks_some(promises, type)) {
    lane = kPoisonLane;
    return true;
  }
  if (type.bits > 64 || set.count(machine.pick_limit + 1) > machine.pick_limit) {
    machine.stop(EndKind::Inconclusive, "a promise of a set of values too large to enumerate", where);
    return false;
  }
  std::vector<std::uint64_t> kept;
  bool broken = false;
  for (std::uint64_t pattern : set.list()) {
    ++machine.picks_used;
    if (keeps_promises(promises, type, APInt(type.bits, pattern)))
      kept.push_back(pattern);
    else
      broken = true;
  }
  lane = machine.lanes.lane_of(LaneSet::of_list(type.bits, std::move(kept), set.poison || broken));
  return true;
}

}  // namespace

bool changes_values(const Promises& promises, const LaneType& type) {
  switch (type.kind) {
    case LaneKind::Integer:
      return promises.range.has_value();
    case LaneKind::Float:
      return promises.nofpclass != 0;
    case LaneKind::Pointer:
      return promises.nonnull || promises.align > 1;
  }
  return false;
}

bool is_noundef_alone(const Promises& promises) {
  return promises.noundef && !promises.nonnull && promises.align <= 1 && promises.dereferenceable == 0 &&
         promises.dereferenceable_or_null == 0 && promises.nofpclass == 0 && !promises.range &&
         !promises.has_computed();
}

std::optional<Promises> with_numbers(const Machine& machine, const Promises& promises, const Lane* frame) {
  const auto number_in = [&](std::uint32_t slot) -> std::optional<std::uint64_t> {
    if (frame[slot].state != kDefined) return std::nullopt;
    return machine.lanes.pattern_of(frame[slot], machine.program->types[slot].bits).getLimitedValue();
  };
  Promises numbers = promises;
  if (promises.computed_align) {
    constexpr std::uint64_t kOfNullAlone = std::uint64_t{1} << 63;
    const auto align = number_in(*promises.computed_align);
    if (!align) return std::nullopt;
    numbers.align = std::max(promises.align, llvm::isPowerOf2_64(*align) ? *align : kOfNullAlone);
  }
  if (promises.computed_dereferenceable) {
    const auto bytes = number_in(*promises.computed_dereferenceable);
    if (!bytes) return std::nullopt;
    std::uint64_t& known = promises.computed_or_null ? numbers.dereferenceable_or_null : numbers.dereferenceable;
    known = std::max(known, *bytes);
  }
  numbers.computed_align = numbers.computed_dereferenceable = std::nullopt;
  return numbers;
}

namespace {

/// Are as many bytes there as promised, and as many of them writable? The objects that a function allocated on its
/// stack are gone when it has returned.
bool dereferenceable(Machine& machine, const Promises& promises, const Lane& pointer, semantics::Rule context,
                     std::uint32_t where) {
  std::uint64_t bytes = promises.dereferenceable;
  const bool is_null = pointer.state == kDefined && pointer.bits == 0;  // wherever it was moved there from (ATTR-60)
  if (!is_null) bytes = std::max(bytes, promises.dereferenceable_or_null);
  if (bytes == 0) return true;
  const Block* block = pointer.state == kDefined ? machine.memory.find(pointer.provenance) : nullptr;
  if (is_null && pointer.provenance == 0 && machine.program->function.null_may_be_valid) {
    block = machine.memory.find(machine.surroundings.at_zero);
    if (block == nullptr || !block->live || !block->contains(0, bytes)) {
      machine.stop(EndKind::Inconclusive, kObjectAtZero, where);
      return false;
    }
  }
  const std::uint64_t offset = block == nullptr ? 0 : pointer.bits - block->base;
  const bool leaves = context == semantics::Rule::NoundefReturn && block != nullptr &&
                      block->kind == Block::Kind::Stack && block->depth == machine.frames.size();
  if (block != nullptr && block->live && !block->contains(offset, bytes) && block->may_contain(offset, bytes)) {
    machine.stop(EndKind::Inconclusive, kPastDeclaration, where);
    return false;
  }
  if (block == nullptr || !block->live || leaves || !block->contains(offset, bytes)) {
    machine.stop_ub(semantics::Rule::DereferenceableViolated, where);
    return false;
  }
  // A function that is entered may store them back (LangRef, writable).
  if ((promises.writable == 0 && promises.writable_or_null == 0) || (block->writable && !block->deny_write))
    return true;
  machine.stop_ub(block->writable ? semantics::Rule::WriteNotAllowed : semantics::Rule::ReadOnlyMemory, where);
  return false;
}

bool keep_promises(Machine& machine, const Step* step, Lane* frame, const Program::Promised& promised) {
  for (std::uint32_t i = 0; i < step->lanes; ++i) {
    const LaneType& type = machine.program->types[step->to + i];
    Lane& lane = frame[step->to + i];
    // Some address of the set can't be accessed; and noundef is broken, whatever else is promised.
    const bool needed = promised.promises->dereferenceable != 0 || promised.promises->dereferenceable_or_null != 0;
    if (lane.state > kPoison && (promised.promises->noundef || (needed && type.kind == LaneKind::Pointer))) {
      machine.stop_ub(promised.promises->noundef ? promised.rule : semantics::Rule::DereferenceableViolated,
                      step->instruction);
      return false;
    }
    if (changes_values(*promised.promises, type) &&
        !keep_lane(machine, *promised.promises, type, lane, step->instruction))
      return false;
    if (promised.promises->noundef && lane.state != kDefined) {
      machine.stop_ub(promised.rule, step->instruction);
      return false;
    }
  }
  return dereferenceable(machine, *promised.promises, frame[step->to], promised.rule, step->instruction);
}

bool keep_promises(Machine& machine, const Step* step, Lane* frame) {
  Program::Promised promised = machine.program->promises[step->detail];
  if (!promised.promises->has_computed()) return keep_promises(machine, step, frame, promised);
  const std::optional<Promises> numbers = with_numbers(machine, *promised.promises, frame);
  if (!numbers) {
    machine.stop_ub(promised.rule, step->instruction);
    return false;
  }
  promised.promises = &*numbers;
  return keep_promises(machine, step, frame, promised);
}

}  // namespace

void step_noundef(Machine& machine, const Step* step, Lane* frame) {
  if (frame[step->to].state != kDefined) [[unlikely]]
    [[clang::musttail]] return step_promise(machine, step, frame);
  ASSAY_NEXT;
}

void step_promise(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (!keep_promises(machine, step, frame)) return;
  ASSAY_NEXT;
}

}  // namespace assay::interpret
