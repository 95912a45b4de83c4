#pragma once

#include <llvm/IR/Instruction.h>

/// Which instructions only compute.
namespace assay::normalize {

/// Does it compute a value from its operands and nothing else, never with undefined behaviour?
bool is_expression(const llvm::Instruction& instruction);
/// May an expression give different results for the same operands? Each run of it chooses then.
bool is_choosing(const llvm::Instruction& instruction);
/// Of integers: undefined for some divisors.
bool is_division(const llvm::Instruction& instruction);

}  // namespace assay::normalize
