#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

#include "services/worker/codegen/target.h"

namespace assay::codegen {

/// Is it a function that the module does not define and of which nothing is known but what it declares?
bool is_unknown(const llvm::Function& function);

/// Are all its accesses of memory that is not its own volatile?
bool has_volatile_accesses_only(const llvm::Function& function);

/// Is it named by calls of it alone?
bool is_called_only(const llvm::Function& function);

/// A call through a pointer that the function, or one that it calls, makes; null if there is none. Those of a function
/// that is fit have all the same type.
const llvm::CallBase* call_through_pointer(const llvm::Function& function);

/// Why machine code of the function can't be judged, one stable phrase, as "inline assembly" or "a call of @f"; empty
/// if it can. Functions that it calls count, too.
std::string why_unfit(const llvm::Function& function, const Target& target);

}  // namespace assay::codegen
