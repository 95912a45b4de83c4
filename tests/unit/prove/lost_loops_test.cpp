#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Calls that fill or copy memory in place of loops that are gone, or whose rounds were calls
/// (docs/adr/0054-rounds-in-another-order.md).
namespace assay::prove {
namespace {

const std::string kDeclared =
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) "
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1) "
    "declare void @llvm.experimental.memset.pattern.p0.i32.i64(ptr, i32, i64, i1) "
    "declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32) ";

/// %n rounds, if that is more than 0; `before` is made only then.
std::string looping(const std::string& name, const std::string& before, const std::string& body,
                    const std::string& noalias = "") {
  return "define void @" + name + "(ptr " + noalias + " %p, ptr " + noalias +
         " %q, i64 %n, i64 %m) { e: %g = icmp sgt i64 %n, 0 br i1 %g, label %k, label %o k: " + before +
         "br label %l l: %i = phi i64 [ 0, %k ], [ %j, %l ] " + body +
         "%j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l o: ret void } ";
}
std::string straight(const std::string& before, const std::string& noalias = "") {
  return "define void @tgt(ptr " + noalias + " %p, ptr " + noalias +
         " %q, i64 %n, i64 %m) { e: %g = icmp sgt i64 %n, 0 br i1 %g, label %k, label %o k: " + before +
         "br label %o o: ret void } ";
}
std::string set(const std::string& to, const std::string& bytes, const std::string& value = "7") {
  return "call void @llvm.memset.p0.i64(ptr " + to + ", i8 " + value + ", i64 " + bytes + ", i1 false) ";
}
std::string copy(const std::string& how, const std::string& to, const std::string& from, const std::string& bytes) {
  return "call void @llvm." + how + ".p0.p0.i64(ptr " + to + ", ptr " + from + ", i64 " + bytes + ", i1 false) ";
}
/// The place of round %i in what %p leads to.
std::string at(const std::string& name, const std::string& of, const std::string& bytes,
               const std::string& number = "%i") {
  return name + ".x = mul nsw i64 " + number + ", " + bytes + " " + name + " = getelementptr inbounds i8, ptr " + of +
         ", i64 " + name + ".x ";
}
/// In place of the loop, or before what is left of it.
Outcome lost(const std::string& body, const std::string& call, const std::string& noalias = "") {
  return outcome_of(kDeclared + looping("src", "", body, noalias) + straight(call, noalias));
}
Outcome left(const std::string& body, const std::string& call, const std::string& rest = "",
             const std::string& noalias = "") {
  return outcome_of(kDeclared + looping("src", "", body, noalias) + looping("tgt", call, rest, noalias));
}
const std::string kAll = "%s = mul i64 %m, %n ";

TEST(LostLoops, ACallStandsForALoopThatIsGone) {
  const std::string words = "%a = getelementptr i32, ptr %p, i64 %i store i32 0, ptr %a, align 4 ";
  const std::string whole = "%s = shl i64 %n, 2 ";
  EXPECT_EQ(lost(words, whole + set("align 4 %p", "%s", "0")), Outcome::Proved);
  EXPECT_NE(lost(words, whole + set("align 4 %p", "%s", "1")), Outcome::Proved);
  EXPECT_NE(lost(words, set("align 4 %p", "%n", "0")), Outcome::Proved) << "elements, not bytes";
  EXPECT_NE(lost(words + "store i8 1, ptr %q ", whole + set("align 4 %p", "%s", "0")), Outcome::Proved)
      << "what else the loop did";
}

TEST(LostLoops, RoundsMayFillSoManyBytesAsOnlyTheRunKnows) {
  const std::string body = at("%a", "%p", "%m") + set("%a", "%m");
  EXPECT_EQ(lost(body, kAll + set("%p", "%s")), Outcome::Proved);
  EXPECT_EQ(left(body, kAll + set("%p", "%s")), Outcome::Proved);
  EXPECT_NE(lost(body, kAll + "%t = sub i64 %s, %m " + set("%p", "%t")), Outcome::Proved) << "a round less";
  EXPECT_NE(lost(body, kAll + "%x = getelementptr i8, ptr %p, i64 %m " + set("%x", "%s")), Outcome::Proved);
}

TEST(LostLoops, RoundsThatLeaveGapsOrOverlapAreNotOneCall) {
  const std::string wider = "%w = shl i64 %m, 1 " + at("%a", "%p", "%w"), gaps = wider + set("%a", "%m");
  EXPECT_NE(lost(gaps, "%w = shl i64 %m, 1 %s = mul i64 %w, %n " + set("%p", "%s")), Outcome::Proved);
  EXPECT_NE(lost(set("%p", "%m"), kAll + set("%p", "%s")), Outcome::Proved);
}

TEST(LostLoops, RoundsMayCopyWhatIsNoSingleValue) {
  const auto round = [](const std::string& how, const std::string& bytes) {
    return at("%a", "%p", "12") + at("%b", "%q", "12") + copy(how, "%a", "%b", bytes);
  };
  const std::string all = "%s = mul nuw i64 %n, 12 ", body = round("memcpy", "12");
  EXPECT_EQ(left(body, all + copy("memcpy", "%p", "%q", "%s"), "", "noalias"), Outcome::Proved);
  EXPECT_NE(left(body, all + copy("memcpy", "%p", "%q", "%s")), Outcome::Proved) << "they may overlap";
  EXPECT_NE(lost(round("memcpy", "8"), all + copy("memcpy", "%p", "%q", "%s"), "noalias"), Outcome::Proved);
  const std::string read = "%f = load i8, ptr %q ", write = "%y = getelementptr i8, ptr %q, i64 12 store i8 1, ptr %y ";
  EXPECT_EQ(left(body + read, all + copy("memcpy", "%p", "%q", "%s"), read, "noalias"), Outcome::Proved);
  EXPECT_NE(left(body + write, all + copy("memcpy", "%p", "%q", "%s"), write, "noalias"), Outcome::Proved)
      << "the next round copies it";
}

TEST(LostLoops, ElementsThatAreCopiedAtomicallyAreThoseOfTheRounds) {
  const auto round = [](const std::string& load, const std::string& store) {
    return "%f = getelementptr i32, ptr %q, i64 %i %v = " + load + " %t = getelementptr i32, ptr %p, i64 %i " + store +
           " ";
  };
  const std::string load = "load atomic i32, ptr %f unordered, align 4",
                    store = "store atomic i32 %v, ptr %t unordered, align 4", body = round(load, store);
  const auto call = [](const std::string& from, const std::string& element) {
    return "%s = shl nuw i64 %n, 2 call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align "
           "4 " +
           from + ", i64 %s, i32 " + element + ") ";
  };
  EXPECT_EQ(lost(body, call("%q", "4"), "noalias"), Outcome::Proved);
  EXPECT_NE(lost(body, call("%q", "2"), "noalias"), Outcome::Proved) << "in halves";
  EXPECT_NE(lost(body, call("%q", "4")), Outcome::Proved) << "they may overlap";
  EXPECT_NE(lost(round(load, replaced(store, "unordered", "release")), call("%q", "4"), "noalias"), Outcome::Proved);
}

TEST(LostLoops, APatternIsCountedInElementsFromItsEndToo) {
  const auto pattern = [](const std::string& to) {
    return "call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr align 4 " + to + ", i32 3, i64 %n, i1 false) ";
  };
  const std::string from_end = "%r = sub nsw i64 %n, %i %u = sub nsw i64 %r, 1 ";
  const std::string down = from_end + "%a = getelementptr inbounds i32, ptr %p, i64 %u store i32 3, ptr %a, align 4 ";
  EXPECT_EQ(lost(down, pattern("%p")), Outcome::Proved);
  const std::string bytes = "%w = mul i64 %n, 3 %y = sub i64 0, %w %x = getelementptr i8, ptr %p, i64 %y ";
  EXPECT_NE(lost(bytes + replaced(down, "%p", "%x"), pattern("%p")), Outcome::Proved)
      << "where they would lie if %n were bytes";
}

}  // namespace
}  // namespace assay::prove
