#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// What is guessed and written for proofs by rounds changes neither function, and assumes nothing that need not be so.
namespace assay::prove {
namespace {

Outcome outcome_in(const std::string& functions) {
  return outcome_of("declare void @use(i32) " + functions, {.milliseconds = 5'000});
}

TEST(Guesses, ASwitchWithOneWayTellsNothing) {
  const auto pair = [](const std::string& cases, const std::string& edges) {
    const std::string head =
        "(i1 noundef %y, i32 noundef %n) { e: switch i1 %y, label %l [ " + cases + " ] l: %i = phi i32 " + edges;
    const std::string end = "%j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 %c, label %l, label %o o: ret void } ";
    return "define void @src" + head +
           "[ %j, %m ] br i1 %y, label %a, label %b a: call void @use(i32 1) br label %m b: call void @use(i32 2) br "
           "label %m m: " +
           end + "define void @tgt" + head + "[ %j, %l ] call void @use(i32 2) " + end;
  };
  EXPECT_EQ(outcome_in(pair("", "[ 0, %e ], ")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(pair("i1 true, label %l", "[ 0, %e ], [ 0, %e ], ")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(pair("i1 false, label %l", "[ 0, %e ], [ 0, %e ], ")), Outcome::Refuted);
}

/// Counts to a number that is returned where the loop is left out.
std::string counted_to(const std::string& number, const std::string& in_target) {
  const std::string source =
      "define i32 @src(i1 noundef %g, i1 noundef %y, i32 noundef %n) { e: %m = " + number +
      " br i1 %g, label %l, label %x l: %i = phi i32 [ 0, %e ], [ %j, %k ] br i1 %y, label %a, label %k a: call void "
      "@use(i32 %i) br label %k k: %j = add i32 %i, 1 %c = icmp eq i32 %i, %m br i1 %c, label %x, label %l x: ret i32 "
      "%m } ";
  return source + "define i32 @tgt(i1 noundef %g, i1 noundef %y, i32 noundef %n) { e: %m = " + in_target +
         " br i1 %g, label %h, label %x h: br i1 %y, label %l.us, label %l l.us: %i.us = phi i32 [ 0, %h ], [ %j.us, "
         "%l.us ] call void @use(i32 %i.us) %j.us = add i32 %i.us, 1 %c.us = icmp eq i32 %i.us, %m br i1 %c.us, label "
         "%x, label %l.us l: %i = phi i32 [ 0, %h ], [ %j, %l ] %j = add i32 %i, 1 %c = icmp eq i32 %i, %m br i1 %c, "
         "label %x, label %l x: ret i32 %m } ";
}

TEST(Guesses, FlagsOfTheTargetStay) {
  EXPECT_EQ(outcome_in(counted_to("add i32 %n, -1", "add i32 %n, -1")), Outcome::Proved);
  EXPECT_EQ(outcome_in(counted_to("add nsw i32 %n, -1", "add nsw i32 %n, -1")), Outcome::Proved);
  EXPECT_EQ(outcome_in(counted_to("add i32 %n, -1", "add nsw i32 %n, -1")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(counted_to("add i32 %n, -1", "add nuw i32 %n, -1")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(counted_to("lshr i32 %n, 1", "lshr exact i32 %n, 1")), Outcome::Refuted);
}

TEST(Guesses, NothingIsDividedByWhatMayBePoison) {
  const std::string step =
      "e: %n = and i32 %n0, 65535 %s1 = and i32 %s, 7 %st = add nuw nsw i32 %s1, 1 %z = icmp eq i32 %s1, 5 ";
  const std::string source =
      "define void @src(i32 %s, i32 noundef %n0) { " + step +
      "br label %l l: %i = phi i32 [ 0, %e ], [ %j, %k ] %q = phi i32 [ 0, %e ], [ %q1, %k ] call void @use(i32 %i) "
      "br i1 %z, label %a, label %k a: call void @use(i32 100) br label %k k: %j = add i32 %i, 1 %q1 = add i32 %q, %st "
      "%c = icmp ult i32 %q1, %n br i1 %c, label %l, label %x x: ret void } ";
  const std::string target =
      "define void @tgt(i32 %s, i32 noundef %n0) { " + step +
      "br i1 %z, label %l.us, label %l l.us: %i.us = phi i32 [ 0, %e ], [ %j.us, %l.us ] %q.us = phi i32 [ 0, %e ], [ "
      "%q1.us, %l.us ] call void @use(i32 %i.us) call void @use(i32 100) %j.us = add i32 %i.us, 1 %q1.us = add i32 "
      "%q.us, %st %c.us = icmp ult i32 %q1.us, %n br i1 %c.us, label %l.us, label %x l: %i = phi i32 [ 0, %e ], [ %j, "
      "%l ] %q = phi i32 [ 0, %e ], [ %q1, %l ] call void @use(i32 %i) %j = add i32 %i, 1 %q1 = add i32 %q, %st %c = "
      "icmp ult i32 %q1, %n br i1 %c, label %l, label %x x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Refuted) << "@use may not return, and %s may be poison";
  EXPECT_EQ(outcome_in(replaced(source, "i32 %s", "i32 noundef %s") + replaced(target, "i32 %s", "i32 noundef %s")),
            Outcome::Proved);
}

const std::string kMustProgress = "!0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"} ";

TEST(Guesses, APromiseToProgressIsOneOfAllLoopsThatTheSourceMayStayIn) {
  const std::string target =
      "define void @tgt(i1 noundef %y, ptr %p) { e: br label %l l: %w = load i32, ptr %p br label %l, !llvm.loop !0 "
      "} " +
      kMustProgress;
  const auto nested = [](const std::string& of_outer) {
    return "define void @src(i1 noundef %y, ptr %p) { e: br label %outer outer: %v = load i32, ptr %p br label %l l: "
           "%w "
           "= load i32, ptr %p br i1 %y, label %l, label %m, !llvm.loop !0 m: %u = load i32, ptr %p br label %outer" +
           of_outer + " } ";
  };
  EXPECT_EQ(outcome_in(nested(", !llvm.loop !2") + target + "!2 = distinct !{!2, !1}"), Outcome::Proved);
  EXPECT_EQ(outcome_in(nested("") + target), Outcome::RefusedAndWrong);
  const std::string irreducible =
      "define void @src(i1 noundef %y, ptr %p) { e: br i1 %y, label %l, label %b l: %v = load i32, ptr %p br label %b "
      "b: %w = load i32, ptr %p br label %l } ";
  EXPECT_EQ(outcome_in(irreducible + target), Outcome::RefusedAndWrong);
  const std::string middle =
      "define void @src(i1 noundef %y, ptr %p) { e: br label %a a: %v = load i32, ptr %p br label %l l: %w = load i32, "
      "ptr %p br label %a } ";
  EXPECT_EQ(outcome_in(middle + target), Outcome::RefusedAndWrong);
}

TEST(Guesses, ALoopThatMustProgressMayBeWithinOneThatNeedNot) {
  const auto served = [](const std::string& name, const std::string& round) {
    return "define void @" + name +
           "(i32 noundef %n) { e: br label %outer outer: call void @use(i32 0) br label %l l: %i = phi i32 [ 0, %outer "
           "], [ %j, %l ] " +
           round + " %c = icmp ult i32 %j, %n br i1 %c, label %l, label %outer, !llvm.loop !0 } ";
  };
  const std::string source = served("src", "%s = mul i32 %i, 2 call void @use(i32 %s) %j = add i32 %i, 1");
  EXPECT_EQ(outcome_in(source + served("tgt", "%s = shl i32 %i, 1 call void @use(i32 %s) %j = add i32 %i, 1") +
                       kMustProgress),
            Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
