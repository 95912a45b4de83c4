#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "services/worker/interpret/memory/memory.h"

namespace assay::interpret {

class Machine;

/// What !invariant.load and !invariant.group promise of memory during a run.
class Invariants {
 public:
  /// Before a run.
  void clear() {
    loaded_.clear();
    changed_.clear();
    groups_.clear();
  }
  /// Before a run of a program with such loads: keeps what the first `count` blocks hold.
  void keep(const Memory& memory, std::size_t count);

  /// A load with !invariant.load has read these bytes.
  void add_load(std::size_t block, std::uint64_t offset, std::uint64_t size) {
    loaded_.push_back({block, offset, size});
  }
  bool has_loads() const { return !loaded_.empty(); }
  enum class State : std::uint8_t {
    Kept,
    Changed,
    Unknown,  ///< a function called has such loads, for which memory was not kept
  };
  /// Have the bytes that were read held what they held when the run began, whenever this was asked?
  State state(const Memory& memory);

  /// Has an access with !invariant.group been there?
  bool knows(Provenance block, std::uint64_t offset) const { return groups_.contains({block, offset}); }
  /// An access with !invariant.group saw these bytes there. False if another one saw other bytes.
  bool agrees(Provenance block, std::uint64_t offset, const std::vector<MemoryByte>& bytes) {
    const auto [known, is_new] = groups_.try_emplace({block, offset}, bytes);
    return is_new || known->second == bytes;
  }

 private:
  struct Range {
    std::size_t block = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  std::vector<Block> start_;
  std::vector<Range> loaded_;
  std::set<std::pair<std::size_t, std::uint64_t>> changed_;  ///< bytes that did not: block and offset
  std::map<std::pair<Provenance, std::uint64_t>, std::vector<MemoryByte>> groups_;
};

/// Ends the run if a promise of !invariant.load is broken: then false.
bool keep_invariants(Machine& machine, std::uint32_t instruction);

}  // namespace assay::interpret
