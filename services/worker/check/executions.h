#pragma once

#include <optional>

#include "services/common/records.h"
#include "services/worker/semantics/program.h"

/// Whole executions of two modules as a judge.
namespace assay::check {

/// Are these the @main of two modules, with parameters that a C program has?
bool are_programs(const semantics::Function& source, const semantics::Function& target);

/// Executes both with some command lines. Incorrect where one shows a difference; correct where there is only one
/// execution, because @main takes no arguments; nothing else is decided.
std::optional<Verdict> by_executions(const semantics::Function& source, const semantics::Function& target,
                                     std::uint64_t steps);

}  // namespace assay::check
