#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/refine/encoder/memory/cell.h"
#include "services/worker/refine/encoder/memory/pointer.h"

namespace llvm {
class MDNode;
}  // namespace llvm

namespace assay::refine {

/// Some bytes of an object: from an offset on, so many.
struct ByteRange {
  Term from, count;
};

/// A call has replaced what some blocks hold: it is a function of the call's outcome now.
struct Havoc {
  bool restricted = false;  ///< only these blocks are changed; else all that others know
  std::vector<Term> only_blocks;
  std::vector<Term> escaped;  ///< own objects at the time of the call
  std::vector<Term> kept;     ///< of them: where the call must not write them; shorter: it may
  std::vector<Term> given;    ///< the caller's objects
  Term outcome;
  bool poisons = false;    ///< leaves poison, instead
  bool may_leave = false;  ///< some bytes may stay as they were
  struct Written {
    Term block, when;
    ByteRange bytes;
  };
  std::vector<Written> written;  ///< all of these are replaced
  bool leaves_inner = false;     ///< variables that only the module's own functions reach stay as they were
  bool sees_all = false;         ///< the outcome is equal to another call's only if that saw the same memory
};

/// One node of the store chain: what was done to memory, and the node before.
struct StoreNode {
  enum class Kind : std::uint8_t { Initial, Write, Fill, Copy, Havoc, Merge };
  Kind kind = Kind::Initial;
  std::uint32_t next = 0, other = 0;  ///< Merge: `other` where the condition holds; Copy: what was there
  Pointer to, from;
  Term length, condition;
  std::vector<Cell> cells;
  const llvm::MDNode* type = nullptr;  ///< Write: as which it was stored (!tbaa)
  Havoc havoc;
};

}  // namespace assay::refine
