#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

TEST(InterpretSets, EveryUseOfUndefPicksAnew) {
  EXPECT_EQ(behaviours_of("define i8 @f(i8 %x) {\n %r = add i8 %x, %x\n ret i8 %r\n}", "undef"), "returns i8 undef");
}

TEST(InterpretSets, DoublingByMultiplicationStaysEven) {
  Code code("define i8 @f(i8 %x) {\n %r = mul i8 %x, 2\n ret i8 %r\n}");
  const auto all = behaviours(code["f"], code.input("f", "undef"));
  ASSERT_EQ(all.all.size(), 1u);
  const LaneSet& set = all.all[0].result[0];
  EXPECT_EQ(set.count(1000), 128u);
  EXPECT_TRUE(set.contains(llvm::APInt(8, 254)));
  EXPECT_FALSE(set.contains(llvm::APInt(8, 1)));
}

TEST(InterpretSets, ShiftByUndefHoldsPatternsAndPoison) {
  EXPECT_EQ(behaviours_of("define i4 @f(i4 %x) {\n %r = shl i4 1, %x\n ret i4 %r\n}", "undef"),
            "returns i4 one of {1, 2, 4, -8 (0x8, 8)} or poison");
}

TEST(InterpretSets, DivisionByUndefIsUndefinedBehaviour) {
  EXPECT_EQ(behaviours_of("define i32 @f(i32 %x) {\n %r = udiv i32 7, %x\n ret i32 %r\n}", "undef"),
            "immediate undefined behaviour: division by zero at %r = udiv i32 7, %x (LangRef: udiv, sdiv, urem, srem)");
}

TEST(InterpretSets, SignedDivisionOfPoisonByMinusOneIsUndefinedBehaviour) {
  EXPECT_THAT(behaviours_of("define i8 @f(i8 %x) {\n %r = sdiv i8 %x, -1\n ret i8 %r\n}", "poison"),
              testing::StartsWith("immediate undefined behaviour"));
}

TEST(InterpretSets, BranchOnUndefAndOnPoisonIsUndefinedBehaviour) {
  const std::string text = "define i8 @f(i1 %c) {\n br i1 %c, label %a, label %b\na:\n ret i8 1\nb:\n ret i8 2\n}";
  EXPECT_THAT(behaviours_of(text, "undef"), testing::HasSubstr("branch on undef"));
  EXPECT_THAT(behaviours_of(text, "poison"), testing::HasSubstr("branch on poison"));
  EXPECT_EQ(behaviours_of(text, "true"), "returns i8 1");
}

TEST(InterpretSets, SelectOnUndefJoinsBothArms) {
  EXPECT_EQ(behaviours_of("define i8 @f(i1 %c) {\n %r = select i1 %c, i8 1, i8 5\n ret i8 %r\n}", "undef"),
            "returns i8 one of {1, 5}");
}

TEST(InterpretSets, SelectStopsPoisonOfTheArmNotTaken) {
  EXPECT_EQ(
      behaviours_of("define i8 @f(i1 %c, i8 %x) {\n %r = select i1 %c, i8 1, i8 %x\n ret i8 %r\n}", "true, poison"),
      "returns i8 1");
}

TEST(InterpretSets, FreezePicksOnceForAllUses) {
  const std::string text = "define i2 @f(i2 %x) {\n %y = freeze i2 %x\n %r = sub i2 %y, %y\n ret i2 %r\n}";
  EXPECT_EQ(behaviours_of(text, "undef"), "returns i2 0 | returns i2 0 | returns i2 0 | returns i2 0");
}

TEST(InterpretSets, FreezeOfASetPicksAMember) {
  const std::string text = "define i8 @f(i1 %c) {\n %s = select i1 %c, i8 1, i8 5\n %r = freeze i8 %s\n ret i8 %r\n}";
  EXPECT_EQ(behaviours_of(text, "undef"), "returns i8 1 | returns i8 5");
}

TEST(InterpretSets, ThirtyTwoBitUndefIsMasked) {
  EXPECT_EQ(behaviours_of("define i32 @f(i32 %x) {\n %a = and i32 %x, 3\n %r = or i32 %a, 8\n ret i32 %r\n}", "undef"),
            "returns i32 one of {8, 9, 10 (0xa), 11 (0xb)}");
}

TEST(InterpretSets, AnUndefComparedIsAnUndefBit) {
  EXPECT_EQ(behaviours_of("define i1 @f(i32 %x) {\n %r = icmp ult i32 %x, 10\n ret i1 %r\n}", "undef"),
            "returns i1 undef");
  EXPECT_EQ(behaviours_of("define i1 @f(i32 %x) {\n %r = icmp ult i32 %x, 0\n ret i1 %r\n}", "undef"),
            "returns i1 false")
      << "the ends of its range say all";
}

TEST(InterpretSets, OverflowPairsMayBeTakenApart) {
  const std::string text =
      "declare {i4, i1} @llvm.uadd.with.overflow.i4(i4, i4)\n"
      "define i1 @f(i4 %x) {\n %p = call {i4, i1} @llvm.uadd.with.overflow.i4(i4 %x, i4 1)\n"
      " %r = extractvalue {i4, i1} %p, 1\n ret i1 %r\n}";
  EXPECT_EQ(behaviours_of(text, "undef"), "returns i1 undef");
}

TEST(InterpretSets, CorrelatedLanesAreInconclusiveNotWrong) {
  const std::string text =
      "declare {i4, i1} @llvm.uadd.with.overflow.i4(i4, i4)\n"
      "define {i4, i1} @f(i4 %x) {\n %p = call {i4, i1} @llvm.uadd.with.overflow.i4(i4 %x, i4 1)\n ret {i4, i1} %p\n}";
  EXPECT_THAT(behaviours_of(text, "undef"), testing::HasSubstr("correlation"));
}

TEST(InterpretSets, BitCastOfUndefKeepsItsBitsApart) {
  EXPECT_EQ(behaviours_of("define <2 x i8> @f(i16 %x) {\n %a = and i16 %x, 255\n %r = bitcast i16 %a to <2 x i8>\n "
                          "ret <2 x i8> %r\n}",
                          "undef"),
            "returns <2 x i8> <undef, 0>");
}

TEST(InterpretSets, BitCastSpreadsPoisonOverEveryLaneItTouches) {
  EXPECT_EQ(
      behaviours_of("define <2 x i16> @f(<4 x i8> %x) {\n %r = bitcast <4 x i8> %x to <2 x i16>\n ret <2 x i16> %r\n}",
                    "<1, 2, poison, 3>"),
      "returns <2 x i16> <513 (0x201), poison>");
}

TEST(InterpretSets, ExtractAtAnUndefIndexJoinsLanesAndPoison) {
  EXPECT_EQ(behaviours_of("define i8 @f(<2 x i8> %v, i8 %i) {\n %r = extractelement <2 x i8> %v, i8 %i\n ret i8 %r\n}",
                          "<1, 2>, undef"),
            "returns i8 one of {1, 2} or poison");
}

TEST(InterpretSets, ALaneThatAnUndefNumberTakesIsPoison) {
  const std::string text =
      "declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)\ndefine i8 @f() {\n"
      "  %m = insertelement <16 x i8> zeroinitializer, i8 undef, i32 1\n"
      "  %s = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> splat (i8 7), <16 x i8> %m)\n"
      "  %r = extractelement <16 x i8> %s, i32 ";
  EXPECT_EQ(behaviours_of(text + "0\n  ret i8 %r\n}"), "returns i8 7");
  EXPECT_EQ(behaviours_of(text + "1\n  ret i8 %r\n}"), "returns i8 poison");
}

}  // namespace
}  // namespace assay::interpret
