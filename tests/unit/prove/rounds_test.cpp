#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include "services/worker/ir/ir.h"
#include "services/worker/prove/rounds/rounds.h"
#include "tests/unit/prove/outcomes.h"

/// Loops that run in step (docs/adr/0033-loops-in-step.md).
namespace assay::prove {
namespace {

const std::string kDeclarations = "declare void @use(i32) declare i32 @get() @g = external global i32 ";
Outcome outcome_in(const std::string& functions, unsigned milliseconds = 4'000) {
  return outcome_of(kDeclarations + functions, {.milliseconds = milliseconds});
}

struct Loop {
  std::string body;
  std::string flags = "nuw nsw";
  std::string compare = "slt i32 %j, %n";
  std::string before{};
  std::string start = "0";
  std::string argument{}, attributes{};
  std::string phis{};
};

/// From `start` to before %n; with a pointer that moves along.
std::string loop(const std::string& name, const Loop& is) {
  return "define void @" + name + "(ptr " + is.argument + " %p, i32 %n, i32 %x) " + is.attributes +
         " { e: " + is.before + " br label %l l: %i = phi i32 [ " + is.start +
         ", %e ], [ %j, %l ] %q = phi ptr [ %p, %e ], [ %r, %l ] " + is.phis + " " + is.body +
         " %r = getelementptr i32, ptr %q, i64 1 %j = add " + is.flags + " i32 %i, 1 %c = icmp " + is.compare +
         " br i1 %c, label %l, label %o o: ret void } ";
}
Outcome outcome(const Loop& source, const Loop& target) {
  return outcome_in(loop("src", source) + loop("tgt", target));
}

TEST(Rounds, WhatEachRoundDoesIsProvedForAllRounds) {
  EXPECT_EQ(outcome({"%v = mul i32 %i, 2 store i32 %v, ptr %q"}, {"%v = shl i32 %i, 1 store i32 %v, ptr %q"}),
            Outcome::Proved);
  EXPECT_EQ(outcome({"%v = mul i32 %i, 3 call void @use(i32 %v)"},
                    {"%w = shl i32 %i, 1 %v = add i32 %w, %i call void @use(i32 %v)"}),
            Outcome::Proved);
  EXPECT_EQ(outcome({"%v = mul i32 %i, 2 store i32 %v, ptr %q"}, {"%v = shl i32 %i, 2 store i32 %v, ptr %q"}),
            Outcome::Refuted);
  EXPECT_EQ(outcome({"store i32 1, ptr %q"},
                    {"%z = icmp eq i32 %i, 5000 %w = select i1 %z, i32 2, i32 1 store i32 %w, ptr %q"}),
            Outcome::Unproved);
  EXPECT_EQ(outcome({"store i32 1, ptr %q"}, {.body = "store i32 1, ptr %q", .compare = "sle i32 %j, %n"}),
            Outcome::Refuted);
  EXPECT_EQ(outcome({"store i32 1, ptr %q"}, {.body = "store i32 1, ptr %q", .start = "1"}), Outcome::Refuted);
  EXPECT_EQ(outcome({"%v = call i32 @get() %w = mul i32 %v, 2 call void @use(i32 %w)"},
                    {"%v = call i32 @get() %w = shl i32 %v, 1 call void @use(i32 %w)"}),
            Outcome::Proved);
  EXPECT_EQ(outcome({"%v = call i32 @get() call void @use(i32 %v)"},
                    {.body = "call void @use(i32 %v)", .before = "%v = call i32 @get()"}),
            Outcome::Refuted);
}

TEST(Rounds, BlocksAndLoopsNeedNotBeTheSame) {
  const std::string split =
      "define void @tgt(ptr %p, i32 %n, i32 %x) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] call void "
      "@use(i32 %i) "
      "%j = add nuw nsw i32 %i, 1 br label %m m: %c = icmp sge i32 %j, %n br i1 %c, label %o, label %l o: ret void } ";
  EXPECT_EQ(outcome_in(loop("src", {"call void @use(i32 %i)"}) + split), Outcome::Proved);
  const auto nested = [](const std::string& name, const std::string& flags, const std::string& factor) {
    return "define void @" + name +
           "() { e: br label %a a: %i = phi i32 [ 0, %e ], [ %k, %d ] br label %b b: %j = phi i32 [ 0, %a ], [ %h, %b "
           "] "
           "%m = mul " +
           flags + " i32 %i, " + factor + " %s = add " + flags +
           " i32 %m, %j call void @use(i32 %s) %h = add i32 %j, 1 %y = icmp ne i32 %h, 100 "
           "br i1 %y, label %b, label %d d: %k = add i32 %i, 1 %z = icmp ne i32 %k, 100 br i1 %z, label %a, label %o "
           "o: ret void } ";
  };
  EXPECT_EQ(outcome_in(nested("src", "", "100") + nested("tgt", "nuw nsw", "100")), Outcome::Proved);
  EXPECT_EQ(outcome_in(nested("src", "", "100000000") + nested("tgt", "nuw nsw", "100000000")), Outcome::Unproved);
}

TEST(Rounds, WhatHoldsOfNumbersInAllRoundsIsUsed) {
  const Loop asks{.body = "%k = icmp slt i32 %i, %n %v = zext i1 %k to i32 call void @use(i32 %v)", .flags = "nsw"};
  Loop knows = asks;
  knows.body = "call void @use(i32 1)";
  EXPECT_EQ(outcome(asks, knows), Outcome::Refuted);  // not in the first round
  const auto guarded = [](const std::string& name, const std::string& body, const std::string& guard) {
    return "define void @" + name + "(i32 %n) { e: %t = icmp " + guard +
           " i32 %n, 0 br i1 %t, label %l, label %o l: %i = phi i32 [ 0, %e ], [ %j, %l ] " + body +
           " %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: ret void } ";
  };
  EXPECT_EQ(outcome_in(guarded("src", asks.body, "sgt") + guarded("tgt", knows.body, "sgt")), Outcome::Proved);
  EXPECT_EQ(outcome_in(guarded("src", asks.body, "sge") + guarded("tgt", knows.body, "sge")), Outcome::Refuted);
  EXPECT_EQ(outcome({.body = "store i32 %i, ptr %q", .flags = "", .compare = "ne i32 %j, 1000"},
                    {.body = "store i32 %i, ptr %q", .flags = "nuw nsw", .compare = "ne i32 %j, 1000"}),
            Outcome::Proved);
  EXPECT_EQ(outcome({.body = "store i32 %i, ptr %q", .flags = "", .compare = "ne i32 %j, %n"},
                    {.body = "store i32 %i, ptr %q", .flags = "nuw nsw", .compare = "ne i32 %j, %n"}),
            Outcome::Unproved);
}

TEST(Rounds, AnOffsetThatIsNotNegativeDoesNotWrapInsideAnObject) {
  const auto body = [](const std::string& flags) {
    return "%a = getelementptr " + flags + " i32, ptr %p, i32 %i store i32 1, ptr %a %b = getelementptr " + flags +
           " i32, ptr %a, i32 %i store i32 1, ptr %b";
  };
  EXPECT_EQ(outcome({body("inbounds")}, {body("inbounds nuw")}), Outcome::Proved);
  EXPECT_EQ(outcome({.body = body("inbounds"), .start = "-5"}, {.body = body("inbounds nuw"), .start = "-5"}),
            Outcome::Refuted);
  EXPECT_EQ(outcome({body("")}, {body("nuw")}), Outcome::Unproved);
}

TEST(Rounds, AWiderNumberStandsForANarrowOne) {
  const auto wide = [](const std::string& compare) {
    return "define void @tgt(i32 %n) { e: %t = icmp sgt i32 %n, 0 br i1 %t, label %a, label %o a: %m = zext i32 %n to "
           "i64 br label %l "
           "l: %w = phi i64 [ 0, %a ], [ %v, %l ] %i = trunc i64 %w to i32 call void @use(i32 %i) %v = add nuw nsw i64 "
           "%w, 1 "
           "%c = icmp " +
           compare + " i64 %v, %m br i1 %c, label %l, label %o o: ret void } ";
  };
  const std::string narrow =
      "define void @src(i32 %n) { e: %t = icmp sgt i32 %n, 0 br i1 %t, label %l, label %o l: %i = phi i32 [ 0, %e ], [ "
      "%j, %l ] "
      "call void @use(i32 %i) %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: ret void "
      "} ";
  EXPECT_EQ(outcome_in(narrow + wide("ne")), Outcome::Proved);
  EXPECT_EQ(outcome_in(narrow + wide("ule")), Outcome::Refuted);
}

TEST(Rounds, AChoiceThatIsMadeInEachRoundMayBeMadeOnceButNotTheOtherWayRound) {
  const Loop each{.body = "%f = freeze i32 %x store i32 %f, ptr %q"},
      once{.body = "store i32 %f, ptr %q", .before = "%f = freeze i32 %x"};
  // Refuted where the solver has the time to find two rounds that differ.
  EXPECT_NE(outcome(once, each), Outcome::Proved);
  EXPECT_EQ(outcome(each, {"store i32 %x, ptr %q"}), Outcome::Refuted);
  // What comes round is partly undef: undef and one, without wrapping.
  EXPECT_EQ(
      outcome({.body = "call void @use(i32 %i)", .start = "undef"}, {.body = "call void @use(i32 %i)", .start = "7"}),
      Outcome::Unproved);
  EXPECT_EQ(
      outcome({.body = "call void @use(i32 %i)", .start = "7"}, {.body = "call void @use(i32 %i)", .start = "undef"}),
      Outcome::Refuted);
}

/// What each round uses is computed before the loop. %u is undef, %even 0 or 2.
std::string uses(const std::string& name, const std::string& before, const std::string& value) {
  return "define void @" + name + "(ptr %q, i32 %n) { e: %u = call i32 @get() %even = and i32 %u, 2 " + before +
         " br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] " + value +
         " call void @use(i32 %v) %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: ret "
         "void } ";
}

TEST(Rounds, WhatIsComputedOfUndefHasAllItsValuesInEachRound) {
  const std::string odd = "%odd = or i32 %even, 1";
  const auto pair = [&](const std::string& value) {
    return outcome_in(uses("src", odd, "%v = mul i32 %odd, 2") + uses("tgt", odd, value));
  };
  EXPECT_EQ(pair("%v = shl i32 %odd, 1"), Outcome::Proved);
  EXPECT_EQ(pair("%v = shl i32 %odd, 2"), Outcome::Refuted);
  EXPECT_NE(pair("%v = add i32 %odd, %odd"), Outcome::Proved) << "of 1 and 3, 4";
}

TEST(Rounds, WhatThatIsComputedOfIsHandedOver) {
  llvm::LLVMContext context;
  const auto count = [&](const std::string& before) {
    const std::string function = uses("f", before, "%v = select i1 %is_zero, i32 1, i32 2");
    const auto module = ir::parse(context, kDeclarations + function, "test.ll");
    EXPECT_TRUE(module) << function;
    return partly_undef_values(*(*module)->getFunction("f"), UndefFrom::Anybody).handed_over.size();
  };
  EXPECT_EQ(count("%is_zero = icmp eq i32 %even, 0"), 0u) << "computed anew of %u, which may be any";
  EXPECT_EQ(count("store i32 %even, ptr %q %r = load i32, ptr %q %is_zero = icmp eq i32 %r, 0"), 1u)
      << "of what was read, which may not";
  EXPECT_EQ(count("store i32 %u, ptr %q %r = load i32, ptr %q %is_zero = icmp eq i32 %r, 0"), 1u);
  EXPECT_EQ(count("%r = freeze i32 %even %is_zero = icmp eq i32 %r, 0"), 0u);
}

TEST(Rounds, PromisesOfTheTargetsWholeRunMustBeSeenToBeKept) {
  const Loop writes{"store i32 1, ptr %q"};
  const auto with = [&](const std::string& argument, const std::string& attributes) {
    Loop made = writes;
    made.argument = argument;
    made.attributes = attributes;
    return outcome(writes, made);
  };
  EXPECT_EQ(with("", ""), Outcome::Proved);
  EXPECT_EQ(with("writeonly captures(none)", "nofree norecurse nosync nounwind memory(argmem: write)"),
            Outcome::Proved);
  EXPECT_EQ(with("readonly", ""), Outcome::RefusedAndWrong);
  EXPECT_EQ(with("", "memory(argmem: read)"), Outcome::RefusedAndWrong);
  EXPECT_EQ(with("", "memory(none)"), Outcome::RefusedAndWrong);
  EXPECT_EQ(with("", "willreturn"), Outcome::Refused);
  EXPECT_EQ(with("", "mustprogress"), Outcome::Refused);
  EXPECT_EQ(with("noalias", ""), Outcome::Refused);
  EXPECT_EQ(with("initializes((0, 4))", ""), Outcome::Refused);
  EXPECT_EQ(
      outcome({"store i32 1, ptr @g"}, {.body = "store i32 1, ptr @g", .attributes = "memory(argmem: readwrite)"}),
      Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome({"store ptr %q, ptr @g"}, {.body = "store ptr %q, ptr @g", .argument = "captures(none)"}),
            Outcome::RefusedAndWrong);
}

TEST(Rounds, AnArgumentThatIsPromisedToComeBackIsSeenToDoSo) {
  const auto fills = [](const std::string& head, const std::string& value, const std::string& result) {
    return "define ptr " + head + " %q, i32 %x) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %v = " + value +
           " store i32 %v, ptr %q %j = add i32 %i, 1 %c = icmp ult i32 %j, %x br i1 %c, label %l, label %o " +
           "o: %r = getelementptr i8, ptr %q, i32 %x ret ptr " + result + " } ";
  };
  const std::string twice = "mul i32 %i, 2", shifted = "shl i32 %i, 1", promised = "@tgt(ptr returned";
  EXPECT_EQ(outcome_in(fills("@src(ptr", twice, "%q") + fills(promised, shifted, "%q")), Outcome::Proved);
  EXPECT_EQ(outcome_in(fills("@src(ptr", twice, "%q") + fills(promised, "shl i32 %i, 2", "%q")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(fills("@src(ptr", twice, "%r") + fills(promised, shifted, "%r")), Outcome::Refused);
}

TEST(Rounds, WhatNeverEndsIsComparedRoundByRound) {
  const auto endless = [](const std::string& name, const std::string& body, const std::string& attributes = "") {
    return "define void @" + name + "(i32 %x) " + attributes +
           " { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] " + body + " %j = add i32 %i, 1 br label %l } ";
  };
  EXPECT_EQ(outcome_in(endless("src", "%d = mul i32 %i, 2 call void @use(i32 %d)") +
                       endless("tgt", "%d = shl i32 %i, 1 call void @use(i32 %d)")),
            Outcome::Proved);
  EXPECT_EQ(outcome_in(endless("src", "call void @use(i32 %i)") +
                       endless("tgt", "%d = and i32 %i, 65535 call void @use(i32 %d)")),
            Outcome::Unproved);
  EXPECT_EQ(outcome_in(endless("src", "%d = mul i32 %i, 3") + endless("tgt", "%d = add i32 %i, 3", "mustprogress")),
            Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome_in(endless("src", "%d = mul i32 %i, 3") + endless("tgt", "%d = add i32 %i, 3", "willreturn")),
            Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome_in(endless("src", "%d = mul i32 %i, 3") + endless("tgt", "%d = add i32 %i, 3", "noreturn")),
            Outcome::Proved);
  EXPECT_EQ(outcome({"store i32 1, ptr %q"}, {.body = "store i32 1, ptr %q", .attributes = "noreturn"}),
            Outcome::RefusedAndWrong);
}

// What is loaded in one run of an inner loop is no other run's: the last value but one may be the greater.
TEST(Rounds, LoadsOfALoopThatIsNotCutAreNotOneValue) {
  const auto function = [](const std::string& name, const std::string& stored, const std::string& inner,
                           const std::string& values) {
    return "define void @" + name + "(ptr %p, ptr %q, i32 %n) { e: br label %l l: %c = phi i32 [ 0, %e ], [ " +
           values.substr(0, values.find(' ')) + ", %m ] %d = phi i32 [ 1, %e ], [ " +
           values.substr(values.find(' ') + 1) + ", %m ] %t = icmp ult i32 %c, %d " + stored + inner +
           " m: %y = icmp ne i32 " + values.substr(0, values.find(' ')) + ", " + values.substr(values.find(' ') + 1) +
           " br i1 %y, label %l, label %o o: ret void } ";
  };
  const std::string loop =
      " br label %i i: %k = phi i32 [ 0, %l ], [ %j, %i ] %a = phi i32 [ 0, %l ], [ %b, %i ] %h = getelementptr i32, "
      "ptr %p, i32 %k "
      "%b = load i32, ptr %h %j = add i32 %k, 1 %s = icmp eq i32 %j, 2 br i1 %s, label %m, label %i";
  const std::string two =
      " %b = load i32, ptr %p %h = getelementptr i32, ptr %p, i32 1 %a = load i32, ptr %h br label %m";
  const std::string source = function("src", "%z = zext i1 %t to i32 store i32 %z, ptr %q", loop, "%a %b");
  EXPECT_EQ(outcome_in(source + function("tgt", "store i32 1, ptr %q", two, "%b %a")), Outcome::Refuted);
}

/// What each round does with %a = &%p[%i] and %b = &%q[%i]; nothing that is modified through the one pointer may be
/// accessed through the other.
std::string of_two(const std::string& name, const std::string& body, const std::string& q = "ptr noalias") {
  return "define void @" + name + "(ptr noalias %p, " + q +
         " %q, i1 %y) { e: br label %l l: %i = phi i64 [ 0, %e ], [ "
         "%j, %m ] %a = getelementptr inbounds i32, ptr %p, i64 %i %b = getelementptr inbounds i32, ptr %q, i64 %i " +
         body +
         " br label %m m: %j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, 5000 br i1 %c, label %o, label %l o: ret "
         "void } ";
}
Outcome two(const std::string& source, const std::string& target) {
  return outcome_in(of_two("src", source) + of_two("tgt", target));
}

TEST(Rounds, ATargetKeepsNoaliasIfItAccessesNoMoreThanTheSource) {
  const std::string copies = "%v = load i32, ptr %a %w = mul i32 %v, 2 store i32 %w, ptr %b";
  EXPECT_EQ(two(copies, "%v = load i32, ptr %a %w = shl i32 %v, 1 store i32 %w, ptr %b"), Outcome::Proved);
  EXPECT_EQ(two(copies + " %x = load i32, ptr %b", "%v = load i32, ptr %a %w = shl i32 %v, 1 store i32 %w, ptr %b"),
            Outcome::Proved);
  EXPECT_EQ(two("%v = load i32, ptr %a %w = load i32, ptr %b",
                "%v = load i32, ptr %a %w = load i32, ptr %b store i32 %w, ptr %b"),
            Outcome::Unproved);
  EXPECT_EQ(two("store i32 1, ptr %a", "store i32 1, ptr %a %w = load i32, ptr %b"), Outcome::Refuted);
  EXPECT_EQ(two("%d = icmp eq ptr %p, %q br i1 %d, label %s, label %m s: store i32 1, ptr %a",
                "%d = icmp eq ptr %p, %q br i1 %d, label %s, label %m s: store i32 1, ptr %b"),
            Outcome::Unproved);
  const std::string sometimes = " br i1 %y, label %s, label %m s: %w = load i32, ptr %b";
  EXPECT_EQ(two("store i32 1, ptr %a" + sometimes, "store i32 1, ptr %a" + sometimes + " %x = load i32, ptr %b"),
            Outcome::Proved);
  EXPECT_EQ(two("store i32 1, ptr %a" + sometimes, "store i32 1, ptr %a %w = load i32, ptr %b"), Outcome::Refuted);
  EXPECT_EQ(
      two("store i32 1, ptr %a store i8 1, ptr %b", "store i32 1, ptr %a store i8 1, ptr %b %w = load i16, ptr %b"),
      Outcome::Refuted);
  EXPECT_EQ(two("store i32 1, ptr %a %w = load i32, ptr %b",
                "store i32 1, ptr %a %h = getelementptr i32, ptr %b, i64 1 %w = load i32, ptr %h"),
            Outcome::Unproved);
  EXPECT_EQ(
      two("store i32 1, ptr %a %h = getelementptr ptr, ptr %q, i64 %i %r = load ptr, ptr %h %w = load i32, ptr %r",
          "store i32 1, ptr %a %h = getelementptr ptr, ptr %q, i64 %i %r = load ptr, ptr %h %w = load i32, ptr %r %t = "
          "getelementptr i8, ptr %r, i64 1 %x = load i8, ptr %t"),
      Outcome::Refused)
      << "nobody knows what it is based on";
  EXPECT_EQ(outcome_in(of_two("src", copies, "ptr") + of_two("tgt", copies + " %x = load i32, ptr %b", "ptr noalias")),
            Outcome::Refused);
}

TEST(Rounds, FactsAreOfBitsAndDistancesToo) {
  const auto of_four = [](const std::string& name, const std::string& start, const std::string& body) {
    return "define void @" + name + "(i32 %n) { e: br label %l l: %i = phi i32 [ " + start + ", %e ], [ %j, %l ] " +
           body +
           " call void @use(i32 %v) %j = add nuw nsw i32 %i, 4 %c = icmp slt i32 %j, 9000 br i1 %c, label %l, label %o "
           "o: ret void } ";
  };
  const std::string plus = "%v = add i32 %i, 2", with = "%v = or i32 %i, 2";
  EXPECT_EQ(outcome_in(of_four("src", "0", plus) + of_four("tgt", "0", with)), Outcome::Proved);
  EXPECT_EQ(outcome_in(of_four("src", "2", plus) + of_four("tgt", "2", with)), Outcome::Refuted);
  EXPECT_EQ(outcome_in(of_four("src", "%n", plus) + of_four("tgt", "%n", with)), Outcome::Refuted);
  const std::string before = "%v = add i32 %i, -1 store i32 %v, ptr %q", kept = "store i32 %v, ptr %q";
  const auto behind = [&](const std::string& first) {
    return Loop{.body = kept, .start = "1", .phis = "%v = phi i32 [ " + first + ", %e ], [ %i, %l ]"};
  };
  EXPECT_EQ(outcome({.body = before, .start = "1"}, behind("0")), Outcome::Proved);
  EXPECT_EQ(outcome({.body = before, .start = "1"}, behind("1")), Outcome::Refuted);
  EXPECT_EQ(outcome({.body = before, .start = "1"}, behind("undef")), Outcome::Refuted);
}

/// One block more that only goes on, a branch on a constant, a condition where it was branched on: no differences.
TEST(Rounds, WhatIsNoDifferenceCostsNoQuestion) {
  const auto walks = [](const std::string& name, const std::string& last, const std::string& end) {
    return "define i64 @" + name +
           "(ptr %r, i64 %v) { e: br label %l l: %n = phi ptr [ %r, %e ], [ %m, %t ] %s = phi i64 [ 0, %e ], [ %u, %t "
           "] %a = getelementptr i8, ptr %n, i64 16 %p = load ptr, ptr %a %b = getelementptr i8, ptr %p, i64 48 "
           "%w = load i64, ptr %b %d = sub nsw i64 %w, %v store i64 %d, ptr %n %z = icmp eq i64 %d, 0 br i1 %z, label "
           "%y, label %t y: call void @use_truth(i1 " +
           last + ") br label %t t: %u = add nsw i64 %s, 1 %m = load ptr, ptr %n %c = icmp eq ptr %m, null br i1 %c, " +
           end + " } declare void @use_truth(i1) ";
  };
  const auto without_declaration = [](std::string text) { return text.substr(0, text.find("declare")); };
  constexpr unsigned kShort = 200;  // what is wrong is not refuted soon
  const std::string direct = "label %o, label %l o: ret i64 %u";
  const std::string source =
      walks("src", "%z", "label %x, label %l x: %k = phi i64 [ %u, %t ] br label %o o: ret i64 %k");
  EXPECT_EQ(outcome_in(source + without_declaration(walks("tgt", "true", direct)), kShort), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + without_declaration(walks("tgt", "false", direct)), kShort), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + without_declaration(walks("tgt", "true", "label %o, label %l o: ret i64 %s")), kShort),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + without_declaration(walks("tgt", "true", "label %l, label %o o: ret i64 %u")), kShort),
            Outcome::Refuted);
}

TEST(Rounds, AConditionIsKnownOnlyWhereControlHasBranchedOnIt) {
  const auto asks = [](const std::string& here, const std::string& there, const std::string& after) {
    return Loop{.body = "%k = icmp eq i32 %x, %i br i1 %k, label %s, label %f s: %h = zext i1 " + here +
                        " to i32 call void @use(i32 %h) br label %m f: %t = zext i1 " + there +
                        " to i32 call void @use(i32 %t) br label %m m: %w = zext i1 " + after +
                        " to i32 store i32 %w, ptr %q "};
  };
  const auto two = [](const Loop& source, const Loop& target) {
    constexpr unsigned kShort = 500;
    const auto text = [](const std::string& name, const Loop& is) {
      std::string made = loop(name, is);
      for (std::size_t at = 0; (at = made.find(", %l ]", at)) != std::string::npos;) made.replace(at, 6, ", %m ]");
      return made;
    };
    return outcome_in(text("src", source) + text("tgt", target), kShort);
  };
  const Loop source = asks("%k", "%k", "%k");
  EXPECT_EQ(two(source, asks("true", "false", "%k")), Outcome::Proved);
  EXPECT_EQ(two(source, asks("false", "false", "%k")), Outcome::Refuted);
  EXPECT_EQ(two(source, asks("true", "true", "%k")), Outcome::Refuted);
  EXPECT_EQ(two(source, asks("true", "false", "true")), Outcome::Refuted);
  EXPECT_EQ(two(source, asks("true", "false", "false")), Outcome::Refuted);
}

TEST(Rounds, ANumberThatWasEqualToAConstantIsThatConstant) {
  const auto ends = [](const std::string& name, const std::string& compare, const std::string& ways,
                       const std::string& told) {
    return "define void @" + name +
           "(i8 %v, i8 %s) { e: br label %l l: %i = phi i8 [ %s, %e ], [ %j, %l ] %h = lshr i8 %v, %i %z = icmp " +
           compare + " i8 %h, 5 %j = add i8 %i, 1 %w = zext i8 %h to i32 call void @use(i32 %w) br i1 %z, " + ways +
           " o: %t = zext i8 " + told + " to i32 call void @use(i32 %t) ret void } ";
  };
  constexpr unsigned kShort = 500;
  const std::string leaves = "label %o, label %l", stays = "label %l, label %o";
  const auto is_known = [&](const std::string& compare, const std::string& ways, const std::string& told) {
    return outcome_in(ends("src", compare, ways, "%h") + ends("tgt", compare, ways, told), kShort);
  };
  EXPECT_EQ(is_known("eq", leaves, "5"), Outcome::Proved);
  EXPECT_EQ(is_known("ne", stays, "5"), Outcome::Proved);
  EXPECT_EQ(is_known("eq", leaves, "4"), Outcome::Refuted);
  EXPECT_EQ(is_known("eq", stays, "5"), Outcome::Refuted);
  EXPECT_EQ(is_known("ne", leaves, "5"), Outcome::Refuted);
  EXPECT_EQ(is_known("uge", leaves, "5"), Outcome::Refuted);
}

/// It is undefined like every branch on undef or poison, though both ways go on to the same block.
TEST(Rounds, ABranchWhoseWaysMeetIsNotNothing) {
  const auto turns = [](const std::string& name, const std::string& double_of, const std::string& body) {
    return "define void @" + name +
           "(i32 %n, i1 %y) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] %v = " + double_of +
           " call void @use(i32 %v) " + body +
           " m: %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: ret void } ";
  };
  const std::string source = turns("src", "mul i32 %i, 2", "br label %m");
  EXPECT_EQ(outcome_in(source + turns("tgt", "shl i32 %i, 1", "br i1 true, label %k, label %m k: br label %m")),
            Outcome::Proved);
  EXPECT_EQ(outcome_in(source + turns("tgt", "shl i32 %i, 1", "br i1 %y, label %k, label %m k: br label %m")),
            Outcome::Refuted);
}

/// Neither function ends; which blocks they stay in does not matter, what they tell others does.
TEST(Rounds, BranchesOnConstantsAreFollowed) {
  const auto turns = [](const std::string& name, const std::string& way, const std::string& told) {
    return "define void @" + name +
           "(i1 %a, i32 %x) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] br i1 %a, label %m, "
           "label %k k: call void @use(i32 %x) br label %m m: %j = phi i32 [ 1, %k ], [ %i, %l ] " +
           way + "} " + told;
  };
  const std::string never = "br i1 true, label %l, label %o o: call void @use(i32 %j) ret void ",
                    always = "br label %l ";
  EXPECT_EQ(outcome_in(turns("src", never, "") + turns("tgt", always, "")), Outcome::Proved);
  EXPECT_EQ(outcome_in(turns("src", "br i1 false, label %l, label %o o: call void @use(i32 %j) ret void ", "") +
                       turns("tgt", always, "")),
            Outcome::Refuted);
}

/// What a number is at an inner cut may follow from what it is in the loops around.
TEST(Rounds, NumbersThatStartAtZeroMayStayNotNegative) {
  const auto sums = [](const std::string& name, const std::string& index, const std::string& flags,
                       const std::string& start) {
    return "define void @" + name +
           "(ptr %p, i64 %n) { e: br label %a a: %j = phi i32 [ 0, %e ], [ %g, %d ] %i = phi i32 [ " + start +
           ", %e ], [ %h, %d ] " + index +
           " br label %b b: %k = phi i64 [ %n, %a ], [ %m, %b ] %q = getelementptr inbounds " +
           "float, ptr %r, i64 %k store i32 %i, ptr %q %m = add nsw i64 %k, 1 %y = icmp eq i64 %m, 0 br i1 %y, label "
           "%d, label %b "
           "d: %g = add " +
           flags + " i32 %j, 1 %h = add " + flags +
           " i32 %i, %g %z = icmp eq i32 %h, 4000 br i1 %z, label %o, label "
           "%a o: ret void } ";
  };
  const std::string is_signed = "%w = sext i32 %i to i64 %r = getelementptr inbounds float, ptr %p, i64 %w",
                    is_not = "%w = zext nneg i32 %i to i64 %r = getelementptr inbounds nuw float, ptr %p, i64 %w";
  EXPECT_EQ(outcome_in(sums("src", is_signed, "nuw nsw", "0") + sums("tgt", is_not, "nuw nsw", "0")), Outcome::Proved);
  EXPECT_EQ(outcome_in(sums("src", is_signed, "", "0") + sums("tgt", is_not, "", "0")), Outcome::Unproved);
  EXPECT_EQ(outcome_in(sums("src", is_signed, "nsw", "-3") + sums("tgt", is_not, "nsw", "-3")), Outcome::Unproved);
}

}  // namespace
}  // namespace assay::prove
