#pragma once

#include <cstdint>
#include <map>

namespace llvm {
class BasicBlock;
}

namespace assay::ir {

/// How often blocks were executed. Blocks that were not, and those that nobody counted, are not there.
using BlockCounts = std::map<const llvm::BasicBlock*, std::uint64_t>;

}  // namespace assay::ir
