#pragma once

#include <memory>
#include <optional>
#include <string>

#include "services/common/finding.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/check.h"
#include "services/worker/check/refuting_inputs.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/oracles/oracles.h"

namespace assay::hunt {

/// The oracle of findings about machine code, which an llc makes.
inline constexpr const char* kMachineCode = "machine-code";

/// The oracle of a question whose finding is of this kind, where nothing else is known.
const char* oracle_for(FindingKind kind);

/// What a compiler's run on a case says to a question.
struct Answer {
  enum class Kind {
    Reproduces,  ///< the failure shows
    DoesNot,     ///< the run came far enough to show it, and did not
    Undecided,   ///< the run failed in another way, or the judge gave no answer
  };
  Kind kind = Kind::Undecided;
  std::string text;  ///< one line: how the run ended, what the judge says
  optimize::OptimizeResult run;
  std::optional<Verdict> verdict;               ///< of the check, if it was asked
  std::optional<oracles::Complaint> complaint;  ///< of the oracle, if it has one
};
const char* name_of(Answer::Kind kind);

/// Of one run of the compiler.
optimize::Limits limits_for(const Question& question);

struct AskOptions {
  check::Cache* cache = nullptr;              ///< of verdicts; null: none
  check::RefutingInputs* refuting = nullptr;  ///< of inputs that refute, shared with others who read the language in
                                              ///< the same way; null: the asker's own
  bool confirms = true;                       ///< the solver is asked about what the interpreter refutes, too
};

/// Asks one question, of as many cases as are of interest. Not for use by two threads at once.
class Asker {
 public:
  /// `kind` stands in for an oracle that the question does not name. The cache and the inputs must outlive the asker.
  Asker(const Question& question, FindingKind kind, const AskOptions& options = {});
  /// For a search among variants of a case that is refuted so. Looks only for refutations that are as cheap: where the
  /// interpreter alone found this one, the solver is not asked. Verdicts other than incorrect mean little, and what the
  /// search ends with is to be asked the whole question.
  Asker(const Question& question, const Verdict& refutation, check::RefutingInputs* refuting = nullptr);

  /// Runs the compiler and judges what comes out.
  Answer ask(optimize::Compiler& compiler, const std::string& module_text, const std::string& pipeline);
  /// The verdict on a run that ended well.
  Verdict check(const optimize::OptimizeResult& run) { return check::check_texts(checker_, run.given, run.ir); }
  /// Do inputs that refuted the last cases refute this run, which ended well? For which reason; costs next to nothing.
  std::optional<Reason> refuted_as_before(const optimize::OptimizeResult& run) const {
    return check::refuted_as_before(checker_, run.given, run.ir);
  }

 private:
  Answer ask_checker(optimize::OptimizeResult run);
  Answer ask_oracle(const oracles::Run& run);
  Answer ask_machine_code(optimize::Compiler& compiler, const std::string& module_text, const std::string& pipeline);

  Question question_;
  std::string oracle_name_;
  std::unique_ptr<oracles::Oracle> oracle_;  ///< null: the question is one of refinement, or its oracle is not known
  optimize::Limits limits_;
  check::Checker checker_;
};

}  // namespace assay::hunt
