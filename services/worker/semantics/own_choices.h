#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// May the body, or one that it runs, give something else each time that it is run with the same arguments: by freeze,
/// by the NaNs and licences of floating-point operations, by intrinsics that LangRef leaves open? What nobody knows the
/// body of does the same each time (CALL-4).
bool makes_choices(const llvm::Function& function);

}  // namespace assay::semantics
