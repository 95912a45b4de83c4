#pragma once

#include <llvm/Support/ModRef.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "services/worker/interpret/memory/memory.h"

namespace assay::interpret {

/// What the attributes of a called function say while it runs of memory that was there before the call: mostly which
/// accesses they forbid.
struct Guard {
  std::size_t depth = 0;   ///< of its frame
  std::uint64_t born = 0;  ///< Memory::allocated() at the call
  llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
  std::vector<Provenance> arguments;  ///< what its arguments point to
  /// What readonly, writeonly and readnone (both) say of accesses through a parameter.
  struct Limit {
    Provenance block = 0;  ///< to which it points
    unsigned argument = 0;
    bool read_only = false;
    bool write_only = false;
  };
  std::vector<Limit> limits;
  /// A dead_on_unwind parameter, and what was written through it: offsets into the block, and numbers of bytes.
  struct Dead {
    Provenance block = 0;
    unsigned argument = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> written;
  };
  std::vector<Dead> dead;
};

}  // namespace assay::interpret
