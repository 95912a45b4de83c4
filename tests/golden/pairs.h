#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "services/worker/refine/smt/solver.h"

/// Pairs of functions, and what both machines say of them: text files in tests/golden/pairs, one folder per topic.
///
///     ; A comment says what the pair proves. MEM-3 names the choice of docs/semantics that it shows.
///     define i8 @src() { ret i8 undef }
///     define i8 @tgt() { ret i8 1 }
///     ; interpreter: correct
///     ; solver: correct
///
/// All that stands before the result lines is the text of one module, so it can be given to `assay check` as it is. To
/// add a pair, write the module and "; interpreter:" behind it, and run test_pairs with ASSAY_UPDATE_GOLDENS=1. A line
/// "; interpreter, @src against itself: ..." is written where a machine does not take a function for a refinement of
/// itself. Where one machine proves what the other refutes, a comment must say why: "The machines disagree: ...".
///
/// Pairs in tests/golden/langref were written from LangRef, before any was judged: "LangRef demands: incorrect" in the
/// comment. Where Assay proves or refutes against it, a comment must say why: "Wrong by LangRef: ...".
///
/// Instead of these lines, or behind them, a pair may have lines that ask the whole ladder or the proofs alone, with
/// options: tests/golden/questions.h.
namespace assay::golden {

struct Pair {
  std::string place;    ///< file and line
  std::string comment;  ///< its comments, without the semicolons
  std::string text;
  std::vector<std::string> results;  ///< as they stand in the file
};
struct PairFile {
  std::string path;
  std::string topic;  ///< its folder
  std::string name;   ///< without folder and extension
  std::vector<Pair> pairs;
  std::string rest;  ///< what follows the last pair: nothing but empty lines if the file is whole
  friend void PrintTo(const PairFile& file, std::ostream* out) { *out << file.path; }
};
/// All files, in the order of their paths.
std::vector<PairFile> pair_files();
/// The result lines as they are now, of the judges that the pair's own lines ask; of both machines if it has none.
/// Where the text is no pair, a line says why.
std::vector<std::string> judged(const Pair& pair, refine::smt::Solver& solver);
/// Does one machine prove what the other refutes?
bool is_contradiction(const std::vector<std::string>& results);
void write_results(const PairFile& file, const std::vector<std::vector<std::string>>& results);

}  // namespace assay::golden
