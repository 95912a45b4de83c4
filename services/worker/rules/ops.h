#pragma once

#include <llvm/IR/Instruction.h>

#include <string>

namespace assay::rules {

/// The mnemonic of an operation of which rules are made: "add", "icmp ult", "llvm.umin"; empty: none is made of it.
std::string op_of(const llvm::Instruction& instruction);
/// May the first two operands change places?
bool is_commutative(const std::string& op);
/// What the operation is called with its operands in the other order, if it is another one: "icmp slt" of "icmp sgt".
std::string turned(const std::string& op);

}  // namespace assay::rules
