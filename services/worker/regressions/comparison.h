#pragma once

#include <functional>

#include "services/worker/regressions/profiled.h"
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

  /// Is what a run of the compiler has left of a module dearer than these costs, as far as IR tells? By what it
  /// executes, unless `profiled` is null. Nothing: there is no such IR, or it can't be executed.
  std::optional<bool> is_dearer(const optimize::OptimizeResult& run, const cost::Costs& than, Profiled* profiled) const;

 private:
  Result<std::string> optimize(Build& build, const std::string& text, const char* who);
  /// Adds those of machine code. False: it can't be measured.
  bool add_object_costs(Build& build, Side& side) const;
  /// Adds to both those of what is executed. False: it can't be counted.
  bool add_run_costs(const std::string& source, const llvm::Function& cheap, const llvm::Function& dear,
                     Answer& answer) const;

  Build& baseline_;
  Build& branch_;
  const Options& options_;
  check::Checker checker_;
};

/// Null unless there is just one.
const llvm::Function* only_definition(const llvm::Module& module);

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
