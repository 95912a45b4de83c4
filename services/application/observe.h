#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/worker/optimize/optimize.h"

/// What a compiler does wrong with one file.
namespace assay::application {

struct Case {
  std::string file{};   ///< text or bitcode; - is standard input
  std::string text{};   ///< in place of what the file holds
  std::string passes;   ///< a -passes string
  Question question{};  ///< its oracle is the one that complains
};

/// What a compiler does with a case.
struct Observed {
  std::optional<Finding> finding;  ///< the failure, not analysed yet
  bool is_right = false;           ///< without a failure: the compiler does it right; else nobody can tell
  std::string why;                 ///< nobody can tell: what the judge says
};

/// What the interpreter has seen is looked for first, lest it shrink into what only the solver sees. The error: no such
/// file, or the compiler refuses it.
Result<Observed> observe(const Case& wanted, optimize::Compiler& compiler);

/// What a case that shows no failure does by other pipelines, those of its RUN lines and default<O2>.
struct Otherwise {
  std::string passes;              ///< the first that shows a failure
  std::optional<Finding> finding;  ///< that failure; nothing if none shows one
  std::vector<std::string> right;  ///< those by which the compiler does it right
};
Otherwise observe_otherwise(const Case& wanted, optimize::Compiler& compiler);

}  // namespace assay::application
