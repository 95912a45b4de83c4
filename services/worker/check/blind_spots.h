#pragma once

#include <llvm/IR/Function.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/evidence/claim.h"
#include "services/worker/semantics/synchronization.h"

/// What the judges do not see or know of a pair, and what that leaves of their claims.
namespace assay::check {

/// Does the function, or one that it may call, have metadata that the solver does not follow? Then the source may be
/// undefined where the solver thinks that it is not.
bool says_more_than_the_solver_knows(const llvm::Function& function);

/// Does only the source turn addresses of its variables on the stack into numbers? Then unknown functions may access
/// these variables in the source alone, and an optimizer need not keep what they see there (MEM-17).
bool exposes_variables_alone(const llvm::Function& source, const llvm::Function& target);

/// What the pair holds that optimizers know more of than the machines do, so that a difference refutes nothing: guards
/// (which leave the function elsewhere than at its returns), garbage collection, OpenMP's runtime, calls in the target
/// alone by which operations are carried out (__atomic_exchange), what the source says and no machine follows
/// (ATTR-27). None: nothing.
std::optional<evidence::Assumed> known_to_optimizers_alone(const llvm::Function& source, const llvm::Function& target);

/// Does the source write, by plain stores, bytes of a variable that its module alone knows, where the target writes and
/// reads none? A pass over modules sees that nobody does; the machines compare the whole variable (MEM-15), so memory
/// that differs refutes nothing.
bool drops_what_nobody_reads(const llvm::Function& source, const llvm::Function& target);

/// A variable that one side uses and that is an alias in the other module, as GlobalMerge makes them: it would be one
/// object here and a part of another there. Its name with "@"; empty: none.
std::string variable_that_is_an_alias(const llvm::Function& source, const llvm::Function& target);

/// One that the pair needs and that is an ifunc in one of the modules, and something else in the other: who resolves
/// it decides what it does. Empty: none.
std::string ifunc_of_one_module(const llvm::Function& source, const llvm::Function& target);

/// A copy of another module's definition (available_externally) that the first function needs, where the second needs
/// the declaration. Empty: none.
std::string copy_of_what_is_declared(const llvm::Function& copying, const llvm::Function& declaring);

/// Arguments with `initializes` in the target alone, if the target also reads through pointers that may not be based on
/// them. Such a read finds what was there before (LangRef, initializes), and the machines do not tell it from one
/// through the argument.
std::vector<unsigned> initialized_but_read_otherwise(const llvm::Function& source, const llvm::Function& target);

/// The machines contradict each other. Where they ask different things on purpose neither is mistaken: then the claim
/// rests on that. Else one of them is wrong.
void explain_disagreement(evidence::Claim& claim, const llvm::Function& source, const llvm::Function& target);

/// What a proof for one thread is worth where there are others (MEM-23): itself, within that limit; nothing, where the
/// target need not synchronize as the source does; a refutation, where it certainly does not and the source
/// `returns_defined` for some input, which is only asked then.
evidence::Claim with_other_threads(evidence::Claim proof, const semantics::SynchronizationChange& change,
                                   const std::function<bool()>& returns_defined);

/// May a call return more than once, as that of setjmp does? The machines return once.
bool calls_what_returns_twice(const llvm::Function& function);

/// May a call set errno, and the function access memory that it does not know, which may be errno? For the machines it
/// lies where no pointer leads.
bool may_read_errno(const llvm::Function& function);

/// What is called without musttail more often than before, and less often with it; or "". LangRef: a musttail call must
/// be a tail call for the program to be right.
std::string musttail_lost(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
