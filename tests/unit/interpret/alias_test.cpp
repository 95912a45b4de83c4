#include "tests/unit/interpret/testing.h"

/// !tbaa, !alias.scope with !noalias, and access groups: what they keep apart may not refute.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

constexpr const char* kTypes =
    "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!\"int\", !1, i64 0}\n!3 = !{!\"float\", !1, i64 0}\n"
    "!4 = !{!2, !2, i64 0}\n!5 = !{!3, !3, i64 0}\n!6 = !{!1, !1, i64 0}\n!7 = !{!2, !2, i64 0, i64 1}\n"
    "!10 = distinct !{!10}\n!11 = distinct !{!11, !10}\n!12 = distinct !{!12, !10}\n!13 = !{!11}\n!14 = !{!12}\n"
    "!15 = !{!11, !12}\n!20 = distinct !{}\n!21 = !{i64 0, i64 4, !4}\n";

/// A load after a store, and the load in front of it: right only if they do not overlap.
std::string reordered(const std::string& store, const std::string& load, const std::string& parameters = "ptr %p, ptr %q") {
  const std::string write = "  store i32 1, ptr %p" + store + "\n", read = "  %v = load i32, ptr %q" + load + "\n";
  return "define i32 @src(" + parameters + ") {\n" + write + read + "  ret i32 %v\n}\ndefine i32 @tgt(" + parameters +
         ") {\n" + read + write + "  ret i32 %v\n}\n" + kTypes;
}
constexpr const char* kKeptApart = "not judged: accesses overlap that !tbaa, !noalias or an access group keeps apart";

TEST(InterpretAliasMetadata, AccessesWithoutItAreReorderedWrongly) {
  EXPECT_EQ(outcome(reordered("", "")), "value-mismatch");
  EXPECT_EQ(outcome(reordered(", !tbaa !4", "")), "value-mismatch");
}

TEST(InterpretAliasMetadata, TypesThatMayNotAliasAreKeptApart) {
  EXPECT_EQ(outcome(reordered(", !tbaa !4", ", !tbaa !5")), kKeptApart);
  EXPECT_EQ(outcome(reordered(", !tbaa !4", ", !tbaa !4")), "value-mismatch");
  EXPECT_EQ(outcome(reordered(", !tbaa !4", ", !tbaa !6")), "value-mismatch");  // char is everything
}

TEST(InterpretAliasMetadata, ScopesAreKeptApartIfAllOfADomainAreListed) {
  EXPECT_EQ(outcome(reordered(", !alias.scope !13", ", !noalias !13")), kKeptApart);
  EXPECT_EQ(outcome(reordered(", !noalias !15", ", !alias.scope !14")), kKeptApart);
  EXPECT_EQ(outcome(reordered(", !alias.scope !15", ", !noalias !13")), "value-mismatch");
  EXPECT_EQ(outcome(reordered(", !alias.scope !13", ", !alias.scope !14")), "value-mismatch");
}

TEST(InterpretAliasMetadata, AccessesOfAnIndependentLoopAreKeptApart) {
  EXPECT_EQ(outcome(reordered(", !llvm.access.group !20", ", !llvm.access.group !20")), kKeptApart);
  EXPECT_EQ(outcome(reordered(", !llvm.access.group !20", "")), "value-mismatch");
}

TEST(InterpretAliasMetadata, RunsInWhichNothingOverlapsAreJudged) {
  const std::string apart = reordered(", !tbaa !4", ", !tbaa !5", "ptr noalias %p, ptr noalias %q");
  EXPECT_EQ(outcome(apart), "passed");
  std::string wrong = apart;
  wrong.replace(wrong.rfind("ret i32 %v"), 10, "ret i32 7 ");
  EXPECT_EQ(outcome(wrong), "value-mismatch");
}

TEST(InterpretAliasMetadata, OfTheTargetExcusesNothing) {
  const std::string source = "define i32 @src(ptr %p) {\n  store i32 1, ptr %p\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n";
  const auto target = [&](const std::string& result) {
    return source + "define i32 @tgt(ptr %p) {\n  store i32 1, ptr %p, !tbaa !4\n  %v = load i32, ptr %p, !tbaa !5\n  ret i32 " +
           result + "\n}\n" + kTypes;
  };
  EXPECT_EQ(outcome(target("2")), "value-mismatch");
  EXPECT_EQ(outcome(target("%v")), kKeptApart);
}

TEST(InterpretAliasMetadata, TypesHoldAcrossCallsAndScopesWithinOne) {
  const auto called = [](const std::string& store, const std::string& load) {
    return "define i32 @get(ptr %q) {\n  %v = load i32, ptr %q" + load + "\n  ret i32 %v\n}\ndefine i32 @src(ptr %p) {\n  store i32 1, ptr %p" +
           store + "\n  %v = call i32 @get(ptr %p)\n  ret i32 %v\n}\ndefine i32 @tgt(ptr %p) {\n  %v = call i32 @get(ptr %p)\n" +
           "  store i32 1, ptr %p\n  ret i32 %v\n}\n" + kTypes;
  };
  EXPECT_EQ(outcome(called(", !tbaa !4", ", !tbaa !5")), kKeptApart);
  EXPECT_EQ(outcome(called(", !alias.scope !13", ", !noalias !13")), "value-mismatch");
}

TEST(InterpretAliasMetadata, CopiesAccessWhatTheirPartsAre) {
  const auto copied = [](const std::string& metadata) {
    const std::string declare = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
    const std::string copy = "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false)" + metadata + "\n";
    const std::string read = "  %v = load i32, ptr %q, !tbaa !5\n";
    const std::string parameters = "(ptr %p, ptr %q, ptr noalias readonly %r) {\n";
    return declare + "define i32 @src" + parameters + copy + read + "  ret i32 %v\n}\ndefine i32 @tgt" + parameters + read +
           copy + "  ret i32 %v\n}\n" + kTypes;
  };
  EXPECT_EQ(outcome(copied("")), "value-mismatch");
  EXPECT_EQ(outcome(copied(", !tbaa.struct !21")), kKeptApart);
  EXPECT_EQ(outcome(copied(", !tbaa !4")), kKeptApart);
}

TEST(InterpretAliasMetadata, MaskedLanesThatAreOffAccessNothing) {
  const auto masked = [](const std::string& mask) {
    return "declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)\n"
           "define <2 x i32> @src(ptr noundef %p) {\n  store i32 1, ptr %p, !tbaa !4\n"
           "  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, <2 x i1> " +
           mask + ", <2 x i32> zeroinitializer), !tbaa !5\n  ret <2 x i32> %v\n}\n"
           "define <2 x i32> @tgt(ptr noundef %p) {\n  store i32 1, ptr %p\n  ret <2 x i32> <i32 9, i32 9>\n}\n" + kTypes;
  };
  EXPECT_EQ(outcome(masked("<i1 true, i1 false>")), kKeptApart);
  EXPECT_EQ(outcome(masked("<i1 false, i1 true>")), "value-mismatch");
}

TEST(InterpretAliasMetadata, ALoadOfAConstantTypeReadsWhatNeverChanges) {
  EXPECT_THAT(behaviours_of(std::string("@g = global i32 1\ndefine i32 @f() {\n  store i32 2, ptr @g\n"
                                        "  %v = load i32, ptr @g, !tbaa !7\n  ret i32 %v\n}\n") + kTypes),
              HasSubstr("invariant memory changed"));
}

TEST(InterpretAliasMetadata, OfACallIsNotFollowedInIt) {
  EXPECT_EQ(outcome(std::string("declare i32 @g(ptr)\ndefine i32 @src(ptr %p) {\n  %v = call i32 @g(ptr %p), !noalias !13\n"
                                "  ret i32 %v\n}\ndefine i32 @tgt(ptr %p) {\n  %v = call i32 @g(ptr %p)\n  ret i32 1\n}\n") + kTypes),
            "not judged: a call with !tbaa, !alias.scope or !noalias");
}

}  // namespace
}  // namespace assay::interpret
