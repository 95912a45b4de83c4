#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Statepoint.h>

#include "services/worker/semantics/emitter.h"

/// Each function appends what a call becomes. The error is the name of the unsupported feature.
namespace assay::semantics {

/// A call, invoke or callbr of a function or an intrinsic.
Status lower_call(Emitter& out, const llvm::CallBase& call);
/// A call of a function, whose attributes and arguments are those of `site_call`.
Status lower_function_call(Emitter& out, const llvm::CallBase& call, const llvm::CallBase& site_call,
                           const llvm::Function* callee, llvm::ArrayRef<Slots> operands);

/// A call of an intrinsic; nothing, and nothing is appended, if no meaning of it is known.
std::optional<Status> lower_intrinsic(Emitter& out, const llvm::CallBase& call);

// Kinds of calls with a lowering of their own. Each function appends nothing, and says so, if the call is of another
// kind.
/// Calls whose operand bundles have a meaning (lower_bundles.cpp).
std::optional<Status> lower_if_bundled(Emitter& out, const llvm::CallBase& call);
/// The place of an object after a safepoint (lower_bundles.cpp).
Status lower_relocation(Emitter& out, const llvm::GCRelocateInst& call);
/// Calls of intrinsics that only move lanes, such as vector.reverse (lower_permute.cpp).
bool lower_if_permuting(Emitter& out, const llvm::CallBase& call);
/// Calls of library functions that compute a value (lower_library.cpp).
std::optional<Status> lower_if_library_value(Emitter& out, const llvm::CallBase& call, const CallSite& site,
                                             llvm::ArrayRef<Slots> operands);
/// Calls of llvm.assume, with its bundles (lower_assume.cpp).
Status lower_assumption(Emitter& out, const llvm::CallBase& call);

}  // namespace assay::semantics
