#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/improve/improve.h"

namespace assay::improve {

Price price_of(const llvm::Function& function);
/// Fewer instructions and no more latency, or as many and less.
bool is_cheaper(const Price& one, const Price& other);

}  // namespace assay::improve
