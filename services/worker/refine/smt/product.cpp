#include <llvm/Support/KnownBits.h>

#include <algorithm>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/linear.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr std::size_t kMostFactors = 8;
constexpr std::size_t kMostProducts = 4;  // of sums that are multiplied out

/// Of two terms that are no sums and no constants.
Term product(Terms& terms, Term a, Term b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if (const Term bit = extended_bit(a); bit && terms.use(Rule::MulByBit))
      return terms.ite(bit, b, terms.zero(b.width()));
    if (is_constant_ite(a)) {
      const auto small = [](Term t) { return t.is_zero() || t.is_all_ones() || t.value().isOne(); };
      if (small(a.operand(1)) && small(a.operand(2)) && terms.use(Rule::MulByIteOfUnits))
        return terms.ite(a.operand(0), terms.mul(a.operand(1), b), terms.mul(a.operand(2), b));
    }
  }
  std::vector<Term> factors;
  for (Term t : {a, b}) {
    if (t.kind() == Kind::Mul && factors.size() + t.arity() <= kMostFactors && terms.use(Rule::MulFlatten))
      for (unsigned i = 0; i < t.arity(); ++i) factors.push_back(t.operand(i));
    else
      factors.push_back(t);
  }
  std::sort(factors.begin(), factors.end(), [](Term x, Term y) { return x.id() < y.id(); });
  return terms.make(Kind::Mul, a.width(), factors);
}

/// Division of numbers with zeros on top happens in the width that they need.
Term narrowed_division(Terms& terms, Kind kind, Term a, Term b) {
  const unsigned width = a.width();
  const unsigned zeros = std::min(a.known().countMinLeadingZeros(), b.known().countMinLeadingZeros());
  if (zeros == 0 || zeros >= width || !terms.use(kind == Kind::URem ? Rule::URemNarrow : Rule::UDivNarrow))
    return Term();
  const Term low_a = terms.slice(a, 0, width - zeros), low_b = terms.slice(b, 0, width - zeros);
  if (kind == Kind::URem) return terms.zext(terms.urem(low_a, low_b), width);
  const Term quotient = terms.zext(terms.udiv(low_a, low_b), width);
  return terms.ite(terms.eq(low_b, terms.zero(low_b.width())), terms.all_ones(width), quotient);
}

/// x, if the term is -x; else null.
Term opposite_of(Term t) {
  return t.kind() == Kind::Mul && t.arity() == 2 && t.operand(0).is_all_ones() ? t.operand(1) : Term();
}

/// Is -x = x, as it is for 0 and for the least number?
Term is_own_opposite(Terms& terms, Term x) {
  return terms.eq(terms.slice(x, 0, x.width() - 1), terms.zero(x.width() - 1));
}

}  // namespace

/// Constants are multiplied into sums, and sums of one term and a constant are multiplied out.
Term Terms::mul(Term a, Term b) {
  if (a.width() == 1 && use(Rule::MulOfBits)) return band(a, b);
  const auto times = [&](Term t, const APInt& factor) {
    Linear sum(t.width());
    add_to(*this, sum, t, factor);
    return term_of(*this, std::move(sum));
  };
  if (b.is_constant()) return times(a, b.value());
  if (a.is_constant()) return times(b, a.value());
  const Linear left = linear_of(*this, a), right = linear_of(*this, b);
  if (left.terms.empty()) return times(b, left.constant);  // a constant in disguise
  if (right.terms.empty()) return times(a, right.constant);
  const auto simple = [](const Linear& sum) { return sum.terms.size() == 1; };
  const auto parts = [](const Linear& sum) { return sum.terms.size() + !sum.constant.isZero(); };
  const bool out = (simple(left) || simple(right)) && parts(left) * parts(right) <= kMostProducts &&
                   left.terms.size() * right.terms.size() <= 2;
  if (!out || !use(Rule::MulOfSums)) return product(*this, a, b);
  Linear sum(a.width());
  sum.constant = left.constant * right.constant;
  for (const auto& [t, f] : left.terms) add_to(*this, sum, t, f * right.constant);
  for (const auto& [t, f] : right.terms) add_to(*this, sum, t, f * left.constant);
  for (const auto& [t, f] : left.terms)
    for (const auto& [u, g] : right.terms) add_to(*this, sum, product(*this, t, u), f * g);
  return term_of(*this, std::move(sum));
}

Term Terms::udiv(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::UDivOfBits)) return bor(a, bnot(b));
  if (a == b && use(Rule::UDivOfSame)) return ite(eq(a, zero(width)), all_ones(width), constant(width, 1));
  if (a.is_zero() && use(Rule::UDivOfZero)) return ite(eq(b, zero(width)), all_ones(width), a);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_udiv(a.value(), c));
    if (c.isZero() && use(Rule::UDivByZero)) return all_ones(width);
    if (c.isPowerOf2() && use(Rule::UDivByPowerOfTwo)) return lshr(a, constant(width, c.logBase2()));
    if (a.known().getMaxValue().ult(c) && use(Rule::UDivOfLess)) return zero(width);
    if (const unsigned by = c.countr_zero();
        by != 0 && by < width && use(Rule::UDivByEven))  // x / (odd * 2^k) = (x >> k) / odd
      return zext(udiv(slice(a, by, width - by), constant(c.extractBits(width - by, by))), width);
    if (a.kind() == Kind::UDiv && a.operand(1).is_constant() && !a.operand(1).is_zero() && use(Rule::UDivOfQuotient)) {
      bool overflow = false;
      const APInt both = a.operand(1).value().umul_ov(c, overflow);
      return overflow ? zero(width) : udiv(a.operand(0), constant(both));
    }
  }
  if (const Term narrow = narrowed_division(*this, Kind::UDiv, a, b)) return narrow;
  return make2(Kind::UDiv, width, a, b);
}

Term Terms::urem(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::RemOfBits)) return band(a, bnot(b));
  if ((a == b || a.is_zero()) && use(Rule::RemOfSame)) return zero(width);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_urem(a.value(), c));
    if (c.isZero() && use(Rule::RemByZero)) return a;
    if (c.isPowerOf2() && use(Rule::URemByPowerOfTwo)) return band(a, constant(c - 1));
    if (const unsigned by = c.countr_zero(); by != 0 && by < width && use(Rule::URemByEven))  // the low bits stay
      return concat(urem(slice(a, by, width - by), constant(c.extractBits(width - by, by))), slice(a, 0, by));
  }
  if (a.known().getMaxValue().ult(b.known().getMinValue()) && use(Rule::URemOfLess)) return a;
  if (a.kind() == Kind::URem && a.operand(1) == b && use(Rule::URemOfRemainder)) return a;
  if (const Term narrow = narrowed_division(*this, Kind::URem, a, b)) return narrow;
  return make2(Kind::URem, width, a, b);
}

Term Terms::sdiv(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::SDivOfBits)) return bor(a, bnot(b));
  if (a.known().isNonNegative() && b.known().isNonNegative() && use(Rule::SDivOfNonNegative)) return udiv(a, b);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_sdiv(a.value(), c));
    if (c.isZero() && use(Rule::SDivByZero)) return ite(slt(a, b), constant(width, 1), all_ones(width));
    if (c.isOne() && use(Rule::SDivByOne)) return a;
    if (c.isMinSignedValue() && use(Rule::SDivByLeast)) return zext(eq(a, b), width);
    if (c.isNegative() && !c.isMinSignedValue() && use(Rule::SDivByNegative)) return neg(sdiv(a, constant(-c)));
  }
  if (const Term x = opposite_of(a); x && use(Rule::SDivOfOpposite)) {
    const Term quotient = sdiv(x, b);
    return ite(is_own_opposite(*this, x), quotient, neg(quotient));
  }
  if (const Term y = opposite_of(b); y && use(Rule::SDivByOpposite)) {
    const Term quotient = sdiv(a, y);
    return ite(is_own_opposite(*this, y), quotient, neg(quotient));
  }
  return make2(Kind::SDiv, width, a, b);
}

Term Terms::srem(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::RemOfBits)) return band(a, bnot(b));
  if ((a == b || a.is_zero()) && use(Rule::RemOfSame)) return zero(width);
  if (a.known().isNonNegative() && b.known().isNonNegative() && use(Rule::SRemOfNonNegative)) return urem(a, b);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_srem(a.value(), c));
    if (c.isZero() && use(Rule::RemByZero)) return a;
    if ((c.isOne() || c.isAllOnes()) && use(Rule::SRemByOne)) return zero(width);
    if (c.isNegative() && !c.isMinSignedValue() && use(Rule::SRemByNegative)) return srem(a, constant(-c));
  }
  if (const Term x = opposite_of(a); x && use(Rule::SRemOfOpposite)) {
    const Term rest = srem(x, b);
    return ite(is_own_opposite(*this, x), rest, neg(rest));
  }
  if (const Term y = opposite_of(b); y && use(Rule::SRemByOpposite)) return srem(a, y);
  return make2(Kind::SRem, width, a, b);
}

Term Terms::shl(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::ShiftOfBits)) return band(a, bnot(b));
  if ((a.is_zero() || b.is_zero()) && use(Rule::ShiftOfZero)) return a;
  if (b.known().getMinValue().uge(width) && use(Rule::ShiftOut)) return zero(width);
  if (b.is_constant() && b.value().ult(width) && use(Rule::ShlByConstant))
    return mul(a, constant(APInt::getOneBitSet(width, static_cast<unsigned>(b.value().getZExtValue()))));
  return make2(Kind::Shl, width, a, b);
}

Term Terms::lshr(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::ShiftOfBits)) return band(a, bnot(b));
  if ((a.is_zero() || b.is_zero()) && use(Rule::ShiftOfZero)) return a;
  if (b.known().getMinValue().uge(width) && use(Rule::ShiftOut)) return zero(width);
  if (b.is_constant() && b.value().ult(width) && use(Rule::LShrByConstant)) {
    const unsigned by = static_cast<unsigned>(b.value().getZExtValue());
    return zext(slice(a, by, width - by), width);
  }
  return make2(Kind::LShr, width, a, b);
}

Term Terms::ashr(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::ShiftOfBits)) return a;
  if ((a.is_zero() || a.is_all_ones() || b.is_zero()) && use(Rule::ShiftOfZero)) return a;
  if (a.known().isNonNegative() && use(Rule::AShrOfNonNegative)) return lshr(a, b);
  if (b.known().getMinValue().uge(width) && use(Rule::ShiftOut)) return sext(slice(a, width - 1, 1), width);
  if (b.is_constant() && b.value().ult(width) && use(Rule::AShrByConstant)) {
    const unsigned by = static_cast<unsigned>(b.value().getZExtValue());
    return sext(slice(a, by, width - by), width);
  }
  return make2(Kind::AShr, width, a, b);
}

}  // namespace assay::refine::smt
