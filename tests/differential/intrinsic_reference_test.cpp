#include <gtest/gtest.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include <bit>
#include <cmath>
#include <optional>
#include <set>

#include "tests/differential/operations.h"

/// Intrinsics that no constant folder knows, against plain arithmetic, APFloat and loops over bits.
namespace assay::differential {
namespace {

using interpret::EndKind;
using llvm::APFloat;
using llvm::APInt;
using semantics::InputLane;

std::string type(unsigned width) { return "i" + std::to_string(width); }

/// What a fixed-point operation may give: numbers, or undefined behaviour, or poison.
struct Open {
  std::set<std::int64_t> values;
  bool undefined = false;
  bool poison = false;
};

struct Fixed {
  bool is_signed, divides, saturates;
  std::string name() const {
    return std::string("llvm.") + (is_signed ? "s" : "u") + (divides ? "div" : "mul") + ".fix" +
           (saturates ? ".sat" : "");
  }
};

/// Both neighbours of the exact result numerator / denominator.
Open expected(const Fixed& fixed, std::int64_t a, std::int64_t b, unsigned scale, unsigned width) {
  Open open;
  std::int64_t numerator = fixed.divides ? a << scale : a * b,
               denominator = fixed.divides ? b : std::int64_t{1} << scale;
  if (denominator == 0) {
    open.undefined = true;
    return open;
  }
  if (denominator < 0) numerator = -numerator, denominator = -denominator;
  std::int64_t floor = numerator / denominator;
  if (numerator % denominator < 0) --floor;
  std::set<std::int64_t> exact{floor};
  if (numerator % denominator != 0) exact.insert(floor + 1);
  const std::int64_t low = fixed.is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
  const std::int64_t high = (std::int64_t{1} << (fixed.is_signed ? width - 1 : width)) - 1;
  for (std::int64_t value : exact) {
    if (value >= low && value <= high)
      open.values.insert(value);
    else if (fixed.saturates)
      open.values.insert(value < low ? low : high);
    else
      (fixed.divides ? open.undefined : open.poison) = true;
  }
  return open;
}

void check_fixed(const Fixed& fixed, unsigned width, unsigned scale) {
  const std::string t = type(width), call = "@" + fixed.name() + "." + t;
  Operation operation(
      t, t + " %a, " + t + " %b",
      "%r = call " + t + " " + call + "(" + t + " %a, " + t + " %b, i32 " + std::to_string(scale) + ")");
  ASSERT_EQ(operation.error(), "");
  for_all_inputs(width, 2, [&](const std::vector<InputLane>& inputs) {
    if (inputs[0].kind == InputLane::Kind::Poison || inputs[1].kind == InputLane::Kind::Poison) return;
    const auto number = [&](const InputLane& lane) {
      return fixed.is_signed ? lane.bits.getSExtValue() : static_cast<std::int64_t>(lane.bits.getZExtValue());
    };
    const Open want = expected(fixed, number(inputs[0]), number(inputs[1]), scale, width);
    Open got;
    const auto all = operation.run(inputs);
    ASSERT_TRUE(all.complete);
    for (const interpret::Behaviour& behaviour : all.all) {
      if (behaviour.end == EndKind::UndefinedBehaviour)
        got.undefined = true;
      else if (behaviour.result[0].only_poison())
        got.poison = true;
      else
        got.values.insert(fixed.is_signed ? behaviour.result[0].single().getSExtValue()
                                          : static_cast<std::int64_t>(behaviour.result[0].single().getZExtValue()));
    }
    SCOPED_TRACE(fixed.name() + " " + t + " scale " + std::to_string(scale) + ": " + std::to_string(number(inputs[0])) +
                 ", " + std::to_string(number(inputs[1])));
    ASSERT_EQ(got.undefined, want.undefined);
    if (want.undefined) return;  // it covers all
    ASSERT_EQ(got.poison, want.poison);
    ASSERT_EQ(got.values, want.values);
  });
}

TEST(IntrinsicReference, FixedPointGivesEitherNeighbourOfTheExactResult) {
  for (bool is_signed : {false, true})
    for (bool divides : {false, true})
      for (bool saturates : {false, true})
        for (unsigned width = 2; width <= 4; ++width)
          for (unsigned scale = 0; scale < width; ++scale) check_fixed({is_signed, divides, saturates}, width, scale);
}

/// A pattern of a half; NaNs are left to the goldens.
std::optional<APFloat> half(unsigned pattern) {
  APFloat value(APFloat::IEEEhalf(), APInt(16, pattern));
  if (value.isNaN()) return std::nullopt;
  return value;
}

APInt only_lane(const interpret::Behaviours& all, std::size_t lane = 0) {
  EXPECT_EQ(all.all.size(), 1u);
  return all.all[0].result[lane].single();
}

TEST(IntrinsicReference, LdexpOfHalvesIsScalbn) {
  Operation operation("half", "half %x, i32 %n", "%r = call half @llvm.ldexp.f16.i32(half %x, i32 %n)");
  ASSERT_EQ(operation.error(), "");
  for (unsigned pattern = 0; pattern < 65536; pattern += 37) {
    const auto value = half(pattern);
    if (!value) continue;
    for (int by : {-60, -40, -25, -24, -14, -3, -1, 0, 1, 5, 16, 31, 40, 100}) {
      const APInt got = only_lane(operation.run(
          {InputLane::of(APInt(16, pattern)), InputLane::of(APInt(32, static_cast<std::uint64_t>(by), true, true))}));
      ASSERT_EQ(got, scalbn(*value, by, APFloat::rmNearestTiesToEven).bitcastToAPInt()) << pattern << " by " << by;
    }
  }
}

TEST(IntrinsicReference, LdexpOfDoublesRoundsOnce) {
  Operation operation("double", "double %x, i32 %n", "%r = call double @llvm.ldexp.f64.i32(double %x, i32 %n)");
  ASSERT_EQ(operation.error(), "");
  std::uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const APFloat value(APFloat::IEEEdouble(), APInt(64, state));
    if (value.isNaN()) continue;
    const int by = static_cast<int>(state >> 20 & 0x1fff) - 4096;
    const APInt got = only_lane(operation.run(
        {InputLane::of(APInt(64, state)), InputLane::of(APInt(32, static_cast<std::uint64_t>(by), true, true))}));
    ASSERT_EQ(got, scalbn(value, by, APFloat::rmNearestTiesToEven).bitcastToAPInt()) << state << " by " << by;
  }
}

TEST(IntrinsicReference, FrexpOfHalvesIsFrexp) {
  Operation operation("{ half, i32 }", "half %x", "%r = call { half, i32 } @llvm.frexp.f16.i32(half %x)");
  ASSERT_EQ(operation.error(), "");
  for (unsigned pattern = 0; pattern < 65536; ++pattern) {
    const auto value = half(pattern);
    if (!value || value->isInfinity()) continue;
    int exponent = 0;
    const APFloat fraction = frexp(*value, exponent, APFloat::rmNearestTiesToEven);
    const auto all = operation.run({InputLane::of(APInt(16, pattern))});
    ASSERT_EQ(only_lane(all, 0), fraction.bitcastToAPInt()) << pattern;
    ASSERT_EQ(only_lane(all, 1).getSExtValue(), exponent) << pattern;
  }
}

TEST(IntrinsicReference, ModfOfHalvesSplitsThem) {
  Operation operation("{ half, half }", "half %x", "%r = call { half, half } @llvm.modf.f16(half %x)");
  ASSERT_EQ(operation.error(), "");
  for (unsigned pattern = 0; pattern < 65536; ++pattern) {
    const auto value = half(pattern);
    if (!value || value->isInfinity()) continue;
    APFloat whole = *value;
    whole.roundToIntegral(APFloat::rmTowardZero);
    APFloat rest = *value;
    rest.subtract(whole, APFloat::rmNearestTiesToEven);
    rest.copySign(*value);
    const auto all = operation.run({InputLane::of(APInt(16, pattern))});
    ASSERT_EQ(only_lane(all, 0), rest.bitcastToAPInt()) << pattern;
    ASSERT_EQ(only_lane(all, 1), whole.bitcastToAPInt()) << pattern;
  }
}

TEST(IntrinsicReference, LrintAndLroundRoundAndAreOpenOutOfRange) {
  struct Rounded {
    const char* name;
    APFloat::roundingMode mode;
  };
  for (const Rounded& rounded :
       {Rounded{"lrint", APFloat::rmNearestTiesToEven}, Rounded{"lround", APFloat::rmNearestTiesToAway}}) {
    Operation operation("i8", "half %x", "%r = call i8 @llvm." + std::string(rounded.name) + ".i8.f16(half %x)");
    ASSERT_EQ(operation.error(), "");
    for (unsigned pattern = 0; pattern < 65536; pattern += 3) {
      const auto value = half(pattern);
      if (!value) continue;
      llvm::APSInt want(8, false);
      bool exact = false;
      const bool fits = (value->convertToInteger(want, rounded.mode, &exact) & APFloat::opInvalidOp) == 0;
      const auto all = operation.run({InputLane::of(APInt(16, pattern))});
      if (!fits) {
        ASSERT_GT(all.all.size(), 1u) << rounded.name << " " << pattern;
        continue;
      }
      ASSERT_EQ(only_lane(all), want) << rounded.name << " " << pattern;
    }
  }
}

std::uint32_t deposit(std::uint32_t a, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (unsigned place = 0, next = 0; place < 32; ++place)
    if ((mask >> place & 1) != 0) result |= (a >> next++ & 1) << place;
  return result;
}
std::uint32_t gather(std::uint32_t a, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (unsigned place = 0, next = 0; place < 32; ++place)
    if ((mask >> place & 1) != 0) result |= (a >> place & 1) << next++;
  return result;
}
std::uint32_t extract_bits(std::uint32_t a, std::uint32_t control) {
  const unsigned start = control & 255, length = control >> 8 & 255;
  const std::uint64_t shifted = start < 32 ? a >> start : 0;
  return static_cast<std::uint32_t>(length < 32 ? shifted & ((std::uint64_t{1} << length) - 1) : shifted);
}
std::uint32_t zero_high(std::uint32_t a, std::uint32_t control) {
  const unsigned count = control & 255;
  return count < 32 ? static_cast<std::uint32_t>(a & ((std::uint64_t{1} << count) - 1)) : a;
}

TEST(IntrinsicReference, BitManipulationOfX86IsTheLoopThatItsManualGives) {
  struct Bits {
    const char* name;
    std::uint32_t (*meaning)(std::uint32_t, std::uint32_t);
  };
  for (const Bits& bits :
       {Bits{"pdep", deposit}, Bits{"pext", gather}, Bits{"bextr", extract_bits}, Bits{"bzhi", zero_high}}) {
    Operation operation("i32", "i32 %a, i32 %b",
                        "%r = call i32 @llvm.x86.bmi." + std::string(bits.name) + ".32(i32 %a, i32 %b)",
                        "declare i32 @llvm.x86.bmi." + std::string(bits.name) + ".32(i32, i32)");
    ASSERT_EQ(operation.error(), "");
    std::uint64_t state = 7;
    for (int i = 0; i < 500; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto a = static_cast<std::uint32_t>(state >> 32);
      const auto b = static_cast<std::uint32_t>(i % 2 == 0 ? state : state >> 20 & 0x2f2f);
      const APInt got = only_lane(operation.run({InputLane::of(APInt(32, a)), InputLane::of(APInt(32, b))}));
      ASSERT_EQ(got.getZExtValue(), bits.meaning(a, b)) << bits.name << " " << a << ", " << b;
    }
  }
}

}  // namespace
}  // namespace assay::differential
