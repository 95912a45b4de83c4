#pragma once

#include <string_view>

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/program/program.h"

namespace llvm {
class Value;
}

/// Variable arguments of the function that a run begins with: nobody has laid them out in memory. They are the input's,
/// or drawn, as long as only va_arg and its intrinsics touch the lists that lead to them.
namespace assay::interpret {

/// Is it such a list?
bool is_own_list(const Machine& machine, const llvm::Value& list);

/// llvm.va_start, llvm.va_copy, llvm.va_end of such lists. False if the run ended.
bool call_own_list(Machine& machine, std::string_view name, const CallArguments& arguments);

/// va_arg of such a list, which `list` leads to. False if the run ended.
bool take_argument(Machine& machine, const semantics::Instruction& instruction, const Lane& list, Lane* to,
                   std::uint32_t number);

}  // namespace assay::interpret
