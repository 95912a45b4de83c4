#pragma once

#include <llvm/Support/ModRef.h>

#include <cstdint>
#include <vector>

#include "services/worker/interpret/memory/memory.h"

namespace assay::interpret {

/// What the attributes of a called function forbid while it runs: accesses of memory that was there before the call.
struct Guard {
  std::size_t depth = 0;   ///< of its frame
  std::uint64_t born = 0;  ///< Memory::allocated() at the call
  llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
  std::vector<Provenance> arguments;  ///< what its arguments point to
  std::vector<Provenance> unread;     ///< those of writeonly and readnone parameters
  std::vector<Provenance> unwritten;  ///< those of readonly and readnone parameters
};

}  // namespace assay::interpret
