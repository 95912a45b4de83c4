#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(Refine, AddThatDropsNswIsCorrectAndTheReverseIsMorePoisonous) {
  EXPECT_EQ(verdict("define i8 @src(i8 %a, i8 %b) { %r = add nsw i8 %a, %b ret i8 %r }"
                    "define i8 @tgt(i8 %a, i8 %b) { %r = add i8 %a, %b ret i8 %r }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @src(i8 %a, i8 %b) { %r = add i8 %a, %b ret i8 %r }"
                    "define i8 @tgt(i8 %a, i8 %b) { %r = add nsw i8 %a, %b ret i8 %r }"),
            "incorrect: more-poisonous");
}

TEST(Refine, DoublingAnUndefInputMayNotBecomeTwoUses) {
  const char* pair =
      "define i8 @src(i8 %a) { %r = mul i8 %a, 2 ret i8 %r }"
      "define i8 @tgt(i8 %a) { %r = add i8 %a, %a ret i8 %r }";
  EXPECT_EQ(verdict(pair), "incorrect: value-mismatch");
  Options defined;
  defined.undef_input = false;
  EXPECT_EQ(verdict(pair, defined), "correct");
}

TEST(Refine, TwoUsesOfAnUndefInputMayBecomeOne) {
  EXPECT_EQ(verdict("define i8 @src(i8 %a) { %r = add i8 %a, %a ret i8 %r }"
                    "define i8 @tgt(i8 %a) { %r = shl i8 %a, 1 ret i8 %r }"),
            "correct");
}

TEST(Refine, FreezePicksOneValueForAllUses) {
  EXPECT_EQ(verdict("define i8 @src(i8 %a) { %f = freeze i8 %a %r = sub i8 %f, %f ret i8 %r }"
                    "define i8 @tgt(i8 %a) { ret i8 0 }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @src(i8 %a) { %f = freeze i8 %a ret i8 %f }"
                    "define i8 @tgt(i8 %a) { %f = freeze i8 %a %g = freeze i8 %a %x = xor i8 %f, %g %r = xor i8 %x, %f "
                    "ret i8 %r }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @src(i8 %a) { %f = freeze i8 %a %r = sub i8 %f, %f ret i8 %r }"
                    "define i8 @tgt(i8 %a) { %f = freeze i8 %a %g = freeze i8 %a %r = sub i8 %f, %g ret i8 %r }"),
            "incorrect: value-mismatch");
}

TEST(Refine, DivisionMayNotBeIntroduced) {
  EXPECT_EQ(verdict("define i8 @src(i8 %a, i8 %b) { ret i8 0 }"
                    "define i8 @tgt(i8 %a, i8 %b) { %d = udiv i8 %a, %b ret i8 0 }"),
            "incorrect: more-ub");
}

TEST(Refine, WideIntegersAreExact) {
  EXPECT_EQ(verdict("define i200 @src(i200 %a) { %r = mul i200 %a, 8 ret i200 %r }"
                    "define i200 @tgt(i200 %a) { %r = shl i200 %a, 3 ret i200 %r }"),
            "correct");
  EXPECT_EQ(verdict("define i200 @src(i200 %a) { %r = mul i200 %a, 8 ret i200 %r }"
                    "define i200 @tgt(i200 %a) { %r = shl i200 %a, 4 ret i200 %r }"),
            "incorrect: value-mismatch");
}

TEST(Refine, LanesOfVectorsAreJudgedOneByOne) {
  EXPECT_EQ(verdict("define <2 x i8> @src(<2 x i8> %a) { %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> "
                    "<i32 1, i32 poison> ret <2 x i8> %r }"
                    "define <2 x i8> @tgt(<2 x i8> %a) { %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> "
                    "<i32 1, i32 0> ret <2 x i8> %r }"),
            "correct");
  EXPECT_EQ(verdict("define <2 x i8> @src(<2 x i8> noundef %a) { ret <2 x i8> %a }"
                    "define <2 x i8> @tgt(<2 x i8> noundef %a) { %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x "
                    "i32> <i32 1, i32 0> ret <2 x i8> %r }"),
            "incorrect: value-mismatch");
}

TEST(Refine, PromisesOfArgumentsHoldInTheSource) {
  EXPECT_EQ(verdict("define i1 @src(i8 noundef range(i8 0, 10) %a) { %r = icmp ult i8 %a, 20 ret i1 %r }"
                    "define i1 @tgt(i8 noundef range(i8 0, 10) %a) { ret i1 true }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @src(i8 %a) { ret i8 %a }"
                    "define noundef i8 @tgt(i8 %a) { ret i8 %a }"),
            "incorrect: more-ub");
}

TEST(Refine, AForbiddenFloatClassIsPoison) {
  EXPECT_EQ(verdict("define nofpclass(nan) half @src(half noundef %a) { ret half %a }"
                    "define half @tgt(half noundef %a) { ret half %a }"),
            "correct");
  EXPECT_EQ(verdict("define half @src(half noundef %a) { ret half %a }"
                    "define nofpclass(nan) half @tgt(half noundef %a) { ret half %a }"),
            "incorrect: more-poisonous");
}

}  // namespace
}  // namespace assay::refine
