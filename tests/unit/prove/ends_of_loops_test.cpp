#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops that only count, and that the target has lost: what they end with is computed.
namespace assay::prove {
namespace {

/// %x goes down by 255 while it is at least that, and %p goes up by one. `loop`: what is said of the loop.
std::string counting(const std::string& loop) {
  return "define {ptr, i64} @src(ptr noundef %p, i64 noundef %x) { e: %g = icmp ugt i64 %x, 254 br i1 %g, label %h, "
         "label %o "
         "h: %q = phi ptr [ %p, %e ], [ %r, %h ] %y = phi i64 [ %x, %e ], [ %z, %h ] "
         "%r = getelementptr inbounds nuw i8, ptr %q, i64 1 %z = add i64 %y, -255 "
         "%c = icmp ugt i64 %z, 254 br i1 %c, label %h, label %o" +
         loop +
         " o: %a = phi ptr [ %p, %e ], [ %r, %h ] %b = phi i64 [ %x, %e ], [ %z, %h ] "
         "%s = insertvalue {ptr, i64} poison, ptr %a, 0 %t = insertvalue {ptr, i64} %s, i64 %b, 1 "
         "ret {ptr, i64} %t } ";
}
/// The same, straight: %r and %z of what is known when the loop begins.
std::string straight(const std::string& end) {
  return "define {ptr, i64} @tgt(ptr noundef %p, i64 noundef %x) { e: %g = icmp ugt i64 %x, 254 "
         "br i1 %g, label %h, label %o h: " +
         end +
         " br label %o o: %a = phi ptr [ %p, %e ], [ %r, %h ] %b = phi i64 [ %x, %e ], [ %z, %h ] "
         "%s = insertvalue {ptr, i64} poison, ptr %a, 0 %t = insertvalue {ptr, i64} %s, i64 %b, 1 "
         "ret {ptr, i64} %t } ";
}
const std::string kMust = ", !llvm.loop !0";
const std::string kNodes = "!0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"} ";
const std::string kEnd =
    "%n = udiv i64 %x, 255 %r = getelementptr i8, ptr %p, i64 %n %m = mul nuw i64 %n, 255 %z = sub i64 %x, %m";

TEST(EndsOfLoops, WhatACountingLoopEndsWithIsComputed) {
  EXPECT_EQ(outcome_of(counting(kMust) + straight(kEnd) + kNodes), Outcome::Proved);
  EXPECT_EQ(outcome_of(counting(kMust) + straight(replaced(kEnd, "%p, i64 %n", "%p, i64 %x")) + kNodes),
            Outcome::Refuted);
  EXPECT_EQ(outcome_of(counting(kMust) + straight(replaced(kEnd, "udiv i64 %x, 255", "udiv i64 %x, 254")) + kNodes),
            Outcome::Refuted);
  EXPECT_EQ(outcome_of(counting(kMust) + straight(replaced(kEnd, "sub i64 %x, %m", "add i64 %x, %m")) + kNodes),
            Outcome::Refuted);
}

/// The target has the loop's block still, and nothing goes back to it: it is one with the block before, so that what
/// the solver would take long for is proved by parts.
TEST(EndsOfLoops, ABlockThatIsLeftOfTheLoopIsNoDifference) {
  const std::string declared = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) ";
  // The loop is run with %x of %a + %b - %c - 15.
  const auto begins = [](const std::string& name) {
    return "define {ptr, i64} @" + name +
           "(ptr noundef %p, i64 noundef %a, i64 noundef %b, i64 noundef %c) { e: %ab = add i64 %a, %b "
           "%l = sub i64 %ab, %c %x = add i64 %l, -15 %g = icmp ugt i64 %x, 254 br i1 %g, label %w, label %u "
           "u: ret {ptr, i64} zeroinitializer w: %k = add i64 %ab, -270 %m = sub i64 %k, %c %d = udiv i64 %m, 255 "
           "%n = add nuw nsw i64 %d, 1 call void @llvm.memset.p0.i64(ptr align 1 %p, i8 -1, i64 %n, i1 false) "
           "br label %h h: ";
  };
  const std::string ends =
      "%s = insertvalue {ptr, i64} poison, ptr %r, 0 %t = insertvalue {ptr, i64} %s, i64 %z, 1 ret {ptr, i64} %t } ";
  const std::string source = begins("src") +
                             "%q = phi ptr [ %p, %w ], [ %r, %h ] %y = phi i64 [ %x, %w ], [ %z, %h ] "
                             "%r = getelementptr inbounds nuw i8, ptr %q, i64 1 %z = add i64 %y, -255 "
                             "%again = icmp ugt i64 %z, 254 br i1 %again, label %h, label %o" +
                             kMust + " o: " + ends;
  const std::string target = begins("tgt") + "br i1 false, label %h, label %o" + kMust +
                             " o: %v = mul nuw i64 %d, 255 %z = sub i64 %m, %v %r = getelementptr i8, ptr %p, i64 %n " +
                             ends;
  const Asked brief{.milliseconds = 50};
  EXPECT_EQ(outcome_of(declared + source + target + kNodes, brief), Outcome::Proved);
  EXPECT_EQ(outcome_of(declared + source + replaced(target, "sub i64 %m, %v", "sub i64 %k, %v") + kNodes, brief),
            Outcome::Refuted);
}

TEST(EndsOfLoops, WhoMayGoOnForEverIsNoStraightCode) {
  EXPECT_NE(outcome_of(counting("") + straight(kEnd)), Outcome::Proved);
}

TEST(EndsOfLoops, ALoopOfWhichNothingIsNeededIsGone) {
  const std::string source =
      "define void @src(i32 noundef %n) { e: br label %h h: %i = phi i32 [ 0, %e ], [ %j, %h ] "
      "%j = add i32 %i, 3 %c = icmp ult i32 %j, %n br i1 %c, label %h, label %o" +
      kMust + " o: ret void } ";
  EXPECT_EQ(outcome_of(source + "define void @tgt(i32 noundef %n) { ret void } " + kNodes), Outcome::Proved);
  EXPECT_NE(
      outcome_of("@g = external global i32 " + replaced(source, "%j = add", "store volatile i32 0, ptr @g %j = add") +
                 "define void @tgt(i32 noundef %n) { ret void } " + kNodes),
      Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
