#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// VAL-39: floating-point exceptions that somebody looks at.
namespace assay::check {
namespace {

constexpr const char* kBound = "nobody looks at floating-point exceptions";

std::string operation(const std::string& result, const std::string& name, const std::string& x, const std::string& y,
                      const std::string& exceptions) {
  return "  %" + result + " = call float @llvm.experimental.constrained." + name + ".f32(float " + x + ", float " + y +
         ", metadata !\"round.tonearest\", metadata !\"fpexcept." + exceptions + "\") strictfp\n";
}

std::string module(const std::string& source, const std::string& target) {
  const std::string types = "(float, float, metadata, metadata)\n";
  return "declare float @llvm.experimental.constrained.fadd.f32" + types +
         "declare float @llvm.experimental.constrained.fdiv.f32" + types +
         "define float @src(float %x, float %y, i1 noundef %c) strictfp {\n" + source +
         "}\ndefine float @tgt(float %x, float %y, i1 noundef %c) strictfp {\n" + target + "}\n";
}

/// The bound of a proof; of anything else the verdict.
std::string said(const std::string& source, const std::string& target) {
  const Verdict verdict = judge(module(source, target));
  return verdict.kind == VerdictKind::Correct ? verdict.bound : word(verdict);
}

const std::string kReturn = "  ret float %x\n";

TEST(RaisedExceptions, OfStrictOperationsThatDifferAreABound) {
  for (const char* name : {"fadd", "fdiv"})
    for (const char* exceptions : {"strict", "maytrap"}) {
      const std::string unused = operation("a", name, "%x", "%y", exceptions) + kReturn;
      EXPECT_EQ(said(kReturn, unused), kBound) << name << exceptions;  // the target raises more
      const bool may_go = std::string(exceptions) == "maytrap";
      EXPECT_EQ(said(unused, kReturn), may_go ? "" : kBound) << name << exceptions;
    }
  const std::string doubled = operation("a", "fadd", "%x", "%x", "strict") + "  ret float %a\n";
  const std::string product = operation("a", "fadd", "%x", "%x", "ignore") + "  ret float %a\n";
  EXPECT_EQ(said(doubled, product), kBound);
  EXPECT_EQ(said(product, doubled), kBound);
}

TEST(RaisedExceptions, OfTheSameOperationsAreTheSame) {
  const std::string sum = operation("a", "fadd", "%x", "%y", "strict");
  const std::string again = operation("b", "fadd", "%x", "%y", "strict");
  const std::string other = operation("b", "fdiv", "%x", "%y", "strict");
  EXPECT_EQ(said(sum + "  ret float %x\n", again + "  %n = fneg float %x\n  ret float %x\n"), "");
  EXPECT_EQ(said(sum + other + "  ret float %b\n", other + sum + "  ret float %b\n"), "");
  EXPECT_EQ(said(sum + again + "  ret float %a\n", sum + "  ret float %a\n"), "");  // in any number
  EXPECT_EQ(said(sum + other + "  ret float %a\n", sum + "  ret float %a\n"), kBound);
  EXPECT_EQ(said(sum + "  ret float %x\n", operation("a", "fadd", "%y", "%y", "strict") + "  ret float %x\n"), kBound);
}

// On which paths an operation stands is not looked at.
TEST(RaisedExceptions, OfFunctionsWithPathsAreABound) {
  const std::string sum = operation("a", "fadd", "%x", "%y", "strict");
  const std::string once = "  br i1 %c, label %t, label %e\nt:\n" + sum + "  br label %e\ne:\n  ret float %x\n";
  EXPECT_EQ(said(sum + kReturn, once), kBound);
  EXPECT_EQ(said(once, sum + kReturn), kBound);
}

TEST(RaisedExceptions, ThatNobodyLooksAtAreNone) {
  const std::string unused = operation("a", "fadd", "%x", "%y", "ignore") + kReturn;
  EXPECT_EQ(said(unused, kReturn), "");
  EXPECT_EQ(said(kReturn, unused), "");
}

TEST(RaisedExceptions, DoNotHideAnotherDifference) {
  EXPECT_EQ(said(operation("a", "fadd", "%x", "%y", "strict") + "  ret float %a\n",
                 operation("a", "fdiv", "%x", "%y", "strict") + "  ret float %a\n"),
            "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::check
