#include "services/worker/refine/encoder/memory/access.h"

#include <algorithm>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/dead_arguments.h"

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

constexpr std::uint64_t kCellsOfTag = std::uint64_t{1} << 21;  ///< of the widest integer

/// Types of whole bytes may be read as one another, a vector as the integer that it could be cast to; others only as
/// themselves. In memory of integers all are numbers, with zeros above them.
std::uint64_t tag_of(const Machine& m, const Chunk& chunk, unsigned cell) {
  const unsigned used = used_bits(chunk);
  return used % 8 == 0 || m.function().variant.integer_memory ? 0 : 1 + std::uint64_t{used} * kCellsOfTag + cell;
}

}  // namespace

/// Pieces of pointers are those of the widest ones.
static bool has_narrow_pointers(const Machine& m, const Layout& layout) {
  return std::ranges::any_of(layout.chunks, [&](const Chunk& chunk) {
    return chunk.lane.kind == LaneKind::Pointer && chunk.lane.bits != m.memory().shape().offset_bits;
  });
}

std::uint8_t unused_bits(std::uint64_t tag, unsigned cell_bytes, unsigned byte) {
  if (tag == 0) return 0;
  const std::uint64_t used = (tag - 1) / kCellsOfTag, below = 8 * ((tag - 1) % kCellsOfTag * cell_bytes + byte);
  if (used % 8 == 0 || used > below + 8) return used % 8 == 0 ? 0x80 : 0;
  return static_cast<std::uint8_t>(used > below ? 0xff << (used - below) : 0xff);
}

/// Cells for all of the type, which are undef where no chunk is (LangRef, store).
static std::vector<Cell> padding_of(Memory& memory, const Layout& layout) {
  const unsigned g = memory.shape().cell_bytes;
  std::vector<bool> is_used(layout.store_size / g);
  for (const Chunk& chunk : layout.chunks)
    for (unsigned i = 0; i < chunk.bytes / g; ++i) is_used[chunk.offset / g + i] = true;
  std::vector<Cell> cells;
  for (const bool used : is_used) cells.push_back(used ? memory.cells().zero() : memory.cells().uninitialized());
  return cells;
}

std::vector<Cell> cells_of(Machine& m, const Layout& layout, const std::vector<Lane>& lanes) {
  Terms& t = m.terms();
  Memory& memory = m.memory();
  const unsigned g = memory.shape().cell_bytes, bits = memory.shape().cell_bits();
  const bool big = m.function().big_endian;
  std::vector<Cell> cells = padding_of(memory, layout);
  if (has_narrow_pointers(m, layout)) {
    m.unsupported("pointers of several widths in memory");
    return cells;
  }
  for (const Chunk& chunk : layout.chunks) {
    std::vector<Lane> stored;
    for (std::uint32_t i = 0; i < chunk.lanes; ++i)
      stored.push_back(memory.cells().stored(lanes[chunk.first_lane + i]));
    const unsigned total = chunk.bytes * 8;
    Term value = t.zero(total);
    Term poison = t.zero(total);
    UndefSet undef;
    for (std::uint32_t i = 0; i < chunk.lanes; ++i) {
      const Lane& lane = stored[i];
      const bool pointer = chunk.lane.kind == LaneKind::Pointer;
      const Term pattern = pointer ? memory.objects().address(split(t, lane.bits)) : lane.bits;
      const unsigned at = lane_position(chunk, i, big);
      const auto placed = [&](Term part) {
        const Term wide = t.zext(part, total);
        return at == 0 ? wide : t.shl(wide, t.constant(total, at));
      };
      value = t.bor(value, placed(pattern));
      poison = t.bor(poison, placed(t.sext(lane.poison, chunk.lane.bits)));
      undef.add(lane.undef);
    }
    const unsigned count = chunk.bytes / g;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned low = (big ? count - 1 - i : i) * bits;
      Cell cell = memory.cells().integer(t.slice(value, low, bits));
      const Term part = t.slice(poison, low, bits);
      cell.poison = memory.shape().bit_poison ? part : t.ne(part, t.zero(bits));
      cell.tag = t.constant(kTagBits, tag_of(m, chunk, i));
      cell.undef = undef;
      if (chunk.lane.kind == LaneKind::Pointer) {
        cell.pointer = stored[0].bits;
        const Pointer p = split(t, cell.pointer);
        // Null is a number, too; but one that must not be captured is told from others.
        cell.is_pointer = t.lor(t.lnot(is_null(t, p)), has_mark(t, p, kNoCapture));
        cell.piece = t.constant(kPieceBits, big ? count - 1 - i : i);
      }
      cells[chunk.offset / g + i] = std::move(cell);
    }
  }
  return cells;
}

std::vector<Lane> lanes_of(Machine& m, const Layout& layout, const Pointer& from) {
  Terms& t = m.terms();
  Memory& memory = m.memory();
  const unsigned g = memory.shape().cell_bytes, bits = memory.shape().cell_bits();
  const bool big = m.function().big_endian;
  const Term dead = memory.objects().dead_stack(from.block);
  std::vector<Lane> lanes(layout.lanes);
  if (has_narrow_pointers(m, layout)) {
    m.unsupported("pointers of several widths in memory");
    for (const Chunk& chunk : layout.chunks)
      for (std::uint32_t i = 0; i < chunk.lanes; ++i) lanes[chunk.first_lane + i] = m.poison_lane(chunk.lane);
    return lanes;
  }
  for (const Chunk& chunk : layout.chunks) {
    const unsigned count = chunk.bytes / g;
    Term value, poison;
    std::vector<Term> untagged;  // from the low end
    Term pointer, all_pieces = t.truth(true), unwritten = t.truth(true);
    UndefSet undef;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned i = big ? count - 1 - k : k;  // from the low end of the value
      const Cell cell = memory.read(
          from.block, t.add(from.offset, t.constant(from.offset.width(), chunk.offset + std::uint64_t{i} * g)));
      value = k == 0 ? cell.value : t.concat(cell.value, value);
      const Term mask = memory.shape().bit_poison ? cell.poison : t.sext(cell.poison, bits);
      poison = k == 0 ? mask : t.concat(mask, poison);
      untagged.push_back(t.ne(cell.tag, t.constant(kTagBits, tag_of(m, chunk, i))));
      if (k == 0) pointer = cell.pointer;
      all_pieces = t.land(all_pieces, t.land(cell.is_pointer, t.land(t.eq(cell.pointer, pointer),
                                                                     t.eq(cell.piece, t.constant(kPieceBits, k)))));
      unwritten = t.land(unwritten, cell.unwritten);
      undef.add(cell.undef);
    }
    // What was stored as this type has zeros above its bits.
    const unsigned used = used_bits(chunk);
    const Term padded = used == value.width() || m.function().variant.integer_memory
                            ? t.truth(false)
                            : t.ne(t.slice(value, used, value.width() - used), t.zero(value.width() - used));
    for (std::uint32_t i = 0; i < chunk.lanes; ++i) {
      const unsigned at = lane_position(chunk, i, big);
      Lane& lane = lanes[chunk.first_lane + i];
      lane.bits = t.slice(value, at, chunk.lane.bits);
      // Whole bytes of another type make those lanes poison that they are part of.
      const bool whole = used % 8 == 0;
      const auto first = untagged.begin() + (whole ? at / bits : 0);
      const auto last = whole ? untagged.begin() + (at + chunk.lane.bits - 1) / bits + 1 : untagged.end();
      const Term foreign = t.any_of(std::vector<Term>(first, last));
      lane.poison = t.lor(t.lor(foreign, padded), t.ne(t.slice(poison, at, chunk.lane.bits), t.zero(chunk.lane.bits)));
      lane.poison = t.lor(lane.poison, dead);
      if (chunk.lane.kind == LaneKind::Pointer) {
        // A number's bytes are the pointer that inttoptr makes of it (MEM-69). Which one it is based on is not known.
        const Pointer made{t.zero(kMarkBits), t.zero(kBlockBits), value};
        lane.bits = t.ite(all_pieces, pointer, join(t, made));
        if (memory.shared().makes_pointers)
          m.world().approximations.add_where(t.land(t.land(m.path().condition(), t.lnot(t.lor(all_pieces, unwritten))),
                                                    t.ne(memory.objects().resolve(made).block, t.zero(kBlockBits))),
                                             Cause::PointerOfInteger);
      }
      lane.undef = undef;
      if (chunk.lane.kind == LaneKind::Pointer && !unwritten.is_false()) {
        const Term any = m.choices().undef_variable(memory.objects().foreign_pointer_bits(), "uninitialized");
        lane.bits = t.ite(unwritten, memory.objects().foreign_pointer(any), lane.bits);
        lane.undef.add(UndefSet(any, unwritten));
        if (std::ranges::all_of(undef.where(), [&](Term where) { return t.land(where, t.lnot(unwritten)).is_false(); }))
          lane.wholly_undef = unwritten;
      }
    }
  }
  return lanes;
}

/// Where the function places its own objects is its own choice, within the alignment that each asks for: an access that
/// counts on more is undefined behaviour.
static void check_placement(Machine& m, const Pointer& p, std::uint64_t align) {
  m.ub(m.memory().objects().asks_for_less(p.block, align, false));
  // Where something else depends on the address too, only some choices lead here.
  const Term somewhere = m.terms().land(m.path().condition(), m.memory().objects().asks_for_less(p.block, align, true));
  if (m.is_source()) m.world().approximations.add_where(somewhere, Cause::SourcePlacement);
}

/// What may only be written is poison until it was (LangRef, memory). Which bytes were is not followed: the source sees
/// what there is, so that a proof holds, and a target does not.
static void check_sight(Machine& m, const Pointer& p, Term some) {
  const Term unseen = m.terms().land(some, is_only_written(m, p));
  if (unseen.is_false()) return;
  m.world().approximations.add_where(m.terms().land(m.path().condition(), unseen), Cause::InitializedBytes);
  if (!m.is_source()) m.ub(unseen);
}

void check_access(Machine& m, const Pointer& p, Term size, std::uint64_t align, Access access, unsigned address_space) {
  Terms& t = m.terms();
  const Memory& memory = m.memory();
  const Term some = t.ne(size, t.zero(size.width()));
  m.ub(t.land(some, t.lnot(memory.objects().dereferenceable(p, size, m.function().null_is_valid(address_space)))));
  m.ub(t.lnot(memory.objects().aligned(p, align)));
  if (align > 1) check_placement(m, p, align);
  if (writes(access)) {
    note_write(m, p, size);
    m.ub(t.land(some, t.lor(t.lnot(memory.objects().writable(p.block)), has_mark(t, p, kNoWrite))));
    m.ub(t.land(some, t.lnot(may_access(m, p, Access::Write))));
  }
  if (reads(access)) {
    m.ub(t.land(some, t.land(has_mark(t, p, kNoRead), has_mark(t, p, kNoWrite))));
    m.ub(t.land(some, t.lnot(may_access(m, p, Access::Read))));
    if (access != Access::Load) check_sight(m, p, some);
  }
}

void check_load(Machine& m, const Pointer& p, Term size, std::uint64_t align, unsigned address_space, Access access) {
  Terms& t = m.terms();
  const Memory& memory = m.memory();
  const Term dead = memory.objects().outside_lifetime(p.block);
  {
    const Path::Restricted restricted(m.path(), t.lnot(dead));
    check_access(m, p, size, align, access, address_space);
  }
  if (dead.is_false()) return;
  const Term total = memory.objects().size_of(p.block);
  const Term fits = t.land(t.ule(p.offset, total), t.ule(size, t.sub(total, p.offset)));
  const Term some = t.ne(size, t.zero(size.width()));
  m.ub(t.land(t.land(dead, some), t.lnot(t.land(fits, memory.objects().aligned(p, align)))));
}

}  // namespace assay::refine
