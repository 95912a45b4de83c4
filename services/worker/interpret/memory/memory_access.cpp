#include "services/worker/interpret/memory/memory_access.h"

#include <bit>

#include "services/worker/interpret/values/lanes.h"
#include "services/worker/semantics/accesses.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Chunk;
using semantics::LaneKind;
using semantics::Layout;
using semantics::Rule;

constexpr const char* kCorrelatedBytes = "a set of values loses its correlation in memory";

bool is_big_endian(const Machine& machine) { return machine.program->function.big_endian; }

/// The place in memory of the byte of significance `i`.
std::uint64_t place_of(const Machine& machine, const Chunk& chunk, std::uint64_t i) {
  return chunk.offset + (is_big_endian(machine) ? chunk.bytes - 1 - i : i);
}

/// The lowest bit of lane `k` in its chunk.
unsigned first_bit(const Machine& machine, const Chunk& chunk, std::uint32_t k) {
  return chunk.lane.bits * (is_big_endian(machine) ? chunk.lanes - 1 - k : k);
}

/// The bits of a chunk.
struct ChunkBits {
  APInt value, undef, poison;
  explicit ChunkBits(unsigned bits) : value(bits, 0), undef(bits, 0), poison(bits, 0) {}
};

/// A pointer whose bytes are the fragments of one, in order.
bool load_whole_pointer(Machine& machine, const Chunk& chunk, const Access& access, Lane& to) {
  Provenance owner = 0;
  std::uint64_t address = 0;
  for (std::uint64_t i = 0; i < chunk.bytes; ++i) {
    const MemoryByte byte = access.block->get(access.offset + place_of(machine, chunk, i));
    if (byte.owner == 0 || byte.piece != i || (i != 0 && byte.owner != owner)) return false;
    owner = byte.owner;
    address |= std::uint64_t{byte.value} << (8 * i);
  }
  to = {address, kDefined, owner};
  return true;
}

void read_chunk(Machine& machine, const Chunk& chunk, const Access& access, ChunkBits& bits) {
  for (std::uint64_t i = 0; i < chunk.bytes; ++i) {
    const MemoryByte byte = access.block->get(access.offset + place_of(machine, chunk, i));
    const auto low = static_cast<unsigned>(8 * i);
    bits.value.insertBits(byte.value, low, 8);
    bits.undef.insertBits(byte.undef, low, 8);
    bits.poison.insertBits(byte.poison, low, 8);
    if (byte.owner == 0) continue;
    observe(machine, byte.owner);
    machine.result.guesses_provenance = true;
    // Passes copy pointers as numbers. Where a program is run, and not compared, such a copy leads to the object again.
    if (!machine.calls.invents) escape(machine, byte.owner);
  }
}

/// Bits above the lanes: LangRef leaves open what a load makes of them when no store of the type wrote them. A store
/// leaves poison there, which covers all that it may leave; in memory of integers, zeros, which a load drops.
bool padding_is_clean(const Machine& machine, const Chunk& chunk, const ChunkBits& bits) {
  if (machine.program->function.variant.integer_memory) return true;
  const unsigned used = chunk.lane.bits * chunk.lanes;
  const unsigned total = chunk.bytes * 8;
  return used == total ||
         (bits.value.extractBits(total - used, used) & ~bits.undef.extractBits(total - used, used)).isZero();
}

bool load_chunk(Machine& machine, const Chunk& chunk, const Access& access, Lane* to, std::uint32_t instruction) {
  if (chunk.lane.kind == LaneKind::Pointer && load_whole_pointer(machine, chunk, access, to[chunk.first_lane]))
    return true;
  ChunkBits bits(chunk.bytes * 8);
  read_chunk(machine, chunk, access, bits);
  if (!padding_is_clean(machine, chunk, bits)) {
    machine.result.is_left_open = true;
    machine.stop(EndKind::Inconclusive, "bits that no store of the type wrote", instruction);
    return false;
  }
  for (std::uint32_t k = 0; k < chunk.lanes; ++k) {
    Lane& lane = to[chunk.first_lane + k];
    const unsigned low = first_bit(machine, chunk, k);
    const unsigned width = chunk.lane.bits;
    if (!bits.poison.extractBits(width, low).isZero()) {
      lane = kPoisonLane;
      continue;
    }
    lane = machine.lanes.lane_of(
        LaneSet::of_mask(bits.value.extractBits(width, low), bits.undef.extractBits(width, low), false));
    // Numbers read as a pointer: it may access what was exposed.
    if (chunk.lane.kind == LaneKind::Pointer && lane.state == kDefined && lane.bits != 0)
      guess_provenance(machine, lane);
  }
  return true;
}

/// The bits of a lane; false for sets whose bits are not independent.
bool lane_bits(const Machine& machine, const Lane& lane, unsigned width, ChunkBits& bits, unsigned low) {
  if (lane.state == kPoison) {
    bits.poison.setBits(low, low + width);
    return true;
  }
  LaneSet set = machine.lanes.set_of(lane, width);
  if (set.poison) return false;
  if (!set.masked) {
    std::uint64_t all = ~std::uint64_t{0}, any = 0;
    for (std::uint64_t pattern : set.patterns) {
      all &= pattern;
      any |= pattern;
    }
    const std::uint64_t free = all ^ any;
    if (std::popcount(free) > 30 || std::uint64_t{1} << std::popcount(free) != set.patterns.size()) return false;
    set = LaneSet::of_mask(APInt(width, all), APInt(width, free), false);
  }
  bits.value.insertBits(set.fixed, low);
  bits.undef.insertBits(set.free, low);
  return true;
}

/// What stands for a set that memory can't hold: one member, or all that its bits may be, each by itself.
Lane without_correlation(Machine& machine, const Lane& lane, unsigned width) {
  if (machine.lanes.lost == LostSets::Pick) return pick(machine, lane, width);
  const LaneSet set = machine.lanes.set_of(lane, width);
  if (set.poison) return kPoisonLane;
  std::uint64_t all = ~std::uint64_t{0}, any = 0;
  for (std::uint64_t pattern : set.patterns) {
    all &= pattern;
    any |= pattern;
  }
  return machine.lanes.lane_of(LaneSet::of_mask(APInt(64, all).trunc(width), APInt(64, all ^ any).trunc(width), false));
}

bool store_chunk(Machine& machine, const Chunk& chunk, const Access& access, const Lane* from,
                 std::uint32_t instruction) {
  const Lane& first = from[chunk.first_lane];
  const Provenance owner = chunk.lane.kind == LaneKind::Pointer && first.state == kDefined ? first.provenance : 0;
  ChunkBits bits(chunk.bytes * 8);
  const unsigned used = chunk.lane.bits * chunk.lanes;
  if (used < chunk.bytes * 8 && !machine.program->function.variant.integer_memory)
    bits.poison.setBits(used, chunk.bytes * 8);
  for (std::uint32_t k = 0; k < chunk.lanes; ++k) {
    const Lane& lane = from[chunk.first_lane + k];
    const unsigned low = first_bit(machine, chunk, k);
    if (lane_bits(machine, lane, chunk.lane.bits, bits, low)) continue;
    if (machine.lanes.lost == LostSets::End) {
      machine.stop(EndKind::Inconclusive, kCorrelatedBytes, instruction);
      return false;
    }
    (void)lane_bits(machine, without_correlation(machine, lane, chunk.lane.bits), chunk.lane.bits, bits, low);
  }
  for (std::uint64_t i = 0; i < chunk.bytes; ++i) {
    const auto low = static_cast<unsigned>(8 * i);
    const auto take = [&](const APInt& all) { return static_cast<std::uint8_t>(all.extractBitsAsZExtValue(8, low)); };
    MemoryByte byte{take(bits.value), take(bits.undef), take(bits.poison), static_cast<std::uint8_t>(i), owner};
    // Memory of the caller may hold values of the type, too, and does not say so: a difference counts where the solver
    // sees one.
    const bool is_padded = machine.calls.is_to_refute && low + 8 > used && byte.poison != 0 && byte.poison != 0xff;
    if (is_padded) byte.piece = MemoryByte::kPadded;
    access.block->set(access.offset + place_of(machine, chunk, i), byte);
  }
  if (owner != 0 && access.block->escaped) escape(machine, owner);
  return true;
}

/// What a reader is told of an access that is undefined behaviour. `block` may be null.
BadAccess told(const Lane& pointer, const Block* block, std::uint64_t bytes, std::uint64_t align, Purpose purpose) {
  BadAccess bad;
  bad.object = pointer.provenance;
  bad.bytes = bytes;
  bad.align = align;
  bad.is_write = purpose == Purpose::Write;
  bad.offset = static_cast<std::int64_t>(pointer.bits - (block == nullptr ? 0 : block->base));
  if (block == nullptr) return bad;
  bad.size = block->size;
  using Kind = BadAccess::Kind;
  switch (block->kind) {
    case Block::Kind::Global:
      bad.kind = Kind::Global;
      break;
    case Block::Kind::Stack:
      bad.kind = Kind::Stack;
      break;
    case Block::Kind::Heap:
      bad.kind = Kind::Heap;
      break;
    case Block::Kind::Function:
      bad.kind = Kind::Function;
      break;
    case Block::Kind::Argument:
    case Block::Kind::Large:
      bad.kind = Kind::Argument;
      break;
  }
  return bad;
}

bool reach_block(Machine& machine, const Lane& pointer, Block& block, std::uint64_t bytes, Purpose purpose,
                 std::uint32_t instruction) {
  const std::uint64_t offset = pointer.bits - block.base;
  const auto broken = [&](Rule rule) {
    machine.stop_ub(rule, instruction);
    machine.result.access = told(pointer, &block, bytes, 1, purpose);
    return false;
  };
  if (!block.live) return broken(Rule::DeadObject);
  if (block.is_unknown) {
    machine.stop(EndKind::Unsupported, "initial value of a global variable", instruction);
    return false;
  }
  if (block.lifetime_ended && purpose == Purpose::Write) return broken(Rule::DeadObject);
  if (block.kind == Block::Kind::Function) return broken(Rule::OutOfBounds);
  if (!block.contains(offset, bytes)) {
    if (!block.may_contain(offset, bytes)) return broken(Rule::OutOfBounds);
    machine.stop(EndKind::Inconclusive, kPastDeclaration, instruction);
    return false;
  }
  if (purpose == Purpose::Write && !block.writable) return broken(Rule::ReadOnlyMemory);
  const bool writes = purpose == Purpose::Write && block.deny_write;
  if (!writes && !(purpose == Purpose::Read && block.deny_read && block.writable)) return true;
  if (!block.is_reached_otherwise) return broken(writes ? Rule::WriteNotAllowed : Rule::ReadNotAllowed);
  machine.stop(EndKind::Inconclusive, "an object to which an argument and a call lead", instruction);
  return false;
}

/// An alloca may stand at any address of the alignment that it asks for. As long as nothing has looked at the address,
/// it may be one that breaks an access which counts on more.
bool may_stand_misaligned(const Machine& machine, const Block& block, std::uint64_t align) {
  return block.kind == Block::Kind::Stack && block.align < align && !machine.result.address_observed;
}

}  // namespace

bool reach(Machine& machine, const Lane& pointer, std::uint64_t bytes, std::uint64_t align, Purpose purpose,
           std::uint32_t instruction, Access& access) {
  if (pointer.provenance == 0 && pointer.state == kDefined && machine.program->function.null_may_be_valid) {
    const Block* zero = machine.memory.find(machine.surroundings.at_zero);
    if (zero != nullptr && zero->contains(pointer.bits, bytes))
      return reach(machine, {pointer.bits, kDefined, machine.surroundings.at_zero}, bytes, align, purpose, instruction,
                   access);
  }
  const auto broken = [&](Rule rule) {
    machine.stop_ub(rule, instruction);
    if (pointer.state == kDefined)
      machine.result.access = told(pointer, machine.memory.find(pointer.provenance), bytes, align, purpose);
    return false;
  };
  const Rule bad_pointer = purpose == Purpose::Read ? Rule::LoadFromPoison : Rule::StoreToPoison;
  // One that is several is not well-defined. The source may know that they are one.
  if (pointer.state == kSet && !machine.lanes.set_at(pointer).poison && machine.lanes.lost != LostSets::Pick) {
    machine.stop(EndKind::Inconclusive, "a pointer is one of several", instruction);
    return false;
  }
  if (pointer.state != kDefined) return broken(bad_pointer);
  if (pointer.provenance == 0 && machine.program->function.null_may_be_valid) {
    machine.stop(EndKind::Inconclusive, kObjectAtZero, instruction);
    return false;
  }
  if (pointer.provenance == 0 && pointer.bits == 0) return broken(Rule::NullDereference);
  if (pointer.provenance == 0 && machine.memory.may_reach(pointer.bits)) {
    machine.stop(EndKind::Inconclusive, kPastDeclaration, instruction);
    return false;
  }
  if (pointer.provenance == 0) return broken(Rule::OutOfBounds);
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr) return broken(Rule::DeadObject);
  if (!reach_block(machine, pointer, *block, bytes, purpose, instruction)) return false;
  if ((pointer.bits & (align - 1)) != 0 || may_stand_misaligned(machine, *block, align))
    return broken(Rule::Misaligned);
  const std::optional<std::uint64_t> place = block->place_of(pointer.bits - block->base, bytes);
  if (!place) {
    if (machine.calls.outcomes != nullptr)
      machine.calls.outcomes->missed = {pointer.provenance, pointer.bits - block->base, bytes};
    machine.stop(EndKind::Inconclusive, kNotHeld, instruction);
    return false;
  }
  access = {block, *place, block->lifetime_ended};
  return true;
}

bool leads_outside(const Machine& machine, const Lane& pointer) {
  return pointer.state == kDefined && pointer.provenance == 0 && !machine.program->function.null_may_be_valid &&
         !machine.memory.may_reach(pointer.bits);
}

/// Memory that is no object's is touched, too: may all functions that are running do that? False if the run ended.
static bool may_access_outside(Machine& machine, Purpose purpose, std::uint32_t instruction) {
  const auto may = [&](llvm::MemoryEffects effects) {
    const auto allowed = [&](llvm::IRMemLocation where) {
      const llvm::ModRefInfo info = effects.getModRef(where);
      return purpose == Purpose::Write ? llvm::isModSet(info) : llvm::isModOrRefSet(info);
    };
    if (allowed(llvm::IRMemLocation::Other) || allowed(llvm::IRMemLocation::InaccessibleMem)) return true;
    if (allowed(llvm::IRMemLocation::ArgMem)) {
      machine.raise_doubt("a volatile access where no memory is, perhaps by an argument");
      return true;
    }
    machine.stop_ub(purpose == Purpose::Write ? Rule::WriteNotAllowed : Rule::ReadNotAllowed, instruction);
    return false;
  };
  const llvm::Function* top = machine.top().function.origin;
  if (top != nullptr && !may(top->getMemoryEffects())) return false;
  return std::ranges::all_of(machine.guards, [&](const Guard& guard) { return may(guard.effects); });
}

bool reach_outside(Machine& machine, const Lane& pointer, const Layout& layout, std::uint64_t align, Purpose purpose,
                   std::uint32_t instruction, Block& world, Access& access) {
  if ((pointer.bits & (align - 1)) != 0) {
    machine.stop_ub(Rule::Misaligned, instruction);
    machine.result.access = told(pointer, nullptr, layout.store_size, align, purpose);
    return false;
  }
  if (!may_access_outside(machine, purpose, instruction)) return false;
  const bool is_said = purpose == Purpose::Write || !semantics::lanes_from_outside(layout).empty();
  if (!machine.calls.loads_from_outside || !is_said) {
    machine.stop(EndKind::Inconclusive, kOutsideOfMemory, instruction);
    return false;
  }
  world.size = layout.store_size;
  world.live = world.escaped = true;
  world.make_unwritten();
  access = {&world, 0};
  return true;
}

bool load_lanes(Machine& machine, const Layout& layout, const Access& access, Lane* to, std::uint32_t instruction) {
  if (access.gone) {
    std::fill_n(to, layout.lanes, kPoisonLane);
    return true;
  }
  for (const Chunk& chunk : layout.chunks)
    if (!load_chunk(machine, chunk, access, to, instruction)) return false;
  return true;
}

bool store_lanes(Machine& machine, const Layout& layout, const Access& access, const Lane* from,
                 std::uint32_t instruction) {
  if (machine.program->function.variant.integer_memory)
    for (std::uint32_t i = 0; i < layout.lanes; ++i)
      if (from[i].state == kPoison) {
        machine.stop_ub(Rule::PoisonStored, instruction);
        return false;
      }
  // Padding becomes undef (LangRef, store).
  const MemoryByte padding = machine.memory.unwritten_is_poison ? MemoryByte::all_poison() : MemoryByte::all_undef();
  std::uint64_t end = 0;
  for (const Chunk& chunk : layout.chunks) {
    if (chunk.offset > end) access.block->fill(access.offset + end, chunk.offset - end, padding);
    if (!store_chunk(machine, chunk, access, from, instruction)) return false;
    end = chunk.offset + chunk.bytes;
  }
  if (layout.store_size > end) access.block->fill(access.offset + end, layout.store_size - end, padding);
  return true;
}

void guess_provenance(Machine& machine, Lane& pointer) {
  pointer.provenance = machine.memory.find_exposed(pointer.bits);
  machine.result.guesses_provenance = true;
}

void escape(Machine& machine, Provenance provenance) {
  Block* block = machine.memory.find(provenance);
  if (block == nullptr || block->escaped) return;
  block->escaped = true;
  if (block->live && block->has_details()) escape_owners(machine, *block, 0, block->held());
}

void escape_owners(Machine& machine, const Block& block, std::uint64_t offset, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const MemoryByte byte = block.get(offset + i);
    if (byte.owner != 0) escape(machine, byte.owner);
  }
}

void copy_bytes(Machine& machine, const Access& to, const Access& from, std::uint64_t count) {
  if (from.gone) return to.block->fill(to.offset, count, MemoryByte::all_poison());
  to.block->copy(to.offset, *from.block, from.offset, count);
  // A copy reads, and writes the poison that it has read.
  if (!machine.surroundings.unseen.empty() && to.block->has_details())
    for (std::uint64_t i = 0; i < count; ++i)
      if (to.block->get(to.offset + i) == MemoryByte::unseen()) to.block->set(to.offset + i, MemoryByte::all_poison());
  if (to.block->escaped && to.block->has_details()) escape_owners(machine, *to.block, to.offset, count);
}

}  // namespace assay::interpret
