#pragma once

#include <optional>
#include <string>

#include "services/common/finding.h"
#include "services/worker/optimize/optimize.h"

/// What a compiler does wrong with one file.
namespace assay::application {

struct Case {
  std::string file;    ///< text or bitcode; - is standard input
  std::string passes;  ///< a -passes string
  Question question;   ///< its oracle is the one that complains
};

/// The failure that the case shows, not analysed yet: nothing if the compiler does it right, or nobody can tell. What
/// the interpreter has seen is looked for first, lest it shrink into what only the solver sees. The error: no such
/// file, or the compiler refuses it.
Result<std::optional<Finding>> observe(const Case& wanted, optimize::Compiler& compiler);

}  // namespace assay::application
