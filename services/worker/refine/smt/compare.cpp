#include <llvm/ADT/APInt.h>

#include <algorithm>

#include "services/worker/refine/smt/linear.h"
#include "services/worker/refine/smt/storage.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

bool is_sum(Term t) {
  return t.kind() == Kind::Add || t.kind() == Kind::Not || (t.kind() == Kind::Mul && t.operand(0).is_constant());
}

bool has_operand(Term list, Term t) {
  for (unsigned i = 0; i < list.arity(); ++i)
    if (list.operand(i) == t) return true;
  return false;
}

bool has_constant_part(Term t) {
  for (unsigned i = 0; t.kind() == Kind::Concat && i < t.arity(); ++i)
    if (t.operand(i).is_constant()) return true;
  return false;
}

bool same_boundaries(Term a, Term b) {
  if (a.kind() != Kind::Concat || b.kind() != Kind::Concat || a.arity() != b.arity()) return false;
  for (unsigned i = 0; i < a.arity(); ++i)
    if (a.operand(i).width() != b.operand(i).width()) return false;
  return true;
}

}  // namespace

/// The parts are those of the constant.
Term Terms::concat_is(Term a, const APInt& c) {
  Term all = truth(true);
  unsigned top = a.width();
  for (unsigned i = 0; i < a.arity() && !all.is_false(); ++i) {
    const unsigned width = a.operand(i).width();
    top -= width;
    all = land(all, eq(a.operand(i), constant(c.extractBits(width, top))));
  }
  return all;
}

/// Where an arm is a constant, it says what the condition must be.
Term Terms::ite_is(Term a, const APInt& c) {
  for (unsigned arm = 1; arm <= 2; ++arm) {
    if (!a.operand(arm).is_constant()) continue;
    const Term chosen = arm == 1 ? a.operand(0) : bnot(a.operand(0));
    const Term other = eq(a.operand(3 - arm), constant(c));
    return a.operand(arm).value() == c ? lor(chosen, other) : land(bnot(chosen), other);
  }
  return Term();
}

/// x / d = c: x lies from c * d to c * d + d - 1.
Term Terms::quotient_is(Term a, const APInt& c) {
  const Term x = a.operand(0), divisor = a.operand(1);
  const unsigned width = a.width();
  if (divisor.is_constant() && !divisor.is_zero()) {
    bool none = false, open_end = false;
    const APInt low = c.umul_ov(divisor.value(), none);
    const APInt high = low.uadd_ov(divisor.value() - 1, open_end);
    if (none) return truth(false);
    return land(ule(constant(low), x), open_end ? truth(true) : ule(x, constant(high)));
  }
  return c.isZero() ? land(ult(x, divisor), ne(divisor, zero(width))) : Term();
}

/// a = c; null: no simpler form.
Term Terms::eq_constant(Term a, const APInt& c) {
  const unsigned width = a.width();
  const auto is = [&](Term t, const APInt& value) { return eq(t, constant(value)); };
  switch (a.kind()) {
    case Kind::Not:
      return is(a.operand(0), ~c);
    case Kind::BitReverse:
      return is(a.operand(0), c.reverseBits());
    case Kind::Concat:
      return concat_is(a, c);
    case Kind::SExt: {
      const unsigned inner = a.operand(0).width();
      return c.getSignificantBits() <= inner ? is(a.operand(0), c.trunc(inner)) : truth(false);
    }
    case Kind::Ite:
      return ite_is(a, c);
    case Kind::And:
      if (c.isAllOnes()) {
        Term all = truth(true);
        for (unsigned i = 0; i < a.arity(); ++i) all = land(all, is(a.operand(i), c));
        return all;
      }
      return Term();
    case Kind::Xor:
      if (a.operand(0).is_constant()) {
        std::vector<Term> rest;
        for (unsigned i = 1; i < a.arity(); ++i) rest.push_back(a.operand(i));
        return is(xor_of(rest), c ^ a.operand(0).value());
      }
      if (a.arity() == 2 && c.isZero()) return eq(a.operand(0), a.operand(1));
      if (a.arity() == 2 && c.isAllOnes()) return eq(a.operand(0), bnot(a.operand(1)));
      return Term();
    case Kind::CtPop:
      if (c.isZero()) return is(a.operand(0), c);
      if (c == width) return is(a.operand(0), APInt::getAllOnes(width));
      return Term();
    case Kind::CtLz:
    case Kind::CtTz:
      if (c == width) return is(a.operand(0), APInt(width, 0));
      if (c.isZero()) return slice(a.operand(0), a.kind() == Kind::CtTz ? 0 : width - 1, 1);
      return Term();
    case Kind::UDiv:
      return quotient_is(a, c);
    case Kind::SRem:
      if (c.isZero() && a.operand(1).is_constant() && a.operand(1).value().isPowerOf2())
        return eq(urem(a.operand(0), a.operand(1)), zero(width));
      return Term();
    default:
      return Term();
  }
}

/// Sums: what both sides share cancels; one form for each equation.
Term Terms::eq_linear(Term a, Term b) {
  Linear difference = linear_of(a);
  add_to(difference, b, APInt::getAllOnes(a.width()));
  if (difference.terms.empty()) return truth(difference.constant.isZero());
  // The factor of the first term made small: of f and -f the one that is less.
  const APInt first = difference.terms[0].second;
  if ((-first).ult(first)) difference.scale(APInt::getAllOnes(a.width()));
  if (difference.terms.size() == 1) {
    const auto& [t, factor] = difference.terms[0];
    const APInt right = -difference.constant;
    const unsigned zeros = factor.countr_zero();
    if (right.countr_zero() < zeros) return truth(false);
    // factor = odd * 2^zeros: the low bits of t are right / factor.
    const unsigned used = a.width() - zeros;
    const APInt odd = factor.lshr(zeros).trunc(used);
    const APInt quotient = right.lshr(zeros).trunc(used) * odd.multiplicativeInverse();
    const Term low = slice(t, 0, used);
    if (low == a && b.is_constant() && quotient == b.value()) return Term();
    return eq(low, constant(quotient));
  }
  if (difference.terms.size() == 2 && difference.constant.isZero() && difference.terms[0].second.isOne() &&
      difference.terms[1].second.isAllOnes()) {
    const Term p = difference.terms[0].first, q = difference.terms[1].first;
    if (p != a && p != b) return eq(p, q);
    return make2(Kind::Eq, 1, p, q);
  }
  const APInt right = -difference.constant;
  difference.constant.clearAllBits();
  return make2(Kind::Eq, 1, emit(std::move(difference)), constant(right));
}

/// Two terms that are no constants; null: no simpler form.
Term Terms::eq_structural(Term a, Term b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if ((has_constant_part(a) && !is_sum(b)) || (turn == 0 && same_boundaries(a, b))) {
      Term all = truth(true);
      unsigned top = a.width();
      for (unsigned i = 0; i < a.arity() && !all.is_false(); ++i) {
        top -= a.operand(i).width();
        all = land(all, eq(a.operand(i), slice(b, top, a.operand(i).width())));
      }
      return all;
    }
    if (a.kind() == Kind::Ite && !a.is_array()) {
      if (a.operand(1) == b) return lor(a.operand(0), eq(a.operand(2), b));
      if (a.operand(2) == b) return lor(bnot(a.operand(0)), eq(a.operand(1), b));
    }
    if (a.kind() == Kind::And && has_operand(a, b)) {  // x & y = x: nothing of x outside of y
      std::vector<Term> rest;
      for (unsigned i = 0; i < a.arity(); ++i)
        if (a.operand(i) != b) rest.push_back(a.operand(i));
      return eq(band(bnot(and_of(std::move(rest))), b), zero(a.width()));
    }
    if (a.kind() == Kind::Xor && has_operand(a, b)) return eq(bxor(a, b), zero(a.width()));
    // Does b fit its low k bits, as a signed number? Then b + 2^(k-1) has nothing above them.
    if (a.kind() == Kind::SExt && slice(b, 0, a.operand(0).width()) == a.operand(0)) {
      const unsigned k = a.operand(0).width();
      const Term moved = add(b, constant(APInt::getOneBitSet(b.width(), k - 1)));
      return eq(slice(moved, k, b.width() - k), zero(b.width() - k));
    }
  }
  if (a.kind() == Kind::Not && b.kind() == Kind::Not) return eq(a.operand(0), b.operand(0));
  if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width())
    return eq(a.operand(0), b.operand(0));
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0))
    return ite(a.operand(0), eq(a.operand(1), b.operand(1)), eq(a.operand(2), b.operand(2)));
  return Term();
}

Term Terms::eq(Term a, Term b) {
  const Deeper deeper(storage_->depth);
  if (a == b) return truth(true);
  if (a.width() == 1) return bnot(bxor(a, b));
  if (a.is_constant()) std::swap(a, b);
  if (a.is_constant()) return truth(false);
  if (Deeper::too_deep(storage_->depth)) return make2(Kind::Eq, 1, a, b);
  if (b.is_constant())
    if (const Term simpler = eq_constant(a, b.value())) return simpler;
  if (!b.is_constant())
    if (const Term simpler = eq_structural(a, b)) return simpler;
  if (is_sum(a) || (!b.is_constant() && is_sum(b)))
    if (const Term simpler = eq_linear(a, b)) return simpler;
  if (!b.is_constant() && a.id() > b.id()) std::swap(a, b);
  return make2(Kind::Eq, 1, a, b);
}

/// a < c; null: no simpler form.
Term Terms::ult_constant(Term a, const APInt& c) {
  const unsigned width = a.width();
  if (c.isZero()) return truth(false);
  if (c.isOne()) return eq(a, zero(width));
  if (c.isAllOnes()) return ne(a, constant(c));
  if (c.isPowerOf2()) {
    const unsigned bits = c.logBase2();
    return eq(slice(a, bits, width - bits), zero(width - bits));
  }
  switch (a.kind()) {
    case Kind::Not:
      return bnot(ult(a.operand(0), constant(~c + 1)));  // ~x < c: ~c < x
    case Kind::Ite:
      if (!a.operand(1).is_constant() && !a.operand(2).is_constant()) return Term();
      return ite(a.operand(0), ult(a.operand(1), constant(c)), ult(a.operand(2), constant(c)));
    case Kind::Concat: {
      const Term first = a.operand(0), last = a.operand(a.arity() - 1);
      if (first.is_constant()) {
        const unsigned rest = width - first.width();
        const APInt high = c.extractBits(first.width(), rest);
        if (first.value() != high) return truth(first.value().ult(high));
        return ult(slice(a, 0, rest), constant(c.trunc(rest)));
      }
      if (last.is_constant()) {
        const unsigned k = last.width();
        const Term high = slice(a, k, width - k), bound = constant(c.extractBits(width - k, k));
        return last.value().ult(c.trunc(k)) ? ule(high, bound) : ult(high, bound);
      }
      return Term();
    }
    case Kind::UDiv: {
      if (!a.operand(1).is_constant() || a.operand(1).is_zero()) return Term();
      bool all = false;
      const APInt bound = c.umul_ov(a.operand(1).value(), all);
      return all ? truth(true) : ult(a.operand(0), constant(bound));
    }
    case Kind::Slice: {  // the high part below c: the whole below c and zeros
      const Term whole = a.operand(0);
      if (a.payload() + width != whole.width()) return Term();
      return ult(whole, constant(c.zext(whole.width()).shl(a.payload())));
    }
    default:
      return Term();
  }
}

/// Two terms that are no constants; null: no simpler form.
Term Terms::ult_structural(Term a, Term b) {
  if (a.kind() == Kind::Not && b.kind() == Kind::Not) return ult(b.operand(0), a.operand(0));
  if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width())
    return ult(a.operand(0), b.operand(0));
  if (a.kind() == Kind::URem && a.operand(1) == b) return ne(b, zero(b.width()));
  if (a.kind() == Kind::Concat && b.kind() == Kind::Concat) {
    const unsigned last_a = a.operand(a.arity() - 1).width(), last_b = b.operand(b.arity() - 1).width();
    if (a.operand(0) == b.operand(0)) {
      const unsigned rest = a.width() - a.operand(0).width();
      return ult(slice(a, 0, rest), slice(b, 0, rest));
    }
    if (last_a == last_b && a.operand(a.arity() - 1) == b.operand(b.arity() - 1))
      return ult(slice(a, last_a, a.width() - last_a), slice(b, last_a, a.width() - last_a));
    // Zeros on top of both, not in the same number.
    const unsigned zeros = std::min(a.known().countMinLeadingZeros(), b.known().countMinLeadingZeros());
    if (zeros != 0 && zeros < a.width()) return ult(slice(a, 0, a.width() - zeros), slice(b, 0, a.width() - zeros));
  }
  // Sums: b + r < b says that the addition carries; a < a - r that the subtraction borrows.
  if (a.kind() == Kind::Add || b.kind() == Kind::Add) {
    const bool left = a.kind() == Kind::Add;
    Linear rest = linear_of(left ? a : b);
    add_to(rest, left ? b : a, APInt::getAllOnes(a.width()));
    if (rest.terms.empty())  // x + c against x
      return left ? ult(bnot(b), constant(rest.constant)) : bnot(ult(bnot(a), constant(rest.constant)));
    if (rest.terms.size() == 1 && rest.constant.isZero()) {
      const auto& [t, factor] = rest.terms[0];
      if (left && factor.isOne()) return uadd_overflows(b, t);
      if (!left && factor.isAllOnes()) return ult(a, t);
    }
  }
  return Term();
}

Term Terms::ult(Term a, Term b) {
  const Deeper deeper(storage_->depth);
  if (a == b) return truth(false);
  if (a.width() == 1) return band(bnot(a), b);
  if (a.is_constant() && b.is_constant()) return truth(a.value().ult(b.value()));
  if (Deeper::too_deep(storage_->depth)) return make2(Kind::Ult, 1, a, b);
  if (a.is_constant()) return a.is_all_ones() ? truth(false) : bnot(ult(b, constant(a.value() + 1)));
  if (b.is_constant()) {
    if (const Term simpler = ult_constant(a, b.value())) return simpler;
  } else if (const Term simpler = ult_structural(a, b)) {
    return simpler;
  }
  // ~x < y and ~y < x are the same.
  if (a.kind() == Kind::Not && !b.is_constant() && a.operand(0).id() > b.id() && b.kind() != Kind::Not &&
      b.kind() != Kind::Concat && b.kind() != Kind::Add)
    if (const Term flipped = bnot(b); flipped.kind() == Kind::Not) return make2(Kind::Ult, 1, flipped, a.operand(0));
  return make2(Kind::Ult, 1, a, b);
}

/// a < c, signed; null: no simpler form.
Term Terms::slt_constant(Term a, const APInt& c) {
  const unsigned width = a.width();
  if (c.isMinSignedValue()) return truth(false);
  if (c.isZero()) return slice(a, width - 1, 1);
  if ((c - 1).isMinSignedValue()) return eq(a, constant(c - 1));
  if (c.isMaxSignedValue()) return ne(a, constant(c));
  switch (a.kind()) {
    case Kind::Not:
      return bnot(slt(a.operand(0), constant(~c + 1)));
    case Kind::SExt: {
      const unsigned inner = a.operand(0).width();
      if (c.getSignificantBits() <= inner) return slt(a.operand(0), constant(c.trunc(inner)));
      return truth(!c.isNegative());
    }
    case Kind::Ite:
      if (!a.operand(1).is_constant() && !a.operand(2).is_constant()) return Term();
      return ite(a.operand(0), slt(a.operand(1), constant(c)), slt(a.operand(2), constant(c)));
    case Kind::Slice: {
      const Term whole = a.operand(0);
      if (a.payload() + width != whole.width()) return Term();
      return slt(whole, constant(c.sext(whole.width()).shl(a.payload())));
    }
    default:
      return Term();
  }
}

Term Terms::slt(Term a, Term b) {
  const Deeper deeper(storage_->depth);
  if (a == b) return truth(false);
  const unsigned width = a.width();
  if (width == 1) return band(a, bnot(b));
  if (a.is_constant() && b.is_constant()) return truth(a.value().slt(b.value()));
  if (!a.known().isSignUnknown() && !b.known().isSignUnknown()) {
    if (a.known().isNegative() != b.known().isNegative()) return truth(a.known().isNegative());
    return ult(a, b);
  }
  if (Deeper::too_deep(storage_->depth)) return make2(Kind::Slt, 1, a, b);
  if (a.is_constant()) return a.value().isMaxSignedValue() ? truth(false) : bnot(slt(b, constant(a.value() + 1)));
  if (b.is_constant()) {
    if (const Term simpler = slt_constant(a, b.value())) return simpler;
  } else {
    if (a.kind() == Kind::Not && b.kind() == Kind::Not) return slt(b.operand(0), a.operand(0));
    if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width())
      return slt(a.operand(0), b.operand(0));
  }
  return make2(Kind::Slt, 1, a, b);
}

}  // namespace assay::refine::smt
