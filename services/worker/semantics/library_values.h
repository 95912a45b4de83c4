#pragma once

#include "services/worker/semantics/program.h"

namespace assay::semantics {

/// Functions that libraries do not round correctly (sin, log, pow, …): it is only known that equal arguments give equal
/// results.
bool is_library_value(Op op);
/// Does the instruction compute one, as an operation or by a call of the library's function?
bool computes_library_value(const Function& function, const Instruction& instruction);

/// Does the function, or one that it calls, compute one?
bool has_library_values(const Function& function);

/// Does the target compute library values otherwise than the source: fewer of them, other powers, other signs? An
/// optimizer may fold such a call to a number, or replace one power by another, and the result may round differently.
/// A counterexample then says nothing.
bool replaces_library_values(const Function& source, const Function& target);

}  // namespace assay::semantics
