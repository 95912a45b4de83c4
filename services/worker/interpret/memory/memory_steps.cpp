#include "services/worker/interpret/memory/memory_steps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstring>
#include <optional>

#include "services/worker/interpret/calls/outcomes.h"
#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/plain_access.h"
#include "services/worker/interpret/memory/visible.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/semantics/accesses.h"

/// Loads, stores, and what moves or fills memory.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Layout;
using semantics::MemoryAccess;
using semantics::Rule;

const MemoryAccess& access_of(const Machine& machine, const Step* step) {
  return machine.program->function.accesses[step->detail];
}
const Layout& layout_of(const Machine& machine, const Step* step) {
  return machine.program->function.layouts[access_of(machine, step).layout];
}

/// Where in one of the function's own objects an access is. While nobody else has a pointer to that, any place in the
/// target will do (MEM-61).
LaneSet place_in_own(const Machine& machine, const Access& access) {
  if (!access.block->escaped && machine.calls.role == Role::Source) return LaneSet::of_poison(64);
  LaneSet place = LaneSet::of(APInt(64, access.offset));
  place.provenance = kLocalBlock;
  return place;
}

/// Code outside sees which bytes are accessed, not as which type, and not where the function's own objects stand.
/// False if the run ended.
bool record_volatile(Machine& machine, const std::string& name, const Lane& address, const Access& access,
                     std::uint64_t size, std::uint32_t instruction) {
  Event event;
  event.name = name;
  event.arguments.push_back(seen_lane(machine, address, 64));
  const bool is_in_own = event.arguments[0].provenance == kLocalBlock;
  if (is_in_own) event.arguments[0] = LaneSet::of(APInt(64, 0));
  for (std::uint64_t i = 0; i < size; ++i) {
    const MemoryByte byte = access.block->get(access.offset + i);
    const bool is_own = byte.owner != 0 && !machine.is_shared(byte.owner);
    event.arguments.push_back(byte.poison != 0 ? LaneSet::of_poison(8)
                                               : LaneSet::of_mask(APInt(8, is_own ? 0 : byte.value & ~byte.undef),
                                                                  APInt(8, byte.undef), false));
  }
  if (is_in_own) event.arguments.push_back(place_in_own(machine, access));
  ++machine.calls.volatile_accesses;
  const std::uint64_t bytes = sizeof(Event) + event.arguments.size() * sizeof(LaneSet);
  machine.result.events.push_back(std::move(event));
  machine.keep(bytes, instruction);
  return !machine.stopped;
}

/// The entry of the script that says what the volatile load gives, if there is one that was not played.
const ScriptedCall* scripted_load(const Machine& machine, const std::string& name) {
  if (machine.calls.script == nullptr) return nullptr;
  for (std::size_t i = 0; i < machine.calls.script->size(); ++i)
    if (const ScriptedCall& entry = (*machine.calls.script)[i];
        entry.function == name && machine.calls.outcomes->play(i))
      return &entry;
  return nullptr;
}

/// What a volatile load gives: the same in the same place among the volatile accesses of another run with this input.
const CallOutcome& outcome_of_load(Machine& machine, const Layout& layout, const MemoryAccess& how,
                                   const std::vector<semantics::LaneType>& lanes) {
  const std::string name = semantics::name_of_volatile_load(layout, how);
  UninterpretedHash hash(name);
  hash.add(machine.calls.seed);
  hash.add(Draw::VolatileAccess, machine.calls.volatile_accesses);
  if (const CallOutcome* known = machine.calls.outcomes->find(hash.state())) return *known;
  const ScriptedCall* scripted = scripted_load(machine, name);
  CallOutcome outcome;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const bool is_said = scripted != nullptr && k < scripted->result.size() &&
                         scripted->result[k].kind == semantics::InputLane::Kind::Bits;
    UninterpretedHash each = hash;
    each.add(Draw::Result, k);
    outcome.result.push_back(is_said ? scripted->result[k].bits.zextOrTrunc(lanes[k].bits)
                                     : small_or_any(each, lanes[k].bits));
  }
  return machine.calls.outcomes->keep(hash.state(), std::move(outcome));
}

/// A volatile load finds what the world puts there, where memory can be written (MEM-25). False if the run ended.
bool change_by_load(Machine& machine, const Layout& layout, const MemoryAccess& how, const Access& access,
                    std::uint32_t instruction) {
  const std::vector<semantics::LaneType> types = semantics::lanes_from_outside(layout);
  if (!machine.calls.loads_from_outside || !access.block->writable || types.empty()) return true;
  const std::vector<APInt>& given = outcome_of_load(machine, layout, how, types).result;
  if (semantics::fills_bytes(layout)) {
    for (std::size_t i = 0; i < given.size(); ++i)
      access.block->set(access.offset + i, MemoryByte::of(static_cast<std::uint8_t>(given[i].getZExtValue())));
    return true;
  }
  std::vector<Lane> lanes;
  for (const APInt& bits : given) lanes.push_back(machine.lanes.lane_of_pattern(bits));
  return store_lanes(machine, layout, access, lanes.data(), instruction);
}

/// Where a load or store leads; `world` is for what stands where no object is. False if the run ended.
bool reach_place(Machine& machine, const Step* step, const Lane& pointer, Purpose purpose, std::optional<Block>& world,
                 Access& access) {
  const MemoryAccess& how = access_of(machine, step);
  const Layout& layout = layout_of(machine, step);
  if (!how.is_volatile || !leads_outside(machine, pointer))
    return reach(machine, pointer, layout.store_size, how.align, purpose, step->instruction, access);
  return reach_outside(machine, pointer, layout, how.align, purpose, step->instruction, world.emplace(), access);
}

/// A load or store of a type without bytes: its pointer must be well-defined and aligned all the same.
bool touch_nothing(Machine& machine, const Step* step, const Lane& pointer, std::uint64_t align, Rule undefined) {
  if (pointer.state == kDefined && pointer.bits % align == 0) return true;
  if (pointer.state == kDefined) {
    machine.stop_ub(Rule::Misaligned, step->instruction);
  } else if (pointer.state == kSet && !machine.lanes.set_at(pointer).poison) {
    machine.stop(EndKind::Inconclusive, "a pointer is one of several", step->instruction);
  } else {
    machine.stop_ub(undefined, step->instruction);
  }
  return false;
}

bool load(Machine& machine, const Step* step, Lane* frame) {
  const MemoryAccess& how = access_of(machine, step);
  const Layout& layout = layout_of(machine, step);
  if (layout.store_size == 0) return touch_nothing(machine, step, frame[step->a], how.align, Rule::LoadFromPoison);
  std::optional<Block> world;
  Access access;
  if (!reach_place(machine, step, frame[step->a], Purpose::Read, world, access)) return false;
  if (how.is_volatile &&
      (!record_volatile(machine, semantics::name_of_volatile(layout, how, false), frame[step->a], access,
                        layout.store_size, step->instruction) ||
       ((how.finds_the_world || world) && !change_by_load(machine, layout, how, access, step->instruction))))
    return false;
  return load_lanes(machine, layout, access, frame + step->to, step->instruction);
}

/// Is one of the bytes neither undef nor poison?
bool holds_what_was_stored(const Access& access, std::uint64_t size) {
  for (std::uint64_t i = 0; i < size; ++i) {
    const MemoryByte byte = access.block->get(access.offset + i);
    if (byte.undef == 0 && byte.poison == 0) return true;
  }
  return false;
}

/// A load with !invariant.load: the bytes must be the same from the start of the run to its end. That is checked for
/// objects that were there before the run. A stack object holds undef from its start; what an allocation function gives
/// may hold anything, so that runs with such loads from it prove nothing.
bool invariant_load(Machine& machine, const Step* step, Lane* frame) {
  const Layout& layout = layout_of(machine, step);
  Access access;
  if (layout.store_size != 0) {
    const Lane& pointer = frame[step->a];
    if (!reach(machine, pointer, layout.store_size, access_of(machine, step).align, Purpose::Read, step->instruction,
               access))
      return false;
    if (!machine.is_shared(pointer.provenance)) {
      if (access.block->kind != Block::Kind::Stack)
        machine.raise_doubt("an !invariant.load of what was allocated");
      else if (holds_what_was_stored(access, layout.store_size)) {
        machine.stop_ub(semantics::Rule::InvariantViolated, step->instruction);
        return false;
      }
    } else if (access.block->writable)
      machine.invariants.add_load((pointer.provenance & kBlockMask) - 1, access.offset, layout.store_size);
    if (!keep_invariants(machine, step->instruction)) return false;
  }
  return load(machine, step, frame);
}

/// LangRef, initializes: a volatile or atomic store of a byte that is not yet written is undefined, if the pointer is
/// based on the argument. The machine does not know on what it is based.
void doubt_first_write(Machine& machine, Provenance block, const Access& access, std::uint64_t size) {
  constexpr const char* kFirst = "a volatile or atomic store of what initializes says is written first";
  const llvm::Function* function = machine.top().function.origin;
  if (block == 0 && function != nullptr && llvm::any_of(function->args(), [](const llvm::Argument& each) {
        return each.hasAttribute(llvm::Attribute::Initializes);
      }))
    machine.raise_doubt(kFirst);
  for (const Surroundings::Uninitialized& byte : machine.surroundings.uninitialized)
    if (byte.block == block && byte.offset >= access.offset && byte.offset < access.offset + size &&
        access.block->get(byte.offset).poison == MemoryByte::all_poison().poison)
      return machine.raise_doubt(kFirst);
}

bool store(Machine& machine, const Step* step, Lane* frame) {
  const MemoryAccess& how = access_of(machine, step);
  const Layout& layout = layout_of(machine, step);
  if (layout.store_size == 0) return touch_nothing(machine, step, frame[step->b], how.align, Rule::StoreToPoison);
  std::optional<Block> world;
  Access access;
  if (!reach_place(machine, step, frame[step->b], Purpose::Write, world, access)) return false;
  if (how.is_volatile || how.is_atomic)
    doubt_first_write(machine, frame[step->b].provenance, access, layout.store_size);
  if (!how.changes_nothing && !store_lanes(machine, layout, access, frame + step->a, step->instruction)) return false;
  if (how.is_volatile && !record_volatile(machine, semantics::name_of_volatile(layout, how, true), frame[step->b],
                                          access, layout.store_size, step->instruction))
    return false;
  return true;
}

/// The condition of a masked access; false if the run ended.
bool condition_of(Machine& machine, const Step* step, const Lane& lane, bool& holds) {
  if (lane.state == kDefined) {
    holds = lane.bits != 0;
    return true;
  }
  machine.stop_ub(lane.state == kPoison ? Rule::BranchOnPoison : Rule::BranchOnUndef, step->instruction);
  return false;
}

bool masked_load(Machine& machine, const Step* step, Lane* frame) {
  bool holds = false;
  if (!condition_of(machine, step, frame[step->a], holds)) return false;
  if (!holds) {
    frame[step->to] = frame[step->c];
    return true;
  }
  const Layout& layout = layout_of(machine, step);
  Access access;
  return reach(machine, frame[step->b], layout.store_size, access_of(machine, step).align, Purpose::Read,
               step->instruction, access) &&
         load_lanes(machine, layout, access, frame + step->to, step->instruction);
}

bool masked_store(Machine& machine, const Step* step, Lane* frame) {
  bool holds = false;
  if (!condition_of(machine, step, frame[step->a], holds)) return false;
  if (!holds) return true;
  const Layout& layout = layout_of(machine, step);
  Access access;
  return reach(machine, frame[step->c], layout.store_size, access_of(machine, step).align, Purpose::Write,
               step->instruction, access) &&
         store_lanes(machine, layout, access, frame + step->b, step->instruction);
}

template <class Word>
void step_plain_load(Machine& machine, const Step* step, Lane* frame) {
  PlainPlace place;
  Word value;
  if (is_plain_access<sizeof(Word), Purpose::Read>(machine, frame[step->a], step->cost[0], place) &&
      place.block->read_number(place.offset, value)) [[likely]] {
    frame[step->to] = {value, kDefined, 0};
    ASSAY_NEXT;
  }
  [[clang::musttail]] return step_load(machine, step, frame);
}

template <class Word>
void step_plain_store(Machine& machine, const Step* step, Lane* frame) {
  const Lane& value = frame[step->a];
  PlainPlace place;
  if (is_plain_access<sizeof(Word), Purpose::Write>(machine, frame[step->b], step->cost[0], place) &&
      value.state == kDefined) [[likely]] {
    place.block->write_number(place.offset, static_cast<Word>(value.bits));
    ASSAY_NEXT;
  }
  [[clang::musttail]] return step_store(machine, step, frame);
}

void step_plain_pointer_load(Machine& machine, const Step* step, Lane* frame) {
  PlainPlace place;
  Lane pointer{0, kDefined, 0};
  if (is_plain_access<sizeof pointer.bits, Purpose::Read>(machine, frame[step->a], step->cost[0], place) &&
      place.block->read_pointer(place.offset, pointer.bits, pointer.provenance)) [[likely]] {
    frame[step->to] = pointer;
    ASSAY_NEXT;
  }
  [[clang::musttail]] return step_load(machine, step, frame);
}

void step_plain_pointer_store(Machine& machine, const Step* step, Lane* frame) {
  const Lane& pointer = frame[step->a];
  PlainPlace place;
  if (is_plain_access<sizeof pointer.bits, Purpose::Write>(machine, frame[step->b], step->cost[0], place) &&
      pointer.state == kDefined) [[likely]] {
    if (pointer.provenance == 0) {
      place.block->write_number(place.offset, pointer.bits);
    } else {
      place.block->write_pointer(place.offset, pointer.bits, pointer.provenance);
      if (place.block->escaped) escape(machine, pointer.provenance);
    }
    ASSAY_NEXT;
  }
  [[clang::musttail]] return step_store(machine, step, frame);
}

bool is_pointer(const Layout& layout) { return layout.chunks[0].lane.kind == semantics::LaneKind::Pointer; }

/// Is it one number or pointer that fills its bytes?
bool is_plain(const Layout& layout, bool big_endian) {
  return !big_endian && layout.chunks.size() == 1 && layout.lanes == 1 && layout.chunks[0].offset == 0 &&
         layout.chunks[0].lane.bits == layout.chunks[0].bytes * 8 && layout.store_size == layout.chunks[0].bytes;
}

/// A length: defined, or the run ends.
bool length_of(Machine& machine, const Step* step, const Lane& lane, std::uint64_t& length) {
  if (lane.state != kDefined) {
    machine.stop_ub(Rule::LoadFromPoison, step->instruction);
    return false;
  }
  length = machine.lanes.pattern_of(lane, step->width_c).getLimitedValue();
  return true;
}

/// A volatile copy or fill of no object: what it does there nobody says. True if the run ended.
bool ends_outside(Machine& machine, const Step* step, const Lane& pointer) {
  const llvm::Instruction* origin = machine.program->function.instructions[step->instruction].origin;
  const auto* intrinsic = llvm::dyn_cast_or_null<llvm::MemIntrinsic>(origin);
  if (intrinsic == nullptr || !intrinsic->isVolatile() || !leads_outside(machine, pointer)) return false;
  machine.stop(EndKind::Inconclusive, kOutsideOfMemory, step->instruction);
  return true;
}

std::uint64_t argument_align(const Machine& machine, const Step* step, unsigned argument) {
  const llvm::Instruction* origin = machine.program->function.instructions[step->instruction].origin;
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(origin);
  return call == nullptr ? 1 : call->getParamAlign(argument).valueOrOne().value();
}

/// A tail call does not access the allocas of its caller (LangRef, call instruction).
bool keeps_off_stack(Machine& machine, const Step* step, const Access& access, Rule rule) {
  if (access.block->kind != Block::Kind::Stack || access.block->depth != machine.frames.size()) return true;
  const llvm::Instruction* origin = machine.program->function.instructions[step->instruction].origin;
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(origin);
  if (call == nullptr || !call->isTailCall()) return true;
  machine.stop_ub(rule, step->instruction);
  return false;
}

bool copy_memory(Machine& machine, const Step* step, const Lane* frame) {
  std::uint64_t length;
  if (!length_of(machine, step, frame[step->c], length)) return false;
  if (length == 0) return true;
  if (ends_outside(machine, step, frame[step->a]) || ends_outside(machine, step, frame[step->b])) return false;
  Access to, from;
  if (!reach(machine, frame[step->a], length, argument_align(machine, step, 0), Purpose::Write, step->instruction,
             to) ||
      !reach(machine, frame[step->b], length, argument_align(machine, step, 1), Purpose::Read, step->instruction, from))
    return false;
  if (!keeps_off_stack(machine, step, to, Rule::WriteNotAllowed) ||
      !keeps_off_stack(machine, step, from, Rule::ReadNotAllowed))
    return false;
  const bool same_block = to.block == from.block;
  const std::uint64_t distance = to.offset > from.offset ? to.offset - from.offset : from.offset - to.offset;
  if (same_block && step->detail == 0 && distance != 0 && distance < length) {
    machine.stop_ub(Rule::OverlappingCopy, step->instruction);
    return false;
  }
  copy_bytes(machine, to, from, length);
  return true;
}

bool fill_memory(Machine& machine, const Step* step, const Lane* frame) {
  std::uint64_t length;
  if (!length_of(machine, step, frame[step->c], length)) return false;
  if (length == 0) return true;
  if (ends_outside(machine, step, frame[step->a])) return false;
  Access to;
  if (!reach(machine, frame[step->a], length, argument_align(machine, step, 0), Purpose::Write, step->instruction, to))
    return false;
  if (!keeps_off_stack(machine, step, to, Rule::WriteNotAllowed)) return false;
  LaneSet set = machine.lanes.set_of(frame[step->b], 8);
  if (set.only_poison() && machine.program->function.variant.integer_memory) {
    machine.stop_ub(Rule::PoisonStored, step->instruction);
    return false;
  }
  MemoryByte byte = MemoryByte::all_poison();
  if (!set.only_poison()) {
    if ((set.poison || !set.masked) && machine.lanes.lost == LostSets::Pick)
      set = machine.lanes.set_of(pick(machine, frame[step->b], 8), 8);
    if (set.poison || !set.masked) {
      machine.stop(EndKind::Inconclusive, "a set of values loses its correlation in memory", step->instruction);
      return false;
    }
    byte = {static_cast<std::uint8_t>(set.fixed.getZExtValue()), static_cast<std::uint8_t>(set.free.getZExtValue()), 0,
            0, 0};
  }
  to.block->fill(to.offset, length, byte);
  return true;
}

}  // namespace

Handler plain_load_handler(const Layout& layout, bool big_endian) {
  if (!is_plain(layout, big_endian)) return nullptr;
  if (is_pointer(layout)) return layout.store_size == 8 ? step_plain_pointer_load : nullptr;
  return plain_load_handler(layout.store_size);
}

Handler plain_load_handler(std::uint64_t bytes) {
  switch (bytes) {
    case 1:
      return step_plain_load<std::uint8_t>;
    case 2:
      return step_plain_load<std::uint16_t>;
    case 4:
      return step_plain_load<std::uint32_t>;
    case 8:
      return step_plain_load<std::uint64_t>;
    default:
      return nullptr;
  }
}

Handler plain_store_handler(const Layout& layout, bool big_endian) {
  if (!is_plain(layout, big_endian)) return nullptr;
  if (is_pointer(layout)) return layout.store_size == 8 ? step_plain_pointer_store : nullptr;
  switch (layout.store_size) {
    case 1:
      return step_plain_store<std::uint8_t>;
    case 2:
      return step_plain_store<std::uint16_t>;
    case 4:
      return step_plain_store<std::uint32_t>;
    case 8:
      return step_plain_store<std::uint64_t>;
    default:
      return nullptr;
  }
}

ASSAY_STEP(step_load, load)
ASSAY_STEP(step_invariant_load, invariant_load)
ASSAY_STEP(step_store, store)
ASSAY_STEP(step_masked_load, masked_load)
ASSAY_STEP(step_masked_store, masked_store)
ASSAY_STEP(step_copy_memory, copy_memory)
ASSAY_STEP(step_fill_memory, fill_memory)

}  // namespace assay::interpret
