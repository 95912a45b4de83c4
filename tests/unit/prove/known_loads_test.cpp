#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loads of places that the function itself has read or stored on all ways to them, and loads that come earlier.
namespace assay::prove {
namespace {

constexpr Asked kShort{.milliseconds = 300};
bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

/// Among calls in a loop, so that nobody but parts proves it: rounds are as many as somebody outside says.
Outcome of(const std::string& source, const std::string& target) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define i32 @" + name + "(i1 %c, i32 %x, i32 %y, ptr %p, ptr %q) { " + body + " } ";
  };
  return outcome_of("declare void @out(i32) declare i1 @more() " + function("src", source) + function("tgt", target) +
                        "!0 = !{!\"root\"} !1 = !{!3, !3, i64 0} !2 = !{!4, !4, i64 0} !3 = !{!\"int\", !0} "
                        "!4 = !{!\"float\", !0}",
                    kShort);
}
std::string looped(const std::string& body, const std::string& phis = "", const std::string& entry = "") {
  return "e: " + entry + " br label %h h: " + phis + body +
         " end: call void @out(i32 %v) %again = call i1 @more() br i1 %again, label %h, label %o o: ret i32 %v";
}

/// Both ways to where it is read store or read it.
std::string met(const std::string& one, const std::string& other, const std::string& value) {
  return looped("br i1 %c, label %a, label %b a: " + one + " br label %m b: " + other + " br label %m m: " + value +
                " br label %end");
}
const std::string kLoad = "%v = load i32, ptr %p ";
const std::string kStore = "store i32 %x, ptr %p ", kRead = "%r = load i32, ptr %p ";

TEST(KnownLoads, WhereWaysMeetWhatBothKnowIsRead) {
  EXPECT_EQ(of(met(kStore, kRead, kLoad), met(kStore, kRead, "%v = phi i32 [ %x, %a ], [ %r, %b ]")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(met(kStore, kRead, kLoad), met(kStore, kRead, "%v = phi i32 [ %y, %a ], [ %r, %b ]"))));
  EXPECT_TRUE(is_wrong(of(met(kStore, kRead, kLoad), met(kStore, kRead, "%v = phi i32 [ %x, %a ], [ %x, %b ]"))));
}
TEST(KnownLoads, ButNotWhatWasReadBeforeSomebodyMayHaveWritten) {
  const std::string target = "%v = phi i32 [ %x, %a ], [ %r, %b ]";
  for (const std::string between :
       {"call void @out(i32 1)", "store i32 0, ptr %q", "store volatile i32 0, ptr %q", "store i8 0, ptr %p"}) {
    EXPECT_TRUE(is_wrong(of(met(kStore + between, kRead, kLoad), met(kStore + between, kRead, target)))) << between;
    EXPECT_TRUE(is_wrong(of(met(kStore, kRead, between + " " + kLoad), met(kStore, kRead, target + " " + between))))
        << between;
  }
  const std::string apart = "%s = getelementptr i8, ptr %p, i64 4 store i32 0, ptr %s ";
  EXPECT_EQ(of(met(kStore, kRead, apart + kLoad), met(kStore, kRead, target + " " + apart)), Outcome::Proved);
}
TEST(KnownLoads, OfTheSamePlaceAndTypeOnly) {
  const std::string target = "%v = phi i32 [ %x, %a ], [ %r, %b ]";
  EXPECT_TRUE(
      is_wrong(of(met(kStore, "%r = load i32, ptr %q ", kLoad), met(kStore, "%r = load i32, ptr %q ", target))));
  const std::string as_float = "store float 1.0, ptr %p ";
  EXPECT_TRUE(is_wrong(of(met(as_float, kRead, kLoad), met(as_float, kRead, "%v = phi i32 [ 1, %a ], [ %r, %b ]"))));
}

/// The address is another one in each round: what was known of it in the last round is of another place.
TEST(KnownLoads, AnAddressIsOfOneRound) {
  const auto body = [](const std::string& value) {
    return looped(value + "%n = getelementptr i8, ptr %i, i64 4 store i32 %x, ptr %i br label %end",
                  "%i = phi ptr [ %p, %e ], [ %n, %end ] ");
  };
  EXPECT_EQ(of(body("%v = load i32, ptr %i "), body("%v = load i32, ptr %i ")), Outcome::Proved);
  const std::string target =
      looped("%n = getelementptr i8, ptr %i, i64 4 store i32 %x, ptr %i br label %end",
             "%i = phi ptr [ %p, %e ], [ %n, %end ] %v = phi i32 [ %f, %e ], [ %x, %end ] ", "%f = load i32, ptr %p ");
  EXPECT_TRUE(is_wrong(of(body("%v = load i32, ptr %i "), target)));
}

/// A loop without calls stores what it reads in the next round.
std::string counted(const std::string& entry, const std::string& phi, const std::string& read, const std::string& sum,
                    const std::string& rest = "") {
  return "e: " + entry + " br label %h h: " + phi + read + " %n = add i32 " + sum + ", 1 store i32 %n, ptr %p " + rest +
         " %d = icmp slt i32 %n, %x br i1 %d, label %h, label %o o: ret i32 %n";
}
TEST(KnownLoads, ALoadMayComeBeforeTheLoopThatStoresTheRest) {
  const std::string source = counted("", "", "%v = load i32, ptr %p", "%v");
  const auto target = [](const std::string& round, const std::string& rest = "") {
    return counted("%f = load i32, ptr %p", "%v = phi i32 [ %f, %e ], [ " + round + ", %h ]", "", "%v", rest);
  };
  EXPECT_EQ(of(source, target("%n")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(source, target("%v"))));
  const std::string somewhere = "store i32 7, ptr %q";
  EXPECT_TRUE(is_wrong(of(counted("", "", "%v = load i32, ptr %p", "%v", somewhere), target("%n", somewhere))));
}
/// Where a store reaches what a load with another type reads, the load is undefined. The source's may be.
TEST(KnownLoads, WhatTheSourceSaysOfTypesTellsWhatIsNotWritten) {
  const auto function = [](const std::string& entry, const std::string& head, const std::string& rest) {
    return "e: " + entry + " br label %h h: " + head + " %n = add i32 %v, 1 store i32 %n, ptr %p, !tbaa !1 " + rest +
           " %d = icmp slt i32 %n, %x br i1 %d, label %h, label %o o: ret i32 %n";
  };
  const std::string as_int = "load i32, ptr %p, !tbaa !1 ", as_float = "store float 1.0, ptr %q, !tbaa !2";
  const auto reads = [&](const std::string& rest, const std::string& load) {
    return function("", "%v = " + load, rest);
  };
  const auto knows = [&](const std::string& round, const std::string& rest, const std::string& load) {
    return function("%f = " + load, "%v = phi i32 [ %f, %e ], [ " + round + ", %h ]", rest);
  };
  EXPECT_EQ(of(reads(as_float, as_int), knows("%n", as_float, as_int)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(reads(as_float, as_int), knows("%v", as_float, as_int))));
  // The target's promise is none of the source's.
  EXPECT_TRUE(is_wrong(of(knows("%n", as_float, as_int), reads(as_float, as_int))));
  EXPECT_TRUE(is_wrong(of(reads(as_float, "load i32, ptr %p "), knows("%n", as_float, as_int))));
  for (const std::string rest : {"store float 1.0, ptr %q", "store i32 7, ptr %q, !tbaa !1",
                                 "store volatile float 1.0, ptr %q, !tbaa !2", "call void @out(i32 1)"})
    EXPECT_TRUE(is_wrong(of(reads(rest, as_int), knows("%n", rest, as_int)))) << rest;
}
TEST(KnownLoads, WhatAllWaysReadFirstMayBeReadBeforeTheBranch) {
  const auto parted = [](const std::string& before, const std::string& one, const std::string& other) {
    return looped(before + " br i1 %c, label %a, label %b a: " + one + " br label %m b: " + other +
                  " br label %m m: %v = phi i32 [ %r, %a ], [ %s, %b ] br label %end");
  };
  const std::string out = "call void @out(i32 1) ", one = "%r = load i32, ptr %p ", other = "%l = load i32, ptr %p ";
  const std::string once = "%r = load i32, ptr %p ", sum = "%s = add i32 %l, 1 ", sum_of_once = "%s = add i32 %r, 1 ";
  EXPECT_EQ(of(parted("", one + out, other + sum), parted(once, out, sum_of_once)), Outcome::Proved);
  EXPECT_EQ(of(parted(once, out, sum_of_once), parted("", one + out, other + sum)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(parted("", one + out, other + sum), parted(once, out, "%s = add i32 %r, 2 "))));
  EXPECT_TRUE(is_wrong(of(parted("", one + out, "%l = load i32, ptr %q " + sum), parted(once, out, sum_of_once))));
  // Somebody may change what is read, or the place is not read at all.
  EXPECT_TRUE(is_wrong(of(parted("", out + one, other + sum), parted(once, out, sum_of_once))));
  EXPECT_TRUE(is_wrong(of(parted("", one + out, "%s = add i32 %x, 1 "), parted(once, out, "%s = add i32 %x, 1 "))));
}
TEST(KnownLoads, ALoadThatIsNotMadeOnAllWaysDoesNotComeBefore) {
  // The source may leave before it reads.
  const std::string source =
      "e: br label %h h: %g = call i1 @more() br i1 %g, label %b, label %o b: %v = load i32, ptr %p %n = add i32 %v, 1 "
      "store i32 %n, ptr %p br label %h o: ret i32 0";
  const std::string target =
      "e: %f = load i32, ptr %p br label %h h: %g = call i1 @more() br i1 %g, label %b, label %o "
      "b: %v = load i32, ptr %p %n = add i32 %v, 1 store i32 %n, ptr %p br label %h o: ret i32 0";
  EXPECT_TRUE(is_wrong(of(source, target)));
  EXPECT_TRUE(
      is_wrong(of(met("", kRead, "call void @out(i32 1) " + kLoad),
                  met("%l = load i32, ptr %p", kRead, "%v = phi i32 [ %l, %a ], [ %r, %b ] call void @out(i32 1)"))));
  EXPECT_EQ(of(met("", kRead, kLoad), met("%l = load i32, ptr %p", kRead, "%v = phi i32 [ %l, %a ], [ %r, %b ]")),
            Outcome::Proved);
}

/// A load that only the target has must promise no more than what is done before.
TEST(KnownLoads, WhatTheTargetReadsMayNotBeUndefined) {
  const std::string source = met(kStore, kRead, "%v = phi i32 [ %x, %a ], [ %r, %b ]");
  EXPECT_EQ(of(source, met(kStore, kRead, kLoad)), Outcome::Proved);
  for (const std::string load :
       {"%v = load i32, ptr %p, align 16 ", "%v = load i32, ptr %p, !tbaa !2 ", "%v = load i32, ptr %p, !noundef !0 ",
        "%v = load i32, ptr %p, !range !{i32 0, i32 9} ", "%v = load volatile i32, ptr %p "})
    EXPECT_TRUE(is_wrong(of(source, met(kStore, kRead, load)))) << load;
}
TEST(KnownLoads, NorMayItsAddressPromiseMore) {
  const auto stored = [](const std::string& name) {
    return name + " = getelementptr i8, ptr %p, i64 -4 store i32 %x, ptr " + name + " ";
  };
  const auto target = [&](const std::string& flags) {
    return met(stored("%s"), stored("%t"),
               "%u = getelementptr " + flags + " i8, ptr %p, i64 -4 %v = load i32, ptr %u ");
  };
  const std::string source = met(stored("%s"), stored("%t"), "%v = add i32 %x, 0 ");
  EXPECT_EQ(of(source, target("")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(source, target("nuw"))));
  EXPECT_TRUE(is_wrong(of(source, target("inbounds"))));
}
TEST(KnownLoads, AStoreThatIsOverwrittenMayPromiseMore) {
  const auto twice = [](const std::string& flags) {
    return looped("%s = getelementptr " + flags +
                  " i8, ptr %p, i64 -4 store i32 %x, ptr %s %t = getelementptr i8, ptr %p, i64 -4 store i32 %y, ptr %t "
                  "%v = add i32 %x, 1 br label %end");
  };
  const std::string once =
      looped("%t = getelementptr i8, ptr %p, i64 -4 store i32 %y, ptr %t %v = add i32 %x, 1 br label %end");
  EXPECT_EQ(of(twice("nuw"), once), Outcome::Proved);
  EXPECT_EQ(of(once, twice("")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(once, twice("nuw"))));
}

/// Loads between the same two other steps may be made in any order, and some may be gone.
TEST(KnownLoads, LoadsAreToldApartByWhatTheyRead) {
  const std::string three =
      "%s = getelementptr i8, ptr %p, i64 4 %r = load i32, ptr %p %l = load i32, ptr %s %k = load i32, ptr %q ";
  EXPECT_EQ(of(looped(three + "%v = add i32 %l, %k br label %end"),
               looped("%k2 = load i32, ptr %q %s2 = getelementptr i8, ptr %p, i64 4 %l2 = load i32, ptr %s2 "
                      "%v = add i32 %l2, %k2 br label %end")),
            Outcome::Proved);
  EXPECT_TRUE(is_wrong(
      of(looped(three + "%v = add i32 %l, %k br label %end"), looped("%k2 = load i32, ptr %q %l2 = load i32, ptr %p "
                                                                     "%v = add i32 %l2, %k2 br label %end"))));
  EXPECT_TRUE(is_wrong(of(looped("%r = load i32, ptr %p store i32 0, ptr %q %v = add i32 %r, 0 br label %end"),
                          looped("store i32 0, ptr %q %r = load i32, ptr %p %v = add i32 %r, 0 br label %end"))));
}

}  // namespace
}  // namespace assay::prove
