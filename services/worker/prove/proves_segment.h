#pragma once

#include <llvm/IR/Function.h>

#include <functional>

#include "services/worker/budget/budget.h"

namespace assay::prove {

using budget::Effort;
/// Asked whether the second function refines the first for all arguments, undef and poison included.
using ProvesSegment = std::function<bool(const llvm::Function& before, const llvm::Function& after, Effort effort)>;

}  // namespace assay::prove
