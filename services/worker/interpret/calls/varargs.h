#pragma once

#include <optional>
#include <string_view>

#include "services/worker/interpret/calls/calls.h"

namespace llvm {
class Module;
}

/// Variable arguments.
namespace assay::interpret {

/// Is a va_list's form for the module's target known here?
bool has_known_lists(const llvm::Module& module);

/// Puts the arguments behind the fixed ones where the callee, whose frame is the last, will look for them. False if the
/// run ended.
bool pass_variable_arguments(Machine& machine, const CallArguments& arguments, const llvm::Function& callee);

/// llvm.va_start, llvm.va_copy, llvm.va_end.
Handled call_list(Machine& machine, std::string_view name, const CallArguments& arguments);

/// Takes the next argument, a scalar, of a list in memory; nothing if the run ended.
std::optional<Lane> next_argument(Machine& machine, const Lane& list, const semantics::LaneType& type,
                                  std::uint64_t align, std::uint32_t instruction);

}  // namespace assay::interpret
