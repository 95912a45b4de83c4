// Floating point written in integers, against LLVM's APFloat.
#include <gtest/gtest.h>
#include <llvm/ADT/APFloat.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/interpret/values/word_domain.h"
#include "services/worker/refine/smt/floats_in_integers.h"
#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/apfloat.h"
#include "services/worker/semantics/float_arithmetic.h"

namespace assay::refine::smt {
namespace {

using llvm::APFloat;
using llvm::APInt;
using semantics::FloatArithmetic;
using semantics::FloatShape;
using Domain = interpret::WordDomain<unsigned __int128>;
using Arithmetic = FloatArithmetic<Domain>;

constexpr Rounding kRoundings[] = {Rounding::NearestTiesToEven, Rounding::TowardPositive, Rounding::TowardNegative,
                                   Rounding::TowardZero, Rounding::NearestTiesToAway};
constexpr FloatFormat kFormats[] = {FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double};

APInt wide(const Domain::Bits& bits) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(bits.bits), static_cast<std::uint64_t>(bits.bits >> 64)};
  return APInt(128, words).trunc(bits.width);
}

/// Small formats, in which everything can be tried.
struct Tiny {
  const char* name;
  const llvm::fltSemantics& semantics;
  FloatShape shape;
};
const Tiny kTiny[] = {{"E5M2", APFloat::Float8E5M2(), {5, 2}},
                      {"E4M3", APFloat::Float8E4M3(), {4, 3}},
                      {"E3M4", APFloat::Float8E3M4(), {3, 4}}};

std::uint64_t pattern(const APFloat& value) {
  return (value.isNaN() ? APFloat::getQNaN(value.getSemantics()) : value).bitcastToAPInt().getZExtValue();
}

TEST(FloatArithmetic, AllPairsOfSmallFormats) {
  Domain d;
  for (const Tiny& tiny : kTiny)
    for (const Rounding r : kRoundings) {
      Arithmetic arithmetic(d, tiny.shape);
      const auto mode = semantics::mode_of(r);
      for (unsigned i = 0; i < 0x10000; ++i) {
        const auto a = d.constant(8, i & 255), b = d.constant(8, i >> 8);
        const APFloat x(tiny.semantics, APInt(8, i & 255)), y(tiny.semantics, APInt(8, i >> 8));
        APFloat sum = x, product = x, quotient = x;
        sum.add(y, mode), product.multiply(y, mode), quotient.divide(y, mode);
        ASSERT_EQ(arithmetic.add(r, a, b).bits, pattern(sum)) << tiny.name << " " << i;
        ASSERT_EQ(arithmetic.mul(r, a, b).bits, pattern(product)) << tiny.name << " " << i;
        ASSERT_EQ(arithmetic.div(r, a, b).bits, pattern(quotient)) << tiny.name << " " << i;
      }
    }
}

TEST(FloatArithmetic, AllTriplesOfASmallFormatThatCancelOrRound) {
  Domain d;
  Rng rng(7);
  for (const Tiny& tiny : kTiny)
    for (const Rounding r : kRoundings) {
      Arithmetic arithmetic(d, tiny.shape);
      for (unsigned i = 0; i < 200'000; ++i) {
        const std::uint64_t bits = rng();
        const auto part = [&](unsigned which) { return bits >> (8 * which) & 255; };
        APFloat x(tiny.semantics, APInt(8, part(0)));
        x.fusedMultiplyAdd(APFloat(tiny.semantics, APInt(8, part(1))), APFloat(tiny.semantics, APInt(8, part(2))),
                           semantics::mode_of(r));
        ASSERT_EQ(arithmetic.fma(r, d.constant(8, part(0)), d.constant(8, part(1)), d.constant(8, part(2))).bits,
                  pattern(x))
            << tiny.name << " " << part(0) << " " << part(1) << " " << part(2);
      }
    }
}

APInt folded(Kind kind, unsigned width, FloatPayload attributes, std::initializer_list<APInt> in) {
  return fold_float(kind, width, attributes, std::span(in.begin(), in.size()));
}

/// Everything of one operand.
void expect_unary(FloatFormat format, Rounding r, const APInt& bits) {
  Domain d;
  const FloatShape shape = semantics::shape_of(format);
  Arithmetic arithmetic(d, shape);
  const unsigned width = bits.getBitWidth();
  const auto a = d.constant(bits);
  FloatPayload attributes;
  attributes.format = format;
  attributes.rounding = r;
  ASSERT_EQ(wide(arithmetic.sqrt(r, a)), folded(Kind::FSqrt, width, attributes, {bits}));
  ASSERT_EQ(wide(arithmetic.round(r, a)), folded(Kind::FRound, width, attributes, {bits}));
  for (const FloatFormat to : kFormats) {
    attributes.to = to;
    ASSERT_EQ(wide(arithmetic.convert_to(semantics::shape_of(to), r, a)),
              folded(Kind::FConvert, width_of(to), attributes, {bits}));
  }
  for (const unsigned n : {1u, 3u, 8u, 16u, 40u})
    for (const bool is_signed : {false, true}) {
      attributes.is_signed = is_signed;
      ASSERT_EQ(wide(arithmetic.to_int(r, a, n, is_signed)), folded(Kind::FloatToInt, n, attributes, {bits}))
          << n << is_signed;
    }
}

TEST(FloatArithmetic, AllNumbersOfHalfAndBFloat) {
  for (const FloatFormat format : {FloatFormat::Half, FloatFormat::BFloat})
    for (const Rounding r : kRoundings)
      for (unsigned i = 0; i < 0x10000; ++i) {
        expect_unary(format, r, APInt(16, i));
        if (HasFatalFailure()) FAIL() << static_cast<int>(format) << " " << static_cast<int>(r) << " " << i;
      }
}

/// Near powers of two, subnormal, with few or many bits.
APInt drawn(FloatFormat format, Rng& rng) {
  const FloatShape shape = semantics::shape_of(format);
  const unsigned width = width_of(format);
  const std::uint64_t words[] = {rng(), rng()};
  APInt fraction = APInt(128, words).trunc(shape.fraction_bits);
  switch (rng.below(4)) {
    case 0:
      fraction = APInt(shape.fraction_bits, rng.below(4));
      break;
    case 1:
      fraction = APInt::getAllOnes(shape.fraction_bits) - APInt(shape.fraction_bits, rng.below(4));
      break;
    default:
      break;
  }
  const std::uint64_t top = (1u << shape.exponent_bits) - 1, middle = top / 2;
  const std::uint64_t exponents[] = {0,
                                     1,
                                     middle + rng.below(shape.fraction_bits + 2),
                                     middle - rng.below(shape.fraction_bits + 2),
                                     rng.below(top + 1),
                                     top - 1,
                                     top};
  APInt bits = fraction.zext(width) | APInt(width, exponents[rng.below(7)]).shl(shape.fraction_bits);
  if (rng.chance(1, 2)) bits.setBit(width - 1);
  return bits;
}

TEST(FloatArithmetic, SamplesOfAllFormats) {
  Domain d;
  Rng rng(20261122);
  for (const FloatFormat format : kFormats) {
    Arithmetic arithmetic(d, semantics::shape_of(format));
    const unsigned width = width_of(format);
    for (unsigned i = 0; i < 200'000; ++i) {
      const Rounding r = kRoundings[rng.below(5)];
      FloatPayload attributes;
      attributes.format = format;
      attributes.rounding = r;
      const APInt x = drawn(format, rng), y = drawn(format, rng), z = drawn(format, rng);
      const auto a = d.constant(x), b = d.constant(y), c = d.constant(z);
      ASSERT_EQ(wide(arithmetic.add(r, a, b)), folded(Kind::FAdd, width, attributes, {x, y})) << i;
      ASSERT_EQ(wide(arithmetic.mul(r, a, b)), folded(Kind::FMul, width, attributes, {x, y})) << i;
      ASSERT_EQ(wide(arithmetic.div(r, a, b)), folded(Kind::FDiv, width, attributes, {x, y})) << i;
      ASSERT_EQ(wide(arithmetic.fma(r, a, b, c)), folded(Kind::Fma, width, attributes, {x, y, z})) << i;
      if (i % 8 != 0) continue;
      expect_unary(format, r, x);
      if (HasFatalFailure()) FAIL() << i;
      for (const unsigned n : {1u, 2u, 9u, 32u, 64u}) {
        const APInt number = APInt(64, rng() >> rng.below(64)).trunc(n);
        for (const bool is_signed : {false, true}) {
          attributes.is_signed = is_signed;
          ASSERT_EQ(wide(arithmetic.from_int(r, d.constant(number), is_signed)),
                    folded(Kind::IntToFloat, width, attributes, {number}))
              << n << is_signed;
        }
      }
    }
  }
}

/// The terms that the solver gets, of formats that no machine word holds, too.
TEST(FloatArithmetic, TheTermsAreTheSame) {
  Rng rng(5);
  for (const FloatFormat format : {FloatFormat::Half, FloatFormat::Double, FloatFormat::Quad})
    for (unsigned i = 0; i < 200; ++i) {
      Terms terms;
      const Rounding r = kRoundings[rng.below(5)];
      FloatPayload attributes;
      attributes.format = format;
      attributes.rounding = r;
      const APInt x = drawn(format, rng), y = drawn(format, rng), z = drawn(format, rng);
      const Term a = terms.constant(x), b = terms.constant(y), c = terms.constant(z);
      TermDomain domain(terms, nullptr, nullptr);
      FloatArithmetic<TermDomain> arithmetic(domain, semantics::shape_of(format));
      const unsigned width = width_of(format);
      EXPECT_EQ(arithmetic.add(r, a, b).value(), folded(Kind::FAdd, width, attributes, {x, y}));
      EXPECT_EQ(arithmetic.mul(r, a, b).value(), folded(Kind::FMul, width, attributes, {x, y}));
      EXPECT_EQ(arithmetic.div(r, a, b).value(), folded(Kind::FDiv, width, attributes, {x, y}));
      EXPECT_EQ(arithmetic.fma(r, a, b, c).value(), folded(Kind::Fma, width, attributes, {x, y, z}));
      EXPECT_EQ(arithmetic.sqrt(r, a).value(), folded(Kind::FSqrt, width, attributes, {x}));
      EXPECT_EQ(arithmetic.round(r, a).value(), folded(Kind::FRound, width, attributes, {x}));
    }
}

/// x87's patterns: numbers, and those of no number (the integer bit is not what the exponent says).
APInt drawn_x87(Rng& rng) {
  const std::uint64_t exponents[] = {0, 1, 2, 0x3fff, 0x3fff + rng.below(70), 0x3fff - rng.below(70), 0x7ffe, 0x7fff};
  const std::uint64_t fractions[] = {0, 1, rng(), ~std::uint64_t{0}, std::uint64_t{1} << rng.below(64)};
  APInt bits(80, exponents[rng.below(8)] << 1 | rng.below(2));
  std::uint64_t fraction = fractions[rng.below(5)];
  if (rng.chance(3, 4)) fraction |= std::uint64_t{1} << 63;
  return APInt(80, fraction) | APInt(80, bits.lshr(1).getZExtValue()).shl(64) | (bits & APInt(80, 1)).shl(79);
}

/// What is written of the operation on variables gives what APFloat gives of their values.
class OfX87 {
 public:
  explicit OfX87(Rng& rng) : rng_(rng) {
    for (const char* name : {"a", "b", "c"}) variables_.push_back(terms_.variable(name, 80));
    for (int i = 0; i < 3; ++i) values_.push_back(drawn_x87(rng_));
  }
  const std::vector<Term>& variables() const { return variables_; }
  Terms& terms() { return terms_; }
  void expect(Term operation) {
    std::vector<APInt> operands;
    Model model;
    for (unsigned i = 0; i < operation.arity(); ++i) {
      const auto which = std::find(variables_.begin(), variables_.end(), operation.operand(i));
      ASSERT_NE(which, variables_.end()) << "the operation was rewritten";
      operands.push_back(values_[which - variables_.begin()]);
    }
    for (std::size_t i = 0; i < values_.size(); ++i) model.set(variables_[i], values_[i]);
    const Term written = in_integers(terms_, operation);
    ASSERT_TRUE(written);
    const FloatPayload attributes = FloatPayload::unpack(operation.payload());
    EXPECT_EQ(Evaluator(terms_, std::span(&written, 1)).evaluate(model).front(),
              fold_float(operation.kind(), operation.width(), attributes, operands))
        << static_cast<int>(operation.kind());
  }

 private:
  Rng& rng_;
  Terms terms_;
  std::vector<Term> variables_;
  std::vector<APInt> values_;
};

TEST(FloatArithmetic, OfTheFormatWithAnIntegerBitIsTheSame) {
  Rng rng(87);
  constexpr FloatFormat f = FloatFormat::X87;
  for (int i = 0; i < 400; ++i) {
    const Rounding r = kRoundings[rng.below(5)];
    OfX87 drawn(rng);
    Terms& terms = drawn.terms();
    const Term a = drawn.variables()[0], b = drawn.variables()[1], c = drawn.variables()[2];
    for (const Term operation :
         {terms.fadd(f, r, a, b), terms.fmul(f, r, a, b), terms.fdiv(f, r, a, b), terms.fma(f, r, a, b, c),
          terms.fsqrt(f, r, a), terms.fround(f, r, a), terms.feq(f, a, b), terms.flt(f, a, b),
          terms.fconvert(f, FloatFormat::Double, r, a), terms.fconvert(f, FloatFormat::Half, r, a),
          terms.fconvert(f, FloatFormat::Quad, r, a), terms.float_to_int(f, r, a, 33, true)}) {
      drawn.expect(operation);
      if (HasFatalFailure()) FAIL() << i;
    }
  }
}

TEST(FloatArithmetic, IntoTheFormatWithAnIntegerBitIsTheSame) {
  Rng rng(78);
  for (const FloatFormat from : kFormats)
    for (int i = 0; i < 200; ++i) {
      Terms terms;
      const Term a = terms.variable("a", width_of(from)), n = terms.variable("n", 70);
      const APInt value = drawn(from, rng), number = APInt(70, rng()).shl(rng.below(8));
      const Rounding r = kRoundings[rng.below(5)];
      Model model;
      model.set(a, value);
      model.set(n, number);
      const Term operations[] = {terms.fconvert(from, FloatFormat::X87, r, a),
                                 terms.int_to_float(n, rng.chance(1, 2), FloatFormat::X87, r)};
      for (const Term operation : operations) {
        const Term written = in_integers(terms, operation);
        const APInt operand = operation.operand(0) == a ? value : number;
        EXPECT_EQ(Evaluator(terms, std::span(&written, 1)).evaluate(model).front(),
                  fold_float(operation.kind(), 80, FloatPayload::unpack(operation.payload()), std::span(&operand, 1)));
      }
    }
}

}  // namespace
}  // namespace assay::refine::smt
