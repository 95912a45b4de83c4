#include <algorithm>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/linear.h"
#include "services/worker/refine/smt/storage.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr std::size_t kMostFactors = 8;
constexpr std::size_t kMostProducts = 4;  // of sums that are multiplied out

}  // namespace

/// Of two terms that are no sums and no constants.
Term Terms::product(Term a, Term b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if (const Term bit = extended_bit(a)) return ite(bit, b, zero(b.width()));
    if (is_constant_ite(a)) {
      const auto small = [](Term t) { return t.is_zero() || t.is_all_ones() || t.value().isOne(); };
      if (small(a.operand(1)) && small(a.operand(2)))
        return ite(a.operand(0), mul(a.operand(1), b), mul(a.operand(2), b));
    }
  }
  std::vector<Term> factors;
  for (Term t : {a, b}) {
    if (t.kind() == Kind::Mul && factors.size() + t.arity() <= kMostFactors)
      for (unsigned i = 0; i < t.arity(); ++i) factors.push_back(t.operand(i));
    else
      factors.push_back(t);
  }
  std::sort(factors.begin(), factors.end(), [](Term x, Term y) { return x.id() < y.id(); });
  return make(Kind::Mul, a.width(), factors);
}

/// Constants are multiplied into sums, and sums of one term and a constant are multiplied out.
Term Terms::mul(Term a, Term b) {
  if (a.width() == 1) return band(a, b);
  Linear left = linear_of(a);
  if (b.is_constant()) {
    left.scale(b.value());
    return emit(std::move(left));
  }
  Linear right = linear_of(b);
  if (a.is_constant()) {
    right.scale(a.value());
    return emit(std::move(right));
  }
  const auto simple = [](const Linear& sum) { return sum.terms.size() == 1; };
  if (left.terms.empty() || right.terms.empty()) {  // a constant in disguise
    const bool left_is = left.terms.empty();
    Linear& sum = left_is ? right : left;
    sum.scale(left_is ? left.constant : right.constant);
    return emit(std::move(sum));
  }
  const auto parts = [](const Linear& sum) { return sum.terms.size() + !sum.constant.isZero(); };
  const bool out = (simple(left) || simple(right)) && parts(left) * parts(right) <= kMostProducts &&
                   left.terms.size() * right.terms.size() <= 2;
  if (!out) return product(a, b);
  Linear sum(a.width());
  sum.constant = left.constant * right.constant;
  for (const auto& [t, f] : left.terms) add_to(sum, t, f * right.constant);
  for (const auto& [t, f] : right.terms) add_to(sum, t, f * left.constant);
  for (const auto& [t, f] : left.terms)
    for (const auto& [u, g] : right.terms) add_to(sum, product(t, u), f * g);
  return emit(std::move(sum));
}

/// Division of numbers with zeros on top happens in the width that they need.
Term Terms::narrowed_division(Kind kind, Term a, Term b) {
  const unsigned width = a.width();
  const unsigned zeros = std::min(a.known().countMinLeadingZeros(), b.known().countMinLeadingZeros());
  if (zeros == 0 || zeros >= width) return Term();
  const Term low_a = slice(a, 0, width - zeros), low_b = slice(b, 0, width - zeros);
  if (kind == Kind::URem) return zext(urem(low_a, low_b), width);
  const Term quotient = zext(udiv(low_a, low_b), width);
  return ite(eq(low_b, zero(low_b.width())), all_ones(width), quotient);
}

Term Terms::udiv(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return bor(a, bnot(b));
  if (a == b) return ite(eq(a, zero(width)), all_ones(width), constant(width, 1));
  if (a.is_zero()) return ite(eq(b, zero(width)), all_ones(width), a);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_udiv(a.value(), c));
    if (c.isZero()) return all_ones(width);
    if (c.isPowerOf2()) return lshr(a, constant(width, c.logBase2()));
    if (a.known().getMaxValue().ult(c)) return zero(width);
    if (const unsigned by = c.countr_zero(); by != 0)  // x / (odd * 2^k) = (x >> k) / odd
      return zext(udiv(slice(a, by, width - by), constant(c.extractBits(width - by, by))), width);
    if (a.kind() == Kind::UDiv && a.operand(1).is_constant()) {
      bool overflow = false;
      const APInt both = a.operand(1).value().umul_ov(c, overflow);
      return overflow ? zero(width) : udiv(a.operand(0), constant(both));
    }
  }
  if (const Term narrow = narrowed_division(Kind::UDiv, a, b)) return narrow;
  return make2(Kind::UDiv, width, a, b);
}

Term Terms::urem(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return band(a, bnot(b));
  if (a == b || a.is_zero()) return zero(width);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_urem(a.value(), c));
    if (c.isZero()) return a;
    if (c.isPowerOf2()) return band(a, constant(c - 1));
    if (const unsigned by = c.countr_zero(); by != 0)  // the low bits stay
      return concat(urem(slice(a, by, width - by), constant(c.extractBits(width - by, by))), slice(a, 0, by));
  }
  if (a.known().getMaxValue().ult(b.known().getMinValue())) return a;
  if (a.kind() == Kind::URem && a.operand(1) == b) return a;
  if (const Term narrow = narrowed_division(Kind::URem, a, b)) return narrow;
  return make2(Kind::URem, width, a, b);
}

Term Terms::sdiv(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return bor(a, bnot(b));
  if (a.known().isNonNegative() && b.known().isNonNegative()) return udiv(a, b);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_sdiv(a.value(), c));
    if (c.isZero()) return ite(slt(a, b), constant(width, 1), all_ones(width));
    if (c.isOne()) return a;
    if (c.isMinSignedValue()) return zext(eq(a, b), width);
    if (c.isNegative()) return neg(sdiv(a, constant(-c)));
  }
  return make2(Kind::SDiv, width, a, b);
}

Term Terms::srem(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return band(a, bnot(b));
  if (a == b || a.is_zero()) return zero(width);
  if (a.known().isNonNegative() && b.known().isNonNegative()) return urem(a, b);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if (a.is_constant()) return constant(fold_srem(a.value(), c));
    if (c.isZero()) return a;
    if (c.isOne() || c.isAllOnes()) return zero(width);
    if (c.isNegative() && !c.isMinSignedValue()) return srem(a, constant(-c));
  }
  return make2(Kind::SRem, width, a, b);
}

Term Terms::shl(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return band(a, bnot(b));
  if (a.is_zero() || b.is_zero()) return a;
  if (b.known().getMinValue().uge(width)) return zero(width);
  if (b.is_constant())
    return mul(a, constant(APInt::getOneBitSet(width, static_cast<unsigned>(b.value().getZExtValue()))));
  return make2(Kind::Shl, width, a, b);
}

Term Terms::lshr(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return band(a, bnot(b));
  if (a.is_zero() || b.is_zero()) return a;
  if (b.known().getMinValue().uge(width)) return zero(width);
  if (b.is_constant()) {
    const unsigned by = static_cast<unsigned>(b.value().getZExtValue());
    return zext(slice(a, by, width - by), width);
  }
  return make2(Kind::LShr, width, a, b);
}

Term Terms::ashr(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1) return a;
  if (a.is_zero() || a.is_all_ones() || b.is_zero()) return a;
  if (a.known().isNonNegative()) return lshr(a, b);
  if (b.known().getMinValue().uge(width)) return sext(slice(a, width - 1, 1), width);
  if (b.is_constant()) {
    const unsigned by = static_cast<unsigned>(b.value().getZExtValue());
    return sext(slice(a, by, width - by), width);
  }
  return make2(Kind::AShr, width, a, b);
}

}  // namespace assay::refine::smt
