#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// ATTR-52: convergent calls must not come to depend on more, nor stop being convergent.
namespace assay::check {
namespace {

const std::string kCall = "  call void @b()\n", kPlain = "  call void @u()\n";

/// A function of a condition: `before` a branch, and in its two arms.
std::string function(const char* name, const std::string& before, const std::string& yes, const std::string& no) {
  return "define void @" + std::string(name) + "(i1 noundef %c, i1 noundef %d) {\n" + before +
         "  br i1 %c, label %y, label %n\ny:\n" + yes + "  br label %e\nn:\n" + no +
         "  br label %e\ne:\n  ret void\n}\n";
}
std::string said(const std::string& source, const std::string& target) {
  const std::string kind = " nounwind willreturn memory(none)\n";
  return word(judge("declare void @b() convergent" + kind + "declare void @u()" + kind + source + target));
}

TEST(CheckConvergence, AConvergentCallThatDependsOnAnotherBranchIsNotProved) {
  EXPECT_EQ(said(function("src", kCall, "", ""), function("tgt", "", kCall, kCall)),
            "unknown: unsupported: convergent calls");
  EXPECT_EQ(said(function("src", "", kCall, ""),
                 function("tgt", "", kCall + "  br i1 %d, label %z, label %e\nz:\n" + kCall, "")),
            "unknown: unsupported: convergent calls");
}

TEST(CheckConvergence, OneThatDependsOnNoMoreIs) {
  EXPECT_EQ(said(function("src", kCall, "", ""), function("tgt", kCall, "", "")), "correct");
  EXPECT_EQ(said(function("src", "", kCall, kCall), function("tgt", kCall, "", "")), "correct");
  EXPECT_EQ(said(function("src", "", kCall, ""), function("tgt", "", "", "")), "correct");
}

TEST(CheckConvergence, OneThatDependsOnAnotherArgumentIsNotProved) {
  const std::string twice = "  %e = xor i1 %c, %d\n  %k = xor i1 %e, %d\n";
  const auto branch = [&](const char* name, const std::string& before, const char* condition) {
    return "define void @" + std::string(name) + "(i1 noundef %c, i1 noundef %d) {\n" + before + "  br i1 " +
           condition + ", label %y, label %e1\ny:\n" + kCall + "  br label %e1\ne1:\n  ret void\n}\n";
  };
  EXPECT_EQ(said(branch("src", "", "%c"), branch("tgt", twice, "%k")), "unknown: unsupported: convergent calls");
  EXPECT_EQ(said(branch("src", twice, "%k"), branch("tgt", "", "%c")), "correct");
}

TEST(CheckConvergence, OneThatIsConvergentNoLongerIsNotProved) {
  const auto call = [](const char* name, const char* callee, const char* attribute) {
    return "define void @" + std::string(name) + "(ptr %p) convergent {\n  call void " + callee + "() " + attribute +
           "\n  ret void\n}\n";
  };
  EXPECT_EQ(said(call("src", "%p", "convergent"), call("tgt", "%p", "")), "unknown: unsupported: convergent calls");
  EXPECT_EQ(said(call("src", "%p", ""), call("tgt", "%p", "convergent")), "correct");
  EXPECT_EQ(said(call("src", "@u", "convergent"), call("tgt", "@u", "")), "correct")
      << "that function is not convergent: the call says more than is true";
}

TEST(CheckConvergence, OtherCallsMay) {
  EXPECT_EQ(said(function("src", kPlain, "", ""), function("tgt", "", kPlain, kPlain)), "correct");
  EXPECT_EQ(said(function("src", kCall + kPlain, "", ""), function("tgt", kCall, kPlain, kPlain)), "correct");
}

}  // namespace
}  // namespace assay::check
