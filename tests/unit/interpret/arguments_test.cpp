#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

std::string complaint(const std::string& signature, const std::string& arguments) {
  Code code("define void @f(" + signature + ") {\n ret void\n}");
  const auto parsed = parse_arguments(code["f"], arguments);
  return parsed ? "" : parsed.error();
}

TEST(InterpretArguments, TakesEveryForm) {
  Code code("define void @f(i8 %a, <2 x i4> %v, i1 %c, {i8, [2 x i8]} %s, float %x, half %h) {\n ret void\n}");
  const Input input = code.input("f", "0xff, <i4 1, i4 poison>, true, {1, [2, undef]}, 1.5, 0x3c00");
  EXPECT_EQ(input.arguments[0][0], InputLane::of(llvm::APInt(8, 255)));
  EXPECT_EQ(input.arguments[1][1], InputLane::poison());
  EXPECT_EQ(input.arguments[2][0], InputLane::of(llvm::APInt(1, 1)));
  EXPECT_EQ(input.arguments[3][2], InputLane::undef());
  EXPECT_EQ(input.arguments[4][0], InputLane::of(llvm::APInt(32, 0x3fc00000)));
  EXPECT_EQ(input.arguments[5][0], InputLane::of(llvm::APInt(16, 0x3c00)));
}

TEST(InterpretArguments, OneWordStandsForAllLanes) {
  Code code("define void @f(<3 x i8> %v) {\n ret void\n}");
  EXPECT_EQ(code.input("f", "poison").arguments[0].size(), 3u);
}

TEST(InterpretArguments, ComplaintsSayWhatWasExpected) {
  EXPECT_EQ(complaint("i8 %a, i8 %b", "1"), "@f takes 2 arguments, 1 were given");
  EXPECT_EQ(complaint("i8 %a", "256"), "argument 1: '256': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("i8 %a", "-129"), "argument 1: '-129': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("i8 %a", "-128"), "");
  EXPECT_EQ(complaint("i8 %a", "x"), "argument 1: 'x': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("<2 x i8> %a", "<1>"), "argument 1 '<1>': expected 2 values");
  EXPECT_EQ(complaint("<2 x i8> %a", "<1, 2"), "'<1, 2': brackets don't match");
}

}  // namespace
}  // namespace assay::interpret
