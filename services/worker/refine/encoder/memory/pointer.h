#pragma once

#include "services/worker/refine/encoder/lane.h"

namespace assay::refine {

using smt::Terms;

/// A pointer lane's pattern, from the high end: marks, block, offset. Block 0 is no object: null is its offset 0, and
/// what inttoptr makes is its offset. The high bit of a block tells the function's own objects from the caller's.
inline constexpr unsigned kMarkBits = 3;
inline constexpr unsigned kBlockBits = 8;
inline constexpr unsigned kLocalBit = kBlockBits - 1;
inline constexpr unsigned kPointerExtra = kMarkBits + kBlockBits;  ///< bits that a pointer has beside its offset

/// A block of the caller's that is no object.
inline constexpr unsigned kNoBlock = (1u << kLocalBit) - 1;

/// What an argument's attributes forbid for pointers based on it.
enum Mark : unsigned { kNoWrite = 0, kNoRead = 1, kNoCapture = 2 };

struct Pointer {
  Term marks;
  Term block;
  Term offset;
};

inline Pointer split(Terms& t, Term bits) {
  const unsigned offset = bits.width() - kPointerExtra;
  return {t.slice(bits, offset + kBlockBits, kMarkBits), t.slice(bits, offset, kBlockBits), t.slice(bits, 0, offset)};
}
inline Term join(Terms& t, const Pointer& p) { return t.concat(t.concat(p.marks, p.block), p.offset); }
inline Term null_pointer(Terms& t, unsigned offset_bits) { return t.zero(kPointerExtra + offset_bits); }
inline Term is_null(Terms& t, const Pointer& p) {
  return t.land(t.eq(p.block, t.zero(kBlockBits)), t.eq(p.offset, t.zero(p.offset.width())));
}
inline Term has_mark(Terms& t, const Pointer& p, Mark mark) { return t.slice(p.marks, mark, 1); }
/// A pointer's bits with more marks.
inline Term add_marks(Terms& t, Term bits, unsigned marks) {
  if (marks == 0) return bits;
  const unsigned width = bits.width();
  return t.bor(bits, t.shl(t.constant(width, marks), t.constant(width, width - kMarkBits)));
}
inline Term is_local(Terms& t, Term block) { return t.slice(block, kLocalBit, 1); }
/// The block of an own object, and of one of the caller's.
inline Term own_block(Terms& t, std::size_t number) { return t.constant(kBlockBits, number | (1u << kLocalBit)); }
inline Term caller_block(Terms& t, std::size_t number) { return t.constant(kBlockBits, number); }

}  // namespace assay::refine
