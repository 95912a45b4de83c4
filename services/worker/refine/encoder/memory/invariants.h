#pragma once

#include <vector>

#include "services/worker/refine/encoder/memory/pointer.h"

namespace assay::refine {

class Machine;

/// What loads with !invariant.load promise (LangRef, load instruction): where such a load has read, memory holds the
/// same value for as long as it can be accessed; else the program is undefined. Asked of objects that were there before
/// the run: they hold what they held then, when it is read, at each event that others see, and at the end.
class InvariantLoads {
 public:
  explicit InvariantLoads(Machine& machine) : m_(machine) {}
  InvariantLoads(const InvariantLoads&) = delete;
  InvariantLoads& operator=(const InvariantLoads&) = delete;

  /// Such a load reads so many bytes there on the current path.
  void add(const Pointer& p, std::uint64_t size);
  /// Undefined behaviour where the current path has changed what an earlier load has read.
  void check();

 private:
  struct Read {
    Term path;
    Pointer from;
    std::uint64_t size;
  };
  void check(const Read& read);

  Machine& m_;
  std::vector<Read> reads_;
};

}  // namespace assay::refine
