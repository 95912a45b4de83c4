#include "services/application/hunt.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "services/common/scratch_folder.h"
#include "services/coordinator/rpc/rpc.h"

namespace assay::application {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A hunt in which the linked instcombine's miscompilation of the seed is met, with a coordinator that examines what is
/// handed in.
class HuntTest : public ::testing::Test {
 protected:
  HuntTest() {
    std::filesystem::create_directories(folder_.file("seeds"));
    std::ofstream(folder_.file("seeds") + "/abs.ll") << R"(define i9 @f(i9 noundef %x) {
  %c = icmp ne i9 %x, 4
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  %r = select i1 %c, i9 %a, i9 4
  ret i9 %r
}
declare i9 @llvm.abs.i9(i9, i1)
!0 = !{i9 1, i9 2}
)";
    request_.settings.seeds = folder_.file("seeds");
    request_.seed = 4;
    request_.mutants = 120;
    told_.complains = [this](const std::string& what) { complaints_.push_back(what); };
  }

  HuntResult hunt(std::function<Result<rpc::Examined>(const Finding&)> examine) {
    request_.open = [this, examine]() -> Result<std::unique_ptr<rpc::CoordinatorLink>> {
      auto store = store::Store::open(folder_.file("assay.db"));
      if (!store) return Error{store.error()};
      rpc::CoordinatorOptions options;
      options.examine = examine;
      return std::unique_ptr<rpc::CoordinatorLink>(
          std::make_unique<rpc::Coordinator>(std::move(*store), std::move(options)));
    };
    const std::atomic<bool> never{false};
    auto result = run_hunt(request_, never, told_);
    EXPECT_TRUE(result) << result.error();
    return result ? std::move(*result) : HuntResult();
  }

  ScratchFolder folder_{"assay-hunt-test-"};
  HuntRequest request_;
  HuntTold told_;
  std::vector<std::string> complaints_;
};

rpc::Examined as_reported(const Finding& finding) { return {"", finding.signature, finding.title}; }

TEST_F(HuntTest, WhatMayPassIsTriedAgainAndNothingIsLost) {
  std::atomic<int> asked{0};
  const HuntResult result = hunt([&](const Finding& finding) -> Result<rpc::Examined> {
    if (asked++ < 2) return Error{"who looks at findings is away"};
    return as_reported(finding);
  });
  EXPECT_GT(asked, 2) << "no finding was handed in";
  EXPECT_THAT(result.bugs, Not(IsEmpty()));
  for (const Bug& bug : result.bugs)
    if (bug.kind == FindingKind::Miscompile) EXPECT_TRUE(bug.best.counterexample) << bug.title;
  EXPECT_EQ(result.report.hunt.statistics.mutants, request_.mutants);
  EXPECT_THAT(complaints_, IsEmpty());
}

TEST_F(HuntTest, ARefusalThatIsFinalIsToldAndCountedWithItsReason) {
  std::atomic<int> asked{0};
  const HuntResult result = hunt([&](const Finding&) -> Result<rpc::Examined> {
    ++asked;
    return rpc::Examined{"reduced: is not liked", "", ""};
  });
  ASSERT_GT(asked, 0) << "no finding was handed in";
  EXPECT_THAT(result.bugs, IsEmpty());
  EXPECT_THAT(complaints_, ElementsAre(HasSubstr("not accepted: reduced: is not liked")));
  EXPECT_EQ(result.report.hunt.statistics.mutants, request_.mutants) << "the batch is completed all the same";
  EXPECT_EQ(result.report.leases.abandoned, 0u);
}

TEST_F(HuntTest, ACounterexampleIsLeftOutOnlyWhereTheFindingIsRefusedWithIt) {
  std::atomic<int> with{0};
  const HuntResult result = hunt([&](const Finding& finding) -> Result<rpc::Examined> {
    if (!finding.counterexample) return as_reported(finding);
    ++with;
    return rpc::Examined{"counterexample: is too long", "", ""};
  });
  ASSERT_GT(with, 0) << "no counterexample was handed in";
  EXPECT_THAT(result.bugs, Not(IsEmpty()));
  for (const Bug& bug : result.bugs) EXPECT_FALSE(bug.best.counterexample);
  EXPECT_THAT(complaints_, IsEmpty());
}

TEST_F(HuntTest, AHuntApartGivesTheIdThatItsTokenDetermines) {
  request_.token = "a night's";
  request_.mutants = 10;
  const auto json = hunt_apart(request_, folder_.file("apart.db"));
  ASSERT_TRUE(json) << json.error();
  EXPECT_EQ(json->value("hunt", ""), rpc::hunt_id_of("a night's"));
  EXPECT_EQ(json->value("mutants", 0), 10);
}

TEST_F(HuntTest, AHuntApartThatCantBeRunSaysWhy) {
  request_.settings.compilers = {"/nowhere/opt"};
  const auto json = hunt_apart(request_, folder_.file("apart.db"));
  ASSERT_FALSE(json);
  EXPECT_THAT(json.error(), HasSubstr("/nowhere/opt"));
}

}  // namespace
}  // namespace assay::application
