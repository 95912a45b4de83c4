#pragma once

#include <string>

#include "services/worker/codegen/target.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

namespace assay::codegen {

/// Where LangRef leaves more open than the interpreter knows: what machine code does with this input is not judged by
/// it where that differs. The reason, or nothing. docs/codegen.md has the list.
std::string liberty_of(const semantics::Function& function, const semantics::Input& input, const Target& target);

}  // namespace assay::codegen
