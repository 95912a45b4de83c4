#pragma once

#include <optional>

#include "services/worker/budget/budget.h"
#include "services/worker/evidence/claim.h"
#include "services/worker/semantics/program.h"

/// Whole executions of two modules as a judge.
namespace assay::check {

/// Are these the @main of two modules, with parameters that a C program has?
bool are_programs(const semantics::Function& source, const semantics::Function& target);

/// Executes both with some command lines. Refuted if one of them shows a difference. Proved if @main takes no
/// arguments, because then there is only one execution. Else nothing.
std::optional<evidence::Claim> by_executions(const semantics::Function& source, const semantics::Function& target,
                                             const budget::OneRun& share);

}  // namespace assay::check
