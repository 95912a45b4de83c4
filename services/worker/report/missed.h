#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/cost/cost.h"

namespace assay::report {

/// What code costs, and what it could cost.
struct CostComparison {
  std::string target;  ///< the triple; empty: no target is known
  cost::Costs now;
  cost::Costs better;
};

/// A simplification that a compiler does not make.
struct MissedFold {
  std::string rule;            ///< "sub (or x, y), (and x, y) => xor x, y"
  std::string pair;            ///< an instance, as @src and @tgt
  std::string general;         ///< for all constants, which are arguments, the conditions as assumptions; empty: none
  std::string proof;           ///< of the instance: "for all inputs, undef and poison included"
  std::string widths;          ///< "proved for 1 to 16, 32, 64"
  bool is_known = false;       ///< the result is a constant or a value that is there already
  bool is_done_alone = false;  ///< the compiler does it where its values are used nowhere else
  CostComparison costs;
  std::uint64_t occurrences = 0;  ///< in code that was searched
  std::vector<std::string> places;
  std::uint64_t weighed_operations = 0;  ///< code in which it was counted; 0: none
  std::uint64_t weighed_occurrences = 0;
  std::int64_t saved = 0;  ///< operations in it
  std::string test;        ///< for lit
  std::string passes;
  std::string compiler;  ///< "LLVM 22.1.8"
};
/// An issue in Markdown as LLVM's developers write them, the title in its first line.
std::string issue_text(const MissedFold& fold);

/// A function that a branch compiles to dearer code than its baseline does.
struct DearerCode {
  std::string source;
  std::string baseline, branch;  ///< what they leave, as modules
  std::string limits;            ///< of the proofs, as a verdict tells them; empty: none
  std::string cause;             ///< "InstCombine does not do it any more"; empty: not known
  std::string pass;              ///< empty: not known
  CostComparison costs;          ///< now: the branch's
  std::string passes;
  std::string baseline_compiler, branch_compiler;
};
std::string issue_text(const DearerCode& code);

}  // namespace assay::report
