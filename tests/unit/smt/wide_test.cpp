#include <gtest/gtest.h>

#include "services/common/rng.h"
#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/model.h"

/// Simplification against the plain meaning of each operation, where the numbers don't fit a machine word: a shadow
/// value is computed along with each term, by folding the operation itself on the values of its operands.
namespace assay::refine::smt {
namespace {

using llvm::APInt;

APInt random_value(unsigned width, Rng& rng) {
  APInt value(width, 0);
  for (unsigned low = 0; low < width; low += 64)
    value.insertBits(APInt(std::min(64u, width - low), rng(), false, true), low);
  switch (rng.below(5)) {
    case 0:
      return value.lshr(static_cast<unsigned>(rng.below(width)));
    case 1:
      return APInt::getBitsSet(width, static_cast<unsigned>(rng.below(width)), width);
    case 2:
      return APInt::getOneBitSet(width, static_cast<unsigned>(rng.below(width)));
    default:
      return value;
  }
}

struct Shadowed {
  Term term;
  APInt value;
};

class WideTerms : public testing::TestWithParam<unsigned> {
 protected:
  Shadowed binary(Rng& rng, const Shadowed& a, const Shadowed& b) {
    const unsigned width = GetParam();
    const auto made = [&](Kind kind, Term term) {
      const APInt values[] = {a.value, b.value};
      return Shadowed{term, fold(kind, width, 0, values)};
    };
    const APInt small(width, rng.below(width + 3), false, true);
    const Term amount = terms.constant(small);
    switch (rng.below(16)) {
      case 0:
        return made(Kind::Add, terms.add(a.term, b.term));
      case 1:
        return {terms.sub(a.term, b.term), a.value - b.value};
      case 2:
        return made(Kind::Mul, terms.mul(a.term, b.term));
      case 3:
        return made(Kind::And, terms.band(a.term, b.term));
      case 4:
        return {terms.bor(a.term, b.term), a.value | b.value};
      case 5:
        return made(Kind::Xor, terms.bxor(a.term, b.term));
      case 6:
        return made(Kind::UDiv, terms.udiv(a.term, b.term));
      case 7:
        return made(Kind::URem, terms.urem(a.term, b.term));
      case 8:
        return made(Kind::SDiv, terms.sdiv(a.term, b.term));
      case 9:
        return made(Kind::SRem, terms.srem(a.term, b.term));
      case 10:
        return {terms.shl(a.term, amount), a.value.shl(small)};
      case 11:
        return {terms.lshr(a.term, amount), a.value.lshr(small)};
      case 12:
        return {terms.ashr(a.term, amount), a.value.ashr(small)};
      case 13:
        return {terms.ite(terms.slt(a.term, b.term), a.term, b.term), a.value.slt(b.value) ? a.value : b.value};
      case 14:
        return {terms.ite(terms.ult(a.term, b.term), b.term, a.term), a.value.ult(b.value) ? b.value : a.value};
      default:
        return {terms.bnot(a.term), ~a.value};
    }
  }
  Terms terms;
};

TEST_P(WideTerms, SimplifiedTermsKeepTheirValues) {
  const unsigned width = GetParam();
  Rng rng(width);
  for (int round = 0; round < 400; ++round) {
    terms.clear();
    Model model;
    std::vector<Shadowed> pool;
    for (int i = 0; i < 3; ++i) {
      pool.push_back({terms.variable("v" + std::to_string(i), width), random_value(width, rng)});
      model.set(pool.back().term, pool.back().value);
    }
    for (int i = 0; i < 2; ++i) {
      const APInt value = random_value(width, rng);
      pool.push_back({terms.constant(value), value});
    }
    for (int step = 0; step < 12; ++step) {
      const Shadowed a = rng.pick(pool), b = rng.pick(pool);
      pool.push_back(binary(rng, a, b));
      const Shadowed& last = pool.back();
      ASSERT_EQ(evaluate(terms, last.term, model), last.value) << "round " << round << "\n" << terms.print(last.term);
      ASSERT_EQ(evaluate(terms, terms.eq(a.term, last.term), model).isOne(), a.value == last.value) << round;
      ASSERT_EQ(evaluate(terms, terms.ult(last.term, b.term), model).isOne(), last.value.ult(b.value)) << round;
      ASSERT_EQ(evaluate(terms, terms.slt(a.term, last.term), model).isOne(), a.value.slt(last.value)) << round;
      bool overflow = false;
      (void)a.value.smul_ov(last.value, overflow);
      ASSERT_EQ(evaluate(terms, terms.smul_overflows(a.term, last.term), model).isOne(), overflow) << round;
      (void)a.value.sadd_ov(last.value, overflow);
      ASSERT_EQ(evaluate(terms, terms.sadd_overflows(a.term, last.term), model).isOne(), overflow) << round;
      (void)last.value.ssub_ov(b.value, overflow);
      ASSERT_EQ(evaluate(terms, terms.ssub_overflows(last.term, b.term), model).isOne(), overflow) << round;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, WideTerms, testing::Values(33, 64, 65, 128, 200, 1024));

}  // namespace
}  // namespace assay::refine::smt
