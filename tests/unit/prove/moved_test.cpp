#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops that run in step although loads and stores were moved out of them, or variables into registers
/// (docs/adr/0033-loops-in-step.md).
namespace assay::prove {
namespace {

Outcome outcome(const std::string& source, const std::string& target) {
  return outcome_of(
      "declare void @use(i32) declare void @take(ptr) declare i32 @get() @g = external global i32 "
      "declare void @llvm.lifetime.start.p0(ptr) declare void @llvm.lifetime.end.p0(ptr) "
      "declare i32 @__gxx_personality_v0(...) %rec = type { i32, i32 } " +
      source + " " + target);
}

/// Counts %i from 0 to before %n; %q is another place.
struct Loop {
  std::string body;
  std::string before{}, phis{}, after{};
  std::string argument = "noalias";
};
std::string loop(const std::string& name, const Loop& is) {
  return "define void @" + name + "(ptr " + is.argument + " %p, ptr %q, i32 %n, i32 %x, i1 %y) { e: " + is.before +
         " br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] " + is.phis + " " + is.body +
         " %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: " + is.after +
         " ret void } ";
}
Outcome outcome(const Loop& source, const Loop& target) { return outcome(loop("src", source), loop("tgt", target)); }

const std::string kPlace = "%a = getelementptr i32, ptr %q, i32 %i ";

TEST(MovedCode, ALoadThatTheFirstRoundStartsWithMayStandBeforeTheLoop) {
  const std::string use = "%w = add i32 %v, %i " + kPlace + "store i32 %w, ptr %a";
  const std::string load = "%v = load i32, ptr %p ";
  EXPECT_EQ(outcome({load + use}, {.body = use, .before = load}), Outcome::Proved);
  EXPECT_EQ(outcome({.body = load + use, .argument = ""}, {.body = use, .before = load, .argument = ""}),
            Outcome::Refuted);
  EXPECT_EQ(outcome({load + "call void @use(i32 %v)"}, {.body = "call void @use(i32 %v)", .before = load}),
            Outcome::Refused);
  EXPECT_EQ(outcome({"call void @use(i32 1) " + load + use}, {.body = "call void @use(i32 1) " + use, .before = load}),
            Outcome::RefusedAndWrong);
  EXPECT_EQ(
      outcome({load + use}, {.body = use, .before = "%z = getelementptr i32, ptr %p, i64 1 %v = load i32, ptr %z"}),
      Outcome::Refuted);
}

TEST(MovedCode, ADivisionOfTheFirstRoundToo) {
  const std::string divide = "%v = udiv i32 7, %x ";
  EXPECT_EQ(outcome({divide + "call void @use(i32 %v)"}, {.body = "call void @use(i32 %v)", .before = divide}),
            Outcome::Proved);
  EXPECT_EQ(outcome({"call void @use(i32 1) " + divide + "call void @use(i32 %v)"},
                    {.body = "call void @use(i32 1) call void @use(i32 %v)", .before = divide}),
            Outcome::Refuted)
      << "it may not come back";
}

TEST(MovedCode, WhatARoundComputesFirstMayBeCarriedOn) {
  const std::string store = " store i32 %x, ptr %a";
  const auto walks = [&](const std::string& first, const std::string& step) {
    return Loop{.body = "%b = getelementptr inbounds i8, ptr %a, i64 " + step + store,
                .before = "%f = getelementptr inbounds i8, ptr %q, i64 " + first,
                .phis = "%a = phi ptr [ %f, %e ], [ %b, %l ]"};
  };
  const Loop source{"%a = getelementptr inbounds i32, ptr %q, i32 %i" + store};
  EXPECT_EQ(outcome(source, walks("0", "4")), Outcome::Proved);
  EXPECT_EQ(outcome(source, walks("0", "8")), Outcome::Refuted);
  EXPECT_EQ(outcome(source, walks("4", "4")), Outcome::Refuted);
}

TEST(MovedCode, WhatWasStoredNeedNotBeLoaded) {
  const Loop source{.body = "%v = load i32, ptr %p %w = add i32 %v, %x store i32 %w, ptr %p", .argument = ""};
  Loop target{.body = "%w = add i32 %v, %x store i32 %w, ptr %p",
              .before = "%f = load i32, ptr %p",
              .phis = "%v = phi i32 [ %f, %e ], [ %w, %l ]",
              .argument = ""};
  EXPECT_EQ(outcome(source, target), Outcome::Proved);
  Loop old = target;
  old.phis = "%v = phi i32 [ %f, %e ], [ %v, %l ]";
  EXPECT_EQ(outcome(source, old), Outcome::Refuted);
  Loop calling = source, called = target;
  calling.body += " call void @use(i32 1)";
  called.body += " call void @use(i32 1)";
  EXPECT_EQ(outcome(calling, called), Outcome::Refuted);
  Loop storing = source, stored = target;
  storing.body += " store i32 3, ptr %q";
  stored.body += " store i32 3, ptr %q";
  EXPECT_EQ(outcome(storing, stored), Outcome::Unproved) << "to the same place, maybe";
}

TEST(MovedCode, AStoreOfEachRoundMayStandBehindTheLoop) {
  const std::string adds = "%w = add i32 %v, %x ", load = "%v = load i32, ptr %p ", store = " store i32 %w, ptr %p";
  const Loop kept{.body = adds,
                  .before = "%f = load i32, ptr %p",
                  .phis = "%v = phi i32 [ %f, %e ], [ %w, %l ]",
                  .after = store,
                  .argument = ""};
  EXPECT_EQ(outcome({.body = load + adds + store, .argument = ""}, kept), Outcome::Proved);
  Loop wrong = kept;
  wrong.after = "store i32 %v, ptr %p";
  EXPECT_EQ(outcome({.body = load + adds + store, .argument = ""}, wrong), Outcome::Refuted);
  wrong.after = "";
  EXPECT_EQ(outcome({.body = load + adds + store, .argument = ""}, wrong), Outcome::Refuted);
  wrong.after = "%z = getelementptr i8, ptr %p, i64 4 store i32 %w, ptr %z";
  EXPECT_EQ(outcome({.body = load + adds + store, .argument = ""}, wrong), Outcome::Refuted);
  EXPECT_EQ(outcome({.body = load + adds, .argument = ""}, kept), Outcome::Refuted)
      << "may be memory that nobody may write";
  for (const std::string argument : {"noalias", ""}) {
    Loop others = kept;
    others.argument = argument;
    others.body += kPlace + "%b = load i32, ptr %a store i32 %b, ptr @g";
    const Loop source{.body = load + adds + store + " " + kPlace + "%b = load i32, ptr %a store i32 %b, ptr @g",
                      .argument = argument};
    EXPECT_EQ(outcome(source, others), argument == "noalias" ? Outcome::Proved : Outcome::Refuted);
  }
  Loop calls = kept;
  calls.body += " call void @use(i32 1)";
  EXPECT_EQ(outcome({.body = load + adds + store + " call void @use(i32 1)", .argument = ""}, calls), Outcome::Refuted)
      << "it may read";
  calls.body = adds + " %h = call i32 @get() memory(none) call void @use(i32 1) memory(none)";
  EXPECT_EQ(outcome({.body = load + adds + " call void @use(i32 1)" + store, .argument = ""}, kept), Outcome::Refuted)
      << "it may not come back";
}

TEST(MovedCode, NoaliasIsKeptWhereItIsSeenOnWhatPointersAreBased) {
  const std::string loads = "%v = load i32, ptr %r store i32 5, ptr %p store i32 %v, ptr @g";
  const std::string phi = "%r = phi ptr [ %p, %e ], [ %s, %l ]";
  const std::string moves = " %s = getelementptr i8, ptr %r, i64 0";
  EXPECT_EQ(outcome({.body = loads + moves, .phis = phi}, {.body = "store i32 5, ptr %p store i32 %v, ptr @g" + moves,
                                                           .before = "%v = load i32, ptr %p",
                                                           .phis = phi}),
            Outcome::Refuted);
  EXPECT_EQ(outcome({"%v = load i32, ptr %p store i32 5, ptr %q store i32 %v, ptr @g"},
                    {.body = "store i32 5, ptr %q store i32 %v, ptr @g", .before = "%v = load i32, ptr %p"}),
            Outcome::Proved);
  const std::string through = "%r = load ptr, ptr @g ";
  EXPECT_EQ(outcome({through + "%v = load i32, ptr %p store i32 5, ptr %r store ptr %p, ptr @g"},
                    {.body = through + "store i32 5, ptr %r store ptr %p, ptr @g", .before = "%v = load i32, ptr %p"}),
            Outcome::Refused);
  EXPECT_EQ(outcome({through + "%v = load i32, ptr %p store i32 5, ptr %r store ptr %p, ptr @g store i32 %v, ptr %q"},
                    {.body = through + "store i32 5, ptr %r store ptr %p, ptr @g store i32 %v, ptr %q",
                     .before = "%v = load i32, ptr %p"}),
            Outcome::RefusedAndWrong);
}

/// A variable that is counted in memory, and what is done with it in each round.
std::string counted(const std::string& name, const std::string& body, const std::string& first = "store i32 0, ptr %s",
                    const std::string& last = "") {
  return "define i32 @" + name + "(i32 %n, i32 %x, i1 %y) { e: %s = alloca i32 " + first +
         " br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] " + body +
         " br label %m m: %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: %v = load "
         "i32, ptr %s " +
         last + " ret i32 %v } ";
}

TEST(MovedCode, VariablesOfTheFrameMayBeKeptInRegisters) {
  const std::string adds = "%a = load i32, ptr %s %b = mul i32 %x, 2 %d = add i32 %a, %b store i32 %d, ptr %s";
  const std::string twice = "%a = load i32, ptr %s %b = shl i32 %x, 1 %d = add i32 %b, %a store i32 %d, ptr %s";
  const auto kept = [](const std::string& start, const std::string& by) {
    return "define i32 @tgt(i32 %n, i32 %x, i1 %y) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %a = phi i32 "
           "[ " +
           start + ", %e ], [ %d, %l ] %d = add i32 %a, " + by +
           " %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: ret i32 %d } ";
  };
  const std::string once = "%a = load i32, ptr %s %d = add i32 %a, %x store i32 %d, ptr %s";
  EXPECT_EQ(outcome(counted("src", adds), counted("tgt", twice)), Outcome::Proved);
  EXPECT_EQ(outcome(counted("src", once), kept("0", "%x")), Outcome::Proved);
  EXPECT_EQ(outcome(counted("src", once), kept("1", "%x")), Outcome::Refuted);
  EXPECT_EQ(outcome(counted("src", once), kept("0", "%i")), Outcome::Refuted);
  EXPECT_EQ(outcome(counted("src", once, ""), kept("7", "%x")), Outcome::Proved) << "nobody has written it";
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", once, "")), Outcome::Refuted);
  EXPECT_EQ(outcome(counted("src", once + " call void @take(ptr %s)"), kept("0", "%x")), Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", once, "store i16 0, ptr %s")), Outcome::RefusedAndWrong);
}

TEST(MovedCode, AVariableThatNobodyHasWrittenIsNotWhatIsWrittenElsewhere) {
  const auto sometimes = [](const std::string& name, const std::string& first) {
    return counted(name, "br i1 %y, label %w, label %k w: store i32 %x, ptr %s br label %k k:", first);
  };
  EXPECT_EQ(outcome(sometimes("src", ""), sometimes("tgt", "")), Outcome::Proved);
  EXPECT_EQ(outcome(sometimes("src", "store i32 %x, ptr %s"), sometimes("tgt", "")), Outcome::Refuted);
}

TEST(MovedCode, VariablesHoldWhatTheyDoWhileTheyLive) {
  const std::string start = "call void @llvm.lifetime.start.p0(ptr %s) ",
                    end = "call void @llvm.lifetime.end.p0(ptr %s) ";
  const std::string once = "%a = load i32, ptr %s %d = add i32 %a, %x store i32 %d, ptr %s ";
  const std::string zero = "store i32 0, ptr %s ";
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", once, start + zero, end)), Outcome::Proved);
  EXPECT_EQ(outcome(counted("src", once, start + zero, end), counted("tgt", once)), Outcome::Proved);
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", start + once, start + zero, end)), Outcome::Refuted)
      << "undef again";
  EXPECT_EQ(outcome(counted("src", start + once, start + zero, end), counted("tgt", once)), Outcome::Proved);
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", once + end, start + zero)), Outcome::RefusedAndWrong)
      << "dead in the second round";
  EXPECT_EQ(outcome(counted("src", once), counted("tgt", once, zero + start)), Outcome::RefusedAndWrong);
}

TEST(MovedCode, WhatTheResultPromisesIsHeldTo) {
  const auto returns = [](const std::string& name, const std::string& promise, const std::string& value) {
    return "define " + promise + " @" + name +
           "(i32 %n, i32 %x) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) %j = add "
           "nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: %v = " +
           value + " ret i32 %v } ";
  };
  EXPECT_EQ(outcome(returns("src", "i32", "and i32 %x, 1"), returns("tgt", "range(i32 0, 2) i32", "and i32 %x, 1")),
            Outcome::Proved);
  EXPECT_EQ(outcome(returns("src", "i32", "and i32 %x, 3"), returns("tgt", "range(i32 0, 2) i32", "and i32 %x, 3")),
            Outcome::Refuted);
  EXPECT_EQ(outcome(returns("src", "range(i32 1, 0) i32", "add i32 %x, 0"),
                    returns("tgt", "range(i32 1, 0) i32", "freeze i32 %x")),
            Outcome::Proved);
  EXPECT_EQ(outcome(returns("src", "i32", "or i32 %x, 1"), returns("tgt", "range(i32 1, 0) i32", "or i32 %x, 1")),
            Outcome::Proved);
  EXPECT_EQ(outcome(returns("src", "i32", "or i32 %x, 0"), returns("tgt", "range(i32 1, 0) i32", "or i32 %x, 0")),
            Outcome::Refuted);
}

TEST(MovedCode, AddressesAndBranchesAreComparedInOneForm) {
  const auto walks = [](const std::string& name, const std::string& address, const std::string& end) {
    return "define void @" + name + "(ptr %p, i32 %n, i32 %x) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] " +
           address + " %v = load i32, ptr %a %w = sitofp i32 %v to float %z = fdiv float %w, 3.0 store float %z, ptr " +
           "%a %j = add i32 %i, 1 " + end + " o: ret void } ";
  };
  const std::string source = walks("src", "%a = getelementptr inbounds %rec, ptr %p, i32 %i, i32 1",
                                   "%c = icmp ne i32 %j, %n br i1 %c, label %l, label %o");
  const std::string bytes =
      "%s = sext i32 %i to i64 %b = getelementptr inbounds [8 x i8], ptr %p, i64 %s %a = getelementptr inbounds i8, "
      "ptr "
      "%b, i64 4";
  const std::string inverse = "%c = icmp eq i32 %n, %j br i1 %c, label %o, label %l";
  EXPECT_EQ(outcome(source, walks("tgt", bytes, inverse)), Outcome::Proved);
  EXPECT_EQ(outcome(source, walks("tgt", bytes, "%c = icmp eq i32 %n, %j br i1 %c, label %l, label %o")),
            Outcome::Refuted);
  EXPECT_EQ(outcome(source, walks("tgt", bytes, "%c = icmp uge i32 %n, %j br i1 %c, label %l, label %o")),
            Outcome::Refuted);
  EXPECT_EQ(
      outcome(source,
              walks("tgt",
                    "%s = zext i32 %i to i64 %b = getelementptr inbounds [8 x i8], ptr %p, i64 %s %a = getelementptr "
                    "inbounds i8, ptr %b, i64 4",
                    inverse)),
      Outcome::Unproved);
  EXPECT_EQ(
      outcome(source,
              walks("tgt",
                    "%s = sext i32 %i to i64 %b = getelementptr inbounds [8 x i8], ptr %p, i64 %s %a = getelementptr "
                    "inbounds i8, ptr %b, i64 3",
                    inverse)),
      Outcome::Refuted);
}

TEST(MovedCode, ConstantsInAddressesAreBytes) {
  const auto writes = [](const std::string& name, const std::string& next) {
    return "define void @" + name +
           "(ptr %p, i32 %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %q = phi " +
           "ptr [ %p, %e ], [ %b, %l ] %a = getelementptr inbounds " + next +
           "1 store i40 7, ptr %q, align 4 store i40 9, ptr %a, align 4 %b = getelementptr inbounds " + next +
           "2 %j = add nuw nsw i32 %i, 3 %c = icmp ult i32 %i, 4092 br i1 %c, label %l, label %o o: ret void } ";
  };
  EXPECT_EQ(outcome(writes("src", "i40, ptr %q, i64 "), writes("tgt", "nuw [8 x i8], ptr %q, i32 ")), Outcome::Proved);
  EXPECT_EQ(outcome(writes("src", "i40, ptr %q, i64 "), writes("tgt", "[7 x i8], ptr %q, i64 ")), Outcome::Refuted);
  EXPECT_EQ(outcome(writes("src", "i40, ptr %q, i64 -"), writes("tgt", "nuw [8 x i8], ptr %q, i32 -")),
            Outcome::Unproved);
}

TEST(MovedCode, ALastRoundBoundsTheNumbersOfTheOthers) {
  const auto ends = [](const std::string& name, const std::string& flags, const std::string& start) {
    return "define void @" + name +
           "(ptr %p, i32 %n) { e: %t = icmp eq i32 %n, 0 br i1 %t, label %o, label %h h: %m = " +
           "add i32 %n, -1 br label %l l: %i = phi i64 [ " + start + ", %h ], [ %j, %l ] %a = getelementptr inbounds " +
           flags +
           " float, ptr %p, i64 %i %v = load float, ptr %a %w = fdiv float %v, 3.0 store float %w, ptr %a %j = add nuw "
           "nsw i64 %i, 1 %s = trunc i64 %i to i32 %c = icmp eq i32 %s, %m br i1 %c, label %o, label %l o: ret void } ";
  };
  EXPECT_EQ(outcome(ends("src", "", "0"), ends("tgt", "nuw", "0")), Outcome::Proved);
  EXPECT_EQ(outcome(ends("src", "", "-3"), ends("tgt", "nuw", "-3")), Outcome::Refuted);
}

TEST(MovedCode, ExceptionsLeaveALoopAsTheyDid) {
  const auto throws = [](const std::string& name, const std::string& value, const std::string& caught) {
    return "define i32 @" + name +
           "(i32 %n, i32 %x) personality ptr @__gxx_personality_v0 { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, "
           "%k ] %v = " +
           value +
           " invoke void @use(i32 %v) to label %k unwind label %u k: %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n "
           "br i1 %c, label %l, label %o u: %d = landingpad { ptr, i32 } catch ptr null ret i32 " +
           caught + " o: ret i32 0 } ";
  };
  EXPECT_EQ(outcome(throws("src", "mul i32 %i, 2", "%i"), throws("tgt", "shl i32 %i, 1", "%i")), Outcome::Proved);
  EXPECT_EQ(outcome(throws("src", "mul i32 %i, 2", "%i"), throws("tgt", "shl i32 %i, 2", "%i")), Outcome::Refuted);
  EXPECT_EQ(outcome(throws("src", "mul i32 %i, 2", "%i"), throws("tgt", "shl i32 %i, 1", "%n")), Outcome::Refuted);
}

TEST(MovedCode, TheTargetFreesNothingThatTheSourceDoesNotFree) {
  const auto calls = [](const std::string& name, const std::string& promise, const std::string& value) {
    return "define void @" + name + "(i32 %n, i32 %x) " + promise +
           " { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %v = " + value +
           " call void @use(i32 %v) %j = add nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: "
           "ret "
           "void } ";
  };
  EXPECT_EQ(outcome(calls("src", "nofree", "mul i32 %i, 2"), calls("tgt", "nofree", "shl i32 %i, 1")), Outcome::Proved);
  EXPECT_EQ(outcome(calls("src", "", "mul i32 %i, 2"), calls("tgt", "nofree", "shl i32 %i, 1")), Outcome::Refused);
}

}  // namespace
}  // namespace assay::prove
