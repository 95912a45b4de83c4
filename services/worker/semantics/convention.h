#pragma once

#include <string>

namespace llvm {
class CallBase;
class Function;
class InlineAsm;
}  // namespace llvm

namespace assay::semantics {

/// How arguments and results are passed: calling convention and ABI attributes (LangRef, parameter attributes). Caller
/// and function must agree on it, so no rewrite may change it on one side.

/// In what the target's convention differs from the source's: "zeroext of the result", "byval of argument 2", "the
/// calling convention". Empty if in nothing, or if all callers are in the module and may have been changed along.
std::string changed_convention(const llvm::Function& source, const llvm::Function& target);

/// What a call says of its convention, for a reader: " (cc 8; argument 1 zeroext)". Equal texts say the same; of C's
/// without attributes the text is empty.
std::string convention_of(const llvm::CallBase& call);

/// What it says in other ways than the function's declaration, never empty; empty where both say the same.
std::string other_convention(const llvm::CallBase& call, const llvm::Function& callee);

/// What belongs to the name of a call of this function. Of one that other modules may define or call that is all of its
/// convention: it may not be changed at the declaration and the calls together. Of others it is what the call says in
/// other ways than the function.
std::string convention_in_name(const llvm::CallBase& call, const llvm::Function& callee);

/// What names inline assembly: all that is said of it but whether it has side effects.
std::string name_of_assembly(const llvm::InlineAsm& assembly);

}  // namespace assay::semantics
