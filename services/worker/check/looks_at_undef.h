#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::check {

/// Does a proof need the caller's memory to hold no undef, which the solver assumes? It does if the target looks at a
/// loaded value more often than the source, by itself or in what is computed of it, as each look at undef may see
/// something else, or in other places where undef is undefined behaviour.
bool needs_memory_without_undef(const llvm::Function& source, const llvm::Function& target);

/// All that a proof needs of undef, which is asked at once for less than one by one.
struct NeedsOfUndef {
  bool none_in_memory = false;   ///< see needs_memory_without_undef
  bool none_in_results = false;  ///< the same of what unknown functions give (CALL-55)
  /// Does it matter that of an argument only some bits may be undef? Both machines take arguments that are undef as a
  /// whole, poison, or one value. It does where the target looks at one more often, and the source in no loop.
  bool whole_arguments = false;
};
NeedsOfUndef needs_of_undef(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
