#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops over objects of the function's own, which are handed over as arguments.
namespace assay::prove {
namespace {

const std::string kOthers =
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) declare void @see(ptr) "
    "declare void @llvm.lifetime.start.p0(ptr) declare void @llvm.lifetime.end.p0(ptr) ";

/// %n bytes of the object are filled, and one of them is read.
std::string function(const std::string& name, const std::string& object, const std::string& before,
                     const std::string& body, const std::string& end = "%r = load i8, ptr %x ret i8 %r") {
  return "define i8 @" + name + "(i64 %n, i64 %k) { e: " + object +
         " %g = icmp ult i64 %n, 100 br i1 %g, label %h, label %z h: %w = icmp eq i64 %n, 0 br i1 %w, label %z, label "
         "%b b: " +
         before + " br label %l l: %i = phi i64 [ 0, %b ], [ %j, %l ] " + body +
         " %j = add nuw nsw i64 %i, 1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l "
         "o: %x = getelementptr i8, ptr %p, i64 %k " +
         end + " z: ret i8 0 } ";
}
const std::string kObject = "%p = alloca [100 x i8], align 4";
std::string stores(const std::string& value) {
  return "%a = getelementptr i8, ptr %p, i64 %i store i8 " + value + ", ptr %a ";
}
std::string fills(const std::string& value) {
  return "call void @llvm.memset.p0.i64(ptr %p, i8 " + value + ", i64 %n, i1 false) ";
}
Outcome of(const std::string& source, const std::string& target) { return outcome_of(kOthers + source + target); }

TEST(StackObjects, ALoopOverOneIsProvedAsOverAnyOther) {
  const std::string source = function("src", kObject, "", stores("7"));
  EXPECT_EQ(of(source, function("tgt", kObject, fills("7"), "")), Outcome::Proved);
  EXPECT_EQ(of(source, function("tgt", replaced(kObject, "align 4", "align 16"), fills("7"), "")), Outcome::Proved);
  EXPECT_NE(of(source, function("tgt", kObject, fills("8"), "")), Outcome::Proved);
  EXPECT_NE(of(source, function("tgt", replaced(kObject, "100", "99"), fills("7"), "")), Outcome::Proved) << "smaller";
}

TEST(StackObjects, WhatNobodyHasWrittenIsNotOneValue) {
  const std::string once = "%r = load i8, ptr %x ret i8 %r",
                    twice = "%v = load i8, ptr %x %r = sub i8 %v, %v ret i8 %r";
  const std::string zero = "ret i8 0";
  EXPECT_NE(of(function("src", kObject, "", "", zero), function("tgt", kObject, "", "%y = add i64 %i, 1 ", twice)),
            Outcome::Proved);
}

TEST(StackObjects, OneWhoseLifeIsMarkedIsHandedOverIfItIsAliveWhereItIsAccessed) {
  const std::string start = " call void @llvm.lifetime.start.p0(ptr %p) ",
                    end = " call void @llvm.lifetime.end.p0(ptr %p) ", read = "%r = load i8, ptr %x ",
                    result = "ret i8 %r";
  const std::string marked = kObject + start;
  const std::string source = function("src", marked, "", stores("7"), read + end + result);
  EXPECT_EQ(of(source, function("tgt", marked, fills("7"), "", read + end + result)), Outcome::Proved);
  EXPECT_EQ(of(source, function("tgt", kObject, fills("7"), "", read + result)), Outcome::Proved);
  EXPECT_NE(of(source, function("tgt", marked, fills("8"), "", read + end + result)), Outcome::Proved);
  EXPECT_NE(of(source, function("tgt", marked, fills("7"), "", end + read + result)), Outcome::Proved)
      << "it has ended";
  EXPECT_NE(of(source, function("tgt", marked, fills("7") + end, "", read + result)), Outcome::Proved) << "before";
  EXPECT_NE(of(source, function("tgt", kObject, fills("7") + start, "", read + result)), Outcome::Proved)
      << "it begins again, and holds nothing";
  EXPECT_NE(of(source, function("tgt", marked, "", start + stores("7"), read + end + result)), Outcome::Proved)
      << "in each round";
}

TEST(StackObjects, OneThatOthersReachIsNotHandedOver) {
  const std::string seen = "call void @see(ptr %p) %r = load i8, ptr %x ret i8 %r";
  EXPECT_NE(of(function("src", kObject, "", stores("7"), seen), function("tgt", kObject, fills("8"), "", seen)),
            Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
