#pragma once

#include <string>

#include "services/worker/codegen/target.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

namespace assay::codegen {

/// Where LangRef leaves more open than the interpreter knows: what machine code does with this input is not judged by
/// it where that differs. The reason, or nothing. `is_misaligned`: it was stopped by an access that is not aligned.
/// docs/codegen.md has the list.
std::string liberty_of(const semantics::Function& function, const semantics::Input& input, const Target& target,
                       bool is_misaligned);

}  // namespace assay::codegen
