#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <vector>

#include "services/common/records.h"

/// What can be told of a pair before any judge is asked, and which judges know enough of it.
namespace assay::check {

/// Does the function, or one that it may call, have metadata that the solver does not follow? Then the source may be
/// undefined where the solver thinks that it is not.
bool says_more_than_the_solver_knows(const llvm::Function& function);

/// Do numbers of their addresses tell others where the source's variables on the stack are, but not the target's?
/// Unknown functions may access those, which an optimizer need not keep (MEM-17).
bool exposes_variables_alone(const llvm::Function& source, const llvm::Function& target);

/// Does the target use what it loads from memory that was there before more often than the source, or in other places
/// where undef is undefined behaviour? Each use of undef may see something else, and the solver takes memory of the
/// caller to hold none.
bool needs_memory_without_undef(const llvm::Function& source, const llvm::Function& target);

/// Something of which optimizers know more than the machines do, so that a difference refutes nothing: guards, which
/// leave the function elsewhere than at its returns, garbage collection, and OpenMP's runtime. Null: nothing.
const char* known_to_optimizers_alone(const llvm::Module& source, const llvm::Module& target);

/// Arguments whose bytes only the target says that it initializes, where it also reads through pointers that are not
/// known to be based on them: those find what was there (LangRef, initializes), and the machines do not tell them
/// apart.
std::vector<unsigned> initialized_but_read_otherwise(const llvm::Function& source, const llvm::Function& target);

/// Incorrect if the target is run in another denormal-fp-math mode than the source. The attribute says in which mode
/// a function is run, which no rewrite may change; a dynamic mode may become a fixed one.
std::optional<Verdict> denormal_modes_differ(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
