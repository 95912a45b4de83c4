#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// A plain access of memory that other threads may reach, and that has left the side of an acquire or a release on
/// which it stood (LangRef, Atomic Memory Ordering Constraints). Either it comes behind an acquire in the source, never
/// before the first of its kind on a way, and in the target before it; or no access of the place is left behind the
/// acquire, while there is one before it whose number may serve. Of releases the same with the sides exchanged. Texts
/// are compared, of the two functions alone. The access, for people; empty: none.
std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
