#pragma once

#include <llvm/IR/Function.h>

#include "services/common/records.h"

namespace assay::check {

/// The machines disagree on the pair (Reason::OraclesDisagree, or Reason::Spurious). Where they ask different things on
/// purpose neither is mistaken: then the verdict names that. Else it stays: one of them is wrong.
Verdict explained_disagreement(Verdict verdict, const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
