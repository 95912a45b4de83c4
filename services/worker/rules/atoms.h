#pragma once

#include <llvm/ADT/APInt.h>

#include <span>
#include <vector>

#include "services/worker/rules/rules.h"

namespace assay::rules {

/// What a rule may say, each of which is so in the fold that it is made of. The simplest first.

/// Terms with the value of a constant of the target.
std::vector<Term> terms_for(const Pattern& pattern, std::uint32_t type, const llvm::APInt& value,
                            std::span<const llvm::APInt> symbols);
/// Conditions on the pattern's constants.
std::vector<Term> conditions_for(const Pattern& pattern, std::span<const llvm::APInt> symbols);

}  // namespace assay::rules
