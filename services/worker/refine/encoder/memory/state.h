#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "services/worker/refine/smt/terms.h"
#include "services/worker/semantics/permissions.h"

namespace assay::refine {

using smt::Term;

/// What the rest of the world has seen, by kinds of state (semantics::Outside): changes with each call that changes it.
using External = std::array<Term, semantics::kOutsideKinds>;
constexpr unsigned kWorldBits = 16;
inline External same_everywhere(Term term) {
  External external;
  external.fill(term);
  return external;
}

/// The state of memory on one path; merged where paths meet.
struct MemoryState {
  std::uint32_t contents = 0;     ///< node of the store chain
  std::vector<Term> alive;        ///< the caller's objects
  std::vector<Term> given;        ///< the caller's objects that others have pointers to: all but hidden ones at first
  std::vector<Term> local_alive;  ///< own objects, by number; shorter if not made yet
  std::vector<Term> escaped;      ///< own objects that others have pointers to
  std::vector<Term> unwritten;    ///< of those that escaped: others have only pointers to read it by
  std::vector<Term> exposed;      ///< own objects whose address was made an integer
  /// Of the caller's objects: where the versions of two states are equal, the target's holds what the source's allows.
  Term version;
  std::vector<Term> own_versions;  ///< of own objects, by number
  External external;
};

/// A state, and the condition of the path where memory is in it.
using StateOnPath = std::pair<Term, MemoryState>;

}  // namespace assay::refine
