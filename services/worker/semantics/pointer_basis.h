#pragma once

#include <algorithm>
#include <vector>

namespace llvm {
class Argument;
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace assay::semantics {

/// What a pointer is based on, as the function's text shows it.
struct Basis {
  bool is_known = false;
  std::vector<unsigned> arguments;  ///< on one of these, or on none
  bool may_be_other = true;         ///< than an argument
  bool is_on(unsigned argument) const { return is_known && !may_be_other && arguments == std::vector{argument}; }
  bool is_off(unsigned argument) const { return is_known && std::ranges::find(arguments, argument) == arguments.end(); }
};
Basis basis_of(const llvm::Value* pointer);

/// The pointer that is the instruction's operand of that number, of loads, stores, atomic operations, copies and fills;
/// null: another instruction.
const llvm::Value* accessed_pointer(const llvm::Instruction& instruction, unsigned operand);

/// Is what is written through the argument poison when the call throws (dead_on_unwind of the call, or of what it
/// calls; null: that is not known)?
bool is_dead_at_unwind(const llvm::CallBase& call, const llvm::Function* callee, unsigned argument);

/// Does the function's text show of each of its writes whether it is based on the argument, and do its calls write
/// nothing by it?
bool shows_writes_through(const llvm::Argument& argument);

}  // namespace assay::semantics
