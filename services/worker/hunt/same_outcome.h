#pragma once

#include <llvm/IR/Function.h>

namespace assay::hunt {

/// Two functions, of two modules, that were made of `before`: is what holds of the one a verdict on the other, too?
/// Where they have the same text, and nothing but the text counts: no variable, and no other body, of which one of the
/// modules may say something else.
bool has_same_verdict(const llvm::Function& before, const llvm::Function& one, const llvm::Function& other);

}  // namespace assay::hunt
