#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

namespace assay::check {

/// Inputs that refuted the last few pairs. What is left of a pair when something is taken away is often refuted by the
/// same.
class RefutingInputs {
 public:
  /// `input` refuted a pair with this source.
  void remember(const semantics::Function& source, const semantics::Input& input);
  /// Those that this function can be run on, the latest first. Arguments that have names get what arguments of these
  /// names had.
  std::vector<semantics::Input> inputs_for(const semantics::Function& source) const;

 private:
  struct Remembered {
    std::vector<std::string> names;  ///< of the arguments; empty where one has none
    semantics::Input input;
  };
  static std::optional<semantics::Input> fitted(const Remembered& remembered, const semantics::Function& source);

  std::deque<Remembered> all_;
};

}  // namespace assay::check
