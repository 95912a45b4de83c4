// Findings of a root that the hunt has reported already.
#include <gtest/gtest.h>

#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/slice.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

// Plays an opt 22 that forgets what is returned.
constexpr const char* kForgets =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "sed 's/ret i8 %x/ret i8 0/'\n";

class HuntKnown : public ::testing::Test {
 protected:
  Analysis analyse_with(AnalysisOptions options) {
    HuntSettings settings;
    settings.compilers = {folder_.script("opt", kForgets)};
    settings.passes = {"instcombine"};
    auto targets = open_targets(settings);
    EXPECT_TRUE(targets) << targets.error();
    finding_.compiler = targets->front().compiler->id();
    finding_.pipeline = finding_.reduced_pipeline = "instcombine";
    finding_.function = "f";
    finding_.original = finding_.reduced = "define i8 @f(i8 %x) {\n  %dead = add i8 %x, 1\n  ret i8 %x\n}\n";
    return analyse(finding_, *targets->front().compiler, options);
  }

  optimize::testing::TemporaryFolder folder_;
  Finding finding_;
};

TEST_F(HuntKnown, WhatNobodyNeedsAgainIsNotReduced) {
  AnalysisOptions options;
  std::vector<Finding> asked;
  options.is_known = [&](const Finding& finding) {
    asked.push_back(finding);
    return true;
  };
  EXPECT_EQ(analyse_with(options), Analysis::Known);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_FALSE(asked.front().culprit.empty()) << "rules name the culprit";
  EXPECT_NE(finding_.reduced.find("%dead"), std::string::npos);
}

TEST_F(HuntKnown, WhatIsNewIsReduced) {
  AnalysisOptions options;
  options.is_known = [](const Finding&) { return false; };
  EXPECT_EQ(analyse_with(options), Analysis::Shown);
  EXPECT_EQ(finding_.reduced.find("%dead"), std::string::npos);
}

}  // namespace
}  // namespace assay::hunt
