#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/unit/prove/outcomes.h"

/// Loops that became two, or one, and so make their rounds in another order (docs/adr/0054-rounds-in-another-order.md).
namespace assay::prove {
namespace {

/// `to[i + write] = from[i + read] + 1`, of two arrays.
struct Statement {
  char to = 'p';
  unsigned write = 0;
  char from = 'q';
  unsigned read = 0;
};
std::string text(const Statement& is, const std::string& id) {
  const std::string at = "%i" + id.substr(0, 1);
  return "%r" + id + " = add nuw nsw i64 " + at + ", " + std::to_string(is.read) + " %s" + id +
         " = getelementptr inbounds i32, ptr %" + is.from + ", i64 %r" + id + " %v" + id + " = load i32, ptr %s" + id +
         " %x" + id + " = add i32 %v" + id + ", 1 %w" + id + " = add nuw nsw i64 " + at + ", " +
         std::to_string(is.write) + " %t" + id + " = getelementptr inbounds i32, ptr %" + is.to + ", i64 %w" + id +
         " store i32 %x" + id + ", ptr %t" + id + " ";
}
/// A loop of a letter, from 0 to before `bound`.
std::string loop(const std::string& letter, const std::string& from, const std::string& to, const std::string& body,
                 const std::string& bound = "%n", const std::string& flags = "nuw nsw") {
  return letter + ": %i" + letter + " = phi i64 [ 0, %" + from + " ], [ %j" + letter + ", %" + letter + " ] " + body +
         " %j" + letter + " = add " + flags + " i64 %i" + letter + ", 1 %c" + letter + " = icmp eq i64 %j" + letter +
         ", " + bound + " br i1 %c" + letter + ", label %" + to + ", label %" + letter + " ";
}
std::string function(const std::string& name, const std::string& blocks, const std::string& noalias = "noalias") {
  return "define void @" + name + "(ptr " + noalias + " %p, ptr " + noalias + " %q, i64 %n) { " + blocks +
         "o: ret void } ";
}
std::string one_loop(const std::string& name, const std::string& body, const std::string& noalias = "noalias") {
  return function(name, "e: br label %a " + loop("a", "e", "o", body), noalias);
}
std::string two_loops(const std::string& name, const std::string& first, const std::string& second,
                      const std::string& noalias = "noalias") {
  return function(
      name, "e: br label %a " + loop("a", "e", "m", first) + "m: br label %b " + loop("b", "m", "o", second), noalias);
}

/// Does the second statement, in some round, touch what the first one does in a later round, one of them writing?
bool conflict(const Statement& first, const Statement& second) {
  const auto meets = [](char one, unsigned at, char other, unsigned other_at) { return one == other && other_at > at; };
  return meets(first.to, first.write, second.to, second.write) ||
         meets(first.to, first.write, second.from, second.read) ||
         meets(first.from, first.read, second.to, second.write);
}

TEST(Order, OneLoopMayBecomeTwoIfNoLaterRoundIsInTheWay) {
  unsigned apart = 0, in_the_way = 0;
  for (const char to : {'p', 'q'})
    for (const auto& [write, read, other_write, other_read] :
         std::vector<std::array<unsigned, 4>>{{0, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 0, 1}}) {
      const Statement first{'p', write, 'p', read}, second{to, other_write, 'q', other_read};
      const std::string source = one_loop("src", text(first, "a1") + text(second, "a2"));
      const std::string target = two_loops("tgt", text(first, "a1"), text(second, "b2"));
      const Outcome outcome = outcome_of(source + target);
      (conflict(first, second) ? in_the_way : apart) += 1;
      if (conflict(first, second))
        EXPECT_NE(outcome, Outcome::Proved) << source << target;
      else
        EXPECT_EQ(outcome, Outcome::Proved) << source << target;
    }
  EXPECT_GE(apart, 5U);
  EXPECT_GE(in_the_way, 2U);
}

TEST(Order, TwoLoopsMayBecomeOne) {
  const Statement first{'p', 0, 'p', 0}, second{'q', 0, 'p', 0};
  const auto fused = [&](const Statement& one, const Statement& other) {
    return two_loops("src", text(one, "a1"), text(other, "b2")) + one_loop("tgt", text(one, "a1") + text(other, "a2"));
  };
  EXPECT_EQ(outcome_of(fused(first, second)), Outcome::Proved);
  EXPECT_EQ(outcome_of(fused(first, {'q', 0, 'p', 1})), Outcome::Refuted) << "reads what is written a round later";
}

TEST(Order, WhichPointersMeetIsAsked) {
  const Statement first{'p', 0, 'p', 0}, second{'q', 0, 'p', 0};
  const auto pair = [&](const std::string& noalias) {
    return one_loop("src", text(first, "a1") + text(second, "a2"), noalias) +
           two_loops("tgt", text(first, "a1"), text(second, "b2"), noalias);
  };
  EXPECT_EQ(outcome_of(pair("noalias")), Outcome::Proved);
  EXPECT_EQ(outcome_of(pair("")), Outcome::Refuted);
}

/// In the target two loops if the arrays of %n elements are `bytes` apart, else one.
std::string checked(const std::string& bytes, const std::string& scope, const std::string& other) {
  const Statement first{'p', 0, 'p', 0}, second{'q', 0, 'q', 0};
  const std::string both = text(first, "a1") + text(second, "a2");
  const auto scoped = [](std::string body, const std::string& metadata) {
    for (const char* access : {"load i32, ptr %s", "ptr %t"}) {
      const std::size_t at = body.find(' ', body.find(access) + std::string(access).size());
      body.insert(at, metadata);
    }
    return body;
  };
  const std::string check = "e: %z = mul i64 %n, 4 %pz = getelementptr i8, ptr %p, i64 " + bytes +
                            " %qz = getelementptr i8, ptr %q, i64 " + bytes +
                            " %pq = icmp ult ptr %p, %qz %qp = icmp ult ptr %q, %pz %meet = and i1 %pq, %qp"
                            " br i1 %meet, label %d, label %a ";
  const std::string distributed = loop("a", "e", "m", scoped(text(first, "a1"), scope)) + "m: br label %b " +
                                  loop("b", "m", "o", scoped(text(second, "b2"), other));
  std::string again = loop("d", "e", "o", text(first, "d1") + text(second, "d2"));
  return one_loop("src", both, "") + function("tgt", check + distributed + again, "") +
         " !0 = distinct !{!0} !1 = distinct !{!1, !0} !2 = distinct !{!2, !0} !3 = !{!1} !4 = !{!2} ";
}

TEST(Order, ARuntimeCheckTellsThatArraysDoNotMeet) {
  EXPECT_EQ(outcome_of(checked("%z", "", ""), {.milliseconds = 8'000}), Outcome::Proved);
  EXPECT_NE(outcome_of(checked("4", "", "")), Outcome::Proved) << "only the first elements are compared";
}

TEST(Order, ScopesThatTheTargetAddsAreKeptWhereACheckTellsIt) {
  const std::string one = ", !alias.scope !3, !noalias !4", other = ", !alias.scope !4, !noalias !3";
  EXPECT_EQ(outcome_of(checked("%z", one, other), {.milliseconds = 8'000}), Outcome::Proved);
  EXPECT_NE(outcome_of(checked("%z", one + " ", ", !alias.scope !3, !noalias !3"), {.milliseconds = 8'000}),
            Outcome::Proved)
      << "an access of a scope that is not in it";
}

TEST(Order, WhatALoopReadsIsAnotherValueBehindIt) {
  const auto pair = [](const std::string& end, const std::string& scope, const std::string& other) {
    const auto function = [&](const std::string& name, const std::string& first, const std::string& second) {
      return "define void @" + name +
             "(ptr %q, ptr %r, i64 %n) { e: %some = icmp ne i64 %n, 0 "
             "br i1 %some, label %a, label %o " +
             loop("a", "e", "m",
                  "%s = getelementptr inbounds ptr, ptr %q, i64 %ia %p = load ptr, ptr %s "
                  "store i32 0, ptr %p" +
                      first + " ") +
             replaced(end, "SCOPE", second) + " o: ret void } ";
    };
    return function("src", "", "") + function("tgt", scope, other) +
           " !0 = distinct !{!0} !1 = distinct !{!1, !0} !3 = !{!1} ";
  };
  const std::string one = ", !alias.scope !3", other = ", !noalias !3";
  EXPECT_NE(outcome_of(pair("m: %t = getelementptr inbounds i8, ptr %p, i64 4 store i32 1, ptr %tSCOPE br label %o",
                            one, other)),
            Outcome::Proved)
      << "the last pointer plus 4 may be an earlier one";
  EXPECT_NE(outcome_of(pair("m: %t = getelementptr inbounds i8, ptr %p, i64 4 %l = icmp ule ptr %t, %r "
                            "br i1 %l, label %g, label %o g: store i32 1, ptr %rSCOPE br label %o",
                            one, other)),
            Outcome::Proved)
      << "only the last pointer is below r";
}

TEST(Order, LoopsOfOtherNumbersOfRoundsStayTwo) {
  const Statement first{'p', 0, 'p', 0}, second{'q', 0, 'q', 0};
  const auto target = [&](const std::string& bound, const std::string& flags) {
    return function("tgt", "e: %more = add nuw nsw i64 %n, 1 br label %a " + loop("a", "e", "m", text(first, "a1")) +
                               "m: br label %b " + loop("b", "m", "o", text(second, "b2"), bound, flags));
  };
  const std::string source = one_loop("src", text(first, "a1") + text(second, "a2"));
  EXPECT_EQ(outcome_of(source + target("%n", "nuw nsw")), Outcome::Proved);
  EXPECT_NE(outcome_of(source + target("%more", "nuw nsw")), Outcome::Proved);
  EXPECT_NE(outcome_of(source + target("5", "nuw nsw")), Outcome::Proved);
}

/// The target's second loop makes two rounds in one, of which the second is at `next`.
std::string unrolled_behind(const Statement& first, const Statement& second, unsigned next,
                            const std::string& bound = "20") {
  Statement later = second;
  later.write += next;
  later.read += next;
  const std::string twice = "b: %ib = phi i64 [ 0, %m ], [ %jb, %b ] " + text(second, "b2") + text(later, "b3") +
                            "%jb = add nuw nsw i64 %ib, 2 %cb = icmp eq i64 %jb, 20 br i1 %cb, label %o, label %b ";
  return function("src", "e: br label %a " + loop("a", "e", "o", text(first, "a1") + text(second, "a2"), "20")) +
         function("tgt", "e: br label %a " + loop("a", "e", "m", text(first, "a1"), bound) + "m: br label %b " + twice);
}

TEST(Order, OfTheLoopsThatOneBecameOneMayBeUnrolled) {
  const Statement first{'p', 1, 'p', 0}, second{'q', 0, 'q', 0};
  const auto outcome = [](const std::string& pair) { return outcome_of(pair, {.milliseconds = 8'000}); };
  EXPECT_EQ(outcome(unrolled_behind(first, second, 1)), Outcome::Proved);
  EXPECT_EQ(outcome(unrolled_behind(first, {'q', 0, 'p', 0}, 1)), Outcome::Proved)
      << "reads what was written a round before";
  EXPECT_NE(outcome(unrolled_behind(first, {'q', 0, 'p', 2}, 1)), Outcome::Proved)
      << "reads what is written a round later";
  EXPECT_NE(outcome(unrolled_behind(first, second, 2)), Outcome::Proved) << "every second element is left out";
  EXPECT_NE(outcome(unrolled_behind(first, second, 1, "19")), Outcome::Proved) << "the first loop lacks a round";
}

TEST(Order, WhatTheSecondLoopTakesFromTheFirstIsItsLastRounds) {
  const Statement first{'p', 0, 'p', 0};
  const std::string source = one_loop("src", text(first, "a1") +
                                                 "%t2 = getelementptr inbounds i32, ptr %q, i64 %ia "
                                                 "store i32 %xa1, ptr %t2 ");
  const std::string target = two_loops("tgt", text(first, "a1"),
                                       "%t2 = getelementptr inbounds i32, ptr %q, i64 %ib "
                                       "store i32 %xa1, ptr %t2 ");
  EXPECT_NE(outcome_of(source + target), Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
