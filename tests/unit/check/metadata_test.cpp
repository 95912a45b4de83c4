#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Metadata and attributes that not both machines follow.
namespace assay::check {
namespace {

constexpr const char* kTypes =
    "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!\"int\", !1, i64 0}\n!3 = !{!\"float\", !1, i64 0}\n"
    "!4 = !{!2, !2, i64 0}\n!5 = !{!3, !3, i64 0}\n";

std::string reordered(const std::string& store, const std::string& load) {
  const std::string write = "  store i32 1, ptr %p" + store + "\n", read = "  %v = load i32, ptr %q" + load + "\n";
  return "define i32 @src(ptr %p, ptr %q) {\n" + write + read + "  ret i32 %v\n}\ndefine i32 @tgt(ptr %p, ptr %q) {\n" +
         read + write + "  ret i32 %v\n}\n" + kTypes;
}

TEST(MetadataBeyondTheSolver, RefutationsThatTheInterpreterCannotReplayAreNotShown) {
  EXPECT_EQ(word(judge(reordered(", !tbaa !4", ", !tbaa !5"))), "unknown: unconfirmed");
  EXPECT_TRUE(word(judge(reordered("", ""))).starts_with("incorrect"));
}

TEST(MetadataBeyondTheSolver, OfFunctionsThatAreCalledCountsToo) {
  const std::string inner =
      "define i32 @in(ptr %p, ptr %q) {\n  store i32 1, ptr %p, !tbaa !4\n  %v = load i32, ptr %q, !tbaa !5\n  ret i32 "
      "%v\n}\n";
  EXPECT_EQ(word(judge(
                inner +
                "define i32 @src(ptr %p, ptr %q) {\n  %v = call i32 @in(ptr %p, ptr %q)\n  ret i32 %v\n}\n"
                "define i32 @tgt(ptr %p, ptr %q) {\n  %v = load i32, ptr %q\n  store i32 1, ptr %p\n  ret i32 %v\n}\n" +
                kTypes)),
            "unknown: unconfirmed");
}

// ATTR-30
/// A load, with and without what is behind it, after which the function does more.
std::string loads(const std::string& source, const std::string& target, const std::string& nodes) {
  const auto body = [](const char* name, const std::string& behind) {
    return std::string("define i32 @") + name + "(ptr %p) {\n  %v = load i32, ptr %p" + behind + "\n  ret i32 %v\n}\n";
  };
  return body("src", source) + body("tgt", target) + nodes;
}

TEST(UnfollowedPromises, AProofDoesNotCoverThoseThatTheTargetAdds) {
  const std::string group = "!9 = !{}\n";
  EXPECT_EQ(word(judge(loads("", ", !tbaa !4", kTypes))), "unknown: unfollowed-promise: !tbaa");
  EXPECT_EQ(word(judge(loads("", ", !invariant.group !9", group))), "unknown: unfollowed-promise: !invariant.group");
  EXPECT_EQ(word(judge(loads(", !tbaa !4", ", !tbaa !5", kTypes))), "unknown: unfollowed-promise: !tbaa");
}

TEST(UnfollowedPromises, ThoseOfTheSourceMayBeKeptAndDropped) {
  EXPECT_EQ(word(judge(loads(", !tbaa !4", ", !tbaa !4", kTypes))), "correct");
  EXPECT_EQ(word(judge(loads(", !tbaa !4", "", kTypes))), "correct");
}

TEST(UnfollowedPromises, DistinctNodesOfTwoModulesAreTheSameIfTheySayTheSame) {
  const std::string scopes = "!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n";
  const auto one = [&](const std::string& name, const std::string& sum) {
    return "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !alias.scope !2\n  %s = add i32 %v, " + sum +
           "\n  ret i32 %s\n}\n" + name + scopes;
  };
  Checker checker{Options()};
  EXPECT_EQ(word(check_texts(checker, one("", "0"), one("", "0\n  %t = add i32 %s, 0"))), "correct");
}

TEST(UnfollowedPromises, NorecurseIsBelievedWhereAllFunctionsCalledSayIt) {
  const auto calls = [](const std::string& of_callee) {
    return "declare i32 @g()" + of_callee +
           "\ndefine i32 @src() {\n  %v = call i32 @g()\n  ret i32 %v\n}\n"
           "define i32 @tgt() norecurse {\n  %v = call i32 @g()\n  ret i32 %v\n}\n";
  };
  EXPECT_EQ(word(judge(calls(""))), "unknown: unfollowed-promise: norecurse");
  EXPECT_EQ(word(judge(calls(" norecurse"))), "correct");
}

TEST(CheckMetadata, AStoreThatPutsInvariantMemoryBackMayGo) {
  // The store to %y changes what %x points to, if they are equal, which is undefined before the other store undoes it.
  const std::string before = "(ptr %x, ptr %y) { %a = load i8, ptr %x, !invariant.load !0 store i8 0, ptr %y ";
  const Verdict verdict = judge("define void @src" + before + "store i8 %a, ptr %x ret void } define void @tgt" +
                                before + "ret void } !0 = !{}");
  EXPECT_EQ(word(verdict), "correct");
}

}  // namespace
}  // namespace assay::check
