#include <gtest/gtest.h>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {
namespace {

/// Pairs of expressions, as before and after an optimizer, that must be the same term.
class CanonicalTest : public testing::Test {
 protected:
  Term c(std::uint64_t value) { return terms.constant_signed(32, value); }
  Term c8(std::uint64_t value) { return terms.constant_signed(8, value); }
  void same(Term a, Term b) { EXPECT_EQ(a, b) << terms.print(a) << "\n--- and\n" << terms.print(b); }
  Terms terms;
  Term x = terms.variable("x", 32), y = terms.variable("y", 32), z = terms.variable("z", 32);
  Term b = terms.variable("b", 8), d = terms.variable("d", 8);
  Term p = terms.variable("p", 1), q = terms.variable("q", 1), r = terms.variable("r", 1);
};

TEST_F(CanonicalTest, SumsAreCollected) {
  same(terms.add(x, terms.add(y, z)), terms.add(terms.add(z, x), y));
  same(terms.sub(terms.add(x, y), x), y);
  same(terms.add(terms.add(x, c(5)), c(-5)), x);
  same(terms.sub(c(10), terms.sub(c(3), x)), terms.add(x, c(7)));
  same(terms.add(terms.mul(x, c(3)), x), terms.shl(x, c(2)));
  same(terms.add(x, x), terms.shl(x, c(1)));
  same(terms.mul(terms.add(x, c(2)), c(12)), terms.add(terms.mul(x, c(12)), c(24)));
  same(terms.shl(terms.add(x, c(1)), c(2)), terms.add(terms.shl(x, c(2)), c(4)));
  same(terms.mul(terms.neg(x), terms.neg(y)), terms.mul(y, x));
  same(terms.sub(terms.mul(x, y), terms.mul(y, x)), c(0));
  same(terms.mul(terms.add(x, c(1)), y), terms.add(terms.mul(y, x), y));
}

TEST_F(CanonicalTest, ProductsWhoseHighBitsAreDroppedAreCollected) {
  const auto c64 = [&](std::uint64_t value) { return terms.constant_signed(64, value); };
  const Term n = terms.variable("n", 64), m = terms.variable("m", 64), k = terms.variable("k", 64);
  const Term places = terms.mul(terms.sub(terms.sub(n, c64(1)), k), m);
  const Term all = terms.shl(terms.mul(m, n), c64(2)), each = terms.mul(m, c64(4));
  same(terms.mul(places, c64(4)), terms.sub(all, terms.mul(terms.add(k, c64(1)), each)));
  EXPECT_NE(terms.mul(places, c64(4)), terms.sub(all, terms.mul(k, each)));
}

TEST_F(CanonicalTest, WhatAShiftDropsIsNoPartOfASum) {
  const Term either = terms.ite(p, x, y);
  same(terms.sub(terms.add(terms.shl(either, c(1)), either), terms.mul(either, c(3))), c(0));
  same(terms.sub(terms.shl(either, c(4)), terms.mul(either, c(48))), terms.mul(either, c(-32)));
  same(terms.mul(terms.zext(terms.trunc(x, 8), 32), c(3 << 24)), terms.mul(x, c(3 << 24)));
  same(terms.mul(terms.sext(terms.trunc(x, 16), 32), c(5 << 16)), terms.mul(x, c(5 << 16)));
  // One bit more than the factor drops counts.
  EXPECT_NE(terms.mul(terms.zext(terms.trunc(x, 8), 32), c(3 << 23)), terms.mul(x, c(3 << 23)));
}

TEST_F(CanonicalTest, ComplementAndNegationAgree) {
  same(terms.bnot(x), terms.sub(c(-1), x));
  same(terms.neg(x), terms.add(terms.bnot(x), c(1)));
  same(terms.bnot(terms.neg(x)), terms.add(x, c(-1)));
  same(terms.bnot(terms.add(terms.bnot(x), y)), terms.sub(x, y));
  same(terms.sub(terms.bnot(x), terms.bnot(y)), terms.sub(y, x));
  same(terms.bxor(x, c(0x80000000)), terms.add(x, c(0x80000000)));
}

TEST_F(CanonicalTest, LogicIsCanonical) {
  same(terms.bnot(terms.band(terms.bnot(x), terms.bnot(y))), terms.bor(y, x));
  same(terms.band(x, terms.bor(x, y)), x);
  same(terms.bor(x, terms.band(terms.bnot(x), y)), terms.bor(x, y));
  same(terms.band(terms.bor(x, y), terms.bnot(terms.band(x, y))), terms.bxor(x, y));
  same(terms.bor(terms.band(x, terms.bnot(y)), terms.band(terms.bnot(x), y)), terms.bxor(y, x));
  same(terms.bor(terms.band(x, y), terms.band(terms.bnot(x), y)), y);
  same(terms.bxor(terms.bxor(x, y), x), y);
  same(terms.bxor(terms.bnot(x), terms.bnot(y)), terms.bxor(x, y));
  same(terms.band(terms.bxor(x, c(-1)), x), c(0));
}

TEST_F(CanonicalTest, ShiftsAndMasksAreParts) {
  same(terms.lshr(terms.shl(x, c(8)), c(8)), terms.band(x, c(0xffffff)));
  same(terms.ashr(terms.shl(x, c(24)), c(24)), terms.sext(terms.trunc(x, 8), 32));
  same(terms.zext(terms.trunc(x, 8), 32), terms.band(x, c(255)));
  same(terms.bor(terms.shl(x, c(8)), terms.lshr(x, c(24))), terms.concat(terms.slice(x, 0, 24), terms.slice(x, 24, 8)));
  same(terms.bswap(terms.bswap(x)), x);
  same(terms.add(terms.shl(x, c(1)), c(1)), terms.bor(terms.shl(x, c(1)), c(1)));
  same(terms.band(terms.add(x, c(256)), c(255)), terms.band(x, c(255)));
  same(terms.trunc(terms.add(terms.zext(b, 32), terms.zext(d, 32)), 8), terms.add(b, d));
  same(terms.trunc(terms.mul(terms.sext(b, 32), terms.zext(d, 32)), 8), terms.mul(b, d));
  same(terms.bor(terms.band(x, c(0xff00)), terms.band(x, c(0xff))), terms.band(x, c(0xffff)));
  same(terms.udiv(x, c(8)), terms.lshr(x, c(3)));
  same(terms.urem(x, c(8)), terms.band(x, c(7)));
  same(terms.bitreverse(terms.bnot(terms.bitreverse(x))), terms.bnot(x));
}

TEST_F(CanonicalTest, ComparisonsAreCanonical) {
  same(terms.slt(x, c(0)), terms.slice(x, 31, 1));
  same(terms.slt(c(-1), x), terms.lnot(terms.slice(x, 31, 1)));
  same(terms.ult(x, c(1)), terms.eq(x, c(0)));
  same(terms.ult(c(0), x), terms.ne(c(0), x));
  same(terms.ule(x, c(7)), terms.eq(terms.lshr(x, c(3)), c(0)));
  same(terms.ule(c(5), x), terms.ult(c(4), x));
  same(terms.eq(terms.sub(x, y), c(0)), terms.eq(y, x));
  same(terms.eq(terms.bxor(x, y), c(0)), terms.eq(x, y));
  same(terms.eq(terms.add(x, c(3)), c(5)), terms.eq(x, c(2)));
  same(terms.eq(terms.add(x, z), terms.add(z, y)), terms.eq(x, y));
  same(terms.eq(terms.sub(c(7), x), c(5)), terms.eq(x, c(2)));
  same(terms.eq(terms.mul(x, c(3)), c(12)), terms.eq(x, c(4)));
  same(terms.eq(terms.shl(x, c(4)), c(3)), terms.truth(false));
  same(terms.eq(terms.band(x, c(1)), c(0)), terms.lnot(terms.trunc(x, 1)));
  same(terms.eq(terms.zext(b, 32), c(300)), terms.truth(false));
  same(terms.eq(terms.zext(b, 32), terms.zext(d, 32)), terms.eq(b, d));
  same(terms.ult(terms.zext(b, 32), terms.zext(d, 32)), terms.ult(b, d));
  same(terms.slt(terms.sext(b, 32), terms.sext(d, 32)), terms.slt(b, d));
  same(terms.slt(terms.zext(b, 32), terms.zext(d, 32)), terms.ult(b, d));
  same(terms.ult(terms.bnot(x), terms.bnot(y)), terms.ult(y, x));
  same(terms.slt(terms.bnot(x), c(4)), terms.slt(c(-5), x));
  same(terms.eq(terms.bor(x, y), c(0)), terms.land(terms.eq(x, c(0)), terms.eq(y, c(0))));
  same(terms.eq(terms.band(x, y), x), terms.eq(terms.band(x, terms.bnot(y)), c(0)));
  same(terms.ult(terms.add(x, y), x), terms.ult(terms.add(x, y), y));
  same(terms.ult(terms.add(x, y), x), terms.uadd_overflows(y, x));
  same(terms.ult(x, terms.sub(x, y)), terms.ult(x, y));
  same(terms.ult(terms.add(x, c(5)), x), terms.ult(c(-6), x));
}

TEST_F(CanonicalTest, OverflowChecksWithConstantsAreRanges) {
  same(terms.sadd_overflows(x, c(1)), terms.eq(x, c(0x7fffffff)));
  same(terms.uadd_overflows(x, c(1)), terms.eq(x, c(-1)));
  same(terms.ssub_overflows(c(0), x), terms.eq(x, c(0x80000000)));
  same(terms.umul_overflows(x, c(4)), terms.ne(terms.lshr(terms.shl(x, c(2)), c(2)), x));
  same(terms.smul_overflows(x, c(4)), terms.ne(terms.ashr(terms.shl(x, c(2)), c(2)), x));
  same(terms.sadd_overflows(terms.sext(b, 32), terms.sext(d, 32)), terms.truth(false));
  same(terms.umul_overflows(terms.zext(b, 16), terms.zext(d, 16)), terms.truth(false));
  same(terms.smul_overflows(terms.sext(b, 16), terms.sext(d, 16)), terms.truth(false));
  same(terms.uadd_overflows(terms.zext(b, 9), terms.zext(d, 9)), terms.truth(false));
}

TEST_F(CanonicalTest, SelectsBecomeLogicAndArithmetic) {
  same(terms.ite(p, c(1), c(0)), terms.zext(p, 32));
  same(terms.ite(p, c(-1), c(0)), terms.sext(p, 32));
  same(terms.ite(terms.lnot(p), x, y), terms.ite(p, y, x));
  same(terms.ite(p, terms.add(x, c(1)), x), terms.add(x, terms.zext(p, 32)));
  same(terms.add(terms.sext(p, 32), c(5)), terms.ite(p, c(4), c(5)));
  same(terms.ite(p, q, terms.truth(false)), terms.land(q, p));
  same(terms.band(terms.sext(p, 32), x), terms.ite(p, x, c(0)));
  same(terms.mul(terms.zext(p, 32), x), terms.ite(p, x, c(0)));
  same(terms.bxor(terms.sext(p, 32), x), terms.ite(p, terms.bnot(x), x));
  same(terms.eq(terms.ite(p, c(3), c(7)), c(7)), terms.lnot(p));
  same(terms.ite(terms.eq(x, c(4)), c(4), x), x);
  same(terms.ite(terms.eq(x, y), x, y), y);
  same(terms.ite(p, terms.ite(p, x, y), z), terms.ite(p, x, z));
  same(terms.ite(p, x, terms.ite(q, x, y)), terms.ite(terms.lor(p, q), x, y));
  same(terms.sub(terms.bxor(x, terms.ashr(x, c(31))), terms.ashr(x, c(31))),
       terms.ite(terms.slt(x, c(0)), terms.neg(x), x));
}

TEST_F(CanonicalTest, MinimumAndMaximumHaveOneForm) {
  same(terms.ite(terms.ult(x, y), x, y), terms.ite(terms.ult(y, x), y, x));
  same(terms.ite(terms.ule(x, y), x, y), terms.ite(terms.ult(y, x), y, x));
  same(terms.ite(terms.slt(x, y), y, x), terms.ite(terms.slt(y, x), x, y));
  same(terms.ite(terms.slt(x, c(9)), x, c(9)), terms.ite(terms.sle(x, c(9)), x, c(9)));
  same(terms.ite(terms.slt(c(9), x), x, c(9)), terms.ite(terms.sle(c(9), x), x, c(9)));
  same(terms.ite(terms.ult(x, c(8)), x, c(8)), terms.ite(terms.ule(x, c(8)), x, c(8)));
  same(terms.bnot(terms.ite(terms.slt(x, y), x, y)),
       terms.ite(terms.slt(terms.bnot(x), terms.bnot(y)), terms.bnot(y), terms.bnot(x)));
}

TEST_F(CanonicalTest, ConjunctionsOfRangesMerge) {
  same(terms.land(terms.ult(x, c(5)), terms.ult(x, c(9))), terms.ult(x, c(5)));
  same(terms.land(terms.ult(x, c(5)), terms.ult(c(9), x)), terms.truth(false));
  same(terms.lor(terms.eq(x, c(3)), terms.ult(x, c(5))), terms.ult(x, c(5)));
  same(terms.land(terms.ult(x, c(5)), terms.slt(x, c(9))), terms.ult(x, c(5)));
}

TEST_F(CanonicalTest, DivisionIsNarrowed) {
  same(terms.trunc(terms.urem(terms.zext(b, 32), terms.zext(d, 32)), 8), terms.urem(b, d));
  same(terms.udiv(x, c(10)), terms.udiv(terms.lshr(x, c(1)), c(5)));
  same(terms.urem(terms.shl(x, c(1)), c(6)),
       terms.shl(terms.zext(terms.urem(terms.trunc(x, 31), terms.constant(31, 3)), 32), c(1)));
  same(terms.eq(terms.udiv(x, c(7)), c(0)), terms.ult(x, c(7)));
  same(terms.ult(terms.udiv(x, c(7)), c(3)), terms.ult(x, c(21)));
  same(terms.udiv(terms.udiv(x, c(3)), c(5)), terms.udiv(x, c(15)));
  same(terms.sdiv(terms.zext(b, 32), c(7)), terms.udiv(terms.zext(b, 32), c(7)));
  same(terms.sdiv(x, c(-1)), terms.neg(x));
  same(terms.sdiv(x, c(-7)), terms.neg(terms.sdiv(x, c(7))));
  same(terms.srem(x, c(-7)), terms.srem(x, c(7)));
  same(terms.eq(terms.srem(x, c(8)), c(0)), terms.eq(terms.band(x, c(7)), c(0)));
  same(terms.sub(x, terms.mul(terms.udiv(x, y), y)), terms.urem(x, y));
  same(terms.sub(x, terms.mul(terms.sdiv(x, c(10)), c(10))), terms.srem(x, c(10)));
}

TEST_F(CanonicalTest, ReadsSeeWritesWithoutSolver) {
  const Term a = terms.array_variable("a", 32, 8);
  const Term stored = terms.store(terms.store(a, x, b), terms.add(x, c(1)), d);
  same(terms.select(stored, x), b);
  same(terms.select(stored, terms.add(c(1), x)), d);
  same(terms.select(stored, terms.add(x, c(2))), terms.select(a, terms.add(x, c(2))));
  same(terms.store(terms.store(a, x, b), x, d), terms.store(a, x, d));
}

}  // namespace
}  // namespace assay::refine::smt
