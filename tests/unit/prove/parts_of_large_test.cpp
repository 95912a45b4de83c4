#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// What large functions have around the place that was changed: conditions on the way, calls and accesses that stay as
/// they are, loads that read again what is known.
namespace assay::prove {
namespace {

/// A pair that the solver can't decide as a whole: it is in a loop whose rounds nobody can count.
Outcome of_loop(const std::string& source, const std::string& target, const std::string& globals = "") {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define void @" + name +
           "(i32 noundef %x, i32 noundef %y, i32 %u, ptr %p, ptr %q) { e: br label %h h: " + body +
           " end: %again = load volatile i1, ptr %q br i1 %again, label %h, label %o o: ret void } ";
  };
  return outcome_of(globals + function("src", source) + function("tgt", target), {.milliseconds = 500});
}

bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

TEST(PartsOfLarge, ABranchOnTheWaySaysWhatAValueIs) {
  const auto body = [](const std::string& predicate, const std::string& labels, const std::string& add) {
    return "%c = icmp " + predicate + " i32 %x, 0 br i1 %c, label " + labels + " then: %a = " + add +
           " i32 %x, 1 store i32 %a, ptr %p br label %end";
  };
  const std::string there = "%then, label %end", elsewhere = "%end, label %then";
  EXPECT_EQ(of_loop(body("sgt", there, "add"), body("sgt", there, "add nuw")), Outcome::Proved);
  EXPECT_EQ(of_loop(body("slt", elsewhere, "add"), body("slt", elsewhere, "add nuw")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(body("sgt", there, "add"), body("sgt", there, "add nsw"))));
  EXPECT_TRUE(is_wrong(of_loop(body("sgt", elsewhere, "add"), body("sgt", elsewhere, "add nuw"))));
  // The block is also come to where the condition does not hold.
  const auto either = [](const std::string& add) {
    return "%c = icmp sgt i32 %x, 0 br i1 %c, label %then, label %other other: br label %then then: %a = " + add +
           " i32 %x, 1 store i32 %a, ptr %p br label %end";
  };
  EXPECT_TRUE(is_wrong(of_loop(either("add"), either("add nuw"))));
}

TEST(PartsOfLarge, ASwitchAndAnAssumptionOnTheWaySayIt) {
  const auto of_switch = [](const std::string& label, const std::string& value) {
    return "switch i32 %x, label %end [ i32 7, label %seven i32 8, label %eight i32 9, label %eight ] seven: store "
           "i32 " +
           (label == "seven" ? value : "%x") + ", ptr %p br label %end eight: store i32 " +
           (label == "eight" ? value : "%x") + ", ptr %p br label %end";
  };
  EXPECT_EQ(of_loop(of_switch("seven", "%x"), of_switch("seven", "7")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(of_switch("eight", "%x"), of_switch("eight", "8"))));
  const auto by_default = [](const std::string& predicate) {
    return "switch i32 %x, label %rest [ i32 0, label %end ] rest: %c = icmp " + predicate +
           " i32 %x, 0 %z = zext i1 %c to i32 store i32 %z, ptr %p br label %end";
  };
  const std::string one = "switch i32 %x, label %rest [ i32 0, label %end ] rest: store i32 1, ptr %p br label %end";
  EXPECT_EQ(of_loop(by_default("ne"), one), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(by_default("sgt"), one)));
  const auto assumed = [](const std::string& first, const std::string& add) {
    return "%c = icmp ult i32 %x, " + first + " call void @llvm.assume(i1 %c) br label %then then: %a = " + add +
           " i32 %x, 1 store i32 %a, ptr %p br label %end";
  };
  EXPECT_EQ(of_loop(assumed("100", "add"), assumed("100", "add nuw nsw")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(assumed("-1", "add"), assumed("-1", "add nuw nsw"))));
}

TEST(PartsOfLarge, AConditionOnAChoiceSaysNothingOfWhatWasChosenFrom) {
  const auto function = [](const std::string& name, const std::string& tested, const std::string& add) {
    return "define void @" + name + "(i32 %u, ptr %p) { %f = freeze i32 %u %c = icmp sgt i32 " + tested +
           ", 0 br i1 %c, label %then, label %end then: %a = " + add +
           " i32 %u, 1 store i32 %a, ptr %p br label %end end: ret void } ";
  };
  EXPECT_EQ(outcome_of(function("src", "%u", "add") + function("tgt", "%u", "add nuw")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(outcome_of(function("src", "%f", "add") + function("tgt", "%f", "add nuw"))));
}

TEST(PartsOfLarge, StepsThatStayMayBeAny) {
  const std::string globals =
      "declare i32 @g(ptr) declare i32 @pers(...) define internal i32 @own(i32 %v) { %r = mul i32 %v, 3 ret i32 %r } ";
  const auto body = [](const std::string& step, const std::string& product) {
    return step + " %a = " + product + " store i32 %a, ptr %p br label %end";
  };
  for (const std::string step :
       {"%l = load volatile i32, ptr %p", "%l = load atomic i32, ptr %p acquire, align 4",
        "%l = atomicrmw add ptr %p, i32 %x seq_cst", "fence release %l = call i32 @g(ptr %p)",
        "%l = call i32 asm sideeffect \"nop\", \"=r\"()", "%f = load ptr, ptr %q %l = call i32 %f(ptr %p)",
        "%l = call i32 @own(i32 %x)", "%n = ptrtoint ptr %p to i64 %l = trunc i64 %n to i32"})
    EXPECT_EQ(of_loop(body(step, "mul i32 %l, 8"), body(step, "shl i32 %l, 3"), globals), Outcome::Proved) << step;
  EXPECT_TRUE(
      is_wrong(of_loop(body("%l = load volatile i32, ptr %p %m = load volatile i32, ptr %q", "add i32 %l, 0"),
                       body("%m = load volatile i32, ptr %q %l = load volatile i32, ptr %p", "add i32 %l, 0"))));
  EXPECT_TRUE(is_wrong(of_loop(body("%l = call i32 @own(i32 %x)", "add i32 %l, 0"),
                               body("%l = call i32 @own(i32 %y)", "add i32 %l, 0"), globals)));
}

TEST(PartsOfLarge, PromisesOfMetadataMayGoButNotCome) {
  const std::string plain = "%l = load i32, ptr %p %a = add i32 %l, 0 store i32 %a, ptr %p br label %end";
  const std::string range = "%l = load i32, ptr %p, !range !0 store i32 %l, ptr %p br label %end";
  const std::string nodes = "!0 = !{i32 0, i32 9} ";
  EXPECT_EQ(of_loop(range, plain, nodes), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(plain, range, nodes)));
  const auto loop = [](const std::string& name, const std::string& sum, const std::string& promise) {
    return "define void @" + name + "(i32 noundef %x, ptr %p) { e: br label %h h: %l = load i32, ptr %p %a = " + sum +
           " %c = icmp eq i32 %a, 0 br i1 %c, label %o, label %h" + promise + " o: ret void } ";
  };
  const std::string node = "!0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"} !2 = distinct !{!2, !1} ";
  EXPECT_EQ(outcome_of(loop("src", "mul i32 %l, 8", ", !llvm.loop !0") +
                       loop("tgt", "shl i32 %l, 3", ", !llvm.loop !2") + node),
            Outcome::Proved);
  EXPECT_TRUE(
      is_wrong(outcome_of(loop("src", "mul i32 %l, 8", "") + loop("tgt", "shl i32 %l, 3", ", !llvm.loop !2") + node)));
}

TEST(PartsOfLarge, WhatWasReadOrWrittenIsReadAgain) {
  const auto again = [](const std::string& between) {
    return "%r = getelementptr i8, ptr %p, i64 8 %l = load i32, ptr %p " + between +
           " %m = load i32, ptr %p %a = add i32 %m, %y store i32 %a, ptr %q br label %end";
  };
  const auto known = [](const std::string& between) {
    return "%r = getelementptr i8, ptr %p, i64 8 %l = load i32, ptr %p " + between +
           " %a = add i32 %l, %y store i32 %a, ptr %q br label %end";
  };
  const std::string globals = "declare void @g() declare void @pure() memory(read) nounwind willreturn ";
  for (const std::string apart : {"", "store i32 %x, ptr %r", "store i64 0, ptr %r call void @pure()",
                                  "br i1 true, label %one, label %two one: store i32 1, ptr %r br label %three two: "
                                  "br label %three three:"})
    EXPECT_EQ(of_loop(again(apart), known(apart), globals), Outcome::Proved) << apart;
  for (const std::string near :
       {"store i32 %x, ptr %q", "call void @g()", "%s = getelementptr i8, ptr %p, i64 3 store i8 0, ptr %s",
        "%s = getelementptr i8, ptr %p, i64 -1 store i16 0, ptr %s, align 1", "%w = load volatile i32, ptr %q"})
    EXPECT_TRUE(is_wrong(of_loop(again(near), known(near), globals))) << near;
  const std::string stored = "store i32 %x, ptr %p %m = load i32, ptr %p store i32 %m, ptr %q br label %end";
  EXPECT_EQ(of_loop(stored, "store i32 %x, ptr %p store i32 %x, ptr %q br label %end"), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(stored, "store i32 %x, ptr %p store i32 %y, ptr %q br label %end")));
}

TEST(PartsOfLarge, AnEarlierRoundHasReadSomethingElse) {
  // %l is what the round before has read.
  const auto function = [](const std::string& name, const std::string& stored) {
    return "define void @" + name +
           "(ptr %p, ptr %q) { e: %f = load i32, ptr %p br label %h h: %b = phi i32 [ %f, %e ], [ %l, %h ] "
           "%i = phi ptr [ %p, %e ], [ %n, %h ] %l = load i32, ptr %i %n = getelementptr i8, ptr %i, i64 4 store i32 " +
           stored + ", ptr %q %c = load volatile i1, ptr %q br i1 %c, label %h, label %o o: ret void } ";
  };
  EXPECT_TRUE(is_wrong(outcome_of(function("src", "%l") + function("tgt", "%b"))));
}

TEST(PartsOfLarge, ALoadThatPromisesMoreIsNotTheOther) {
  const auto body = [](const std::string& range, const std::string& value) {
    return "%l = load i32, ptr %p" + range + " %m = load i32, ptr %p store i32 " + value + ", ptr %q br label %end";
  };
  const std::string nodes = "!0 = !{i32 0, i32 9} ";
  EXPECT_EQ(of_loop(body("", "%m"), body("", "%l")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(body(", !range !0", "%m"), body(", !range !0", "%l"), nodes)));
}

TEST(PartsOfLarge, BlocksArePartnersByTheWayToThem) {
  const std::string straight =
      "%c = icmp eq i32 %x, %y br i1 %c, label %a, label %b a: store i32 1, ptr %p br label %end b: %m = mul i32 %x, 8 "
      "store i32 %m, ptr %p br label %end";
  const std::string turned =
      "%c = icmp eq i32 %x, %y br i1 %c, label %a, label %b b: %m = shl i32 %x, 3 store i32 %m, ptr %p br label %end "
      "a: store i32 1, ptr %p br label %end";
  EXPECT_EQ(of_loop(straight, turned), Outcome::Proved);
  const std::string swapped =
      "%c = icmp eq i32 %x, %y br i1 %c, label %b, label %a b: %m = shl i32 %x, 3 store i32 %m, ptr %p br label %end "
      "a: store i32 1, ptr %p br label %end";
  EXPECT_TRUE(is_wrong(of_loop(straight, swapped)));
}

}  // namespace
}  // namespace assay::prove
