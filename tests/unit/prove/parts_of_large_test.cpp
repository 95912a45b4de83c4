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

/// Types of C: int, float, char, and a record of an int and a float.
const std::string kTypes =
    "!9 = !{!\"root\"} !8 = !{!\"char\", !9, i64 0} !7 = !{!\"int\", !8, i64 0} !6 = !{!\"float\", !8, i64 0} "
    "!5 = !{!\"pair\", !7, i64 0, !6, i64 4} !1 = !{!7, !7, i64 0} !2 = !{!6, !6, i64 0} !3 = !{!8, !8, i64 0} "
    "!4 = !{!5, !7, i64 0} ";

/// ATTR-26: what was last written with another type can't be read with this one.
TEST(PartsOfLarge, AStoreOfAnotherTypeDoesNotReachWhatIsReadAgain) {
  const auto body = [](const std::string& first, const std::string& store, const std::string& again,
                       const std::string& value) {
    return "%l = load i32, ptr %p" + first + " store i32 %x, ptr %q, align 4" + store + " %m = load i32, ptr %p" +
           again + " %a = add i32 " + value + ", %y store i32 %a, ptr %q, align 4" + store + " br label %end";
  };
  const auto outcome = [&](const std::string& first, const std::string& store, const std::string& again) {
    return of_loop(body(first, store, again, "%m"), body(first, store, again, "%l"), kTypes);
  };
  const std::string integer = ", !tbaa !1", floating = ", !tbaa !2", character = ", !tbaa !3", member = ", !tbaa !4";
  EXPECT_EQ(outcome(integer, floating, integer), Outcome::Proved);
  EXPECT_EQ(outcome("", floating, integer), Outcome::Proved);
  EXPECT_EQ(outcome(member, floating, member), Outcome::Proved);
  EXPECT_TRUE(is_wrong(outcome(integer, floating, ""))) << "what is read again may have any type";
  for (const std::string& store : {integer, character, member, std::string()})
    EXPECT_TRUE(is_wrong(outcome(integer, store, integer))) << store;
  const std::string stored = "store i32 %y, ptr %p, !tbaa !1 store i32 %x, ptr %q, !tbaa !2 ";
  const std::string read = "%m = load i32, ptr %p, !tbaa !1 store volatile i32 ";
  EXPECT_EQ(of_loop(stored + read + "%m, ptr %q br label %end", stored + read + "%y, ptr %q br label %end", kTypes),
            Outcome::Proved);
  const std::string float_read = "%m = load i32, ptr %p, !tbaa !2 store volatile i32 ";
  EXPECT_TRUE(is_wrong(of_loop(stored + float_read + "%m, ptr %q br label %end",
                               stored + float_read + "%y, ptr %q br label %end", kTypes)))
      << "the last store has the type that is read";
}

TEST(PartsOfLarge, AnAccessOfNoTypeReachesWhatIsReadAgainInTheNextRound) {
  const auto function = [](const std::string& name, const std::string& value) {
    return "define void @" + name +
           "(ptr %p, ptr %q, ptr %r) { e: %f = load i32, ptr %p, !tbaa !1 br label %h h: %l = load i32, ptr %p, !tbaa "
           "!1 "
           "store i32 0, ptr %q, !tbaa !2 %a = add i32 " +
           value +
           ", 1 store volatile i32 %a, ptr %q %c = load volatile i1, ptr %r br i1 %c, label %h, label %o o: ret "
           "void } ";
  };
  EXPECT_TRUE(is_wrong(outcome_of(kTypes + function("src", "%l") + function("tgt", "%f"), {.milliseconds = 200})));
}

TEST(PartsOfLarge, AStepByNothingIsNoStep) {
  const auto body = [](const std::string& step, const std::string& address) {
    return "%s = getelementptr " + step + " store volatile i32 %x, ptr " + address + " br label %end";
  };
  for (const char* step : {"inbounds nuw { i32, i32 }, ptr %p, i32 0, i32 0", "i8, ptr %p, i64 0"}) {
    EXPECT_EQ(of_loop(body(step, "%s"), body(step, "%p")), Outcome::Proved) << step;
    EXPECT_EQ(of_loop(body(step, "%p"), body(step, "%s")), Outcome::Proved) << step;
  }
  for (const char* step : {"{ i32, i32 }, ptr %p, i32 0, i32 1", "i8, ptr %q, i64 0"})
    EXPECT_TRUE(is_wrong(of_loop(body(step, "%s"), body(step, "%p")))) << step;
}

TEST(PartsOfLarge, WhereSeveralOperandsDifferEachIsAskedAbout) {
  const auto body = [](const std::string& index, const std::string& condition) {
    return "%a = " + index + " " + condition +
           " %s = getelementptr i8, ptr %q, i32 %a %v = select i1 %c, ptr %s, ptr %p store volatile i32 0, ptr %v br "
           "label %end";
  };
  const std::string product = "mul i32 %x, 8", shift = "shl i32 %x, 3", below = "%c = icmp ult i32 %y, 1",
                    equal = "%c = icmp eq i32 %y, 0";
  EXPECT_EQ(of_loop(body(product, below), body(shift, equal)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(body(product, below), body("shl i32 %x, 2", equal))));
  EXPECT_TRUE(is_wrong(of_loop(body(product, below), body(shift, "%c = icmp eq i32 %y, 1"))));
  EXPECT_TRUE(is_wrong(of_loop(body(product, below), body(shift, "%n = add nsw i32 %y, 1 %c = icmp eq i32 %n, 1"))));
}

TEST(PartsOfLarge, ACallMayPromiseLessOfItsArguments) {
  const std::string globals = "declare void @g(ptr, i32) ";
  const auto body = [](const std::string& pointer, const std::string& number) {
    return "call void @g(ptr " + pointer + " %p, i32 " + number + " %x) br label %end";
  };
  for (const char* promise : {"noundef", "nonnull", "dereferenceable(4)", "noundef nonnull dereferenceable_or_null(4)"})
    EXPECT_EQ(of_loop(body(promise, ""), body("", ""), globals), Outcome::Proved) << promise;
  EXPECT_EQ(of_loop(body("", "range(i32 0, 5)"), body("", ""), globals), Outcome::Proved);
  for (const char* promise : {"noundef", "nonnull", "dereferenceable(4)"})
    EXPECT_TRUE(is_wrong(of_loop(body("", ""), body(promise, ""), globals))) << promise;
  EXPECT_TRUE(is_wrong(of_loop(body("dereferenceable(4)", ""), body("dereferenceable(8)", ""), globals)));
  EXPECT_TRUE(is_wrong(of_loop(body("", "signext"), body("", ""), globals))) << "how it is handed over";
  EXPECT_TRUE(is_wrong(of_loop(body("byval(i32)", ""), body("", ""), globals)));
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
