#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

/// @src and @tgt with these bodies, of three floats, which may be undef and poison.
std::string pair(const std::string& source, const std::string& target) {
  const std::string head = "(float %x, float %y, float %z) { ";
  return "declare float @llvm.fma.f32(float, float, float) declare void @f(float) "
         "define float @src" + head + source + " } define float @tgt" + head + target + " }";
}

TEST(Floats, OperandsThatCommuteGiveTheSameNans) {
  EXPECT_EQ(verdict(pair("%r = fmul float %x, %y ret float %r", "%s = fmul float %y, %x ret float %s")), "correct");
  EXPECT_EQ(verdict(pair("%a = fadd float %x, %y %r = fmul float %a, %z ret float %r",
                         "%b = fadd float %y, %x %s = fmul float %z, %b ret float %s")),
            "correct");
  EXPECT_EQ(verdict(pair("%r = call float @llvm.fma.f32(float %x, float %y, float %z) ret float %r",
                         "%s = call float @llvm.fma.f32(float %y, float %x, float %z) ret float %s")),
            "correct");
}

TEST(Floats, OperandsThatDoNotCommuteAreToldApart) {
  EXPECT_EQ(verdict(pair("%r = fsub float %x, %y ret float %r", "%s = fsub float %y, %x ret float %s")),
            "incorrect: value-mismatch");
  EXPECT_EQ(verdict(pair("%r = call float @llvm.fma.f32(float %x, float %y, float %z) ret float %r",
                         "%s = call float @llvm.fma.f32(float %x, float %z, float %y) ret float %s")),
            "incorrect: value-mismatch");
}

TEST(Floats, ASignMovesThroughAnAddition) {
  EXPECT_EQ(verdict(pair("%n = fneg float %y %r = fadd float %x, %n ret float %r", "%s = fsub float %x, %y ret float %s")),
            "correct");
  EXPECT_EQ(verdict(pair("%s = fsub float %x, %y ret float %s", "%n = fneg float %y %r = fadd float %x, %n ret float %r")),
            "correct");
}

TEST(Floats, SubtractionFromMinusZeroMayBecomeANegationButNotTheReverse) {
  EXPECT_EQ(verdict(pair("%r = fsub float -0.0, %x call void @f(float %r) ret float %r",
                         "%r = fneg float %x call void @f(float %r) ret float %r")),
            "correct");
  EXPECT_EQ(verdict(pair("%r = fneg float %x ret float %r", "%r = fsub float -0.0, %x ret float %r")),
            "incorrect: value-mismatch");  // the sign of a NaN is then no longer known
}

TEST(Floats, APayloadIsNotInvented) {
  // The sum's NaN has the payload of x or y or none, not z's.
  EXPECT_EQ(verdict(pair("%r = fadd float %x, %y ret float %r",
                         "%r = fadd float %x, %y %f = freeze float %z %n = fcmp uno float %r, 0.0 "
                         "%m = fcmp uno float %f, 0.0 %b = and i1 %n, %m %s = select i1 %b, float %f, float %r "
                         "ret float %s")),
            "incorrect: value-mismatch");
}

TEST(Floats, AZeroWhoseSignIsOpenMayBeTheExactOne) {
  for (const std::string op : {"fadd", "fsub", "fmul", "fdiv", "frem"})
    EXPECT_EQ(verdict(pair("%r = " + op + " nnan ninf nsz float %x, %y ret float %r", "%r = " + op + " float %x, %y ret float %r")),
              "correct")
        << op;
  EXPECT_EQ(verdict(pair("%r = fadd float %x, %y ret float %r", "%r = fadd nsz float %x, %y ret float %r")),
            "incorrect: value-mismatch");
}

TEST(Floats, ADivisorWithoutASignMayBeEitherZero) {
  const std::string by_plus = "%r = fdiv float %x, 0.0 ret float %r", by_minus = "%r = fdiv float %x, -0.0 ret float %r";
  EXPECT_EQ(verdict(pair("%r = fdiv nsz float %x, 0.0 ret float %r", by_minus)), "correct");
  EXPECT_EQ(verdict(pair(by_plus, by_minus)), "incorrect: value-mismatch");
}

TEST(Floats, ADifferenceIsTheOppositeOfTheOtherButForZero) {
  EXPECT_EQ(verdict(pair("%a = fsub nsz float %x, %y %r = fneg nsz float %a ret float %r", "%r = fsub nsz float %y, %x ret float %r")),
            "correct");
  EXPECT_EQ(verdict(pair("%a = fsub float %x, %y %r = fneg float %a ret float %r", "%r = fsub float %y, %x ret float %r")),
            "incorrect: value-mismatch");
}

TEST(Floats, APermissionOfTheSourceNeedNotBeUsed) {
  const std::string flagged = "%a = fmul contract float %x, %y %r = fadd reassoc nsz float %a, %z ret float %r";
  const std::string plain = "%a = fmul float %x, %y %r = fadd float %a, %z ret float %r";
  const std::string reused = "%r = fadd float %a, %y ret float %r", other = "%a = fmul float %x, %y " + reused;
  EXPECT_EQ(bound(pair(flagged, plain)), "correct");
  EXPECT_EQ(bound(pair(flagged, other)), "unknown: approximation");
  EXPECT_EQ(bound(pair(plain, flagged)), "unsupported: approximate floating point");
}

TEST(Floats, TimesOneIsNoOperation) {
  EXPECT_EQ(verdict(pair("%a = fmul float %x, 1.0 %r = fmul float %a, %y ret float %r", "%r = fmul float %x, %y ret float %r")),
            "correct");
}

TEST(RefineFloats, SignsOfProductsWithZerosAreFollowedThroughChoices) {
  const auto pair = [](const std::string& type, const std::string& flags, const std::string& constant, const std::string& negated) {
    const std::string of = "(" + type + " %a) { ";
    return verdict("define " + type + " @src" + of + "%f = fmul nsz " + type + " %a, " + constant + " %r = fneg " + flags + type + " %f ret " + type +
                   " %r } define " + type + " @tgt" + of + "%r = fmul " + flags + type + " %a, " + negated + " ret " + type + " %r }");
  };
  EXPECT_EQ(pair("float", "ninf ", "0.0", "-0.0").substr(0, 9), "incorrect");
  const std::string vector = "<float 0.0, float -0.0>", opposite = "<float -0.0, float 0.0>";
  EXPECT_EQ(pair("<2 x float>", "ninf ", vector, opposite).substr(0, 9), "incorrect");
}

}  // namespace
}  // namespace assay::refine
