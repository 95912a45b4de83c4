#include "tests/golden/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

/// ASSAY_UPDATE_GOLDENS=1 writes the results anew.
namespace assay::golden {
namespace {

/// Does a line prove what LangRef's letter forbids, or refute what it allows?
bool is_against_langref(const Pair& pair, const std::vector<std::string>& results) {
  const bool demands_proof = pair.comment.find("LangRef demands: correct") != std::string::npos;
  const bool demands_refutation = pair.comment.find("LangRef demands: incorrect") != std::string::npos;
  return std::any_of(results.begin(), results.end(), [&](const std::string& line) {
    return (demands_proof && line.find(": incorrect") != std::string::npos) ||
           (demands_refutation && line.find(": correct") != std::string::npos);
  });
}

bool updating() { return std::getenv("ASSAY_UPDATE_GOLDENS") != nullptr; }

class Pairs : public testing::TestWithParam<PairFile> {};

TEST_P(Pairs, BothMachinesSayOfThemWhatIsWrittenBehindThem) {
  const PairFile& file = GetParam();
  ASSERT_FALSE(file.pairs.empty()) << file.path;
  EXPECT_EQ(file.rest.find_first_not_of('\n'), std::string::npos)
      << file.path << ": text behind the last results: " << file.rest;
  refine::smt::Solver solver;
  std::vector<std::vector<std::string>> results;
  for (const Pair& pair : file.pairs) {
    results.push_back(judged(pair, solver));
    if (!updating()) EXPECT_EQ(results.back(), pair.results) << pair.place << "\n" << pair.comment;
    const bool is_explained = pair.comment.find("The machines disagree") != std::string::npos;
    EXPECT_EQ(is_contradiction(results.back()), is_explained)
        << pair.place << ": one machine proves what the other refutes, or a comment says so where they do not";
    EXPECT_EQ(is_against_langref(pair, results.back()), pair.comment.find("Wrong by LangRef:") != std::string::npos)
        << pair.place << ": the verdict is against LangRef, or a comment says so where it is not\n"
        << pair.comment;
    for (const std::string& result : results.back())
      EXPECT_FALSE(result.find("against itself: incorrect") != std::string::npos) << pair.place << ": " << result;
  }
  if (updating()) write_results(file, results);
}

INSTANTIATE_TEST_SUITE_P(Golden, Pairs, testing::ValuesIn(pair_files()), [](const auto& info) {
  std::string name = info.param.topic + "_" + info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace assay::golden
