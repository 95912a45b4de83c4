#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// What the source forbids passes to do to its calls and the target no longer does: noduplicate, strictfp or notail of
/// every call of one callee, strictfp of a function that still has strict operations, no_cfi of an address, or
/// what stands behind an arithmetic fence. The machines see no difference, but the next pass may make one. What is
/// lost, for people; empty: nothing.
std::string lost_restriction(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
