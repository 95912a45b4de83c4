#pragma once

namespace llvm {
class Function;
class Module;
}  // namespace llvm

/// Promises about recursion. What only the target says of the functions on the way is no reason to believe it.
namespace assay::semantics {

/// LangRef, norecurse: does no call of the target's function lead back to it, or is it entered once at most?
bool never_recurses(const llvm::Function& target, const llvm::Module& source);

/// LangRef, mustprogress: does the target's function stay for ever in nothing but functions that do not have to make
/// progress? Without loops, and calls that lead back to it through functions that all must.
bool keeps_mustprogress(const llvm::Function& target, const llvm::Module& source);

}  // namespace assay::semantics
