#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/parts/parts.h"
#include "tests/unit/prove/outcomes.h"

/// What passes do to functions of real programs: addresses in other steps, branches the other way round, promises of
/// calls that follow from what was done before, and other control flow somewhere in much that stays.
namespace assay::prove {
namespace {

/// A pair that the solver can't decide as a whole: it is in a loop whose rounds nobody can count.
Outcome of_loop(const std::string& source, const std::string& target, const std::string& globals = "") {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define void @" + name +
           "(i32 noundef %x, i64 noundef %n, i32 %u, ptr %p, ptr %q) { e: br label %h h: " + body +
           " end: %again = load volatile i1, ptr %q br i1 %again, label %h, label %o o: ret void } ";
  };
  return outcome_of(globals + function("src", source) + function("tgt", target), {.milliseconds = 500});
}

bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

/// A store to where steps lead: each is of a type, by an index, with promises.
struct Step {
  std::string promises, type, index;
};
std::string store(const std::string& before, const std::vector<Step>& steps) {
  std::string text = before, address = "%p";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string next = "%a" + std::to_string(i);
    text += " " + next + " = getelementptr " + steps[i].promises + " " + steps[i].type + ", ptr " + address + ", i64 " +
            steps[i].index;
    address = next;
  }
  return text + " store i32 0, ptr " + address + ", align 1 br label %end";
}

const std::string kForth = "%i = zext i32 %x to i64 %j = add nuw nsw i64 %i, 1";
const std::string kAny = "%i = sext i32 %x to i64 %j = add nsw i64 %i, 1";

TEST(PartsOfPrograms, AnAddressMayBeComputedInOtherSteps) {
  const std::string source = store(kForth, {{"inbounds nuw", "i32", "%j"}});
  EXPECT_EQ(of_loop(source, store(kForth, {{"inbounds nuw", "i32", "%i"}, {"inbounds nuw", "i8", "4"}})),
            Outcome::Proved);
  EXPECT_EQ(of_loop(source, store(kForth, {{"", "i32", "%i"}, {"", "i8", "4"}})), Outcome::Proved);
  EXPECT_EQ(of_loop(store(kAny, {{"inbounds", "i32", "%j"}}), store(kAny, {{"", "i32", "%i"}, {"", "i8", "4"}})),
            Outcome::Proved);
  EXPECT_EQ(of_loop(store("", {{"inbounds", "i8", "8"}, {"", "i8", "-8"}}), store("", {{"", "i8", "0"}})),
            Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(source, store(kForth, {{"", "i32", "%i"}, {"", "i8", "8"}}))));
}

TEST(PartsOfPrograms, StepsPromiseNoMoreThanTheOldOnesDid) {
  // By -1 and back: the place between is none of the object's.
  EXPECT_TRUE(is_wrong(of_loop(store(kAny, {{"inbounds", "i32", "%j"}}),
                               store(kAny, {{"inbounds", "i32", "%i"}, {"inbounds", "i8", "4"}}))));
  EXPECT_TRUE(is_wrong(of_loop(store(kForth, {{"nusw", "i32", "%j"}}),
                               store(kForth, {{"inbounds", "i32", "%i"}, {"inbounds", "i8", "4"}}))));
  EXPECT_TRUE(is_wrong(of_loop(store(kForth, {{"", "i32", "%j"}}), store(kForth, {{"inbounds", "i32", "%j"}}))));
  EXPECT_TRUE(
      is_wrong(of_loop(store(kAny, {{"inbounds", "i32", "%j"}}), store(kAny, {{"inbounds nuw", "i32", "%j"}}))));
  EXPECT_TRUE(is_wrong(of_loop(store("", {{"inbounds", "i8", "8"}, {"", "i8", "-8"}}),
                               store("", {{"inbounds", "i8", "0"}, {"inbounds", "i8", "4"}}))));
}

TEST(PartsOfPrograms, AnIndexThatIsNotNegativeThereMayBeWidenedEitherWay) {
  const auto body = [](const std::string& predicate, const std::string& widened, const std::string& promises) {
    return "%c = icmp " + predicate + " i32 %x, 0 br i1 %c, label %then, label %end then: " +
           store("%i = " + widened + " i32 %x to i64", {{promises, "i32", "%i"}});
  };
  EXPECT_EQ(of_loop(body("sge", "sext", "inbounds"), body("sge", "zext nneg", "inbounds nuw")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(body("sle", "sext", "inbounds"), body("sle", "zext nneg", "inbounds nuw"))));
}

TEST(PartsOfPrograms, WhatIsNotTheSameByItselfMayBeInWhatItIsUsedFor) {
  const auto body = [](const std::string& value) {
    return "%m = and i32 %x, 65535 %t = trunc i32 " + value + " to i16 store i16 %t, ptr %p br label %end";
  };
  EXPECT_EQ(of_loop(body("%m"), body("%x")), Outcome::Proved);
  const auto shifted = [](const std::string& value) {
    return "%m = and i32 %x, 32767 %t = trunc i32 " + value + " to i16 store i16 %t, ptr %p br label %end";
  };
  EXPECT_TRUE(is_wrong(of_loop(shifted("%m"), shifted("%x"))));
}

TEST(PartsOfPrograms, ABranchMayAskTheOtherQuestion) {
  const auto body = [](const std::string& condition, const std::string& ways) {
    return "%c = icmp " + condition + " br i1 %c, label " + ways + " then: store i32 1, ptr %p br label %end";
  };
  const std::string there = "%then, label %end", elsewhere = "%end, label %then";
  EXPECT_EQ(of_loop(body("sgt i32 %x, 6", there), body("slt i32 %x, 7", elsewhere)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(body("sgt i32 %x, 6", there), body("slt i32 %x, 6", elsewhere))));
}

TEST(PartsOfPrograms, ACallMayPromiseWhatWasSeenBefore) {
  const std::string globals = "declare void @g(ptr) ";
  const auto body = [](const std::string& before, const std::string& promise) {
    return before + " call void @g(ptr " + promise + " %p) br label %end";
  };
  const std::string access = "store i8 0, ptr %p",
                    behind = "%f = getelementptr inbounds i8, ptr %p, i64 8 store i8 0, ptr %f",
                    asked = "%c = icmp eq ptr %p, null br i1 %c, label %end, label %then then:",
                    asked_otherwise = "%c = icmp eq ptr %p, null br i1 %c, label %then, label %end then:";
  for (const std::string& before : {access, behind, asked})
    EXPECT_EQ(of_loop(body(before, ""), body(before, "nonnull"), globals), Outcome::Proved) << before;
  EXPECT_EQ(of_loop(body(access, ""), body(access, "noundef"), globals), Outcome::Proved);
  for (const std::string& before : {std::string("store i8 0, ptr %q"), asked_otherwise,
                                    std::string("%f = getelementptr i8, ptr %p, i64 8 store i8 0, ptr %f")})
    EXPECT_TRUE(is_wrong(of_loop(body(before, ""), body(before, "nonnull"), globals))) << before;
}

TEST(PartsOfPrograms, ABranchOnSeveralConditionsSaysEachThatItRestsOn) {
  const std::string globals = "declare void @g(ptr) ";
  const auto body = [](const std::string& condition, const std::string& labels, const std::string& promise) {
    return "%c = icmp eq ptr %p, null %d = icmp sgt i32 %x, 3 %e1 = icmp ne ptr %p, null %b = " + condition +
           " br i1 %b, label " + labels + " then: call void @g(ptr " + promise + " %p) br label %end";
  };
  const std::string there = "%then, label %end", elsewhere = "%end, label %then";
  for (const char* condition : {"or i1 %c, %d", "or i1 %d, %c", "select i1 %d, i1 true, i1 %c"}) {
    EXPECT_EQ(of_loop(body(condition, elsewhere, ""), body(condition, elsewhere, "nonnull"), globals), Outcome::Proved)
        << condition;
    EXPECT_TRUE(is_wrong(of_loop(body(condition, there, ""), body(condition, there, "nonnull"), globals))) << condition;
  }
  for (const char* condition : {"and i1 %e1, %d", "select i1 %d, i1 %e1, i1 false"}) {
    EXPECT_EQ(of_loop(body(condition, there, ""), body(condition, there, "nonnull"), globals), Outcome::Proved)
        << condition;
    EXPECT_TRUE(is_wrong(of_loop(body(condition, elsewhere, ""), body(condition, elsewhere, "nonnull"), globals)))
        << condition;
  }
  for (const char* condition : {"xor i1 %c, %d", "select i1 %d, i1 %c, i1 false"})
    EXPECT_TRUE(is_wrong(of_loop(body(condition, elsewhere, ""), body(condition, elsewhere, "nonnull"), globals)))
        << condition;
}

TEST(PartsOfPrograms, WhatIsChosenAmongPointersThatAreNotNullIsNone) {
  const std::string globals = "declare void @g(ptr) @one = external global i8 @weak = extern_weak global i8 ";
  const auto body = [](const std::string& made, const std::string& promise) {
    return made + " call void @g(ptr " + promise + " %f) br label %end";
  };
  const std::string joined = "%c = icmp eq i32 %x, 0 br i1 %c, label %a, label %b a: br label %m b: br label %m m: ";
  for (const std::string& made : std::vector<std::string>{
           "%f = getelementptr inbounds i8, ptr %p, i64 -8 ",
           "%i = getelementptr inbounds i8, ptr %p, i64 8 %c = icmp eq i32 %x, 0 %f = select i1 %c, ptr %i, ptr @one ",
           "%i = getelementptr inbounds i8, ptr %p, i64 8 " + joined + "%f = phi ptr [ %i, %a ], [ @one, %b ] ",
           "%c = icmp eq i64 %n, 0 br i1 %c, label %end, label %then then: %i = sub i64 0, %n "
           "%f = getelementptr inbounds i16, ptr %p, i64 %i "})
    EXPECT_EQ(of_loop(body(made, ""), body(made, "nonnull"), globals), Outcome::Proved) << made;
  for (const std::string& made : std::vector<std::string>{
           "%f = getelementptr i8, ptr %p, i64 -8 ",
           "%i = getelementptr inbounds i8, ptr %p, i64 0 %c = icmp eq i32 %x, 0 %f = select i1 %c, ptr %i, ptr @one ",
           "%i = getelementptr inbounds i8, ptr %p, i64 8 " + joined + "%f = phi ptr [ %i, %a ], [ %p, %b ] ",
           "%c = icmp eq i32 %x, 0 %f = select i1 %c, ptr @weak, ptr @one ",
           ("%c = icmp eq i64 %n, 0 br i1 %c, label %then, label %end then: "
            "%f = getelementptr inbounds i16, ptr %p, i64 %n "),
           ("%c = icmp eq i64 %n, 1 br i1 %c, label %end, label %then then: "
            "%f = getelementptr inbounds i16, ptr %p, i64 %n ")})
    EXPECT_TRUE(is_wrong(of_loop(body(made, ""), body(made, "nonnull"), globals))) << made;
}

TEST(PartsOfPrograms, AStepUpThatDoesNotWrapIsNotNull) {
  const std::string globals = "declare void @g(ptr) ";
  const auto body = [](const std::string& step, const std::string& promise) {
    return "%f = getelementptr " + step + " call void @g(ptr " + promise + " %f) br label %end";
  };
  for (const char* step : {"nuw i8, ptr %p, i64 4", "inbounds nuw { i32, i32 }, ptr %p, i64 0, i32 1"})
    EXPECT_EQ(of_loop(body(step, ""), body(step, "nonnull"), globals), Outcome::Proved) << step;
  for (const char* step : {"i8, ptr %p, i64 4", "nuw i8, ptr %p, i64 0", "nuw i8, ptr %p, i64 %n"})
    EXPECT_TRUE(is_wrong(of_loop(body(step, ""), body(step, "nonnull"), globals))) << step;
}

TEST(PartsOfPrograms, ACallInAFunctionThatDoesNotUnwindPromisesNothingByNotUnwinding) {
  const auto function = [](const std::string& name, const std::string& promise, const std::string& call) {
    return "define void @" + name + "(ptr %p, ptr %q) " + promise + " { e: br label %h h: call void @g(ptr %p) " +
           call +
           " store i32 1, ptr %p %again = load volatile i1, ptr %q br i1 %again, label %h, label %o o: ret void } ";
  };
  const auto outcome = [&](const std::string& before, const std::string& after, const std::string& call) {
    return outcome_of("declare void @g(ptr) " + function("src", before, "") + function("tgt", after, call),
                      {.milliseconds = 200});
  };
  EXPECT_EQ(outcome("nounwind", "nounwind", "nounwind"), Outcome::Proved);
  EXPECT_TRUE(is_wrong(outcome("", "", "nounwind")));
  EXPECT_TRUE(is_wrong(outcome("", "nounwind", "nounwind")));
  EXPECT_TRUE(is_wrong(outcome("", "nounwind", "")));
}

TEST(PartsOfPrograms, TailPromisesNothingWhereNobodyReachesTheFrame) {
  const std::string globals = "declare void @g(ptr) ";
  const auto body = [](const std::string& before, const std::string& call) {
    return before + " " + call + " void @g(ptr %p) br label %end";
  };
  const std::string home =
      "%v = alloca [4 x i32] %e1 = getelementptr [4 x i32], ptr %v, i64 0, i32 %x store i32 0, ptr %e1";
  EXPECT_EQ(of_loop(body("", "call"), body("", "tail call"), globals), Outcome::Proved);
  EXPECT_EQ(of_loop(body(home, "call"), body(home, "tail call"), globals), Outcome::Proved);
  const std::string open = "%v = alloca i32 store ptr %v, ptr %q";
  EXPECT_TRUE(is_wrong(of_loop(body(open, "call"), body(open, "tail call"), globals)));
}

/// Between two loops with so much in them that the function is large.
std::string large(const std::string& middle) {
  const auto loop = [](const std::string& name, const std::string& next) {
    std::string text = "br label %" + name + " " + name + ": ";
    for (int i = 0; i < 20; ++i) text += " store volatile i32 " + std::to_string(i) + ", ptr %p";
    return text + " %o" + name + " = load volatile i1, ptr %q br i1 %o" + name + ", label %" + name + ", label %" +
           next;
  };
  return loop("first", "m") + " m: " + middle + " " + loop("second", "end");
}

TEST(PartsOfPrograms, OtherControlFlowIsCutOutOfWhatStays) {
  const auto branches = [](const std::string& one, const std::string& other) {
    return large(
        "%s = getelementptr i8, ptr %p, i64 64 %c = icmp slt i32 %u, 5 br i1 %c, label %t, "
        "label %f t: %d = add i32 " +
        one + ", 1 br label %j f: br label %j j: %r = phi i32 [ %d, %t ], [ " + other + ", %f ] store i32 %r, ptr %s");
  };
  const auto selects = [](const std::string& one, const std::string& other) {
    return large("%s = getelementptr i8, ptr %p, i64 64 %c = icmp slt i32 %u, 5 %d = add i32 " + one +
                 ", 1 %r = select i1 %c, i32 %d, i32 " + other + " store i32 %r, ptr %s");
  };
  EXPECT_EQ(of_loop(branches("%x", "7"), selects("%x", "7")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of_loop(branches("%x", "7"), selects("%x", "8"))));
  EXPECT_TRUE(is_wrong(of_loop(selects("%x", "7"), branches("%x", "7")))) << "to branch on poison is undefined";
}

/// By parts alone, if all that is asked about them is true.
bool would_be_proved(const std::string& module) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, module, "test.ll");
  EXPECT_TRUE(parsed) << module;
  normalize::NormalPair pair(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
  return is_proved_by_parts(pair, /*other_forms=*/false, /*undef=*/true, [](const auto&, const auto&) { return true; });
}

TEST(PartsOfPrograms, PointersMayBeExposedSooner) {
  const auto function = [](const std::string& name, const std::string& before, const std::string& body) {
    return "define void @" + name + "(ptr %p, ptr noalias %r, ptr %q) { e: %o = alloca [2 x i32] " + before +
           " br label %h h: " + body +
           " %l = load i32, ptr %o %again = icmp eq i32 %l, 0 br i1 %again, label %h, label %x x: ret void } ";
  };
  const auto module = [&](const std::string& source_before, const std::string& source, const std::string& before,
                          const std::string& body) {
    return "declare void @use(i32) " + function("src", source_before, source) + function("tgt", before, body);
  };
  const auto number = [](const std::string& of) { return "%i = ptrtoint ptr " + of + " to i64 "; };
  const std::string call = "call void @use(i32 1) ", store = "store i64 %i, ptr %q ";
  const auto moved = [&](const std::string& of, const std::string& first) {
    return module("", first + number(of) + store, number(of), first + store);
  };
  const Outcome outcome = outcome_of(moved("%p", call), {.milliseconds = 500});
  EXPECT_EQ(outcome, Outcome::Proved);
  // Who is called may write to it then: the function's own object, or one of which nobody else knows.
  for (const char* own : {"%o", "%r"}) {
    EXPECT_FALSE(would_be_proved(moved(own, call))) << own;
    EXPECT_TRUE(would_be_proved(moved(own, ""))) << own;
  }
  EXPECT_FALSE(would_be_proved(module("", call + number("%p") + store, number("%q"), call + store))) << "another";
  EXPECT_FALSE(would_be_proved(module("", number("%p") + call + store, "", call + number("%p") + store))) << "later";
  EXPECT_FALSE(would_be_proved(module(number("%p"), call + store, "", call + number("%p") + store))) << "later";
}

}  // namespace
}  // namespace assay::prove
