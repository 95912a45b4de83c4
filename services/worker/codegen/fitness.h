#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "services/worker/codegen/target.h"

namespace assay::codegen {

/// Is it a function that the module does not define and of which nothing is known but what it declares?
bool is_unknown(const llvm::Function& function);

/// Are all its accesses of memory that is not its own volatile?
bool has_volatile_accesses_only(const llvm::Function& function);

/// Why machine code of the function can't be judged, one stable phrase, as "inline assembly" or "a call of @f"; empty
/// if it can. Functions that it calls count, too.
std::string why_unfit(const llvm::Function& function, const Target& target);

}  // namespace assay::codegen
