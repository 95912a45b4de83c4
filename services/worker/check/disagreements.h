#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/evidence/claim.h"

namespace assay::check {

/// The machines contradict each other. Where they ask different things on purpose neither is mistaken: then the claim
/// rests on that. Else one of them is wrong.
void explain_disagreement(evidence::Claim& claim, const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
