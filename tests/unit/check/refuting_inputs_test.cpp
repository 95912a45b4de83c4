// A pair is refuted by the input that refuted another one, where its arguments allow it.
#include "services/worker/check/refuting_inputs.h"

#include <gtest/gtest.h>

#include "services/worker/check/check.h"

namespace assay::check {
namespace {

std::string function(const std::string& arguments, const std::string& body) {
  return "define i32 @f(" + arguments + ") {\n" + body + "}\n";
}

/// A checker that has refuted the fold of x + 1 = 7 to false, as 6 shows.
Checker& taught() {
  static Checker checker{Options{}};
  static const Verdict verdict = check_texts(
      checker,
      function("i32 %x, i32 %y",
               "  %a = add i32 %x, 1\n  %c = icmp eq i32 %a, 7\n  %r = select i1 %c, i32 %y, i32 0\n  ret i32 %r\n"),
      function("i32 %x, i32 %y", "  ret i32 0\n"));
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect);
  return checker;
}

const std::string kSix = "  %c = icmp eq i32 %x, 6\n  %r = zext i1 %c to i32\n  ret i32 %r\n";
const std::string kNever = "  ret i32 0\n";

TEST(RefutingInputs, TheInputOfAnEarlierPairIsTriedAgain) {
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %x, i32 %y", kSix), function("i32 %x, i32 %y", kNever)),
            Reason::ValueMismatch);
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %x, i32 %y", kSix), function("i32 %x, i32 %y", kSix)),
            std::nullopt);
}

TEST(RefutingInputs, ArgumentsAreKnownByTheirNames) {
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %x", kSix), function("i32 %x", kNever)), Reason::ValueMismatch);
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %y, i32 %x", kSix), function("i32 %y, i32 %x", kNever)),
            Reason::ValueMismatch);
}

TEST(RefutingInputs, NothingElseIsTried) {
  const std::string seven = "  %c = icmp eq i32 %x, 7\n  %r = zext i1 %c to i32\n  ret i32 %r\n";
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %x, i32 %y", seven), function("i32 %x, i32 %y", kNever)),
            std::nullopt);
}

TEST(RefutingInputs, CheckersMayShareIt) {
  RefutingInputs shared;
  Options options;
  options.refuting = &shared;
  Checker one{options}, other{options};
  EXPECT_EQ(check_texts(one, function("i32 %x, i32 %y", kSix), function("i32 %x, i32 %y", kNever)).kind,
            VerdictKind::Incorrect);
  EXPECT_EQ(refuted_as_before(other, function("i32 %x", kSix), function("i32 %x", kNever)), Reason::ValueMismatch);
}

TEST(RefutingInputs, WhatDoesNotFitIsLeftOut) {
  const auto wide = [](const std::string& body) { return "define i32 @f(i64 %x) {\n" + body + "}\n"; };
  EXPECT_EQ(refuted_as_before(taught(), wide("  %r = trunc i64 %x to i32\n  ret i32 %r\n"), wide(kNever)),
            std::nullopt);
  EXPECT_EQ(refuted_as_before(taught(), function("i32 %z", "  ret i32 %z\n"), function("i32 %z", kNever)),
            std::nullopt);
  EXPECT_EQ(refuted_as_before(taught(), "words", "words"), std::nullopt);
}

}  // namespace
}  // namespace assay::check
