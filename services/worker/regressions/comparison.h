#pragma once

#include <functional>

#include "services/worker/regressions/regressions.h"

namespace assay::regressions {

/// A question about one module, asked of two builds.
class Comparison {
 public:
  Comparison(Build& baseline, Build& branch, const Options& options, bool thorough);

  struct Answer {
    Kind kind = Kind::Failed;
    std::string reason;
    bool ir_only = false;
    Side baseline, branch;
  };
  /// Of a module with one definition, of a target. Both get the same text.
  Answer ask(const std::string& module_text);

  /// Is what a run has left dearer than these costs, as far as IR tells? Nothing: there is no such IR.
  std::optional<bool> is_dearer(const optimize::OptimizeResult& run, const cost::Costs& than) const;

 private:
  Result<std::string> optimize(Build& build, const std::string& text, const char* who);
  /// Adds those of machine code. False: it can't be measured.
  bool add_object_costs(Build& build, Side& side) const;

  Build& baseline_;
  Build& branch_;
  const Options& options_;
  check::Checker checker_;
};

/// The module as both builds read it, with the target. The error says why one of them can't.
Result<std::string> text_for_both(const std::string& module_text, const Build& baseline, const Build& branch,
                                  const Options& options);
/// Text of options as runs of a compiler take them.
optimize::Limits limits_of(const Options& options);

/// Who is to blame for a regression, of a reduced module.
struct Blamed {
  Blame blame = Blame::Unknown;
  std::string pass;
};
Blamed find_blame(const std::string& module_text, const cost::Costs& baseline_costs, Build& baseline, Build& branch,
                  const Comparison& comparison, const Options& options);

}  // namespace assay::regressions
