#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// ATTR-52: convergent calls must not come to depend on more branches.
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

TEST(CheckConvergence, OtherCallsMay) {
  EXPECT_EQ(said(function("src", kPlain, "", ""), function("tgt", "", kPlain, kPlain)), "correct");
  EXPECT_EQ(said(function("src", kCall + kPlain, "", ""), function("tgt", kCall, kPlain, kPlain)), "correct");
}

}  // namespace
}  // namespace assay::check
