#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Where functions place their own objects.
namespace assay::check {
namespace {

std::string judged_by(Oracles who, const std::string& module) {
  Options options;
  options.oracles = who;
  options.trust_text = false;
  return word(judge(module, options));
}

/// Accesses a variable that asks for one alignment with another.
std::string access(const std::string& name, int variable, int access, int offset) {
  const std::string p = "align " + std::to_string(access);
  return "define i8 @" + name + "(i8 noundef %x) { %p = alloca [16 x i8], align " + std::to_string(variable) +
         " %q = getelementptr i8, ptr %p, i64 " + std::to_string(offset) + " store i8 %x, ptr %q, " + p + " %v = load i8, ptr %q, " + p +
         " ret i8 %v } ";
}

TEST(CheckPlacement, BothMachinesSayTheSameOfAccessesThatCountOnMoreThanTheVariableAsksFor) {
  for (int variable : {1, 2, 4, 8})
    for (int aligned : {1, 2, 4, 8})
      for (int offset : {0, 4}) {
        const bool fine = aligned <= variable && offset % aligned == 0;
        const std::string one = access("src", variable, aligned, offset);
        const auto ask = [&](const std::string& target, const std::string& expected) {
          for (const Oracles who : {Oracles::Interpreter, Oracles::Smt, Oracles::All})
            EXPECT_EQ(judged_by(who, one + target).substr(0, 9), expected)
                << variable << " " << aligned << " " << offset << " by " << static_cast<int>(who) << ": " << target;
        };
        // What the source may do at one place, it may do.
        ask("define i8 @tgt(i8 noundef %x) { unreachable }", fine ? "incorrect" : "correct");
        ask("define i8 @tgt(i8 noundef %x) { ret i8 %x }", "correct");
        ask("define i8 @tgt(i8 noundef %x) { %y = add i8 %x, 1 ret i8 %y }", fine ? "incorrect" : "correct");
        for (int less : {1, 2, 4, 8}) {
          const bool still = aligned <= less && offset % aligned == 0;
          ask(access("tgt", less, aligned, offset), fine && !still ? "incorrect" : "correct");
        }
      }
}

TEST(CheckPlacement, WhereTheAddressIsLookedAtOnlySomePlacesLeadToTheAccess) {
  const std::string looks = "define i8 @src() { %p = alloca i8, align 4 %a = ptrtoint ptr %p to i64 %b = and i64 %a, 7 %c = icmp eq i64 %b, 0 "
                            "br i1 %c, label %y, label %n y: store i8 7, ptr %p, align 8 ret i8 1 n: ret i8 1 } ";
  EXPECT_EQ(judged_by(Oracles::Smt, looks + "define i8 @tgt() { ret i8 1 }"), "correct");
  EXPECT_EQ(judged_by(Oracles::Smt, looks + "define i8 @tgt() { ret i8 2 }").substr(0, 9), "incorrect");
  const std::string both = "define i8 @src() { %p = alloca i8, align 4 %a = ptrtoint ptr %p to i64 store i8 7, ptr %p, align 8 %b = trunc i64 %a to i8 "
                           "%c = and i8 %b, 3 ret i8 %c } ";
  EXPECT_EQ(judged_by(Oracles::Smt, both + "define i8 @tgt() { ret i8 0 }"), "correct");
  EXPECT_EQ(judged_by(Oracles::Smt, both + "define i8 @tgt() { ret i8 2 }"), "unknown: approximation");
}

TEST(CheckPlacement, WhatTheSourceDoesAtOnePlaceItMayDo) {
  // Each may be undefined, most for want of alignment that the variable does not ask for.
  const std::string metadata = "define i8 @src(ptr noundef %s) { %p = alloca i8, align 1 store ptr %p, ptr %s "
                               "%q = load ptr, ptr %s, !align !0, !noundef !1 ret i8 0 } ";
  const std::string assumed = "declare void @llvm.assume(i1) define i8 @src(ptr noundef %s) { %p = alloca i8, align 1 "
                              "store i8 1, ptr %s call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 16) ] ret i8 0 } ";
  const std::string byte = "define i8 @src(ptr noundef %s) { %p = alloca i8, align 4 store i8 1, ptr %s %a = ptrtoint ptr %p to i64 "
                           "%b = trunc i64 %a to i8 %c = icmp sgt i8 %b, 0 br i1 %c, label %u, label %o u: unreachable o: ret i8 0 } ";
  const std::string order = "define i8 @src(ptr noundef %s) { %p = alloca i8 %q = alloca i8 store i8 1, ptr %s "
                            "%c = icmp ult ptr %p, %q br i1 %c, label %u, label %o u: unreachable o: ret i8 0 } ";
  const std::string target = "define i8 @tgt(ptr noundef %s) { ret i8 1 } ", end = "!0 = !{i64 16} !1 = !{}";
  for (const std::string& source : {metadata, assumed, byte, order})
    EXPECT_EQ(judged_by(Oracles::Smt, source + target + end), "correct") << source;
  const std::string kept = "define i8 @src(ptr noundef %s) { %p = alloca i8, align 16 store ptr %p, ptr %s "
                           "%q = load ptr, ptr %s, !align !0, !noundef !1 ret i8 0 } ";
  EXPECT_EQ(judged_by(Oracles::Smt, kept + target + end).substr(0, 9), "incorrect");
  // Its result may be poison; the store is to be seen all the same.
  const std::string poison = "define i8 @src(ptr noundef %s) { %p = alloca i8, align 1 store i8 1, ptr %s "
                             "%a = ptrtoint ptr %p to i64 %b = and i64 %a, 15 %t = trunc nuw i64 %b to i1 "
                             "%r = select i1 %t, i8 0, i8 0 ret i8 %r } ";
  EXPECT_EQ(judged_by(Oracles::Smt, poison + target), "incorrect: memory-mismatch");
  EXPECT_EQ(judged_by(Oracles::Smt, poison + "define i8 @tgt(ptr noundef %s) { store i8 1, ptr %s ret i8 1 }"), "correct");
}

TEST(CheckPlacement, AResultMayComeFromAnyPlaceThatAnObjectCanHave) {
  const auto judged = [](const std::string& computed, const std::string& given) {
    return judged_by(Oracles::Smt, "define i64 @src(ptr noundef %s) { %p = alloca i32, align 4 %q = alloca i32, align 4 "
                                   "%a = ptrtoint ptr %p to i64 %b = ptrtoint ptr %q to i64 %c = ptrtoint ptr %s to i64 " +
                                       computed + " ret i64 %r } define i64 @tgt(ptr noundef %s) { ret i64 " + given + " }")
        .substr(0, 9);
  };
  EXPECT_EQ(judged("%r = and i64 %a, 255", "76"), "correct");
  EXPECT_EQ(judged("%r = and i64 %a, 255", "77"), "incorrect");
  EXPECT_EQ(judged("%r = add i64 %a, 0", "4096"), "incorrect") << "the caller's object may be there";
  EXPECT_EQ(judged("%r = add i64 %a, 0", "0"), "incorrect");
  EXPECT_EQ(judged("%r = sub i64 %a, %b", "4"), "correct");
  EXPECT_EQ(judged("%r = sub i64 %a, %b", "0"), "incorrect");
  EXPECT_EQ(judged("%e = icmp eq i64 %a, %c %r = zext i1 %e to i64", "0"), "correct");
  EXPECT_EQ(judged("%e = icmp eq i64 %a, %c %r = zext i1 %e to i64", "1"), "incorrect");
  // Which index it is depends on the place, too.
  EXPECT_EQ(judged("%i = alloca i64 store i64 %a, ptr %i %g = getelementptr i8, ptr %i, i64 2 %v = load i8, ptr %g "
                   "%k = and i8 %v, 3 %z = zext i8 %k to i64 %h = getelementptr i8, ptr %i, i64 %z %w = load i8, ptr %h "
                   "%r = zext i8 %w to i64",
                   "16"),
            "correct");
}

TEST(CheckPlacement, WhatFunctionsDoThatKnowThePlaceMayHangOnIt) {
  const auto judged = [](const std::string& argument, const std::string& given) {
    return judged_by(Oracles::Smt, "declare void @f(ptr) declare ptr @g() define i1 @src() { %p = alloca i32 call void @f(ptr " + argument +
                                   "%p) %q = call ptr @g() %c = icmp eq ptr %p, %q ret i1 %c } define i1 @tgt() { %p = alloca i32 "
                                   "call void @f(ptr " + argument + "%p) %q = call ptr @g() ret i1 " + given + " }");
  };
  EXPECT_EQ(judged("captures(none) ", "false"), "correct");
  EXPECT_EQ(judged("captures(address) ", "false"), "unknown: approximation");
  EXPECT_EQ(judged("", "false").substr(0, 7), "incorre");
}

}  // namespace
}  // namespace assay::check
