#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Of numbers and pointers: what follows from the conditions under which a loop goes on, and from what is promised of
/// what was loaded before (docs/proofs-of-loops.md#the-state).
namespace assay::prove {
namespace {

struct Walk {
  std::string compare;  ///< of %r, behind %p, with %end
  std::string step = "1";
  std::string guard = "ult ptr %base, %end";
};
/// From %base to %end, while the pointer compares so.
std::string walk(const std::string& name, const Walk& is) {
  return "define void @" + name +
         "(ptr %base, i64 %n) { e: %end = getelementptr inbounds i8, ptr %base, i64 %n %g = icmp " + is.guard +
         " br i1 %g, label %l, label %o l: %p = phi ptr [ %base, %e ], [ %r, %l ] store i8 3, ptr %p " +
         "%r = getelementptr inbounds i8, ptr %p, i64 " + is.step + " %c = icmp " + is.compare +
         " ptr %r, %end br i1 %c, label %l, label %o o: ret void } ";
}
Outcome walked(const Walk& source, const Walk& target) {
  return outcome_of(walk("src", source) + walk("tgt", target), {.milliseconds = 8'000});
}

TEST(Conditions, APointerThatIsBelowItsEndComesToIt) {
  EXPECT_EQ(walked({"ult"}, {"ne"}), Outcome::Proved);
  // It may step over its end, or begin behind it.
  EXPECT_EQ(walked({"ult", "2"}, {"ne", "2"}), Outcome::Refuted);
  EXPECT_EQ(walked({"ult", "1", "uge ptr %base, %base"}, {"ne", "1", "uge ptr %base, %base"}), Outcome::Refuted);
}

struct Count {
  std::string compare;  ///< of %i, or of %j, which is one more
  std::string flags{};
  std::string start = "0";
  std::string bound = "add i32 %n, 1";
};
std::string count(const std::string& name, const Count& is) {
  return "define void @" + name + "(i32 %n) { e: %m = " + is.bound + " br label %l l: %i = phi i32 [ " + is.start +
         ", %e ], [ %j, %k ] call void @use(i32 %i) %j = add " + is.flags +
         " i32 %i, 1 %d = icmp ult i32 %i, 20 br i1 %d, label %k, label %o k: %c = icmp " + is.compare +
         " br i1 %c, label %l, label %o o: ret void } declare void @use(i32) ";
}
Outcome counted(const Count& source, const Count& target) {
  std::string second = count("tgt", target);
  return outcome_of(count("src", source) + second.substr(0, second.find("declare")));
}

TEST(Conditions, OneMoreThanWhatIsBelowABoundIsNoMoreThanThat) {
  EXPECT_EQ(counted({"ult i32 %i, %n"}, {"ne i32 %j, %m", "nuw nsw"}), Outcome::Proved);
  EXPECT_EQ(counted({"ult i32 %i, %n"}, {"ne i32 %j, %m", "nuw nsw", "0", "add i32 %n, 2"}), Outcome::Refuted);
  EXPECT_EQ(counted({"ult i32 %i, %n", "", "1"}, {"ne i32 %j, %m", "nuw nsw", "1"}), Outcome::Refuted);
  EXPECT_EQ(counted({"ule i32 %i, %n"}, {"ne i32 %j, %m", "nuw nsw"}), Outcome::Refuted);
}

/// Goes on from %k, which a loop before has counted up to less than what was loaded.
std::string loaded(const std::string& name, const std::string& range, const std::string& compare) {
  return "define i32 @" + name + "(ptr %p, i32 %k) { e: %n = load i32, ptr %p, align 4" + range +
         " %g = icmp ult i32 %k, %n br i1 %g, label %l, label %o l: %i = phi i32 [ %k, %e ], [ %j, %m ] "
         "%c = icmp " +
         compare +
         " i32 %i, %n br i1 %c, label %m, label %o m: %j = add i32 %i, 1 %y = call i1 @more() br i1 %y, label %l, "
         "label %o o: %v = phi i32 [ 0, %e ], [ %i, %l ], [ %j, "
         "%m ] ret i32 %v } ";
}
Outcome promised(const std::string& source_range, const std::string& target_range, const std::string& range) {
  return outcome_of(loaded("src", source_range, "slt") + loaded("tgt", target_range, "ult") +
                    "declare i1 @more() !0 = !{" + range + "}");
}

TEST(Conditions, WhatIsPromisedOfALoadHoldsInEachRound) {
  EXPECT_EQ(promised(", !range !0", ", !range !0", "i32 0, i32 2147483647"), Outcome::Proved);
  EXPECT_EQ(promised(", !range !0", "", "i32 0, i32 2147483647"), Outcome::Proved);
  EXPECT_EQ(promised("", ", !range !0", "i32 0, i32 2147483647"), Outcome::Refuted);
  EXPECT_EQ(promised(", !range !0", ", !range !0", "i32 -2147483648, i32 2147483647"), Outcome::Refuted);
}

}  // namespace
}  // namespace assay::prove
