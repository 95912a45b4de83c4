#include "tests/golden/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/golden/coverage.h"

/// ASSAY_UPDATE_GOLDENS=1 writes the results (and, for rows-*.txt, the lines) anew.
namespace assay::golden {
namespace {

using semantics::Op;
using semantics::Row;
using semantics::Shape;

bool updating() { return std::getenv("ASSAY_UPDATE_GOLDENS") != nullptr; }

std::string full_result(const Line& line, refine::smt::Solver& solver) {
  Case run(line);
  const std::string value = run.interpreted();
  const std::string solver_says = run.solved(solver);
  return solver_says.empty() ? value : value + " [" + solver_says + "]";
}

void write(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream out(path);
  for (const std::string& line : lines) out << line << "\n";
}

void update(refine::smt::Solver& solver) {
  for (const Generated& made : generated()) {
    std::vector<std::string> lines{
        "# Made from the table of rows and LLVM's signatures; ASSAY_UPDATE_GOLDENS=1 writes it anew."};
    for (const std::string& text : made.texts) {
      if (text.starts_with("#")) lines.push_back("");
      lines.push_back(text.starts_with("#") ? text : written(text, ""));
    }
    write(folder() + "/" + made.file, lines);
  }
  for (const std::string& path : paths()) {
    File file = read(path);
    for (const Line& line : file.goldens) file.lines[line.number - 1] = written(line.text, full_result(line, solver));
    write(path, file.lines);
  }
}

class Goldens : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    refine::smt::Solver solver;
    if (updating()) update(solver);
    for (const std::string& path : paths()) {
      File file = read(path);
      all_.insert(all_.end(), file.goldens.begin(), file.goldens.end());
    }
  }
  static std::vector<Line> all_;
};
std::vector<Line> Goldens::all_;

std::string place_of(const Line& line) { return line.file + ":" + std::to_string(line.number) + ": " + line.text; }

TEST_F(Goldens, EachLineGivesWhatIsWrittenBehindItInBothMachines) {
  refine::smt::Solver solver;
  for (const Line& line : all_) EXPECT_EQ(full_result(line, solver), line.expected) << place_of(line);
}

TEST_F(Goldens, TheMachinesNeverContradictEachOther) {
  for (const Line& line : all_) EXPECT_EQ(line.expected.find("[disagrees"), std::string::npos) << place_of(line);
}

/// Rows that the lowering adds, after others: what they see is what those gave.
bool is_added(const Row& row) { return row.op == Op::FlushOutput; }

/// Rows that the lowering writes in others.
bool is_rewritten(const Row& row) { return row.op == Op::AtomicRmw || row.op == Op::CmpXchg; }

/// Rows whose operands are values in registers, so that goldens can show poison and undef among them.
bool takes_values(const Row& row) {
  switch (row.shape) {
    case Shape::Lanewise:
    case Shape::LanewisePair:
    case Shape::Horizontal:
    case Shape::Permute:
    case Shape::Select:
    case Shape::Phi:
    case Shape::Freeze:
      return true;
    default:
      return false;
  }
}

TEST_F(Goldens, EveryRowHasOneForAValueForPoisonForUndefAndForEachFlag) {
  std::vector<Shown> shown(semantics::kRows.size());
  for (const Line& line : all_) {
    const Case run(line);
    if (run.error().empty()) note_shown(run.function(), shown);
    // A line that says by whom it is not supported is a golden too.
    for (const Row& row : semantics::kRows)
      if (!run.error().empty() || is_rewritten(row))
        shown[static_cast<std::size_t>(row.op)].value |= line.text.find(row.spelling) != std::string::npos;
  }
  for (const Row& row : semantics::kRows) {
    const Shown& seen = shown[static_cast<std::size_t>(row.op)];
    EXPECT_TRUE(seen.value) << row.spelling << " has no golden";
    EXPECT_EQ(row.flags & ~seen.flags, 0u) << row.spelling << " has no golden for some flag";
    if (!takes_values(row) || is_added(row)) continue;
    EXPECT_TRUE(seen.poison) << row.spelling << " has no golden for poison";
    EXPECT_TRUE(seen.undef) << row.spelling << " has no golden for undef";
  }
}

TEST_F(Goldens, EveryRuleThatAnIntrinsicOrInstructionCanBreakIsBroken) {
  std::map<std::string, unsigned> broken;
  for (const Line& line : all_)
    if (line.expected.starts_with("undefined: ")) ++broken[line.expected.substr(11, line.expected.find(" [") - 11)];
  for (semantics::Rule rule :
       {semantics::Rule::DivisionByZero, semantics::Rule::DivisionOverflow, semantics::Rule::DivisionByPoison,
        semantics::Rule::BranchOnPoison, semantics::Rule::BranchOnUndef, semantics::Rule::SwitchOnPoison,
        semantics::Rule::SwitchOnUndef, semantics::Rule::Unreachable, semantics::Rule::AssumeFalse,
        semantics::Rule::NoundefArgument, semantics::Rule::NoundefReturn, semantics::Rule::LoadFromPoison,
        semantics::Rule::StoreToPoison, semantics::Rule::NullDereference, semantics::Rule::OutOfBounds,
        semantics::Rule::Misaligned, semantics::Rule::ImmediateArgument})
    EXPECT_GT(broken[std::string(semantics::text_of(rule).message)], 0u) << semantics::text_of(rule).message;
}

/// Without the generator's column, which changes with every change of its weights.
std::vector<std::string> without_generator(const std::string& table) {
  std::vector<std::string> lines;
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);) {
    for (const char* word : {"| yes |", "| no |"})
      for (auto at = line.find(word, line.find("| ", 2)); at != std::string::npos && line.ends_with(word);
           at = std::string::npos)
        line.erase(at);
    lines.push_back(line);
  }
  return lines;
}

const std::string& table_once() {
  static const std::string& table = *new std::string(coverage_table());
  return table;
}

TEST(Coverage, TheTableInTheDocumentationIsCurrent) {
  const std::string& table = table_once();
  if (updating()) std::ofstream(coverage_path()) << table;
  std::ifstream in(coverage_path());
  const std::string written((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(without_generator(written), without_generator(table)) << "run test_golden with ASSAY_UPDATE_GOLDENS=1";
}

TEST(Coverage, NothingIsWithoutAnAnswer) {
  const std::string& table = table_once();
  EXPECT_EQ(table.find("no example"), std::string::npos) << table.substr(table.find("no example"), 200);
}

}  // namespace
}  // namespace assay::golden
