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

/// Half, float, double, and vectors of them with a fixed length.
bool is_float(const llvm::Type& type);
/// These and integers, and vectors of a fixed length: what candidates are made for.
bool is_number(const llvm::Type& type);
/// A call of a function that nobody knows, which is given numbers and gives nothing back: what it is given must stay
/// what it is.
bool is_use(const llvm::Instruction& instruction);

}  // namespace assay::improve
