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

TEST(Refine, PicksOfOneUndefValueCorrespondWhereItIsUsedMoreOften) {
  const auto function = [](const std::string& name, const std::string& rest) {
    return "define i32 @" + name + "(i32 %x, i32 %y) { %a = mul i32 %x, %x %b = mul i32 %y, %y " + rest + " ret i32 %r }";
  };
  EXPECT_EQ(verdict(function("src", "%d = xor i32 %b, %a %n = xor i32 %a, -1 %o = or i32 %b, %n %r = and i32 %d, %o") +
                    function("tgt", "%n = xor i32 %a, -1 %r = and i32 %b, %n")),
            "correct");
}

TEST(Refine, EachBitOfAnUndefValueIsPickedForItself) {
  const auto pair = [](const std::string& source, const std::string& target, const std::string& called = "i32 0") {
    const std::string head = "(i32 %a, i32 %b, i32 %c) { %n = and i32 %b, %c %m = xor i32 %n, -1 %o = or i32 %a, %m %x = xor "
                             "i32 %b, %c %y = and i32 %x, %a call void @use(" + called + ") ";
    return verdict("declare void @use(i32) define i32 @src" + head + source + " ret i32 %r } define i32 @tgt" + head +
                   target + " ret i32 %r }");
  };
  const std::string masked = "%z = xor i32 %y, -1 %r = and i32 %o, %z", folded = "%r = xor i32 %y, %o";
  EXPECT_EQ(pair(masked, folded), "correct");
  EXPECT_EQ(pair(masked, folded, "i32 %o"), "correct");
  EXPECT_EQ(pair(masked, "%r = or i32 %y, %o").substr(0, 9), "incorrect");
  EXPECT_EQ(pair(folded, "%s = and i32 %b, %o %r = xor i32 %s, %y").substr(0, 9), "incorrect");
}

TEST(Refine, SumsAndProductsOfAnUndefValueAreAnyNumber) {
  const auto pair = [](const std::string& source, const std::string& target) {
    return verdict("define i16 @src(i16 %a, i16 %b) { " + source + " ret i16 %r } define i16 @tgt(i16 %a, i16 %b) { " +
                   target + " ret i16 %r }");
  };
  EXPECT_EQ(pair("%x = mul i16 %a, %a %y = mul i16 %a, %b %z = shl i16 %y, 1 %s = add i16 %x, %z %w = mul i16 %b, %b %r = "
                 "add i16 %s, %w",
                 "%t = add i16 %a, %b %r = mul i16 %t, %t"),
            "correct");
  EXPECT_EQ(pair("%x = xor i16 %a, %b %y = and i16 %a, %b %r = add i16 %x, %y", "%r = or i16 %a, %b"), "correct");
  EXPECT_EQ(pair("%r = or i16 %a, %b", "%x = xor i16 %a, %b %y = and i16 %a, %b %r = add i16 %x, %y").substr(0, 9),
            "incorrect");
  EXPECT_EQ(pair("%r = mul i16 %a, 6", "%x = shl i16 %a, 2 %y = shl i16 %a, 1 %r = add i16 %x, %y"), "correct");
  EXPECT_EQ(pair("%r = mul i16 %a, 6", "%x = shl i16 %a, 2 %r = add i16 %x, %a").substr(0, 9), "incorrect");
}

TEST(Refine, StructureReturnPointersAreAlignedAndDereferenceable) {
  const std::string source = "define void @src(ptr sret({ i32, i32 }) %p) { store i8 0, ptr %p ret void }";
  const auto target = [](const std::string& size, const std::string& align) {
    return "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) define void @tgt(ptr sret({ i32, i32 }) %p) { call void "
           "@llvm.memset.p0.i64(ptr noundef align " + align + " dereferenceable(" + size +
           ") %p, i8 0, i64 1, i1 false) ret void }";
  };
  EXPECT_EQ(verdict(source + target("8", "4")), "correct");
  EXPECT_EQ(verdict(source + target("8", "8")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(source + target("9", "4")).substr(0, 9), "incorrect");
}

TEST(Refine, AMaskedPointerIsOnePointer) {
  const std::string declared = "declare ptr @llvm.ptrmask.p0.i64(ptr, i64) ";
  EXPECT_EQ(verdict(declared +
                    "define ptr @src(ptr %p, i64 %m) { %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 224) %r = call ptr "
                    "@llvm.ptrmask.p0.i64(ptr %q, i64 %m) ret ptr %r }"
                    "define ptr @tgt(ptr %p, i64 %m) { %n = and i64 %m, 224 %r = call align 32 ptr "
                    "@llvm.ptrmask.p0.i64(ptr %p, i64 %n) ret ptr %r }"),
            "correct");
  EXPECT_EQ(verdict(declared + "define ptr @src(ptr %p) { %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -1) ret ptr %r }"
                               "define ptr @tgt(ptr %p) { ret ptr %p }"),
            "correct");
}

/// x, or what a step makes of it when it is taken forty times.
std::string forty_times(const std::string& step) {
  std::string body = "%x0 = add i8 %x, 0 ";
  for (int i = 1; i <= 40; ++i) {
    std::string line = step;
    for (std::size_t at; (at = line.find('#')) != std::string::npos;) line.replace(at, 1, std::to_string(i));
    for (std::size_t at; (at = line.find('@')) != std::string::npos;) line.replace(at, 1, std::to_string(i - 1));
    body += line;
  }
  return body;
}

TEST(Refine, UndefThatIsUsedTwiceOverAndOverEndsTheEncoding) {
  // Each use picks anew: after forty additions of a value to itself there would be 2^40 picks.
  EXPECT_EQ(bound("define i8 @src(i8 %x) { " + forty_times("%x# = add i8 %x@, %x@ ") +
                  "ret i8 %x40 } define i8 @tgt(i8 %x) { ret i8 0 }"),
            "unsupported: undef in very many uses");
}

TEST(Refine, UndefThatWasMaskedAwayIsNotPickedAnew) {
  EXPECT_EQ(verdict("define i8 @src(i8 %x) { " + forty_times("%a# = and i8 %x@, 0 %x# = or i8 %a#, %a# ") +
                    "ret i8 %x40 } define i8 @tgt(i8 %x) { %r = and i8 %x, 0 ret i8 %r }"),
            "correct");
}

}  // namespace
}  // namespace assay::refine
