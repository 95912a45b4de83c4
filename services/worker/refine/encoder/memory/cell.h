#pragma once

#include "services/worker/refine/encoder/lane.h"

namespace assay::refine {

/// What decides how memory is modelled for one pair; both functions use the same.
struct MemoryShape {
  unsigned cell_bytes = 1;    ///< memory is addressed in cells of so many bytes: the largest that no access cuts
  unsigned offset_bits = 64;  ///< width of offsets and addresses
  bool mixed = false;         ///< some pointers are narrower than that: address spaces differ
  bool bit_poison = false;    ///< poison is kept per bit (vectors whose elements are no whole bytes), not per cell
  bool tags = false;          ///< cells remember the type if it is of no whole bytes
  bool texts = false;         ///< functions of strings do what they do (KnownCall::Text)
  bool pointers = false;      ///< cells may hold pieces of pointers
  unsigned cell_bits() const { return 8 * cell_bytes; }
  unsigned poison_bits() const { return bit_poison ? cell_bits() : 1; }
};
inline constexpr unsigned kTagBits = 48;  ///< as many as tell all types and all cells in them apart
inline constexpr unsigned kPieceBits = 4;

/// The contents of one cell: the set of what its undef variables make of the terms.
struct Cell {
  Term value;   ///< as an integer; of a piece of a pointer: that part of the address
  Term poison;  ///< a bit per bit or one for all
  Term tag;     ///< 0: whole bytes; else the type that was stored
  Term is_pointer;
  Term pointer;  ///< the whole pointer of which this is a piece
  Term piece;    ///< which, from the lowest address
  /// Where it is poison, as code outside left it: only some of its bytes are. A copy keeps that; a load and a store
  /// make all of it poison.
  Term uneven;
  Term unwritten;  ///< nobody has written it: undef, as a pointer too
  UndefSet undef;
};

}  // namespace assay::refine
