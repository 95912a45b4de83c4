#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Functions that never return.
namespace assay::check {
namespace {

std::string judged(const std::string& source, const std::string& target, const std::string& attributes = "",
                   const std::string& rest = "") {
  const auto function = [&](const std::string& name, const std::string& body) {
    return "define i32 @" + name + "(i32 noundef %x) " + attributes + " { " + body + " } ";
  };
  return word(judge("declare void @g(i32) " + function("src", source) + function("tgt", target) + rest));
}

/// A source that is known never to end is not correct: nothing of it was compared.
const std::string kNoEnd = "unknown: unroll-bound";
const std::string kReturns = "ret i32 %x", kEndless = "br label %l l: br label %l";
const std::string kSearches =
    "e: br label %l l: %i = phi i32 [ 7, %e ], [ %j, %l ] %j = mul i32 %i, 3 %c = icmp eq i32 %j, %x "
    "br i1 %c, label %o, label %l o: ret i32 %x";
const std::string kSometimes = "%c = icmp eq i32 %x, 77 br i1 %c, label %l, label %o l: br label %l o: ret i32 %x";

// VAL-5
TEST(CheckEndless, ALoopThatNeverEndsIsNotToBePutIn) {
  EXPECT_EQ(judged(kReturns, kEndless), "incorrect: return-domain");
  EXPECT_EQ(judged(kReturns, kSometimes), "incorrect: return-domain");
  EXPECT_EQ(judged("call void @g(i32 %x) " + kReturns, "call void @g(i32 %x) " + kEndless), "incorrect: return-domain");
}

TEST(CheckEndless, OneThatIsLeftOutRefutesNothingButMakesNothingUndefined) {
  EXPECT_EQ(judged(kEndless, kReturns), kNoEnd);
  EXPECT_EQ(judged(kSometimes, kReturns).substr(0, 9), "correct");
  EXPECT_EQ(judged(kEndless, "unreachable"), "incorrect: more-ub");
  EXPECT_EQ(judged(kEndless, "unreachable", "mustprogress"), kNoEnd);
}

TEST(CheckEndless, LoopsThatNeverEndAreAllTheSameButForWhatIsSeenBefore) {
  EXPECT_EQ(judged(kEndless, "br label %l l: br label %m m: br label %l"), "correct");
  // Step by step both do the same: that is a proof, however long they run.
  EXPECT_EQ(judged(kEndless, "br label %l l: %i = phi i32 [ 0, %0 ], [ %j, %l ] %j = xor i32 %i, 1 br label %l"),
            "correct");
  EXPECT_EQ(judged(kSometimes, kSometimes), "correct");
  EXPECT_EQ(judged("call void @g(i32 %x) " + kEndless, "call void @g(i32 1) " + kEndless).substr(0, 9), "incorrect");
}

TEST(CheckEndless, ALoopThatEndsBeyondTheUsualBoundsIsUnrolledAsFarAsItGoes) {
  const auto counts = [](const std::string& name, const std::string& index, const std::string& step,
                         const std::string& flags) {
    return "define void @" + name + "(ptr %a) { e: br label %b b: %i = phi i64 [ " + (step == "1" ? "0" : "64") +
           ", %e ], [ %j, %b ] " + index +
           " %p = getelementptr inbounds i32, ptr %a, i64 %k %v = load i32, ptr %p %w = add " + flags +
           " i32 %v, 1 store i32 %w, ptr %p "
           "%j = add i64 %i, " +
           step + " %c = icmp eq i64 %j, " + (step == "1" ? "64" : "0") +
           " br i1 %c, label %x, label %b x: ret void } ";
  };
  EXPECT_EQ(
      word(judge(counts("src", "%k = add i64 %i, 0", "1", "nsw") + counts("tgt", "%k = sub i64 64, %i", "-1", ""))),
      "correct");
}

TEST(CheckEndless, ALoopThatMustMakeProgressMayBeLeftOut) {
  EXPECT_EQ(judged(kSearches, kReturns, "mustprogress").substr(0, 9), "correct");
  EXPECT_EQ(judged(kEndless, kReturns, "mustprogress"), kNoEnd);
  EXPECT_EQ(judged("br label %l l: br label %l, !llvm.loop !0", kReturns, "",
                   "!0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"}"),
            kNoEnd);
  EXPECT_EQ(judged(kReturns, kEndless, "mustprogress").substr(0, 9), "incorrect");
}

TEST(CheckEndless, WhereAllInputsAreUndefinedNoBoundIsLeft) {
  const std::string none = "br i1 undef, label %l, label %o l: br label %l o: ret i32 %x";
  EXPECT_EQ(judged(none, "unreachable"), "correct");
  EXPECT_EQ(judged(none, "ret i32 1"), "correct");
  EXPECT_EQ(judged("store i32 1, ptr null " + kEndless, kReturns), "correct");
  EXPECT_EQ(judged("call void @g(i32 %x) store i32 1, ptr null " + kEndless, kReturns).substr(0, 9), "incorrect");
  const std::string often =
      "e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %j = add i32 %i, 1 %c = icmp eq i32 %j, 5000 "
      "br i1 %c, label %o, label %l o: ret i32 %x";
  EXPECT_EQ(judged(none, often), "correct");
}

TEST(CheckEndless, APointerThatLeadsBackToItselfIsFoundInMemory) {
  const auto function = [](const std::string& name, const std::string& attributes) {
    return "define void @" + name + "(ptr %p) " + attributes + " { %q = load ptr, ptr %p call void @" + name +
           "(ptr %q) ret void } ";
  };
  EXPECT_EQ(word(judge(function("src", "") + function("tgt", "memory(argmem: read)"))), "incorrect: more-ub");
  EXPECT_EQ(word(judge(function("src", "") + function("tgt", "memory(read)"))), "unknown: approximation");
}

}  // namespace
}  // namespace assay::check
