#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "services/common/status.h"

/// The smallest case that still shows the same bug.
namespace assay::reduce {

/// Does this module still show what is looked for? Called with verified modules only. Must depend on the text alone.
using Interesting = std::function<bool(const std::string& module_text)>;

struct Options {
  std::size_t most_tests = 3000;                ///< calls of the predicate
  std::chrono::milliseconds time_limit{30000};  ///< after it the best case so far is the result
  bool tidy_names = true;                       ///< ends with @f, %x, %y, … in place of a mutator's names
};

struct Reduction {
  std::string text;
  std::size_t instructions_before = 0;
  std::size_t instructions_after = 0;
  std::size_t tests = 0;       ///< calls of the predicate
  std::size_t cache_hits = 0;  ///< texts that had been tried before
  bool complete = false;       ///< no pass could make it smaller; false: a limit was reached first
  double seconds = 0;
};

/// The text of a module for a reader: without its name, comments about attributes, and what the declarations of
/// intrinsics say anyway. Text that is no module stays as it is.
std::string tidied(const std::string& module_text);

/// The module with one thing taken away, or made simpler, each: at most `most` different valid modules, those with the
/// smallest changes first.
std::vector<std::string> neighbours(const std::string& module_text, std::size_t most);

/// Makes a module smaller and simpler for as long as `interesting` stays true, but never keeps parts of bytes in memory
/// or calls intrinsics of odd widths where the module itself did not. Deterministic but for the time limit. An error if
/// the text is no valid module or is not interesting itself.
Result<Reduction> reduce(const std::string& module_text, const Interesting& interesting, const Options& options = {});

}  // namespace assay::reduce
