#pragma once

namespace llvm {
class CallBase;
class Function;
class Value;
}  // namespace llvm

namespace assay::semantics {

/// Has the funclet (null: none), or one around it, an unwind destination in the function? Nothing may unwind from it to
/// the caller then (ExceptionHandling, funclet transitions).
bool unwinds_within(const llvm::Value* pad);
/// The pad that the call's bundle names; null if there is none.
const llvm::Value* funclet_of(const llvm::CallBase& call);
/// Does the function's personality say by the arguments of a catchpad which exceptions it takes? Those of structured
/// exceptions ask filters.
bool has_known_pads(const llvm::Function& function);

}  // namespace assay::semantics
