#pragma once

#include <optional>

#include "services/worker/semantics/ops.h"

namespace llvm {
class CallBase;
}  // namespace llvm

/// The floating-point environment of a thread: the rounding mode, the flags of exceptions, and which of them trap. It
/// is memory that no pointer of the module leads to (LangRef: llvm.set.rounding and constrained operations access
/// inaccessible memory).
namespace assay::semantics {

/// May the call set it, for what the text of the call says? Of a function this says nothing of its body.
/// llvm.set.rounding, and operations that raise exceptions, are no such calls: they say what they do.
bool may_set_float_environment(const llvm::CallBase& call);
/// May the call look at the flags of exceptions, or change them, or let others do so?
bool may_see_float_flags(const llvm::CallBase& call);

/// The operation of numbers that a library function computes, called where the environment counts (LangRef, strictfp):
/// it rounds as the mode says, and raises exceptions. Nothing for other calls.
std::optional<Op> strict_library_operation(const llvm::CallBase& call);
/// Does the mode decide what that operation gives?
bool rounds_as_mode_says(Op op);
/// Is it a call in such a place that takes and gives numbers alone?
bool is_strict_and_numeric(const llvm::CallBase& call);

}  // namespace assay::semantics
