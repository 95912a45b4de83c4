#pragma once

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

}  // namespace assay::semantics
