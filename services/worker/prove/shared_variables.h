#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Value.h>

namespace assay::prove {

/// A function that has a parameter in place of the value may be given pointers to the variables that the value is made
/// of: those of these modules (that are ours to change) are external from now on, or nobody outside could have one.
void share_variables_in(const llvm::Value& value, llvm::ArrayRef<llvm::Module*> modules);

}  // namespace assay::prove
