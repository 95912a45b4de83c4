#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// Does the target call llvm.experimental.deoptimize of a result type of which the source, with all that it calls, has
/// none? Inlining makes such calls return from another function, with that one's type (LangRef): all are one symbol of
/// the run time, but both machines tell them apart by their names.
bool deoptimizes_otherwise(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
