// What a judge does to itself costs its own verdict only.

#include <gtest/gtest.h>

#include <llvm/IR/LLVMContext.h>

#include "services/worker/check/isolated_checker.h"
#include "services/worker/ir/ir.h"

namespace assay {
namespace {

// To tell whether these differ is to factor a product of two primes of 62 bits.
constexpr const char* kHard = R"(
define i1 @src0(i64 %x, i64 %y) {
  ret i1 false
}
define i1 @tgt0(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %p = mul i128 %a, %b
  %c = icmp eq i128 %p, 10752576689682090249414852591728410513
  ret i1 %c
}
define i64 @src1(i64 %x) {
  %a = mul i64 %x, 2
  ret i64 %a
}
define i64 @tgt1(i64 %x) {
  %a = shl i64 %x, 1
  ret i64 %a
}
)";

TEST(IsolatedChecker, ATimeoutOfOnePairIsUnknownAndTheNextPairIsJudged) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, kHard, "test.ll");
  ASSERT_TRUE(module);
  check::Options options;
  options.smt_timeout_ms = 600'000;
  options.oracles = check::Oracles::Smt;
  options.poison_inputs = options.undef_inputs = false;
  // On a busy machine the easy pair may need longer than the limit.
  check::HardLimits limits;
  for (limits.timeout_ms = 300; limits.timeout_ms < 120'000; limits.timeout_ms *= 2) {
    check::IsolatedChecker checker(options, limits, ir::pair_by_prefix(**module));
    const Verdict slow = checker.check(0);
    EXPECT_EQ(slow.kind, VerdictKind::Unknown);
    EXPECT_EQ(slow.reason, Reason::Timeout);
    if (checker.check(1).kind == VerdictKind::Correct) return;
  }
  FAIL() << "the next pair is not judged";
}

TEST(IsolatedChecker, EqualTextsForOtherDataLayoutsAreNotTakenForEqual) {
  llvm::LLVMContext context;
  const std::string text = "define i8 @f(ptr %p) {\n  store i16 258, ptr %p\n  %v = load i8, ptr %p\n  ret i8 %v\n}\n";
  auto modules = ir::parse_pair(context, {"target datalayout = \"e-i64:64\"\n" + text, "source"},
                                {"target datalayout = \"E-i64:64\"\n" + text, "target"});
  ASSERT_TRUE(modules);
  check::IsolatedChecker checker({}, {}, ir::pair_by_name(*modules->first, *modules->second));
  EXPECT_EQ(checker.check(0).kind, VerdictKind::Unsupported);
}

TEST(Checker, ProofsWithinALowBoundAreToldUnlessOfOnePairOfSeveral) {
  const std::string loop =
      "(i16 noundef %n) {\nentry:\n  br label %loop\nloop:\n  %i = phi i16 [ 0, %entry ], [ %j, %loop ]\n"
      "  %j = add i16 %i, 1\n  %more = icmp ult i16 %j, %n\n  br i1 %more, label %loop, label %exit\nexit:\n";
  const std::string source = "define i16 @f" + loop + "  ret i16 %j\n}\n";
  const std::string target = "define i16 @f" + loop + "  %k = add i16 %i, 1\n  ret i16 %k\n}\n";
  check::Options options;
  options.oracles = check::Oracles::Smt;
  check::Checker checker(options);
  std::vector<Verdict> told;
  checker.tell_early([&](const Verdict& verdict) { told.push_back(verdict); });
  EXPECT_EQ(check::check_texts(checker, source, target).kind, VerdictKind::Correct);
  ASSERT_FALSE(told.empty());
  for (const Verdict& verdict : told) {
    EXPECT_EQ(verdict.kind, VerdictKind::Correct);
    EXPECT_NE(verdict.bound.find("iterations of each loop"), std::string::npos) << verdict.bound;
  }
  told.clear();
  const std::string other = "define i16 @g() {\n  ret i16 1\n}\n";
  EXPECT_EQ(check::check_texts(checker, source + other, target + other).kind, VerdictKind::Correct);
  EXPECT_TRUE(told.empty());
}

TEST(IsolatedChecker, JudgesTextsAsItJudgesPairs) {
  check::IsolatedChecker checker({}, {});
  const std::string before = "define i8 @f(i8 %x) {\n  %r = add i8 %x, 1\n  ret i8 %r\n}\n";
  const std::string after = "define i8 @f(i8 %x) {\n  %r = add nsw i8 %x, 1\n  ret i8 %r\n}\n";
  const Verdict wrong = checker.check(before, after);
  EXPECT_EQ(wrong.reason, Reason::MorePoisonous);
  ASSERT_TRUE(wrong.counterexample);
  EXPECT_EQ(wrong.counterexample->confirmed_by.size(), 2u);
  EXPECT_EQ(checker.check(after, before).kind, VerdictKind::Correct);
  EXPECT_EQ(checker.check("define", after).kind, VerdictKind::Error);
}

}  // namespace
}  // namespace assay
