#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <string>

namespace assay::improve {

/// More operations than this, and the function is left alone.
constexpr std::size_t kMostOperations = 64;

/// Why nothing is tried in a function: loops, memory, calls, …; nothing: it is straight-line code, or branches without
/// a loop, over values.
std::optional<std::string> reason_to_leave(const llvm::Function& function);

/// Integers, and vectors of them with a fixed length: what candidates are made for.
bool is_integer(const llvm::Type& type);

}  // namespace assay::improve
