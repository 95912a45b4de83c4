#pragma once

namespace llvm {
class AllocaInst;
}

namespace assay::refine {

/// May something depend on where the variable stands, beside the alignment of accesses?
bool is_looked_at(const llvm::AllocaInst& variable);

}  // namespace assay::refine
