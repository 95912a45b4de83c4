#pragma once

#include <string>

#include "services/worker/semantics/program.h"

namespace llvm {
class Value;
}  // namespace llvm

/// Variable arguments, as far as the machine that code is compiled for does not matter.
namespace assay::semantics {

/// Is it a va_list of the function's own that only va_arg and its intrinsics touch? Then nobody sees what it holds.
bool is_own_list(const llvm::Value& pointer);

/// The type that a va_arg takes an argument as, in words that are the same in any module.
std::string taken_type(const Function& function, const Instruction& instruction);

}  // namespace assay::semantics
