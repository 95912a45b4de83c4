#pragma once

namespace llvm {
class AllocaInst;
class Value;
}  // namespace llvm

namespace assay::refine {

/// May something depend on where the variable stands, beside the alignment of accesses?
bool is_looked_at(const llvm::AllocaInst& variable);
/// Is it dead until a marker says where its lifetime starts?
bool has_lifetime_start(const llvm::Value& variable);

}  // namespace assay::refine
