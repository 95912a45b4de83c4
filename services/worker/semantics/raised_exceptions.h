#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// May the two raise different floating-point exceptions where somebody looks at them (LangRef, constrained
/// floating-point intrinsics)? The machines model none. False only where neither has an operation that says
/// fpexcept.strict or fpexcept.maytrap, or the text shows that those of both are the same: each of one block, with the
/// same strict operations on the same operands, and no further ones that may trap in the target, before the first call
/// that may look at the flags, between each two such calls, and behind the last.
bool may_raise_other_exceptions(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
