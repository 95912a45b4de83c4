#include <gtest/gtest.h>
#include <llvm/ADT/ArrayRef.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

#include "services/common/rng.h"
#include "services/worker/refine/smt/float_rewrites.h"
#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;
constexpr Rounding kEven = Rounding::NearestTiesToEven;
constexpr FloatFormat kSingle = FloatFormat::Single;

class FloatTest : public testing::Test {
 protected:
  Term number(float value) { return terms.constant(32, std::bit_cast<std::uint32_t>(value)); }
  float value_of(Term t) { return std::bit_cast<float>(static_cast<std::uint32_t>(t.value().getZExtValue())); }
  Outcome ask(std::vector<Term> assertions) {
    Limits limits;
    limits.milliseconds = 60'000;
    return solver.check(terms, assertions, limits);
  }
  static Solver::Options options() {
    Solver::Options result;
    result.random_models = 0;
    return result;
  }
  Terms terms;
  Solver solver{options()};
  Term x = terms.variable("x", 32), y = terms.variable("y", 32);
  Term h = terms.variable("h", 16), g = terms.variable("g", 16);
};

TEST_F(FloatTest, FoldingAgreesWithTheMachine) {
  Rng rng(7);
  for (int i = 0; i < 20'000; ++i) {
    const float a = std::bit_cast<float>(static_cast<std::uint32_t>(rng()));
    const float b = std::bit_cast<float>(static_cast<std::uint32_t>(rng()));
    const auto expect = [&](Term got, float expected) {
      ASSERT_TRUE(got.is_constant());
      if (std::isnan(expected))
        ASSERT_EQ(got, terms.quiet_nan(kSingle));
      else
        ASSERT_EQ(std::bit_cast<std::uint32_t>(value_of(got)), std::bit_cast<std::uint32_t>(expected));
    };
    expect(terms.fadd(kSingle, kEven, number(a), number(b)), a + b);
    expect(terms.fsub(kSingle, kEven, number(a), number(b)), a - b);
    expect(terms.fmul(kSingle, kEven, number(a), number(b)), a * b);
    expect(terms.fdiv(kSingle, kEven, number(a), number(b)), a / b);
    expect(terms.fsqrt(kSingle, kEven, number(a)), std::sqrt(a));
    expect(terms.frem(kSingle, number(a), number(b)), std::fmod(a, b));
    expect(terms.fround(kSingle, kEven, number(a)), std::nearbyint(a));
    ASSERT_EQ(terms.feq(kSingle, number(a), number(b)).is_true(), a == b);
    ASSERT_EQ(terms.flt(kSingle, number(a), number(b)).is_true(), a < b);
    ASSERT_EQ(terms.is_nan(kSingle, number(a)).is_true(), std::isnan(a));
    ASSERT_EQ(terms.is_infinite(kSingle, number(a)).is_true(), std::isinf(a));
    if (HasFatalFailure()) return;
  }
}

TEST_F(FloatTest, SquareRootsAreCorrectlyRoundedInEveryMode) {
  const std::pair<Rounding, int> modes[] = {{kEven, FE_TONEAREST},
                                            {Rounding::TowardPositive, FE_UPWARD},
                                            {Rounding::TowardNegative, FE_DOWNWARD},
                                            {Rounding::TowardZero, FE_TOWARDZERO}};
  Rng rng(11);
  for (int i = 0; i < 4'000; ++i) {
    const std::uint64_t pattern = rng() >> (i % 3 == 0 ? 12 : 1);  // subnormals too
    for (const auto& [rounding, mode] : modes) {
      std::fesetround(mode);
      volatile double in = std::bit_cast<double>(pattern);
      volatile double out = std::sqrt(in);
      std::fesetround(FE_TONEAREST);
      if (std::isnan(in)) continue;
      const Term got = terms.fsqrt(FloatFormat::Double, rounding, terms.constant(64, pattern));
      ASSERT_EQ(got.value().getZExtValue(), std::bit_cast<std::uint64_t>(static_cast<double>(out))) << pattern;
    }
  }
}

TEST_F(FloatTest, AllHalfSquareRootsAreCorrectlyRounded) {
  for (std::uint64_t bits = 0; bits < 0x7c00; ++bits) {
    // The root of a half in double, rounded again, is right: double has more than twice the digits.
    const Term wide = terms.fconvert(FloatFormat::Half, FloatFormat::Double, kEven, terms.constant(16, bits));
    const double root = std::sqrt(std::bit_cast<double>(wide.value().getZExtValue()));
    const Term expected = terms.fconvert(FloatFormat::Double, FloatFormat::Half, kEven,
                                         terms.constant(64, std::bit_cast<std::uint64_t>(root)));
    ASSERT_EQ(terms.fsqrt(FloatFormat::Half, kEven, terms.constant(16, bits)), expected) << bits;
  }
}

TEST_F(FloatTest, IntegersThatFitConvertBack) {
  for (int value = -140; value < 140; ++value) {
    const float number_here = static_cast<float>(value) + (value % 2 == 0 ? 0.0f : 0.25f);
    const Term a = number(number_here);
    const int truncated = static_cast<int>(number_here);
    const bool fits = truncated >= -128 && truncated <= 127;
    EXPECT_EQ(terms.float_fits_int(kSingle, Rounding::TowardZero, a, 8, true), terms.truth(fits)) << number_here;
    if (fits)
      EXPECT_EQ(terms.float_to_int(kSingle, Rounding::TowardZero, a, 8, true),
                terms.constant_signed(8, static_cast<std::uint64_t>(static_cast<std::int64_t>(truncated))));
  }
  EXPECT_TRUE(terms.float_fits_int(kSingle, Rounding::TowardZero, number(-0.75f), 8, false).is_true());
  EXPECT_TRUE(terms.float_fits_int(kSingle, Rounding::TowardZero, number(-1.0f), 8, false).is_false());
  EXPECT_TRUE(terms.float_fits_int(kSingle, Rounding::TowardZero, number(INFINITY), 200, false).is_false());
}

/// Every rewrite of a floating-point builder against the folding of the operation on the same values.
TEST_F(FloatTest, RewrittenOperationsKeepTheirValues) {
  Rng rng(5);
  const FloatFormat f = FloatFormat::Half;
  const APInt special[] = {APInt(16, 0),      APInt(16, 0x8000), APInt(16, 0x3c00), APInt(16, 0xbc00),
                           APInt(16, 0x4000), APInt(16, 0x3800), APInt(16, 0x7c00), APInt(16, 0x7e01),
                           APInt(16, 1),      APInt(16, 0x5640)};
  const Rounding modes[] = {kEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero,
                            Rounding::NearestTiesToAway};
  const Term b = terms.variable("b", 8), n = terms.variable("n", 20);
  for (int i = 0; i < 20'000; ++i) {
    const Rounding r = modes[rng.below(5)];
    const APInt value = rng.chance(1, 2) ? special[rng.below(10)] : APInt(16, rng(), false, true);
    const Term k = terms.constant(rng.chance(2, 3) ? special[rng.below(10)] : APInt(16, rng(), false, true));
    const APInt byte(8, rng(), false, true);
    Model model;
    model.set(h, value);
    model.set(b, byte);
    const APInt many(20, rng() >> rng.below(60), false, true);
    model.set(n, many);
    const std::unordered_map<Term, Term> folds{
        {h, terms.constant(value)}, {b, terms.constant(byte)}, {n, terms.constant(many)}};
    const Term hv = folds.at(h), bv = folds.at(b), nv = folds.at(n);
    const bool is_signed = rng.chance(1, 2), to_signed = rng.chance(1, 2);
    const unsigned width = 1 + static_cast<unsigned>(rng.below(20));
    const FloatFormat wide = rng.chance(1, 2) ? FloatFormat::Single : FloatFormat::BFloat;
    const auto expect = [&](Term open, Term closed) {
      ASSERT_TRUE(closed.is_constant());
      ASSERT_EQ(evaluate(terms, open, model), closed.value()) << terms.print(open) << "\n" << terms.print(k);
    };
    expect(terms.fadd(f, r, h, k), terms.fadd(f, r, hv, k));
    expect(terms.fsub(f, r, k, h), terms.fsub(f, r, k, hv));
    expect(terms.fmul(f, r, h, k), terms.fmul(f, r, hv, k));
    expect(terms.fdiv(f, r, h, k), terms.fdiv(f, r, hv, k));
    expect(terms.feq(f, h, k), terms.feq(f, hv, k));
    expect(terms.flt(f, h, k), terms.flt(f, hv, k));
    const Term converted = terms.fconvert(f, wide, r, h), value_converted = terms.fconvert(f, wide, r, hv);
    expect(terms.fconvert(wide, f, r, converted), terms.fconvert(wide, f, r, value_converted));
    expect(terms.fconvert(wide, FloatFormat::Double, r, converted),
           terms.fconvert(wide, FloatFormat::Double, r, value_converted));
    const Term exact = terms.int_to_float(b, is_signed, f, r), value_exact = terms.int_to_float(bv, is_signed, f, r);
    expect(terms.float_to_int(f, r, exact, width, to_signed), terms.float_to_int(f, r, value_exact, width, to_signed));
    expect(terms.float_fits_int(f, r, exact, width, to_signed),
           terms.float_fits_int(f, r, value_exact, width, to_signed));
    expect(terms.float_to_int(f, r, h, width, to_signed), terms.float_to_int(f, r, hv, width, to_signed));
    expect(terms.float_fits_int(f, r, h, width, to_signed), terms.float_fits_int(f, r, hv, width, to_signed));
    const Term other = terms.int_to_float(b, to_signed, f, r), value_other = terms.int_to_float(bv, to_signed, f, r);
    expect(terms.feq(f, exact, other), terms.feq(f, value_exact, value_other));
    expect(terms.flt(f, exact, other), terms.flt(f, value_exact, value_other));
    expect(terms.feq(f, exact, k), terms.feq(f, value_exact, k));
    expect(terms.flt(f, exact, k), terms.flt(f, value_exact, k));
    expect(terms.flt(f, k, exact), terms.flt(f, k, value_exact));
    expect(terms.fround(f, r, exact), terms.fround(f, r, value_exact));
    const Term rounded = terms.int_to_float(n, is_signed, f, r),
               value_rounded = terms.int_to_float(nv, is_signed, f, r);
    const Term near = rng.chance(1, 2) ? value_rounded : k;
    expect(terms.feq(f, rounded, near), terms.feq(f, value_rounded, near));
    expect(terms.flt(f, rounded, near), terms.flt(f, value_rounded, near));
    expect(terms.flt(f, near, rounded), terms.flt(f, near, value_rounded));
    if (HasFatalFailure()) return;
  }
}

TEST_F(FloatTest, SignsAreTakenOutAndSumsAndRoundingsAreJoinedWhereThatIsExact) {
  Rng rng(17);
  const FloatFormat f = FloatFormat::Half;
  const Rounding modes[] = {kEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero,
                            Rounding::NearestTiesToAway};
  const Term sign = terms.constant(16, 0x8000), b = terms.variable("b", 8), c = terms.variable("c", 8);
  const auto pattern = [&] {
    // Small numbers, zeros, infinities and NaNs matter more than the rest.
    const std::uint64_t special[] = {0, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x7c00, 0xfc00, 0x7e00, 1, 0x8001, 0x3ff};
    return APInt(16, rng.chance(1, 3) ? special[rng.below(11)] : rng() & 0xffff);
  };
  for (int i = 0; i < 20'000; ++i) {
    const Rounding r = rng.chance(1, 2) ? kEven : modes[rng.below(5)];
    const Rounding second = rng.chance(3, 4) ? kEven : r;
    Model model;
    std::unordered_map<Term, Term> folds;
    for (Term v : {h, g}) model.set(v, pattern());
    for (Term v : {b, c}) model.set(v, APInt(8, rng() & 0xff));
    for (Term v : {h, g, b, c}) folds[v] = terms.constant(model.get(v));
    const Term k = terms.constant(pattern());
    const bool negates_first = rng.chance(1, 2), negates_second = rng.chance(1, 2), is_signed = rng.chance(1, 2);
    const auto build = [&](Term x, Term y, Term m, Term n) {
      const Term p = negates_first ? terms.bxor(x, sign) : x, q = negates_second ? terms.bxor(y, sign) : y;
      std::vector<Term> all{terms.fmul(f, r, p, q),   terms.fdiv(f, r, p, q),   terms.fmul(f, r, p, k),
                            terms.fdiv(f, r, k, q),   terms.fma(f, r, p, q, k), terms.fma(f, r, p, k, q),
                            terms.fma(f, r, k, p, x), terms.fsub(f, r, x, y),   terms.fsub(f, r, y, x),
                            terms.fadd(f, r, p, q),   terms.fadd(f, r, p, k)};
      for (const FloatFormat wide : {FloatFormat::Single, FloatFormat::Double}) {
        const auto widened = [&](Term t) { return terms.fconvert(f, wide, kEven, t); };
        for (const Term computed :
             {terms.fadd(wide, second, widened(p), widened(q)), terms.fmul(wide, second, widened(p), widened(q)),
              terms.fdiv(wide, second, widened(p), widened(k)), terms.fsqrt(wide, second, widened(p))})
          all.push_back(terms.fconvert(wide, f, r, computed));
      }
      all.push_back(terms.fadd(f, r, terms.int_to_float(m, is_signed, f, r), terms.int_to_float(n, true, f, r)));
      all.push_back(terms.int_to_float(terms.zext(m, 12), is_signed, f, r));
      all.push_back(terms.int_to_float(terms.sext(m, 12), true, f, r));
      return all;
    };
    const std::vector<Term> open = build(h, g, b, c), closed = build(folds[h], folds[g], folds[b], folds[c]);
    for (std::size_t j = 0; j < open.size(); ++j) {
      ASSERT_TRUE(closed[j].is_constant());
      ASSERT_EQ(evaluate(terms, open[j], model), closed[j].value()) << j << ": " << terms.print(open[j]);
    }
  }
}

TEST_F(FloatTest, SignsThatAreChosenAreTakenOutAtMostOnce) {
  Rng rng(23);
  const Term sign = terms.constant(32, 0x8000'0000u), c = terms.variable("c", 1), d = terms.variable("d", 1);
  const auto with_sign = [&](Term bit, Term a) { return terms.concat(bit, terms.slice(a, 0, 31)); };
  // As fneg and the results of operations are written: a NaN may have another sign, and what else it is, is noted.
  const auto negated = [&](Term a) {
    const auto flip = [&](Term t) { return with_sign(terms.lnot(terms.slice(t, 31, 1)), t); };
    const Term value = flip(a);
    terms.note_nan_core(kSingle, value, flip(terms.nan_core(kSingle, a)));
    return value;
  };
  const auto chosen = [&](Term result) {
    const Term value = terms.ite(terms.is_nan(kSingle, result), with_sign(d, terms.quiet_nan(kSingle)), result);
    terms.note_nan_core(kSingle, value, result);
    return value;
  };
  const auto operand = [&](auto&& self, unsigned depth) -> Term {
    switch (depth == 0 ? rng.below(4) : rng.below(8)) {
      case 0:
        return rng.chance(1, 2) ? x : y;
      case 1:
        return terms.constant(32, rng.chance(1, 2) ? 0x8000'0000u : 0);
      case 2:
        return terms.constant(32, rng.chance(1, 2) ? 0xbf80'0000u : 0x4040'0000u);
      case 3:
        return terms.concat(rng.chance(1, 2) ? terms.lnot(c) : d, terms.slice(x, 0, 31));
      case 4:
        return terms.bxor(self(self, depth - 1), sign);
      case 5:
        return chosen(terms.fmul(kSingle, kEven, self(self, depth - 1), self(self, depth - 1)));
      case 6:
        return negated(self(self, depth - 1));
      default:
        return terms.ite(rng.chance(1, 2) ? c : d, self(self, depth - 1), self(self, depth - 1));
    }
  };
  for (int i = 0; i < 3'000; ++i) {
    const Term a = operand(operand, 3), b = operand(operand, 3);
    const Term product = terms.fmul(kSingle, kEven, a, b), other = terms.fmul(kSingle, kEven, terms.bxor(a, sign), b);
    Model model;
    for (Term v : {x, y}) model.set(v, APInt(32, rng() & 0xffff'ffffu));
    for (Term v : {c, d}) model.set(v, APInt(1, rng() & 1));
    const APInt value = evaluate(terms, product, model), opposite = evaluate(terms, other, model);
    const bool nan = evaluate(terms, terms.is_nan(kSingle, product), model).isOne();
    ASSERT_EQ(opposite, nan ? value : value ^ sign.value()) << terms.print(product);
  }
}

TEST_F(FloatTest, WhatIsRoundedTwiceIsNotAlwaysRoundedOnce) {
  const auto twice = [&](FloatFormat wide, FloatFormat narrow, unsigned width) {
    const Term p = terms.variable("p", width), q = terms.variable("q", width);
    const auto widened = [&](Term t) { return terms.fconvert(narrow, wide, kEven, t); };
    return terms.fconvert(wide, narrow, kEven, terms.fmul(wide, kEven, widened(p), widened(q))) ==
           terms.fmul(narrow, kEven, p, q);
  };
  EXPECT_TRUE(twice(FloatFormat::Single, FloatFormat::Half, 16));
  EXPECT_TRUE(twice(FloatFormat::Single, FloatFormat::BFloat, 16));
  EXPECT_TRUE(twice(FloatFormat::Double, FloatFormat::Single, 32));
  EXPECT_TRUE(twice(FloatFormat::X87, FloatFormat::Single, 32));
  EXPECT_TRUE(twice(FloatFormat::Quad, FloatFormat::Double, 64));
  EXPECT_FALSE(twice(FloatFormat::X87, FloatFormat::Double, 64));  // 64 digits are fewer than 2 * 53 + 2
}

/// At the ends and in the middle of the range, some with few digits.
APInt number_of_interest(FloatFormat f, Rng& rng) {
  const auto [exponent, fraction] = semantics::shape_of(f);
  const unsigned width = width_of(f);
  APInt bits(width, rng(), false, true);
  if (width > 64) bits = bits.shl(width - 64) | APInt(width, rng());
  const std::uint64_t middle = (1u << (exponent - 1)) - 1;
  const std::uint64_t near[] = {0,
                                rng.below(4),
                                middle / 2 + rng.below(4),
                                middle + rng.below(8) - 4,
                                (2 * middle) - rng.below(3),
                                2 * middle + 1};
  bits.insertBits(APInt(exponent, near[rng.below(6)], false, true), fraction);
  if (rng.chance(1, 3)) bits &= ~APInt::getLowBitsSet(width, static_cast<unsigned>(rng.below(fraction)));
  return bits;
}

/// An operation on widened numbers, drawn at random: which, and what is done to the signs.
struct Widened {
  FloatFormat narrow, wide;
  unsigned operation, signs;
  bool chooses;

  static Term with_sign(Terms& t, Term a, unsigned how) {
    const Term minus = t.constant(APInt::getSignMask(a.width()));
    return how == 0 ? a : how == 1 ? t.bxor(a, minus) : t.band(a, t.bnot(minus));
  }
  Term computed(Terms& t, Term a, Term b) const {
    switch (operation) {
      case 0:
        return t.fadd(wide, kEven, a, b);
      case 1:
        return t.fsub(wide, kEven, a, b);
      case 2:
        return t.fmul(wide, kEven, a, b);
      case 3:
        return t.fdiv(wide, kEven, a, b);
      case 4:
        return t.fsqrt(wide, kEven, a);
      case 5:
        return t.frem(wide, a, b);
      case 6:
        return t.fround(wide, Rounding::TowardNegative, a);
      case 7:
        return t.fsub(wide, kEven, a, a);
      default:
        return a;
    }
  }
  Term build(Terms& t, Term x, Term y) const {
    Term a = with_sign(t, t.fconvert(narrow, wide, kEven, x), signs & 1);
    const Term b = with_sign(t, t.fconvert(narrow, wide, kEven, y), (signs >> 1) & 1);
    if (chooses) a = t.ite(t.flt(wide, a, b), b, a);
    return with_sign(t, computed(t, a, b), (signs >> 2) & 1 ? 1 + operation % 2 : 0);
  }
};

/// Of every pair of formats of which one holds the other: terms of variables are rewritten, and have the value that the
/// same steps give on constants.
TEST_F(FloatTest, OperationsInAWiderFormatHaveTheValueOfEachStep) {
  Rng rng(31);
  const FloatFormat formats[] = {FloatFormat::Half,   FloatFormat::BFloat, FloatFormat::Single,
                                 FloatFormat::Double, FloatFormat::X87,    FloatFormat::Quad};
  unsigned narrowed = 0;
  for (int round = 0; round < 12'000; ++round) {
    const FloatFormat narrow = formats[rng.below(4)], wide = formats[rng.below(6)];
    const FloatFormat back = rng.chance(3, 4) ? narrow : FloatFormat::Half;
    if (narrow == wide || back == wide || !converts_exactly(narrow, wide)) continue;
    const Widened widened{narrow, wide, static_cast<unsigned>(rng.below(9)), static_cast<unsigned>(rng.below(8)),
                          rng.chance(1, 4)};
    Terms t;
    const Term x = t.variable("x", width_of(narrow)), y = t.variable("y", width_of(narrow));
    Model model;
    for (const Term v : {x, y}) model.set(v, number_of_interest(narrow, rng));
    const Term open = widened.build(t, x, y);
    const Term closed = widened.build(t, t.constant(model.get(x)), t.constant(model.get(y)));
    const Term converted = t.fconvert(wide, back, kEven, open);
    const Term value = t.fconvert(wide, back, kEven, closed);
    narrowed += converted.kind() != Kind::FConvert;
    ASSERT_TRUE(closed.is_constant() && value.is_constant());
    ASSERT_EQ(evaluate(t, converted, model), value.value()) << t.print(converted);
    ASSERT_EQ(evaluate(t, t.is_nan(wide, open), model).isOne(), t.is_nan(wide, closed).is_true()) << t.print(open);
    const bool fits = t.float_fits_int(wide, Rounding::TowardZero, closed, 8, true).is_true();
    ASSERT_EQ(evaluate(t, t.float_fits_int(wide, Rounding::TowardZero, open, 8, true), model).isOne(), fits);
    if (fits)
      ASSERT_EQ(evaluate(t, t.float_to_int(wide, Rounding::TowardZero, open, 8, true), model),
                t.float_to_int(wide, Rounding::TowardZero, closed, 8, true).value());
  }
  EXPECT_GT(narrowed, 2'000u);
}

TEST_F(FloatTest, ConversionsOfSmallIntegersAreIntegers) {
  const Term b = terms.variable("b", 8), d = terms.variable("d", 8);
  const auto number_of = [&](Term t) { return terms.int_to_float(t, true, kSingle, kEven); };
  EXPECT_EQ(terms.float_to_int(kSingle, Rounding::TowardZero, number_of(b), 8, true), b);
  EXPECT_TRUE(terms.float_fits_int(kSingle, Rounding::TowardZero, number_of(b), 16, true).is_true());
  EXPECT_EQ(terms.flt(kSingle, number_of(b), number_of(d)), terms.slt(b, d));
  EXPECT_EQ(terms.flt(kSingle, number_of(b), number(2.5f)), terms.slt(b, terms.constant(8, 3)));
  EXPECT_TRUE(terms.feq(kSingle, number_of(b), number(2.5f)).is_false());
}

TEST_F(FloatTest, ComparisonsOfRoundedIntegersWithNumbersAreOfIntegers) {
  const Term n = terms.variable("n", 64);
  const Term converted = terms.int_to_float(n, false, kSingle, kEven);
  EXPECT_EQ(terms.flt(kSingle, number(0.0f), converted), terms.ne(n, terms.zero(64)));
  // 2^24 + 1 becomes 2^24, 2^24 + 3 becomes 2^24 + 4.
  const Term low = terms.constant(64, 1u << 24), high = terms.constant(64, (1u << 24) + 1);
  EXPECT_EQ(terms.feq(kSingle, converted, number(16777216.0f)), terms.land(terms.ule(low, n), terms.ule(n, high)));
}

TEST_F(FloatTest, AdditionCommutes) { EXPECT_EQ(terms.fadd(kSingle, kEven, x, y), terms.fadd(kSingle, kEven, y, x)); }

TEST_F(FloatTest, DifferencesOfTwoNumbersAreOneOperationWhereRoundingIsSymmetric) {
  const auto operations = [&](Term t) {
    const std::vector<Term> nodes = terms.nodes_of(std::span(&t, 1));
    return std::count_if(nodes.begin(), nodes.end(), [](Term n) { return n.kind() == Kind::FAdd; });
  };
  const auto both = [&](Rounding r) {
    return terms.concat(terms.fsub(kSingle, r, x, y), terms.fsub(kSingle, r, y, x));
  };
  EXPECT_EQ(operations(both(kEven)), 1);
  EXPECT_EQ(operations(both(Rounding::TowardPositive)), 2);
}

TEST_F(FloatTest, SubtractionOfItselfIsZeroOrNaN) {
  const Term difference = terms.fsub(FloatFormat::Half, kEven, h, h);
  const Term nan = terms.is_nan(FloatFormat::Half, difference);
  EXPECT_EQ(ask({terms.lnot(nan), terms.ne(difference, terms.zero(16))}).answer, Answer::Unsat);
}

TEST_F(FloatTest, NaNsOfOperandsThatAreSharedAreToldWithoutLookingAtEachPath) {
  Term sum = h;
  for (int i = 0; i < 200; ++i)
    sum = terms.fmul(FloatFormat::Half, kEven, sum, terms.fadd(FloatFormat::Half, kEven, sum, g));
  const Term nan = terms.is_nan(FloatFormat::Half, sum);
  EXPECT_EQ(nan.width(), 1u);
}

TEST_F(FloatTest, AdditionOfZeroKeepsAllButTheNegativeZero) {
  const Term sum = terms.fadd(FloatFormat::Half, kEven, h, terms.zero(16));
  const Outcome outcome = ask({terms.lnot(terms.is_nan(FloatFormat::Half, h)), terms.ne(sum, h)});
  ASSERT_EQ(outcome.answer, Answer::Sat);
  EXPECT_EQ(outcome.model.get(h).getZExtValue(), 0x8000u);
}

TEST_F(FloatTest, AdditionIsNotAssociative) {
  const Term k = terms.variable("k", 16);
  const FloatFormat f = FloatFormat::Half;
  const Term left = terms.fadd(f, kEven, terms.fadd(f, kEven, h, g), k);
  const Term right = terms.fadd(f, kEven, h, terms.fadd(f, kEven, g, k));
  const Outcome outcome =
      ask({terms.lnot(terms.is_nan(f, left)), terms.lnot(terms.is_nan(f, right)), terms.ne(left, right)});
  ASSERT_EQ(outcome.answer, Answer::Sat);
}

TEST_F(FloatTest, AnAbstractionProvesWhatNeedsNoArithmetic) {
  // sqrt(x) of equal arguments, behind a condition that only the solver resolves.
  const Term z = terms.ite(terms.eq(terms.mul(x, x), terms.mul(y, y)), x, x);
  const Term differs =
      terms.ne(terms.fsqrt(kSingle, kEven, z), terms.fsqrt(kSingle, kEven, terms.bxor(y, terms.bxor(x, y))));
  EXPECT_EQ(ask({differs}).answer, Answer::Unsat);
  const Outcome outcome =
      ask({terms.eq(terms.bxor(x, terms.constant(32, 5)), terms.bxor(y, terms.constant(32, 5))),
           terms.ne(terms.fdiv(kSingle, kEven, x, number(3.0f)), terms.fdiv(kSingle, kEven, y, number(3.0f)))});
  EXPECT_EQ(outcome.answer, Answer::Unsat);
}

TEST_F(FloatTest, HalfOperationsInTheSolverAgreeWithFolding) {
  // The solver must find the result that folding gives, and no other.
  Rng rng(3);
  const FloatFormat f = FloatFormat::Half;
  for (int i = 0; i < 12; ++i) {
    const Term a = terms.constant(16, rng()), b = terms.constant(16, rng());
    const Term results[] = {terms.fadd(f, kEven, h, b), terms.fmul(f, Rounding::TowardZero, h, b),
                            terms.fround(f, Rounding::TowardNegative, h),
                            terms.float_to_int(f, Rounding::TowardZero, h, 8, true)};
    for (Term t : results) {
      const Term folded = terms.substitute(t, {{h, a}});
      ASSERT_TRUE(folded.is_constant());
      // h is hidden from the folding by an equation that is not solved for it.
      const Term is_a = terms.land(terms.ule(h, a), terms.ule(a, h));
      ASSERT_EQ(ask({is_a, terms.ne(t, folded)}).answer, Answer::Unsat) << terms.print(t);
    }
  }
}

/// The theory of Z3 (not the abstraction) on values that it finds out itself, in all formats with small patterns and
/// all rounding modes.
TEST_F(FloatTest, TheExactTheoryAgreesWithFolding) {
  Solver::Options exact = options();
  exact.abstract_floats = false;
  Solver theory(exact);
  const FloatFormat formats[] = {FloatFormat::Half, FloatFormat::BFloat};
  const Rounding modes[] = {kEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero,
                            Rounding::NearestTiesToAway};
  Rng rng(13);
  for (int i = 0; i < 90; ++i) {
    const FloatFormat f = formats[rng.below(2)], to = f == FloatFormat::Half ? FloatFormat::BFloat : FloatFormat::Half;
    const Rounding r = modes[rng.below(5)];
    const unsigned width = 1 + static_cast<unsigned>(rng.below(20));
    const bool is_signed = rng.chance(1, 2);
    const Term k = terms.variable("k", 16);
    const Term operations[] = {terms.fadd(f, r, h, g),
                               terms.fmul(f, r, h, g),
                               terms.fdiv(f, r, h, g),
                               terms.fma(f, r, h, g, k),
                               terms.fsqrt(f, r, h),
                               terms.fround(f, r, h),
                               terms.fconvert(f, to, r, h),
                               terms.float_to_int(f, r, h, width, is_signed),
                               terms.int_to_float(h, is_signed, f, r)};
    const Term operation = operations[i % 9];
    Model model;
    std::vector<Term> conjuncts;
    for (Term v : {h, g, k}) {
      // Exponents near each other, so that not everything is zero or infinite.
      const APInt value(16, rng.chance(3, 4) ? (rng() & 0x83ff) | 0x3c00 | (rng() & 0x400) : rng(), false, true);
      model.set(v, value);
      conjuncts.push_back(terms.ule(v, terms.constant(value)));
      conjuncts.push_back(terms.ule(terms.constant(value), v));
    }
    conjuncts.push_back(terms.ne(operation, terms.constant(evaluate(terms, operation, model))));
    Limits limits;
    limits.milliseconds = 60'000;
    const Outcome outcome = theory.check(terms, conjuncts, limits);
    ASSERT_EQ(outcome.answer, Answer::Unsat) << name_of(outcome.reason) << " " << terms.print(operation);
  }
}

TEST_F(FloatTest, X87IsDecidedInIntegersButForRemainders) {
  const Term p = terms.variable("p", 80), q = terms.variable("q", 80);
  const FloatFormat f = FloatFormat::X87;
  const Term sum = terms.fadd(f, kEven, p, q);
  EXPECT_EQ(ask({terms.ne(sum, terms.fadd(f, kEven, q, p))}).answer, Answer::Unsat);
  const Term one = terms.constant(llvm::APInt(80, 0x3fff).shl(64) | llvm::APInt(80, std::uint64_t{1} << 63));
  EXPECT_EQ(ask({terms.eq(sum, one), terms.eq(p, one)}).answer, Answer::Sat);
  EXPECT_EQ(ask({terms.flt(f, p, q), terms.flt(f, q, p)}).answer, Answer::Unsat);
  const Outcome outcome = ask({terms.eq(terms.frem(f, p, q), terms.constant(80, 12345))});
  EXPECT_EQ(outcome.answer, Answer::Unknown);
  EXPECT_EQ(outcome.reason, Reason::Unsupported);
}

TEST(FloatTerms, ExactConversionsAreComparedBefore) {
  // Halves, and constants of float and double: the rewritten comparison says what the converted numbers say.
  const Rounding nearest = Rounding::NearestTiesToEven;
  assay::Rng rng(5);
  for (int round = 0; round < 3'000; ++round) {
    Terms terms;
    const Term x = terms.variable("x", 16), y = terms.variable("y", 32);
    const APInt half(16, rng(), false, true), single(32, rng.chance(1, 3) ? rng() & 0xffffe000u : rng(), false, true);
    const APInt near = half + APInt(16, rng.below(3) - 1, true, true);
    const Term constant = rng.chance(1, 2) ? terms.constant(single)
                                           : terms.fconvert(FloatFormat::Half, kSingle, nearest, terms.constant(near));
    const Term wide = terms.fconvert(FloatFormat::Half, FloatFormat::Single, nearest, x);
    const Term widest = terms.fconvert(FloatFormat::Half, FloatFormat::Double, nearest, x);
    const Term other = terms.fconvert(FloatFormat::Single, FloatFormat::Double, nearest, y);
    Model model;
    model.set(x, half);
    model.set(y, single);
    const auto value = [&](Term t) { return terms.constant(evaluate(terms, t, model)); };
    const auto same = [&](Term rewritten, Term plain) {
      EXPECT_EQ(evaluate(terms, rewritten, model), evaluate(terms, plain, model)) << "round " << round;
    };
    const Term extended = terms.fconvert(FloatFormat::Half, FloatFormat::X87, nearest, x);
    const Term further = terms.fconvert(FloatFormat::Single, FloatFormat::X87, nearest, y);
    const std::uint64_t words[] = {rng(), rng.chance(1, 2) ? rng() & 0xffffu : 0x3fffu};
    const Term any = terms.constant(APInt(80, llvm::ArrayRef<std::uint64_t>(words)));
    for (const Term number : {further, any}) {
      same(terms.flt(FloatFormat::X87, extended, number), terms.flt(FloatFormat::X87, value(extended), value(number)));
      same(terms.flt(FloatFormat::X87, number, extended), terms.flt(FloatFormat::X87, value(number), value(extended)));
      same(terms.feq(FloatFormat::X87, extended, number), terms.feq(FloatFormat::X87, value(extended), value(number)));
    }
    same(terms.is_nan(FloatFormat::X87, further), terms.is_nan(FloatFormat::X87, value(further)));
    for (const FloatFormat to : {FloatFormat::Half, FloatFormat::Single, FloatFormat::Double})
      same(terms.fconvert(FloatFormat::X87, to, nearest, further),
           terms.fconvert(FloatFormat::X87, to, nearest, value(further)));
    same(terms.flt(FloatFormat::Single, wide, constant), terms.flt(FloatFormat::Single, value(wide), constant));
    same(terms.flt(FloatFormat::Single, constant, wide), terms.flt(FloatFormat::Single, constant, value(wide)));
    same(terms.feq(FloatFormat::Single, wide, constant), terms.feq(FloatFormat::Single, value(wide), constant));
    same(terms.flt(FloatFormat::Double, widest, other), terms.flt(FloatFormat::Double, value(widest), value(other)));
    same(terms.flt(FloatFormat::Double, other, widest), terms.flt(FloatFormat::Double, value(other), value(widest)));
    same(terms.feq(FloatFormat::Double, other, widest), terms.feq(FloatFormat::Double, value(other), value(widest)));
    same(terms.is_nan(FloatFormat::Single, wide), terms.is_nan(FloatFormat::Single, value(wide)));
    same(terms.is_infinite(FloatFormat::Single, wide), terms.is_infinite(FloatFormat::Single, value(wide)));
    same(terms.is_float_zero(FloatFormat::Single, wide), terms.is_float_zero(FloatFormat::Single, value(wide)));
  }
}

}  // namespace
}  // namespace assay::refine::smt
