#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops that became calls which fill or copy memory (docs/adr/0054-rounds-in-another-order.md).
namespace assay::prove {
namespace {

const std::string kDeclared =
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) "
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1) "
    "declare void @llvm.experimental.memset.pattern.p0.i32.i64(ptr, i32, i64, i1) ";

/// %n rounds, one at least; `before` stands before the loop.
std::string function(const std::string& name, const std::string& before, const std::string& body,
                     const std::string& noalias = "") {
  return "define void @" + name + "(ptr " + noalias + " %p, ptr " + noalias +
         " %q, i64 %n, i8 %b) { e: %g = icmp ult i64 %n, 1000 br i1 %g, label %h, label %o h: %z = icmp eq i64 %n, 0 "
         "br i1 %z, label %o, label %k k: " +
         before + " br label %l l: %i = phi i64 [ 0, %k ], [ %j, %l ] " + body +
         " %j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l o: ret void } ";
}
Outcome of(const std::string& body, const std::string& call, const std::string& rest = "",
           const std::string& noalias = "") {
  return outcome_of(kDeclared + function("src", "", body, noalias) + function("tgt", call, rest, noalias));
}
/// In bytes: %n times so many, and `more`.
std::string length(unsigned each, int more = 0) {
  return "%m = mul nuw nsw i64 %n, " + std::to_string(each) + " %s = add i64 %m, " + std::to_string(more) + " ";
}
std::string set(const std::string& value, const std::string& to = "ptr %p", const std::string& is_volatile = "false") {
  return "call void @llvm.memset.p0.i64(" + to + ", i8 " + value + ", i64 %s, i1 " + is_volatile + ") ";
}
std::string copy(const std::string& how, const std::string& to, const std::string& from) {
  return "call void @llvm." + how + ".p0.p0.i64(ptr " + to + ", ptr " + from + ", i64 %s, i1 false) ";
}
std::string store(const std::string& value, const std::string& type, const std::string& align = "1") {
  return "%a = getelementptr " + type + ", ptr %p, i64 %i store " + value + ", ptr %a, align " + align + " ";
}

TEST(CalledLoops, AFilledRangeIsALoopOfStores) {
  EXPECT_EQ(of(store("i8 0", "i8"), length(1) + set("0")), Outcome::Proved);
  EXPECT_EQ(of(store("i8 %b", "i8"), length(1) + set("%b")), Outcome::Proved);
  EXPECT_EQ(of(store("i32 -1", "i32", "4"), length(4) + set("-1", "ptr align 4 %p")), Outcome::Proved);
  EXPECT_EQ(of(store("ptr null", "ptr", "8"), length(8) + set("0", "ptr align 8 %p")), Outcome::Proved);
  const std::string two =
      "%a = getelementptr i16, ptr %p, i64 %i store i8 3, ptr %a %d = getelementptr i8, ptr %a, "
      "i64 1 store i8 3, ptr %d ";
  EXPECT_EQ(of(two, length(2) + set("3")), Outcome::Proved);
}

TEST(CalledLoops, AnotherRangeOrValueIsNot) {
  const std::string bytes = store("i8 0", "i8"), words = store("i32 0", "i32", "4");
  EXPECT_NE(of(bytes, length(1, 1) + set("0")), Outcome::Proved) << "a byte more";
  EXPECT_NE(of(bytes, length(1, -1) + set("0")), Outcome::Proved) << "a byte less";
  EXPECT_NE(of(words, length(1) + set("0")), Outcome::Proved) << "elements, not bytes";
  EXPECT_NE(of(bytes, length(1) + set("1")), Outcome::Proved);
  EXPECT_NE(of(store("i32 1", "i32"), length(4) + set("1")), Outcome::Proved) << "each byte is 1";
  EXPECT_NE(of(bytes, "%d = getelementptr i8, ptr %p, i64 1 " + length(1) + set("0", "ptr %d")), Outcome::Proved);
  EXPECT_NE(of(store("i8 0", "i16"), length(2) + set("0")), Outcome::Proved) << "every second byte";
  EXPECT_NE(of(words, length(4) + set("0", "ptr align 16 %p")), Outcome::Proved) << "aligned to more";
  EXPECT_NE(of(bytes, length(1) + set("0", "ptr %p", "true")), Outcome::Proved) << "volatile";
  EXPECT_NE(of(bytes, length(1) + set("0", "ptr dereferenceable(2000) %p")), Outcome::Proved) << "promises more";
  EXPECT_EQ(of(bytes, length(1) + set("noundef 0", "ptr noundef nonnull %p")), Outcome::Proved);
  EXPECT_NE(of(store("i8 %b", "i8"), length(1) + set("noundef %b")), Outcome::Proved) << "%b may be undef";
  EXPECT_NE(of("", length(1) + set("0")), Outcome::Proved) << "the source fills nothing";
}

TEST(CalledLoops, WhatTheLoopDoesBesidesMustNotBeInTheWay) {
  const std::string bytes = store("i8 0", "i8");
  const auto other = [](const std::string& at, const std::string& value) {
    return "%x = getelementptr i8, ptr %p, i64 " + at + " store i8 " + value + ", ptr %x ";
  };
  EXPECT_EQ(of(bytes + other("1000", "42"), length(1) + set("0"), other("1000", "42")), Outcome::Proved);
  EXPECT_NE(of(bytes + other("5", "42"), length(1) + set("0"), other("5", "42")), Outcome::Proved)
      << "a later round overwrites it";
  const std::string read = "%v = load i8, ptr %q store i8 %v, ptr %y ", place = "%y = getelementptr i8, ptr %q, i64 1 ";
  EXPECT_EQ(of(bytes + place + read, length(1) + set("0"), place + read, "noalias"), Outcome::Proved);
  EXPECT_NE(of(bytes + place + read, length(1) + set("0"), place + read), Outcome::Proved) << "%q may lie in it";
}

TEST(CalledLoops, ARangeIsFilledFromItsEnd) {
  const std::string down =
      "%d = sub i64 %n, %j0 " + std::string("%a = getelementptr i8, ptr %p, i64 %d store i8 7, ptr %a ");
  const std::string body = "%j0 = add i64 %i, 1 " + down;
  EXPECT_EQ(of(body, length(1) + set("7")), Outcome::Proved);
  EXPECT_NE(of(body, length(1, 1) + set("7")), Outcome::Proved);
  EXPECT_NE(of(replaced(body, "%i, 1", "%i, 2"), length(1) + set("7")), Outcome::Proved) << "from a byte below";
}

TEST(CalledLoops, APatternIsStoredAsOftenAsItIsCounted) {
  const auto pattern = [](const std::string& count, const std::string& value, const std::string& align = "4",
                          const std::string& is_volatile = "false") {
    return "call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr align " + align + " %p, i32 " + value +
           ", i64 " + count + ", i1 " + is_volatile + ") ";
  };
  const std::string words = store("i32 3", "i32", "4");
  const std::string two =
      "%a = getelementptr i64, ptr %p, i64 %i store i32 3, ptr %a, align 4 %d = getelementptr i8, "
      "ptr %a, i64 4 store i32 3, ptr %d, align 4 ";
  EXPECT_EQ(of(words, pattern("%n", "3")), Outcome::Proved);
  EXPECT_EQ(of(two, length(2) + pattern("%s", "3")), Outcome::Proved);
  EXPECT_NE(of(two, pattern("%n", "3")), Outcome::Proved) << "half of them";
  EXPECT_NE(of(words, length(4) + pattern("%s", "3")), Outcome::Proved) << "counted in bytes";
  EXPECT_NE(of(words, pattern("%n", "4")), Outcome::Proved);
  EXPECT_NE(of(words, pattern("%n", "3", "8")), Outcome::Proved);
  EXPECT_NE(of(words, pattern("%n", "3", "4", "true")), Outcome::Proved) << "volatile";
  EXPECT_NE(of(words, length(1, 1) + pattern("%s", "3")), Outcome::Proved);
  EXPECT_NE(of("", pattern("%n", "3")), Outcome::Proved);
}

/// Any number of rounds, of four bytes each; `aside` stands on the way around the loop.
std::string of_any_length(const std::string& name, const std::string& before, const std::string& body,
                          const std::string& aside = "", bool has_block_before = true) {
  const std::string way = has_block_before ? "%k" : "%e";
  return "define void @" + name + "(ptr %p, ptr %q, i64 %n) { e: " + (has_block_before ? "" : before) +
         "%z = icmp eq i64 %n, 0 br i1 %z, label %u, label " +
         (has_block_before ? "%k k: " + before + "br label %l " : "%l ") + "l: %i = phi i64 [ 0, " + way +
         " ], [ %j, %l ] " + body +
         "%j = add i64 %i, 1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l u: " + aside +
         "br label %o o: ret void } ";
}

TEST(CalledLoops, ALengthThatWrapsIsOneOfRoundsThatAreUndefined) {
  const std::string words = store("i32 0", "i32", "4");
  const auto call = [](const std::string& length) { return length + set("0", "ptr align 4 %p"); };
  const std::string source = of_any_length("src", "", words);
  EXPECT_EQ(outcome_of(kDeclared + source + of_any_length("tgt", call("%s = shl nuw i64 %n, 2 "), "")),
            Outcome::Proved);
  EXPECT_NE(outcome_of(kDeclared + source +
                       of_any_length("tgt",
                                     call("%x = add nuw i64 %n, 6 %w = sub i64 %x, 6 %s = shl "
                                          "i64 %w, 3 "),
                                     "")),
            Outcome::Proved);
  // No round is made where there are none, however many their number less one would be.
  const std::string aside = "store i32 1, ptr %q ";
  EXPECT_NE(outcome_of(kDeclared + source + of_any_length("tgt", call("%s = shl nuw i64 %n, 2 "), "", aside)),
            Outcome::Proved);
  EXPECT_NE(outcome_of(kDeclared + of_any_length("src", "", words, "", false) +
                       of_any_length("tgt", call("%s = shl nuw i64 %n, 2 "), "", aside)),
            Outcome::Proved);
}

TEST(CalledLoops, ACopyReadsWhatTheLoopWouldHaveRead) {
  const auto copied = [](const std::string& from, const std::string& to) {
    return "%f = getelementptr i8, ptr " + from + ", i64 %i %v = load i8, ptr %f %t = getelementptr i8, ptr " + to +
           ", i64 %i store i8 %v, ptr %t ";
  };
  const std::string next = "%x = getelementptr i8, ptr %p, i64 1 ";
  EXPECT_EQ(of(copied("%q", "%p"), length(1) + copy("memcpy", "%p", "%q"), "", "noalias"), Outcome::Proved);
  EXPECT_NE(of(copied("%q", "%p"), length(1) + copy("memcpy", "%p", "%q")), Outcome::Proved) << "they may overlap";
  EXPECT_NE(of(copied("%q", "%p"), length(1) + copy("memmove", "%p", "%q")), Outcome::Proved);
  EXPECT_EQ(of(next + copied("%x", "%p"), next + length(1) + copy("memmove", "%p", "%x")), Outcome::Proved);
  EXPECT_NE(of(next + copied("%x", "%p"), next + length(1) + copy("memcpy", "%p", "%x")), Outcome::Proved);
  EXPECT_NE(of(next + copied("%p", "%x"), next + length(1) + copy("memmove", "%x", "%p")), Outcome::Proved)
      << "each round reads what the one before wrote";
  EXPECT_NE(of(copied("%q", "%p"), length(1) + copy("memcpy", "%q", "%p"), "", "noalias"), Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
