#pragma once

#include <llvm/IR/Function.h>

#include <functional>

#include "services/worker/evidence/claim.h"

namespace assay::check {

/// Judges one reading of a pair. `stands`: would a refutation be the pair's own? Else nobody may hear of it.
using Judge = std::function<evidence::Claim(const llvm::Function& source, const llvm::Function& target, bool stands)>;

/// Judges a pair whose modules may hold what the machines can't take as it is: guards are written as branches,
/// constants are merged as the target's module has merged its own, and `initializes` that says nothing is left out.
/// Symbols that the linker may give one address are asked about as one, too, where there is a proof.
/// Where a refutation may come of something that only optimizers know (blind_spots.h), or of one of these readings
/// alone, the claim rests on that.
evidence::Claim judge_in_readings(const llvm::Function& source, const llvm::Function& target, const Judge& judge);

}  // namespace assay::check
