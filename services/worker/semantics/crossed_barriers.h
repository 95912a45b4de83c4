#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// A plain access of memory that other threads may reach, which in the source comes behind an acquire on some way and
/// never before it, and in the target before it; or that in the source comes before a release and never behind it, and
/// in the target behind it (LangRef, Atomic Memory Ordering Constraints). Texts are compared, of the two functions
/// alone. The access, for people; empty: none.
std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
