#pragma once

#include <llvm/ADT/APInt.h>

#include <span>
#include <vector>

#include "services/worker/rules/pattern.h"

namespace assay::rules {

/// Makes constants of the target functions of the source's constants, and finds conditions under which the rule seems
/// to hold: by running it for all constants of a few small widths. The best first: it holds for most constants, and
/// says it simply. In `pattern` constants of the target are numbers; `symbols` are the source's in the fold.
std::vector<Pattern> learn(const Pattern& pattern, std::span<const llvm::APInt> symbols);

/// All constants of small types, in order; nothing if there are more than `most`.
std::vector<std::vector<llvm::APInt>> all_constants(const Pattern& pattern, const Widths& widths, std::size_t most);

}  // namespace assay::rules
