#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// A plain access of an argument or a variable that other threads may reach, which in the source stands behind an
/// acquire on each way, or before a release on each way, and in the target does not (LangRef, Atomic Memory Ordering
/// Constraints). Texts are compared, of the two functions alone. The access, for people; empty: none.
std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
