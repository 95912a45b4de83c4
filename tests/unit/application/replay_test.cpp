#include "services/application/replay.h"

#include <gtest/gtest.h>

#include "services/application/releases.h"

namespace assay::application {
namespace {

std::string opt(int version) { return "/usr/lib/llvm-" + std::to_string(version) + "/bin/opt"; }

/// What instcombine of 19 and 22 miscompiles and that of 16 does not
/// (tests/miscompiles/cases/range-kept-on-equal-arm.ll).
Finding finding() {
  Finding finding;
  finding.reduced = R"(define i9 @f(i9 noundef %x) {
  %c = icmp ne i9 %x, 4
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  %r = select i1 %c, i9 %a, i9 4
  ret i9 %r
}
declare i9 @llvm.abs.i9(i9, i1)
!0 = !{i9 1, i9 2}
)";
  finding.reduced_pipeline = "instcombine";
  finding.question.oracle = "refinement";
  return finding;
}

TEST(Replay, ShowsInACompilerThatFailsToo) {
  const Replay said = replay_apart(opt(19), finding(), 60);
  EXPECT_EQ(said.kind, Replay::Kind::Shows) << said.why;
}

TEST(Replay, IsAbsentInACompilerThatDoesItRight) {
  const Replay said = replay_apart(opt(16), finding(), 60);
  EXPECT_EQ(said.kind, Replay::Kind::Absent) << said.why;
}

/// The same, but the promise that makes it wrong is an attribute that 16 can't read.
TEST(Replay, ACompilerThatIsRightWithoutWhatItCantReadIsUndecided) {
  Finding promised = finding();
  promised.reduced = R"(define i9 @f(i9 noundef %x) {
  %c = icmp ne i9 %x, 4
  %a = call range(i9 1, 2) i9 @llvm.abs.i9(i9 %x, i1 false)
  %r = select i1 %c, i9 %a, i9 4
  ret i9 %r
}
declare i9 @llvm.abs.i9(i9, i1)
)";
  EXPECT_EQ(replay_apart(opt(19), promised, 60).kind, Replay::Kind::Shows);
  const Replay said = replay_apart(opt(16), promised, 60);
  EXPECT_EQ(said.kind, Replay::Kind::Undecided);
  EXPECT_NE(said.why.find("can't read this of the case: range"), std::string::npos) << said.why;
  const Releases releases = ask_releases(promised);
  for (const auto& release : releases.asked) EXPECT_EQ(release.decided, release.version >= "19") << release.version;
  EXPECT_EQ(releases.right, "") << "what is right about another case is no expectation of this one";
}

TEST(Replay, ACompilerThatIsNotThereIsUndecidedAndSaysWhy) {
  const Replay said = replay_apart("/nowhere/opt", finding(), 60);
  EXPECT_EQ(said.kind, Replay::Kind::Undecided);
  EXPECT_NE(said.why.find("no such file"), std::string::npos) << said.why;
}

TEST(Replay, APipelineThatACompilerDoesNotHaveIsUndecided) {
  Finding newer = finding();
  newer.reduced_pipeline = "no-such-pass";
  const Replay said = replay_apart(opt(16), newer, 60);
  EXPECT_EQ(said.kind, Replay::Kind::Undecided);
  EXPECT_NE(said.why.find("no-such-pass"), std::string::npos) << said.why;
}

TEST(Replay, AsksOnceMoreWithPatienceWhereTheStoredQuestionGetsNoAnswer) {
  Finding hurried;
  hurried.question.oracle = "refinement";
  hurried.reduced_pipeline = "instcombine";
  hurried.reduced = R"(define i12 @f(i12 noundef %x, i12 noundef %y) {
  %m = mul nuw i12 %x, %y
  %d = udiv i12 %m, %y
  ret i12 %d
}
)";
  hurried.question.samples = 0;
  hurried.question.quick_budget = hurried.question.exhaustive_budget = 1;
  hurried.question.smt_timeout_ms = 1;
  const auto compiler = optimize::open_compiler(opt(16));
  ASSERT_TRUE(compiler);
  ASSERT_EQ(hunt::Asker(hurried.question, hurried.kind).ask(**compiler, hurried.reduced, "instcombine").kind,
            hunt::Answer::Kind::Undecided)
      << "there is nothing to be patient about";
  const Replay said = replay(**compiler, hurried);
  EXPECT_EQ(said.kind, Replay::Kind::Absent) << said.why;
  EXPECT_EQ(replay_apart(opt(16), hurried, 60).kind, Replay::Kind::Absent);
}

TEST(PlainPasses, AreInstcombineWithItsCheckWhereItDoesTheSame) {
  const auto compiler = optimize::open_compiler(opt(22));
  if (!compiler) GTEST_SKIP() << compiler.error();
  Finding each = finding();
  each.reduced_pipeline = "instcombine<no-verify-fixpoint>";
  EXPECT_EQ(plain_passes(**compiler, each), "instcombine");
  each.reduced_pipeline = "gvn";
  EXPECT_EQ(plain_passes(**compiler, each), "") << "it is plain";
  each.reduced_pipeline = "instcombine";
  each.reduced = R"(define i1 @f(i64 %x, i64 %y, i64 %z, i64 %w) {
  %xor = xor i64 %x, %y
  %xor1 = xor i64 %z, %w
  %or = or i64 %xor, %xor1
  %cmp = icmp eq i64 %or, 0
  %cmp_1 = icmp eq i64 %xor, 0
  %or1 = or i1 %cmp, %cmp_1
  ret i1 %or1
}
)";
  EXPECT_EQ(plain_passes(**compiler, each), "") << "whose result is no fixpoint";
}

}  // namespace
}  // namespace assay::application
