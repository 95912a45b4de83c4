#include "services/worker/optimize/coverage.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <sys/wait.h>
#include <unistd.h>

#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

constexpr const char* kSums = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 3\n  %b = add i8 %a, 5\n  ret i8 %b\n}\n";
constexpr const char* kDivision =
    "define i8 @f(i8 %x) {\n  %a = udiv i8 %x, 8\n  %b = icmp ult i8 %a, 40\n  %c = zext i1 %b to i8\n  ret i8 %c\n}\n";

class Coverage : public testing::Test {
 protected:
  void SetUp() override {
    auto planted = BlockCoverage::plant();
    ASSERT_TRUE(planted) << planted.error();
    coverage_ = std::move(*planted);
  }
  std::string optimized(const char* text) {
    auto module = ir::parse(context_, text, "text");
    EXPECT_TRUE(module);
    EXPECT_FALSE(runner_.run_passes(**module, "instcombine"));
    return ir::print(**module);
  }
  llvm::LLVMContext context_;
  PassRunner runner_;
  std::unique_ptr<BlockCoverage> coverage_;
};

TEST_F(Coverage, SeesEachBlockOnceAndChangesNothing) {
  EXPECT_GT(coverage_->blocks(), 10'000u);
  const std::string first = optimized(kSums);
  EXPECT_NE(first.find("add i8 %x, 8"), std::string::npos);
  const auto reached = coverage_->take_new();
  EXPECT_GT(reached.size(), 100u);
  EXPECT_EQ(optimized(kSums), first);
  EXPECT_LT(coverage_->take_new().size(), reached.size() / 10) << "caches may be colder the first time";
  optimized(kSums);
  EXPECT_TRUE(coverage_->take_new().empty());
  optimized(kDivision);
  EXPECT_GT(coverage_->take_new().size(), 20u) << "other code is run for another function";
}

TEST_F(Coverage, CanBeAskedAgainAboutTheSameBlocks) {
  optimized(kSums);
  optimized(kDivision);
  optimized(kDivision);
  const auto reached = coverage_->take_new();
  const std::size_t hits = coverage_->hits();
  coverage_->rearm(reached);
  EXPECT_EQ(coverage_->hits(), hits - reached.size());
  optimized(kDivision);
  const auto again = coverage_->take_new();
  EXPECT_FALSE(again.empty());
  EXPECT_LT(again.size(), reached.size());
}

TEST_F(Coverage, IsNoCrashOfACompilerInAChild) {
  const auto compiler = open_compiler("linked");
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kDivision, "instcombine", {});
  EXPECT_EQ(result.end, OptimizeResult::End::Ok) << result.message;
}

TEST_F(Coverage, IsSharedWithForkedProcesses) {
  optimized(kSums);
  const std::size_t before = coverage_->hits();
  const pid_t child = fork();
  if (child == 0) {
    optimized(kDivision);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_GT(coverage_->hits(), before);
  coverage_->take_new();
  coverage_->catch_up();
  optimized(kDivision);
  EXPECT_LT(coverage_->take_new().size(), 20u) << "the child was there first";
}

TEST_F(Coverage, IsPlantedOnce) {
  EXPECT_FALSE(BlockCoverage::plant());
  coverage_.reset();
  auto again = BlockCoverage::plant();
  EXPECT_TRUE(again);
}

}  // namespace
}  // namespace assay::optimize
