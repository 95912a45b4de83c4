#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/encoder/memory/state.h"
#include "services/worker/refine/encoder/memory/store.h"

namespace assay::refine {

/// Versions of memory: where two sides did the same to it, their versions are the same terms or are equal under a
/// simple condition, and nobody has to look at its cells. Versions that differ say nothing.
class Versions {
 public:
  Versions(Terms& terms, SharedMemory& shared) : t_(terms), shared_(shared) {}

  Term first() const;
  /// Of an own object that was made.
  Term of_new(unsigned number, const Object& object);
  /// Something happened to `block`; `key` says what.
  void change(MemoryState& state, Term block, std::vector<std::uint32_t> key);
  /// A write, fill or copy.
  void write(MemoryState& state, const StoreNode& node);
  /// A call. What memory holds after it is a function of the call's outcome, if equal outcomes imply that both saw the
  /// same memory. `changed_by` says of a block whether the call may change it.
  void call(MemoryState& state, const Havoc& havoc, const std::function<Term(Term)>& changed_by);
  /// Where paths meet. Versions of different widths are never equal.
  Term merge(Term condition, Term then, Term otherwise);

 private:
  Term numbered(std::vector<std::uint32_t> key);

  Terms& t_;
  SharedMemory& shared_;
};

/// Where it holds, the second memory holds what the first allows: in the caller's objects, and in the own objects that
/// `own` names by number, where its conditions hold.
Term same_version(Terms& terms, const MemoryState& first, const MemoryState& second, const std::vector<Term>& own);

}  // namespace assay::refine
