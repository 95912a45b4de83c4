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

TEST(InterpretArguments, PointersLeadToMemory) {
  Code code(
      "define i16 @f(ptr %p, ptr %q) {\n  %a = load i8, ptr %p\n  store i8 %a, ptr %q\n  %b = load i16, ptr %p\n  ret "
      "i16 %b\n}");
  const Input input = code.input("f", "[07 xx ??], block 1 + 1");
  ASSERT_EQ(input.memory.size(), 1u);
  EXPECT_EQ(input.memory[0].bytes,
            (std::vector<InputByte>{InputByte::of(7), InputByte::all_poison(), InputByte::all_undef()}));
  EXPECT_EQ(input.arguments[0][0], InputLane::pointer(0, llvm::APInt(64, 0)));
  EXPECT_EQ(input.arguments[1][0], InputLane::pointer(0, llvm::APInt(64, 1)));
  EXPECT_EQ(describe(code["f"], run(code["f"], input, {})).substr(0, 16), "returns i16 1799") << "0x0707";
  EXPECT_EQ(code.input("f", "[01] + 1, null").arguments[0][0], InputLane::pointer(0, llvm::APInt(64, 1)));
}

TEST(InterpretArguments, ComplaintsAboutMemorySayWhatWasExpected) {
  EXPECT_EQ(complaint("ptr %p", "[0]"),
            "argument 1: '0': expected a byte: two hexadecimal digits, xx (poison) or ?? (undef)");
  EXPECT_EQ(complaint("ptr %p", "block 1"), "argument 1: 'block 1': there are 0 blocks of memory before it");
  EXPECT_EQ(complaint("ptr %p", "[00] + x"), "argument 1: '[00] + x': expected a number behind +");
  EXPECT_EQ(complaint("ptr %p", "5"),
            "argument 1: '5': a pointer argument can be null, poison, undef, memory as [00 xx ??], or block 1");
}

TEST(InterpretArguments, ComplaintsSayWhatWasExpected) {
  EXPECT_EQ(complaint("i8 %a, i8 %b", "1"), "@f takes 2 arguments, 1 was given");
  EXPECT_EQ(complaint("i8 %a", "256"), "argument 1: '256': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("i8 %a", "-129"), "argument 1: '-129': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("i8 %a", "-128"), "");
  EXPECT_EQ(complaint("i8 %a", "x"), "argument 1: 'x': expected an integer of 8 bits, poison or undef");
  EXPECT_EQ(complaint("<2 x i8> %a", "<1>"), "argument 1 '<1>': expected 2 values");
  EXPECT_EQ(complaint("<2 x i8> %a", "<1, 2"), "'<1, 2': brackets don't match");
}

}  // namespace
}  // namespace assay::interpret
