#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::check {

/// Does a proof need the caller's memory to hold no undef, which the solver assumes? It does if the target looks at a
/// loaded value more often than the source, by itself or in what is computed of it, as each look at undef may see
/// something else, or in other places where undef is undefined behaviour.
bool needs_memory_without_undef(const llvm::Function& source, const llvm::Function& target);
/// The same of what unknown functions give (CALL-55).
bool needs_results_without_undef(const llvm::Function& source, const llvm::Function& target);
/// Does it matter that of an argument only some bits may be undef? Both machines take arguments that are undef as a
/// whole, poison, or one value. Asked of functions without loops: is an argument looked at more often there?
bool needs_arguments_undef_as_a_whole(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
