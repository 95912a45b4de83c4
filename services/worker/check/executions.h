#pragma once

#include <optional>

#include "services/common/records.h"
#include "services/worker/semantics/program.h"

/// Whole executions of two modules as a judge.
namespace assay::check {

/// Are these the @main of two modules, with parameters that a C program has?
bool are_programs(const semantics::Function& source, const semantics::Function& target);

/// Executes both with some command lines. Incorrect if one of them shows a difference. Correct if @main takes no
/// arguments, because then there is only one execution. Else nothing.
std::optional<Verdict> by_executions(const semantics::Function& source, const semantics::Function& target,
                                     std::uint64_t steps);

}  // namespace assay::check
