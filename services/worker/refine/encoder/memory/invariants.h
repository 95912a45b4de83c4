#pragma once

#include <vector>

#include "services/worker/refine/encoder/memory/pointer.h"

namespace assay::refine {

class Machine;

/// What loads with !invariant.load promise (LangRef, load instruction): where such a load has read, memory holds the
/// same value for as long as it can be accessed; else the program is undefined. Asked of objects that were there before
/// the run: they hold what they held then, after each write, at each event that others see, when it is read, and at the
/// end. An own stack object holds undef from the start, so nothing may have been stored where it is read.
class InvariantLoads {
 public:
  explicit InvariantLoads(Machine& machine) : m_(machine) {}
  InvariantLoads(const InvariantLoads&) = delete;
  InvariantLoads& operator=(const InvariantLoads&) = delete;

  /// Such a load reads so many bytes there on the current path.
  void add(const Pointer& p, std::uint64_t size);
  /// After a write, at an event and at the end: undefined behaviour where the current path has changed what such a load
  /// has read, or will read.
  void check();

 private:
  struct Read {
    Term path;
    Pointer from;
    std::uint64_t size;
  };
  /// What memory held at some point of the path.
  struct Moment {
    Term path;
    std::uint32_t contents;
  };
  Moment here() const;
  void check(const Read& read, const Moment& moment);
  void check_own(const Read& read);

  Machine& m_;
  std::vector<Read> reads_;
  std::vector<Moment> moments_;  ///< at which it was asked so far
};

}  // namespace assay::refine
