#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// A convergent call of the target that depends on more branches than any call of the same function in the source
/// does: a pass must not do that (LangRef, convergent), because threads that run together may then part before it. The
/// machines run one thread; this compares texts. What is called so; empty: nothing.
std::string more_controlled_call(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
