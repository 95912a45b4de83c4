#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// A call that the target makes, or a function that a run of it enters makes, depends on more branches or on more
/// arguments than any convergent call of the same function in the source does: a pass must not do that (LangRef,
/// convergent), because threads that run together may then part before it. Or it is convergent no longer, so that the
/// next pass may. The machines run one thread; this compares texts. What is called so; empty: nothing.
std::string less_convergent_call(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
