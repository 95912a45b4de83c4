#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

#include "services/worker/codegen/target.h"

namespace assay::codegen {

/// Why machine code of the function can't be judged, one stable phrase, as "inline assembly" or "a call of @f"; empty
/// if it can. Functions that it calls count, too.
std::string why_unfit(const llvm::Function& function, const Target& target);

/// Is it a function for other machines than these: has it a calling convention, address spaces or intrinsics that are
/// of none of them?
bool is_for_others(const llvm::Function& function, const std::vector<const Target*>& targets);

}  // namespace assay::codegen
