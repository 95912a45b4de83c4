#pragma once

#include <string>

#include "services/worker/hunt/ask.h"

/// Why is it wrong? Some failures are the compiler's only where the language is read as LangRef has it.
namespace assay::hunt {

/// What relaxed readings of the language (semantics::relaxations) say of one miscompile.
class Explainer {
 public:
  Explainer(const Question& question, check::Cache* cache) : question_(question), cache_(cache) {}

  /// The fewest relaxations under which the run is proved right, as words of --semantics; empty: none make it so.
  std::string explain(const optimize::OptimizeResult& run) const;
  /// Is the run wrong however the language is relaxed? Then nothing explains it. With the refutation of another case: is it refuted
  /// at some times that cost (Asker)?
  bool is_wrong_in_all(const optimize::OptimizeResult& run, const Verdict* refutation = nullptr) const;

 private:
  /// What the check says where the words are added to the question's own reading.
  VerdictKind verdict_with(const std::string& words, const optimize::OptimizeResult& run) const;
  /// The question with these words added.
  Question relaxed(const std::string& words) const;

  Question question_;
  check::Cache* cache_;
};

}  // namespace assay::hunt
