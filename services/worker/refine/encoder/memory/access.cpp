#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"

/// Values in memory: lanes to cells and back.
namespace assay::refine {
namespace {

using semantics::Chunk;
using semantics::LaneKind;
using semantics::Layout;

/// Where the i-th lane of a chunk stands, in bits from the low end of the chunk's integer.
unsigned lane_position(const Chunk& chunk, std::uint32_t lane, bool big_endian) {
  return big_endian ? chunk.lane.bits * (chunk.lanes - 1 - lane) : chunk.lane.bits * lane;
}

unsigned used_bits(const Chunk& chunk) { return chunk.lane.bits * chunk.lanes; }

/// Types of whole bytes may be read as one another, a vector as the integer that it could be cast to; others only as
/// themselves.
std::uint64_t tag_of(const Chunk& chunk, unsigned cell) {
  const unsigned used = used_bits(chunk);
  return used % 8 == 0 ? 0 : 1 + (std::uint64_t{used} * 37 + cell) % 0xfffe;
}

}  // namespace

std::vector<Cell> Memory::cells_of(const Layout& layout, const std::vector<Lane>& lanes) {
  const unsigned g = shape().cell_bytes, bits = shape().cell_bits();
  const bool big = machine_.function().big_endian;
  std::vector<Cell> cells(layout.store_size / g, poison_cell());
  for (const Chunk& chunk : layout.chunks) {
    const unsigned total = chunk.bytes * 8;
    Term value = t_.zero(total);
    Term poison = t_.zero(total);
    UndefSet undef;
    for (std::uint32_t i = 0; i < chunk.lanes; ++i) {
      const Lane& lane = lanes[chunk.first_lane + i];
      const bool pointer = chunk.lane.kind == LaneKind::Pointer;
      const Term pattern = pointer ? address(split(t_, lane.bits)) : lane.bits;
      const unsigned at = lane_position(chunk, i, big);
      const auto placed = [&](Term part) {
        const Term wide = t_.zext(part, total);
        return at == 0 ? wide : t_.shl(wide, t_.constant(total, at));
      };
      value = t_.bor(value, placed(pattern));
      poison = t_.bor(poison, placed(t_.sext(lane.poison, chunk.lane.bits)));
      undef.add(lane.undef);
    }
    const unsigned count = chunk.bytes / g;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned low = (big ? count - 1 - i : i) * bits;
      Cell cell = integer_cell(t_.slice(value, low, bits));
      const Term part = t_.slice(poison, low, bits);
      cell.poison = shape().bit_poison ? part : t_.ne(part, t_.zero(bits));
      cell.tag = t_.constant(kTagBits, tag_of(chunk, i));
      cell.undef = undef;
      if (chunk.lane.kind == LaneKind::Pointer) {
        cell.pointer = lanes[chunk.first_lane].bits;
        const Pointer p = split(t_, cell.pointer);
        cell.is_pointer =
            t_.lnot(t_.land(t_.eq(p.block, t_.zero(kBlockBits)), t_.eq(p.offset, t_.zero(p.offset.width()))));
        cell.piece = t_.constant(kPieceBits, big ? count - 1 - i : i);
      }
      cells[chunk.offset / g + i] = std::move(cell);
    }
  }
  return cells;
}

std::vector<Lane> Memory::lanes_of(const Layout& layout, const Pointer& from) {
  const unsigned g = shape().cell_bytes, bits = shape().cell_bits();
  const bool big = machine_.function().big_endian;
  const Term dead = dead_stack(from.block);
  std::vector<Lane> lanes(layout.lanes);
  for (const Chunk& chunk : layout.chunks) {
    const unsigned count = chunk.bytes / g;
    Term value, poison, untagged = t_.truth(false);
    Term pointer, all_pieces = t_.truth(true), no_pieces = t_.truth(true);
    UndefSet undef;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned i = big ? count - 1 - k : k;  // from the low end of the value
      const Cell cell =
          read(from.block, t_.add(from.offset, t_.constant(from.offset.width(), chunk.offset + std::uint64_t{i} * g)));
      value = k == 0 ? cell.value : t_.concat(cell.value, value);
      const Term mask = shape().bit_poison ? cell.poison : t_.sext(cell.poison, bits);
      poison = k == 0 ? mask : t_.concat(mask, poison);
      untagged = t_.lor(untagged, t_.ne(cell.tag, t_.constant(kTagBits, tag_of(chunk, i))));
      if (k == 0) pointer = cell.pointer;
      all_pieces = t_.land(
          all_pieces, t_.land(cell.is_pointer,
                              t_.land(t_.eq(cell.pointer, pointer), t_.eq(cell.piece, t_.constant(kPieceBits, k)))));
      no_pieces = t_.land(no_pieces, t_.lnot(cell.is_pointer));
      undef.add(cell.undef);
    }
    // What was stored as this type has zeros above its bits.
    const unsigned used = used_bits(chunk);
    const Term padded = used == value.width()
                            ? t_.truth(false)
                            : t_.ne(t_.slice(value, used, value.width() - used), t_.zero(value.width() - used));
    for (std::uint32_t i = 0; i < chunk.lanes; ++i) {
      const unsigned at = lane_position(chunk, i, big);
      Lane& lane = lanes[chunk.first_lane + i];
      lane.bits = t_.slice(value, at, chunk.lane.bits);
      lane.poison =
          t_.lor(t_.lor(untagged, padded), t_.ne(t_.slice(poison, at, chunk.lane.bits), t_.zero(chunk.lane.bits)));
      lane.poison = t_.lor(lane.poison, dead);
      if (chunk.lane.kind == LaneKind::Pointer) {
        const Term null = t_.land(no_pieces, t_.eq(value, t_.zero(value.width())));
        lane.bits = t_.ite(all_pieces, pointer, null_pointer(t_, shape().offset_bits));
        lane.poison = t_.lor(lane.poison, t_.lnot(t_.lor(all_pieces, null)));
      }
      lane.undef = undef;
    }
  }
  return lanes;
}

Term Memory::aligned(const Pointer& p, std::uint64_t align) const {
  unsigned low = 0;
  while ((std::uint64_t{1} << low) < align) ++low;
  if (low == 0) return t_.truth(true);
  low = std::min(low, shape().offset_bits);
  return t_.eq(t_.slice(address(p), 0, low), t_.zero(low));
}

Term Memory::dereferenceable(const Pointer& p, Term size) const {
  const Term total = size_of(p.block);
  // Of something, the first byte is inside, said as comparisons of pointers say it.
  const bool some = size.is_constant() && !size.is_zero();
  const Term begins = some ? t_.ult(p.offset, total) : t_.ule(p.offset, total);
  const Term fits = t_.land(begins, t_.ule(size, t_.sub(total, p.offset)));
  return t_.land(alive(p.block), fits);
}

void Memory::check_load(const Pointer& p, Term size, std::uint64_t align) {
  const Term dead = dead_stack(p.block);
  {
    const Path::Restricted restricted(machine_.path(), t_.lnot(dead));
    check_access(p, size, align, Access::Read);
  }
  if (dead.is_false()) return;
  const Term total = size_of(p.block);
  const Term fits = t_.land(t_.ule(p.offset, total), t_.ule(size, t_.sub(total, p.offset)));
  machine_.ub(t_.land(dead, t_.lnot(t_.land(fits, aligned(p, align)))));
}

void Memory::check_access(const Pointer& p, Term size, std::uint64_t align, Access access) {
  const Term some = t_.ne(size, t_.zero(size.width()));
  machine_.ub(t_.land(some, t_.lnot(dereferenceable(p, size))));
  machine_.ub(t_.lnot(aligned(p, align)));
  if (align > 1) check_placement(p, align);
  if (writes(access)) {
    machine_.ub(t_.land(some, t_.lor(t_.lnot(writable(p.block)), has_mark(t_, p, kNoWrite))));
    machine_.ub(t_.land(some, t_.lnot(may_access(machine_, p, Access::Write))));
  }
  if (reads(access)) {
    machine_.ub(t_.land(some, has_mark(t_, p, kNoRead)));
    machine_.ub(t_.land(some, t_.lnot(may_access(machine_, p, Access::Read))));
  }
}

}  // namespace assay::refine
