#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops whose rounds are the same and that count in other numbers (prove/rounds/round_numbers.h).
namespace assay::prove {
namespace {

Outcome outcome_in(const std::string& functions) {
  return outcome_of("declare void @use(i32) " + functions, {.milliseconds = 2'500});
}

TEST(RoundNumbers, APointerMayCountInPlaceOfAnIndexAndRoundsDownwards) {
  const std::string source =
      "define void @src(ptr %p, ptr %q) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr "
      "inbounds i32, ptr %p, i64 %i %v = load i32, ptr %a %b = getelementptr inbounds i32, ptr %q, i64 %i store i32 "
      "%v, ptr %b %j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, 1024 br i1 %c, label %x, label %l x: ret void } ";
  const std::string target =
      "define void @tgt(ptr %p, ptr %q) { e: br label %l l: %a = phi ptr [ %a2, %l ], [ %p, %e ] %b = phi ptr [ %b2, "
      "%l ], [ %q, %e ] %n = phi i64 [ %m, %l ], [ 1024, %e ] %v = load i32, ptr %a store i32 %v, ptr %b %m = add nsw "
      "i64 %n, -1 %a2 = getelementptr i8, ptr %a, i64 4 %b2 = getelementptr i8, ptr %b, i64 4 %c = icmp eq i64 %m, 0 "
      "br i1 %c, label %x, label %l x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "ptr %a, i64 4", "ptr %a, i64 8")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ 1024, %e ]", "[ 1025, %e ]")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "icmp eq i64 %m, 0", "icmp eq i64 %n, 0")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ %q, %e ]", "[ %p, %e ]")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "ptr %b, i64 4", "ptr %a, i64 4")), Outcome::Refuted);
}

TEST(RoundNumbers, TheSourceMayCountNarrowerWhereItNeverWraps) {
  const std::string source =
      "define void @src(ptr %p, i32 %o, i32 %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %k = add nuw "
      "nsw i32 %i, %o %w = sext i32 %k to i64 %a = getelementptr inbounds i32, ptr %p, i64 %w store i32 0, ptr %a %j "
      "= add nuw nsw i32 %i, 1 %c = icmp eq i32 %j, %n br i1 %c, label %x, label %l x: ret void } ";
  const std::string target =
      "define void @tgt(ptr %p, i32 %o, i32 %n) { e: %w = sext i32 %o to i64 %s = shl nsw i64 %w, 2 %q = "
      "getelementptr i8, ptr %p, i64 %s br label %l l: %a = phi ptr [ %b, %l ], [ %q, %e ] %i = phi i32 [ %j, %l ], [ "
      "%n, %e ] store i32 0, ptr %a %j = add i32 %i, -1 %b = getelementptr i8, ptr %a, i64 4 %c = icmp eq i32 %j, 0 "
      "br i1 %c, label %x, label %l x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(replaced(source, "add nuw nsw i32 %i, %o", "add i32 %i, %o") + target), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "sext i32 %o", "zext i32 %o")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "shl nsw i64 %w, 2", "shl nsw i64 %w, 3")), Outcome::Refuted);
}

TEST(RoundNumbers, WhatANumberIsInTheEndMayBeKnown) {
  const std::string source =
      "define i32 @src() { e: br label %l l: %s = phi i32 [ -3220, %e ], [ %t, %l ] %i = phi i32 [ 12, %e ], [ %j, %l "
      "] call void @use(i32 %s) %t = add i32 %s, 9597741 %j = add nuw nsw i32 %i, 1 %c = icmp ugt i32 %i, 235 br i1 "
      "%c, label %x, label %l x: ret i32 %t } ";
  const std::string target =
      "define i32 @tgt() { e: br label %l l: %i = phi i32 [ %j, %l ], [ 11, %e ] %s = phi i32 [ -3220, %e ], [ %t, %l "
      "] call void @use(i32 %s) %t = add i32 %s, 9597741 %j = add nuw nsw i32 %i, 1 %c = icmp ugt i32 %j, 235 br i1 "
      "%c, label %x, label %l x: ret i32 -2135478791 } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "-2135478791", "-2135478790")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ 11, %e ]", "[ 12, %e ]")), Outcome::Refuted);
}

/// The inner loop of the target goes on from where the outer one's pointer is.
TEST(RoundNumbers, LoopsWithinLoopsCountByBothNumbers) {
  const std::string source =
      "define void @src(ptr %p, i64 %n) { e: br label %o o: %i = phi i64 [ 1, %e ], [ %i2, %y ] br label %l l: %j = "
      "phi i64 [ %i, %o ], [ %j2, %l ] %a = getelementptr inbounds i64, ptr %p, i64 %j store i64 0, ptr %a %j2 = add "
      "nuw nsw i64 %j, 1 %c = icmp eq i64 %j2, %n br i1 %c, label %y, label %l y: %i2 = add nuw nsw i64 %i, 1 %d = "
      "icmp eq i64 %i2, %n br i1 %d, label %x, label %o x: ret void } ";
  const std::string target =
      "define void @tgt(ptr %p, i64 %n) { e: %m = add i64 %n, -1 %q = getelementptr i8, ptr %p, i64 8 br label %o o: "
      "%b = phi ptr [ %q, %e ], [ %b2, %y ] %i = phi i64 [ %m, %e ], [ %i2, %y ] br label %l l: %a = phi ptr [ %b, %o "
      "], [ %a2, %l ] %j = phi i64 [ %i, %o ], [ %j2, %l ] store i64 0, ptr %a %j2 = add i64 %j, -1 %a2 = "
      "getelementptr i8, ptr %a, i64 8 %c = icmp eq i64 %j2, 0 br i1 %c, label %y, label %l y: %b2 = getelementptr "
      "i8, ptr %b, i64 8 %i2 = add i64 %i, -1 %d = icmp eq i64 %i2, 0 br i1 %d, label %x, label %o x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "ptr %b, i64 8", "ptr %b, i64 16")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "ptr %p, i64 8", "ptr %p, i64 0")), Outcome::Refuted);
}

TEST(RoundNumbers, ANarrowNumberOfTheSourceWraps) {
  const std::string source =
      "declare i1 @more(i32) define void @src() { e: br label %l l: %k = phi i8 [ 0, %e ], [ %k2, %l ] %x = zext i8 %k "
      "to i32 %c = call i1 @more(i32 %x) %k2 = add i8 %k, 1 br i1 %c, label %l, label %o o: ret void } ";
  const std::string target =
      "define void @tgt() { e: br label %l l: %x = phi i32 [ 0, %e ], [ %x2, %l ] %y = and i32 %x, 255 %c = call i1 "
      "@more(i32 %y) %x2 = add i32 %x, 1 br i1 %c, label %l, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(source + replaced(target, "and i32 %x, 255", "or i32 %x, 0")), Outcome::Unproved);
  const std::string endless =
      "define void @src(ptr %p) { e: br label %l l: %i = phi i8 [ 0, %e ], [ %j, %l ] store volatile i8 %i, ptr %p %j "
      "= "
      "add i8 %i, 1 br label %l } ";
  const std::string left =
      "define void @tgt(ptr %p) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %t = trunc i32 %i to i8 store "
      "volatile i8 %t, ptr %p %j = add i32 %i, 1 %c = icmp eq i32 %j, 1000 br i1 %c, label %x, label %l x: ret void } ";
  EXPECT_EQ(outcome_in(endless + left), Outcome::Unproved);
}

/// Calls see poison, too: what starts with it stays it, on both sides.
TEST(RoundNumbers, SeveralMayStandForOneThatIsPoison) {
  const std::string source =
      "define void @src(i32 %m, i32 %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %a = mul i32 %i, 12 %b "
      "= add i32 %a, %m call void @use(i32 %b) %j = add i32 %i, 1 %c = icmp eq i32 %j, %n br i1 %c, label %x, label %l "
      "x: ret void } ";
  const std::string target =
      "define void @tgt(i32 %m, i32 %n) { e: br label %l l: %b = phi i32 [ %m, %e ], [ %b2, %l ] %i = phi i32 [ %n, %e "
      "], [ %j, %l ] call void @use(i32 %b) %j = add i32 %i, -1 %b2 = add i32 %b, 12 %c = icmp eq i32 %j, 0 br i1 %c, "
      "label %x, label %l x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "%b, 12", "%b, 13")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "add i32 %b, 12", "add nsw i32 %b, 12")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ %m, %e ]", "[ 0, %e ]")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ %n, %e ]", "[ %m, %e ]")), Outcome::Refuted);
}

/// To be at an address is not to be based on the object there.
TEST(RoundNumbers, APointerStaysBasedOnWhatItStartsWith) {
  const std::string source =
      "define void @src(ptr %p) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i8, ptr %p, "
      "i64 %i store i8 0, ptr %a %j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, 8 br i1 %c, label %x, label %l x: "
      "ret void } ";
  const std::string target =
      "define void @tgt(ptr %p) { e: br label %l l: %a = phi ptr [ %p, %e ], [ %b, %l ] %n = phi i64 [ 8, %e ], [ %m, "
      "%l ] store i8 0, ptr %a %m = add i64 %n, -1 %b = getelementptr i8, ptr %a, i64 1 %c = icmp eq i64 %m, 0 br i1 "
      "%c, label %x, label %l x: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_NE(outcome_in(source + replaced(target, "%b = getelementptr i8, ptr %a, i64 1",
                                         "%k = ptrtoint ptr %a to i64 %h = add i64 %k, 1 %b = inttoptr i64 %h to ptr")),
            Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
