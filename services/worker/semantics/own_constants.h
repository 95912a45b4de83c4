#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

namespace assay::semantics {

/// A constant that both modules of a pair define, with one type, and to which nobody outside has a pointer: each module
/// may have its own values there.
bool is_own_constant(const llvm::GlobalVariable& variable, const llvm::Function& source, const llvm::Function& target);

/// Do the modules give a constant of one name different values?
bool constants_differ(const llvm::Function& source, const llvm::Function& target);
/// One that others may see? Else running each function with its own module's constants tells what it does.
bool shared_constants_differ(const llvm::Function& source, const llvm::Function& target);

/// One that the functions need, or what they call?
bool needed_constants_differ(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
