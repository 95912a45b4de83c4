#pragma once

#include <llvm/IR/Function.h>

namespace assay::ir {

/// Types that are no whole bytes: an integer of seven bits, a vector of them, an array of these.
bool is_of_partial_bytes(llvm::Type* type);

/// Does the instruction load, store or make room for such a type?
bool keeps_partial_bytes(const llvm::Instruction& instruction);
/// Does the function, or one that it calls?
bool keeps_partial_bytes(const llvm::Function& function);

}  // namespace assay::ir
