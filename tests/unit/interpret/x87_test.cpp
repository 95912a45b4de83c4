#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/ADT/SmallString.h>

#include "services/common/rng.h"
#include "tests/unit/interpret/testing.h"

/// x86_fp80 has an explicit integer bit: patterns in which it contradicts the exponent mean what LLVM's own numbers
/// take them for.
namespace assay::interpret {
namespace {

using llvm::APFloat;
using llvm::APInt;

constexpr std::uint64_t kSeed = 80;
constexpr unsigned kPatterns = 200;

/// Mostly with a special exponent.
APInt random_pattern(Rng& rng) {
  APInt bits(80, 0);
  for (unsigned i = 0; i < 80; ++i) bits.setBitVal(i, rng.chance(1, 2));
  const std::uint64_t exponent = rng.below(3), fraction = rng.below(4);
  if (exponent == 0) bits.clearBits(64, 79);
  if (exponent == 1) bits.setBits(64, 79);
  if (fraction == 0) bits.clearBits(0, 63);
  return bits;
}

std::string hexadecimal(const APInt& bits) {
  llvm::SmallString<32> text;
  bits.toString(text, 16, false, true);
  return text.str().str();
}

APFloat number(const APInt& bits) { return APFloat(APFloat::x87DoubleExtended(), bits); }

// VAL-9
TEST(X87, EveryPatternIsOfTheClassThatLlvmGivesIt) {
  Rng rng(kSeed);
  for (unsigned mask = 1; mask <= llvm::fcPosInf; mask <<= 1) {
    Code code(
        "declare i1 @llvm.is.fpclass.f80(x86_fp80, i32)\ndefine i1 @f(x86_fp80 %x) {\n"
        " %r = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 " +
        std::to_string(mask) + ")\n ret i1 %r\n}");
    for (unsigned i = 0; i < kPatterns; ++i) {
      const APInt bits = random_pattern(rng);
      const bool expected = (static_cast<unsigned>(number(bits).classify()) & mask) != 0;
      EXPECT_EQ(code.behaviours_of("f", hexadecimal(bits)), expected ? "returns i1 true" : "returns i1 false")
          << hexadecimal(bits) << " mask " << mask;
    }
  }
}

TEST(X87, ComparisonsAndFlagsTakeTheSamePatternsForNans) {
  Code code(
      "define i1 @u(x86_fp80 %x) {\n %r = fcmp uno x86_fp80 %x, %x\n ret i1 %r\n}\n"
      "define i1 @e(x86_fp80 %x) {\n %r = fcmp oeq x86_fp80 %x, %x\n ret i1 %r\n}\n"
      "define i1 @p(x86_fp80 %x) {\n %r = fcmp nnan ole x86_fp80 %x, %x\n ret i1 %r\n}");
  Rng rng(kSeed + 1);
  for (unsigned i = 0; i < kPatterns; ++i) {
    const std::string text = hexadecimal(random_pattern(rng));
    const bool nan = code.behaviours_of("u", text) == "returns i1 true";
    EXPECT_EQ(code.behaviours_of("e", text), nan ? "returns i1 false" : "returns i1 true") << text;
    EXPECT_EQ(code.behaviours_of("p", text), nan ? "returns i1 poison" : "returns i1 true") << text;
  }
}

TEST(X87, ArithmeticMayGiveWhatLlvmFoldsItTo) {
  Code code(
      "define i80 @f(x86_fp80 %x) {\n %s = fadd x86_fp80 %x, 0xK00000000000000000000\n"
      " %r = bitcast x86_fp80 %s to i80\n ret i80 %r\n}");
  Rng rng(kSeed + 2);
  for (unsigned i = 0; i < kPatterns; ++i) {
    const APInt bits = random_pattern(rng);
    APFloat sum = number(bits);
    (void)sum.add(APFloat::getZero(sum.getSemantics()), APFloat::rmNearestTiesToEven);
    const APInt folded = sum.bitcastToAPInt();
    const Behaviours seen = behaviours(code["f"], code.input("f", hexadecimal(bits)));
    EXPECT_TRUE(llvm::any_of(seen.all, [&](const Behaviour& each) { return each.result[0].contains(folded); }))
        << hexadecimal(bits) << " gives " << hexadecimal(folded);
  }
}

TEST(X87, ANumberWrittenAsPseudoDenormalIsTheNormalNumber) {
  const std::string canonicalize =
      "declare x86_fp80 @llvm.canonicalize.f80(x86_fp80)\ndefine i80 @f(x86_fp80 %x) {\n"
      " %c = call x86_fp80 @llvm.canonicalize.f80(x86_fp80 %x)\n"
      " %r = bitcast x86_fp80 %c to i80\n ret i80 %r\n}";
  Code code(canonicalize);
  Rng rng(kSeed + 3);
  for (unsigned i = 0; i < kPatterns; ++i) {
    APInt bits = random_pattern(rng);
    bits.clearBits(64, 79);
    bits.setBit(63);
    const Behaviours seen = behaviours(code["f"], code.input("f", hexadecimal(bits)));
    ASSERT_EQ(seen.all.size(), 1u);
    EXPECT_EQ(seen.all[0].result[0].single(), number(bits).bitcastToAPInt()) << hexadecimal(bits);
  }
  const std::string exponent =
      "declare { x86_fp80, i32 } @llvm.frexp.f80.i32(x86_fp80)\ndefine i32 @f(x86_fp80 %x) {\n"
      " %p = call { x86_fp80, i32 } @llvm.frexp.f80.i32(x86_fp80 %x)\n"
      " %r = extractvalue { x86_fp80, i32 } %p, 1\n ret i32 %r\n}";
  EXPECT_EQ(behaviours_of(exponent, "0x8000000000000000"), behaviours_of(exponent, "0x18000000000000000"));
}

}  // namespace
}  // namespace assay::interpret
