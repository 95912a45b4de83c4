// Every file in cases/ is a pair @src, @tgt with the verdict it must get in its head ("; expect: incorrect REASON" or
// "; expect: correct"): what hunts have found and people have confirmed, and its correct neighbours. Being there makes
// it a test. Each function of a pair must also refine itself, without a look at its text.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> cases() {
  const char* root = std::getenv("ASSAY_SOURCE");
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(fs::path(root == nullptr ? "." : root) / "tests/miscompiles/cases"))
    if (entry.path().extension() == ".ll") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string expectation(const fs::path& path) {
  std::ifstream file(path);
  const std::string mark = "; expect: ";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(mark)) return line.substr(mark.size());
  return {};
}

class Miscompile : public testing::TestWithParam<fs::path> {
 protected:
  void SetUp() override {
    auto module = ir::parse_file(context_, GetParam().string());
    ASSERT_TRUE(module) << module.error();
    module_ = std::move(*module);
    const auto pairs = ir::pair_by_prefix(*module_);
    ASSERT_EQ(pairs.size(), 1u);
    source_ = pairs[0].first;
    target_ = pairs[0].second;
  }
  Verdict check(const llvm::Function& source, const llvm::Function& target) {
    check::Options options;
    options.trust_text = false;
    return check::Checker(options).check(source, target);
  }
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function* source_ = nullptr;
  llvm::Function* target_ = nullptr;
};

TEST_P(Miscompile, GetsItsVerdict) {
  const Verdict verdict = check(*source_, *target_);
  std::string got = name_of(verdict.kind);
  if (verdict.kind != VerdictKind::Correct) got += " " + reason_text(verdict);
  EXPECT_EQ(got, expectation(GetParam())) << verdict.detail;
  if (verdict.kind == VerdictKind::Incorrect)
    EXPECT_EQ(verdict.counterexample->confirmed_by, (std::vector<Decider>{Decider::Interpreter, Decider::Smt}));
}

TEST_P(Miscompile, ItsFunctionsRefineThemselves) {
  EXPECT_EQ(check(*source_, *source_).kind, VerdictKind::Correct);
  EXPECT_EQ(check(*target_, *target_).kind, VerdictKind::Correct);
}

INSTANTIATE_TEST_SUITE_P(Cases, Miscompile, testing::ValuesIn(cases()), [](const auto& info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace assay
