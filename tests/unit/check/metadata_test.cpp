#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Metadata that the solver does not follow.
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
  const std::string inner = "define i32 @in(ptr %p, ptr %q) {\n  store i32 1, ptr %p, !tbaa !4\n  %v = load i32, ptr %q, !tbaa !5\n  ret i32 %v\n}\n";
  EXPECT_EQ(word(judge(inner +
                       "define i32 @src(ptr %p, ptr %q) {\n  %v = call i32 @in(ptr %p, ptr %q)\n  ret i32 %v\n}\n"
                       "define i32 @tgt(ptr %p, ptr %q) {\n  %v = load i32, ptr %q\n  store i32 1, ptr %p\n  ret i32 %v\n}\n" + kTypes)),
            "unknown: unconfirmed");
}

TEST(CheckMetadata, AStoreThatPutsInvariantMemoryBackMayGo) {
  // The store to %y changes what %x points to, if they are equal, which is undefined before the other store undoes it.
  const std::string before = "(ptr %x, ptr %y) { %a = load i8, ptr %x, !invariant.load !0 store i8 0, ptr %y ";
  const Verdict verdict = judge("define void @src" + before + "store i8 %a, ptr %x ret void } define void @tgt" + before +
                                "ret void } !0 = !{}");
  EXPECT_NE(verdict.kind, VerdictKind::Incorrect);
}

}  // namespace
}  // namespace assay::check
