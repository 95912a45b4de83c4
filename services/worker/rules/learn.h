#pragma once

#include <llvm/ADT/APInt.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "services/worker/rules/pattern.h"

namespace assay::rules {

/// All constants of small types, in order; nothing if there are more than `most`.
std::vector<std::vector<llvm::APInt>> all_constants(const Pattern& pattern, const Widths& widths, std::size_t most);

/// Makes constants of the target functions of the source's constants, and finds conditions under which the rule seems
/// to hold: by running it for all constants of a few small widths.
class Learner {
 public:
  /// In `pattern` constants of the target are numbers; `symbols` are the source's in the fold.
  Learner(const Pattern& pattern, std::span<const llvm::APInt> symbols);
  ~Learner();

  /// The best that was not given yet: it holds for most constants, and says it simply.
  std::optional<Pattern> next();
  /// What was given is wrong for constants of these widths, which meet its condition.
  void learn_from(const Widths& widths, const std::vector<std::vector<llvm::APInt>>& constants);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::rules
