#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/emitter.h"

/// Intrinsics that are lowered to other operations, so that both machines follow them if they follow those.
namespace assay::semantics {

/// Nothing if the call's intrinsic is none of them.
std::optional<Status> lower_if_composed(Emitter& out, const llvm::CallBase& call);

/// Appends what computes the call's result; the table in lower_composed.cpp says which intrinsic is written by which.
/// The error is the name of the unsupported feature.
using Write = Status (*)(Emitter& out, const llvm::CallBase& call);
Status write_any_value(Emitter& out, const llvm::CallBase& call);
Status write_first_argument(Emitter& out, const llvm::CallBase& call);
Status write_ptrmask(Emitter& out, const llvm::CallBase& call);
Status write_relative_load(Emitter& out, const llvm::CallBase& call);
Status write_vscale(Emitter& out, const llvm::CallBase& call);
Status write_rounding_mode(Emitter& out, const llvm::CallBase& call);
Status write_change_of_rounding(Emitter& out, const llvm::CallBase& call);
// lower_float.cpp
Status write_frexp(Emitter& out, const llvm::CallBase& call);
Status write_modf(Emitter& out, const llvm::CallBase& call);
Status write_sincos(Emitter& out, const llvm::CallBase& call);
Status write_half_conversion(Emitter& out, const llvm::CallBase& call);
Status write_rounded_truncation(Emitter& out, const llvm::CallBase& call);
// lower_vector.cpp, lower_matrix.cpp
Status write_stepvector(Emitter& out, const llvm::CallBase& call);
Status write_splice(Emitter& out, const llvm::CallBase& call);
Status write_vector_length(Emitter& out, const llvm::CallBase& call);
Status write_partial_reduction(Emitter& out, const llvm::CallBase& call);
Status write_transposed_matrix(Emitter& out, const llvm::CallBase& call);
Status write_matrix_product(Emitter& out, const llvm::CallBase& call);
// lower_masked.cpp
Status write_masked_load(Emitter& out, const llvm::CallBase& call);
Status write_masked_store(Emitter& out, const llvm::CallBase& call);
Status write_expanding_load(Emitter& out, const llvm::CallBase& call);
Status write_compressing_store(Emitter& out, const llvm::CallBase& call);
Status write_gather(Emitter& out, const llvm::CallBase& call);
Status write_scatter(Emitter& out, const llvm::CallBase& call);
Status write_strided_load(Emitter& out, const llvm::CallBase& call);
Status write_strided_store(Emitter& out, const llvm::CallBase& call);
// lower_repeated.cpp
/// Is it a fill, a copy or a matrix access of which the text shows that it is some plain accesses?
bool is_short(const llvm::CallBase& call);
Status write_pattern_fill(Emitter& out, const llvm::CallBase& call);
Status write_unordered_copy(Emitter& out, const llvm::CallBase& call);
Status write_matrix_access(Emitter& out, const llvm::CallBase& call);
Status write_histogram(Emitter& out, const llvm::CallBase& call);
Status write_dependence_mask(Emitter& out, const llvm::CallBase& call);
// lower_segments.cpp
bool is_segmented(llvm::Intrinsic::ID id);
Status write_segments(Emitter& out, const llvm::CallBase& call);
Status write_pattern_of_lanes(Emitter& out, const llvm::CallBase& call);
// lower_vp.cpp
Status write_predicated(Emitter& out, const llvm::CallBase& call);
Status write_predicated_reduction(Emitter& out, const llvm::CallBase& call);
Status write_predicated_select(Emitter& out, const llvm::CallBase& call);
Status write_predicated_reverse(Emitter& out, const llvm::CallBase& call);
Status write_predicated_splice(Emitter& out, const llvm::CallBase& call);
Status write_predicated_count(Emitter& out, const llvm::CallBase& call);
/// The lanes of a vector-predicated call that take part: those that its mask and its explicit vector length choose.
Slots active_lanes(Emitter& out, const llvm::CallBase& call);
/// What llvm.load.relative finds in a constant table which names it relative to itself: the number stored there, at the
/// offset of the call's operand, is trunc(x - table).
struct NamedByTable {
  std::int64_t offset;
  const llvm::Constant* named;
};
/// All that the call may find; of a table with many entries, and an offset that is computed, nothing is known.
Result<std::vector<NamedByTable>> named_by_table(const llvm::CallBase& call);
/// How many lanes a vector type has.
std::uint32_t lanes_in(const Emitter& out, const llvm::Type* vector);

}  // namespace assay::semantics
