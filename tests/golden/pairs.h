#pragma once

#include <string>
#include <vector>

#include "services/worker/refine/smt/solver.h"

/// Pairs in one line: "(i4 %x) i4: %r = add i4 %x, undef; ret i4 %r >> ret i4 undef => correct; correct".
namespace assay::golden {

struct Pair {
  std::string place;  ///< file and line
  std::string text;   ///< before the arrow
  std::string module;
  std::string expected;
  std::size_t line = 0;  ///< index into the file's lines
};
struct PairFile {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Pair> pairs;
};
std::vector<PairFile> pair_files();
/// What the interpreter says, then what the solver says, each "correct" or "incorrect: why".
std::string judged(const Pair& pair, refine::smt::Solver& solver);

}  // namespace assay::golden
