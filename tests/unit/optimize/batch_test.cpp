#include <gmock/gmock.h>

#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using End = OptimizeResult::End;

std::string adding(int constant) {
  return "define i32 @f(i32 %x) {\n  %a = add i32 %x, " + std::to_string(constant) +
         "\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
}

class EachBatch : public testing::EachCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, EachBatch, ::testing::Values(0, 14, 16, 19, 22));

TEST_P(EachBatch, GivesEachCandidateWhatItWouldGetAlone) {
  std::vector<std::string> candidates;
  for (int i = 1; i < 9; ++i) candidates.push_back(adding(i));
  candidates.push_back("define i8 @f(i8 %x) {\n  ret i8 %x\n}\n");
  candidates.push_back(
      "declare i8 @llvm.umax.i8(i8, i8)\n"
      "define i8 @f(i8 %x) {\n  %a = call i8 @llvm.umax.i8(i8 %x, i8 3)\n  %b = icmp samesign ult i8 %a, 3\n"
      "  %c = zext i1 %b to i8\n  ret i8 %c\n}\n");
  const auto results = run_batch(*compiler_, candidates, "instcombine", Limits());
  ASSERT_EQ(results.size(), candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const OptimizeResult alone = compiler_->run(candidates[i], "instcombine", Limits());
    ASSERT_EQ(results[i].result.end, End::Ok) << results[i].result.message;
    EXPECT_EQ(results[i].result.given, alone.given);
    EXPECT_EQ(results[i].result.dropped, alone.dropped);
    llvm::LLVMContext context;
    EXPECT_TRUE(
        unchanged(*testing::parse_or_die(context, results[i].result.ir), *testing::parse_or_die(context, alone.ir)))
        << results[i].result.ir << alone.ir;
    EXPECT_EQ(results[i].changed, i != 8);
  }
}

TEST_P(EachBatch, RejectsOnlyTheCandidateThatIsNoModule) {
  const auto results = run_batch(*compiler_, {adding(1), "nonsense", adding(2)}, "instcombine", Limits());
  EXPECT_EQ(results[0].result.end, End::Ok);
  EXPECT_EQ(results[1].result.end, End::Rejected);
  EXPECT_THAT(results[1].result.message, HasSubstr("<input>:1"));
  EXPECT_EQ(results[2].result.end, End::Ok);
}

TEST_P(EachBatch, KeepsDeclarationsOfOneNameAndTwoMeaningsApart) {
  const std::string pure =
      "declare i32 @ext(i32) memory(none) nounwind willreturn\n"
      "define i32 @f(i32 %x) {\n  %a = call i32 @ext(i32 %x)\n  ret i32 1\n}\n";
  const std::string impure =
      "declare i32 @ext(i32)\ndefine i32 @f(i32 %x) {\n  %a = call i32 @ext(i32 %x)\n  ret i32 1\n}\n";
  const auto results = run_batch(*compiler_, {pure, impure, pure, impure}, "instcombine", Limits());
  for (int i : {0, 2}) EXPECT_THAT(results[i].result.ir, Not(HasSubstr("call")));
  for (int i : {1, 3}) EXPECT_FALSE(results[i].changed) << results[i].result.ir;
}

TEST_P(EachBatch, KeepsGlobalsAndHelpersWithTheirCandidate) {
  const std::string text =
      "@g = internal global i32 4\n"
      "define internal i32 @helper() {\n  %a = load i32, ptr @g\n  ret i32 %a\n}\n"
      "define i32 @f(i32 %x) {\n  %a = call i32 @helper()\n  store i32 %x, ptr @g\n  %b = add i32 %a, 0\n  ret i32 "
      "%b\n}\n";
  const auto results = run_batch(*compiler_, {text, adding(1), text}, "instcombine", Limits());
  for (int i : {0, 2}) {
    EXPECT_EQ(results[i].result.end, End::Ok) << results[i].result.message;
    EXPECT_THAT(results[i].result.ir, HasSubstr("@helper"));
    EXPECT_THAT(results[i].result.ir, Not(HasSubstr("assay.")));
  }
}

TEST_P(EachBatch, CandidatesMergedByAPassAreRunApart) {
  const std::string text =
      "define i32 @f(i32 %x, i32 %y) {\n  %a = mul i32 %x, %y\n  %b = sub i32 %a, %x\n  %c = xor i32 %b, %y\n"
      "  %d = udiv i32 %c, 7\n  ret i32 %d\n}\n";
  const auto results = run_batch(*compiler_, {text, text}, "mergefunc", Limits());
  for (const BatchResult& result : results) {
    EXPECT_EQ(result.result.end, End::Ok);
    EXPECT_FALSE(result.changed) << result.result.ir;
  }
}

// An opt that crashes, hangs or fails on functions that hold a certain constant, and else copies its input.
std::string fake_opt(const testing::TemporaryFolder& folder, const std::string& reaction) {
  return folder.script(
      "opt",
      "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
      "text=$(cat)\ncase \"$text\" in *'%x, 13'*) " +
          reaction + ";; esac\nprintf '%s\\n' \"$text\"\n");
}

TEST(Batch, PinsACrashToItsCandidate) {
  testing::TemporaryFolder folder;
  auto compiler = open_compiler(fake_opt(folder, "kill -SEGV $$"));
  ASSERT_TRUE(compiler) << compiler.error();
  std::vector<std::string> candidates;
  for (int i = 8; i < 19; ++i) candidates.push_back(adding(i));
  const auto results = run_batch(**compiler, candidates, "instcombine", Limits());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    EXPECT_EQ(results[i].result.end, i == 5 ? End::Crashed : End::Ok) << i;
}

TEST(Batch, PinsAHangToItsCandidate) {
  testing::TemporaryFolder folder;
  auto compiler = open_compiler(fake_opt(folder, "sleep 1000"));
  ASSERT_TRUE(compiler) << compiler.error();
  const Limits limits{std::chrono::milliseconds(700), 0};
  const auto results = run_batch(**compiler, {adding(1), adding(13), adding(2)}, "instcombine", limits);
  EXPECT_EQ(results[0].result.end, End::Ok);
  EXPECT_EQ(results[1].result.end, End::TimedOut);
  EXPECT_EQ(results[2].result.end, End::Ok);
}

}  // namespace
}  // namespace assay::optimize
