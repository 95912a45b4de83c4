#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "services/worker/hunt/ask.h"

/// Why is it wrong? Some failures are the compiler's only where the language is read as LangRef has it.
namespace assay::hunt {

/// What relaxed readings of the language (semantics::relaxations) say of one miscompile.
class Explainer {
 public:
  /// `refuting`: gets the inputs that refute in a relaxed reading; whoever asks in the strict one tries them first.
  Explainer(const Question& question, check::Cache* cache, check::RefutingInputs* refuting = nullptr)
      : question_(question), cache_(cache), refuting_(refuting) {}

  /// The fewest relaxations under which the run is proved right, as words of --semantics; empty: none make it so, or
  /// none is proved to within the question's limits. `patient`: of a finding that is kept, for which a query may take
  /// seconds.
  std::string explain(const optimize::OptimizeResult& run, bool patient = false);
  /// The run with all relaxations at once: incorrect is wrong however the language is relaxed, which nothing explains.
  /// Nothing where no relaxation matters.
  std::optional<Verdict> in_all(const optimize::OptimizeResult& run);
  /// From here on that is asked as a search does among variants of a case that is refuted so (Asker).
  void search(const Verdict& refutation);
  /// The same, where inputs that showed it of the last runs show it again: costs next to nothing.
  bool is_wrong_in_all_as_before(const optimize::OptimizeResult& run);

 private:
  /// The question with the words added to its own reading.
  Question relaxed(const std::string& words) const;
  /// Asks whether a run is wrong so.
  Asker& asker_with(const std::string& words);

  Question question_;
  check::Cache* cache_;
  check::RefutingInputs* refuting_;
  std::optional<Verdict> refutation_;                     ///< of the case whose variants are asked about
  std::map<std::string, std::unique_ptr<Asker>> askers_;  ///< by the words
};

}  // namespace assay::hunt
