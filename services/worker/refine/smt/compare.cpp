#include <llvm/ADT/APInt.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

#include "services/worker/refine/smt/bitwise.h"
#include "services/worker/refine/smt/chosen_sums.h"
#include "services/worker/refine/smt/linear.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

bool is_affine(Term t) {
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

/// The parts are those of the constant.
Term concat_is(Terms& terms, Term a, const APInt& c) {
  Term all = terms.truth(true);
  unsigned top = a.width();
  for (unsigned i = 0; i < a.arity() && !all.is_false(); ++i) {
    const unsigned width = a.operand(i).width();
    top -= width;
    all = terms.land(all, terms.eq(a.operand(i), terms.constant(c.extractBits(width, top))));
  }
  return all;
}

/// Where an arm is a constant, it says what the condition must be.
Term ite_is(Terms& terms, Term a, const APInt& c) {
  for (unsigned arm = 1; arm <= 2; ++arm) {
    if (!a.operand(arm).is_constant() || !terms.use(Rule::EqOfIte)) continue;
    const Term chosen = arm == 1 ? a.operand(0) : terms.bnot(a.operand(0));
    const Term other = terms.eq(a.operand(3 - arm), terms.constant(c));
    return a.operand(arm).value() == c ? terms.lor(chosen, other) : terms.land(terms.bnot(chosen), other);
  }
  return Term();
}

/// x / d = c: x lies from c * d to c * d + d - 1.
Term quotient_is(Terms& terms, Term a, const APInt& c) {
  const Term x = a.operand(0), divisor = a.operand(1);
  const unsigned width = a.width();
  if (divisor.is_constant() && !divisor.is_zero()) {
    if (!terms.use(Rule::EqOfQuotient)) return Term();
    bool none = false, open_end = false;
    const APInt low = c.umul_ov(divisor.value(), none);
    const APInt high = low.uadd_ov(divisor.value() - 1, open_end);
    if (none) return terms.truth(false);
    return terms.land(terms.ule(terms.constant(low), x),
                      open_end ? terms.truth(true) : terms.ule(x, terms.constant(high)));
  }
  return c.isZero() && terms.use(Rule::EqOfZeroQuotient)
             ? terms.land(terms.ult(x, divisor), terms.ne(divisor, terms.zero(width)))
             : Term();
}

/// a = c; null: no simpler form.
Term eq_constant(Terms& terms, Term a, const APInt& c) {
  const unsigned width = a.width();
  const auto is = [&](Term t, const APInt& value) { return terms.eq(t, terms.constant(value)); };
  switch (a.kind()) {
    case Kind::Not:
      return terms.use(Rule::EqOfNot) ? is(a.operand(0), ~c) : Term();
    case Kind::BitReverse:
      return terms.use(Rule::EqOfReverse) ? is(a.operand(0), c.reverseBits()) : Term();
    case Kind::Concat:
      return terms.use(Rule::EqOfConcat) ? concat_is(terms, a, c) : Term();
    case Kind::SExt: {
      if (!terms.use(Rule::EqOfSExt)) return Term();
      const unsigned inner = a.operand(0).width();
      return c.getSignificantBits() <= inner ? is(a.operand(0), c.trunc(inner)) : terms.truth(false);
    }
    case Kind::Ite:
      return ite_is(terms, a, c);
    case Kind::And:
      if (c.isAllOnes() && terms.use(Rule::EqOfAndWithOnes)) {
        Term all = terms.truth(true);
        for (unsigned i = 0; i < a.arity(); ++i) all = terms.land(all, is(a.operand(i), c));
        return all;
      }
      return Term();
    case Kind::Xor:
      if (a.operand(0).is_constant() && terms.use(Rule::EqOfXorWithConstant)) {
        std::vector<Term> rest;
        for (unsigned i = 1; i < a.arity(); ++i) rest.push_back(a.operand(i));
        return is(xor_of(terms, rest), c ^ a.operand(0).value());
      }
      if (a.arity() == 2 && c.isZero() && terms.use(Rule::EqOfXorWithZero)) return terms.eq(a.operand(0), a.operand(1));
      if (a.arity() == 2 && c.isAllOnes() && terms.use(Rule::EqOfXorWithOnes))
        return terms.eq(a.operand(0), terms.bnot(a.operand(1)));
      return Term();
    case Kind::CtPop:
      if (c.isZero() && terms.use(Rule::EqOfCtPop)) return is(a.operand(0), c);
      if (c == width && terms.use(Rule::EqOfCtPop)) return is(a.operand(0), APInt::getAllOnes(width));
      return Term();
    case Kind::CtLz:
    case Kind::CtTz:
      if (c == width && terms.use(Rule::EqOfCountZeros)) return is(a.operand(0), APInt(width, 0));
      if (c.isZero() && terms.use(Rule::EqOfCountZeros))
        return terms.slice(a.operand(0), a.kind() == Kind::CtTz ? 0 : width - 1, 1);
      return Term();
    case Kind::UDiv:
      return quotient_is(terms, a, c);
    case Kind::SRem:
      if (c.isZero() && a.operand(1).is_constant() && a.operand(1).value().isPowerOf2() &&
          terms.use(Rule::EqOfSRemWithZero))
        return terms.eq(terms.urem(a.operand(0), a.operand(1)), terms.zero(width));
      return Term();
    default:
      return Term();
  }
}

/// Sums: what both sides share cancels; one form for each equation.
Term eq_linear(Terms& terms, Term a, Term b) {
  Linear difference = linear_of(terms, a);
  add_to(terms, difference, b, APInt::getAllOnes(a.width()));
  if (difference.terms.empty() && terms.use(Rule::EqCancels)) return terms.truth(difference.constant.isZero());
  // The factor of the first term made small: of f and -f the one that is less.
  const APInt first = difference.terms[0].second;
  if ((-first).ult(first)) difference.scale(APInt::getAllOnes(a.width()));
  if (difference.terms.empty()) return Term();
  if (difference.terms.size() == 1 && terms.use(Rule::EqOfMultiple)) {
    const auto& [t, factor] = difference.terms[0];
    const APInt right = -difference.constant;
    const unsigned zeros = factor.countr_zero();
    if (right.countr_zero() < zeros) return terms.truth(false);
    // factor = odd * 2^zeros: the low bits of t are right / factor.
    const unsigned used = a.width() - zeros;
    const APInt odd = factor.lshr(zeros).trunc(used);
    const APInt quotient = right.lshr(zeros).trunc(used) * odd.multiplicativeInverse();
    const Term low = terms.slice(t, 0, used);
    if (low == a && b.is_constant() && quotient == b.value()) return Term();
    return terms.eq(low, terms.constant(quotient));
  }
  if (difference.terms.size() == 2 && difference.constant.isZero() && difference.terms[0].second.isOne() &&
      difference.terms[1].second.isAllOnes() && terms.use(Rule::EqOfTwo)) {
    const Term p = difference.terms[0].first, q = difference.terms[1].first;
    if (p != a && p != b) return terms.eq(p, q);
    return terms.make2(Kind::Eq, 1, p, q);
  }
  if (const Term cases = eq_by_cases(terms, difference)) return cases;
  if (!terms.use(Rule::EqOfSums)) return Term();
  const APInt right = -difference.constant;
  difference.constant.clearAllBits();
  return terms.make2(Kind::Eq, 1, term_of(terms, std::move(difference)), terms.constant(right));
}

/// Two terms that are no constants; null: no simpler form.
Term eq_structural(Terms& terms, Term a, Term b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if ((has_constant_part(a) && !is_affine(b)) || (turn == 0 && same_boundaries(a, b))) {
      if (!terms.use(Rule::EqByParts)) continue;
      Term all = terms.truth(true);
      unsigned top = a.width();
      for (unsigned i = 0; i < a.arity() && !all.is_false(); ++i) {
        top -= a.operand(i).width();
        all = terms.land(all, terms.eq(a.operand(i), terms.slice(b, top, a.operand(i).width())));
      }
      return all;
    }
    if (a.kind() == Kind::Ite && !a.is_array()) {
      if (a.operand(1) == b && terms.use(Rule::EqOfIteWithArm))
        return terms.lor(a.operand(0), terms.eq(a.operand(2), b));
      if (a.operand(2) == b && terms.use(Rule::EqOfIteWithArm))
        return terms.lor(terms.bnot(a.operand(0)), terms.eq(a.operand(1), b));
    }
    if (a.kind() == Kind::And && has_operand(a, b) &&
        terms.use(Rule::EqOfAndWithOperand)) {  // x & y = x: nothing of x outside of y
      std::vector<Term> rest;
      for (unsigned i = 0; i < a.arity(); ++i)
        if (a.operand(i) != b) rest.push_back(a.operand(i));
      return terms.eq(terms.band(terms.bnot(and_of(terms, std::move(rest))), b), terms.zero(a.width()));
    }
    if (a.kind() == Kind::Xor && has_operand(a, b) && terms.use(Rule::EqOfXorWithOperand))
      return terms.eq(terms.bxor(a, b), terms.zero(a.width()));
    // Does b fit its low k bits, as a signed number? Then b + 2^(k-1) has nothing above them.
    if (a.kind() == Kind::SExt && terms.slice(b, 0, a.operand(0).width()) == a.operand(0) &&
        terms.use(Rule::EqOfSExtWithWhole)) {
      const unsigned k = a.operand(0).width();
      const Term moved = terms.add(b, terms.constant(APInt::getOneBitSet(b.width(), k - 1)));
      return terms.eq(terms.slice(moved, k, b.width() - k), terms.zero(b.width() - k));
    }
  }
  if (a.kind() == Kind::Not && b.kind() == Kind::Not && terms.use(Rule::EqOfNots))
    return terms.eq(a.operand(0), b.operand(0));
  if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width() &&
      terms.use(Rule::EqOfSExts))
    return terms.eq(a.operand(0), b.operand(0));
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0) && terms.use(Rule::EqOfItes))
    return terms.ite(a.operand(0), terms.eq(a.operand(1), b.operand(1)), terms.eq(a.operand(2), b.operand(2)));
  return eq_by_cases(terms, a, b);
}

/// a < c; null: no simpler form.
Term ult_constant(Terms& terms, Term a, const APInt& c) {
  const unsigned width = a.width();
  if (c.isZero()) return terms.truth(false);
  if (c.isOne() && terms.use(Rule::UltOne)) return terms.eq(a, terms.zero(width));
  if (c.isAllOnes() && terms.use(Rule::UltGreatest)) return terms.ne(a, terms.constant(c));
  if (c.isPowerOf2() && terms.use(Rule::UltPowerOfTwo)) {
    const unsigned bits = c.logBase2();
    return terms.eq(terms.slice(a, bits, width - bits), terms.zero(width - bits));
  }
  switch (a.kind()) {
    case Kind::Not:
      if (!terms.use(Rule::UltOfNot)) return Term();
      return terms.bnot(terms.ult(a.operand(0), terms.constant(~c + 1)));  // ~x < c: ~c < x
    case Kind::Ite:
      if ((!a.operand(1).is_constant() && !a.operand(2).is_constant()) || !terms.use(Rule::UltOfIte)) return Term();
      return terms.ite(a.operand(0), terms.ult(a.operand(1), terms.constant(c)),
                       terms.ult(a.operand(2), terms.constant(c)));
    case Kind::Concat: {
      const Term first = a.operand(0), last = a.operand(a.arity() - 1);
      if (first.is_constant() && terms.use(Rule::UltOfConstantAbove)) {
        const unsigned rest = width - first.width();
        const APInt high = c.extractBits(first.width(), rest);
        if (first.value() != high) return terms.truth(first.value().ult(high));
        return terms.ult(terms.slice(a, 0, rest), terms.constant(c.trunc(rest)));
      }
      if (last.is_constant() && terms.use(Rule::UltOfConstantBelow)) {
        const unsigned k = last.width();
        const Term high = terms.slice(a, k, width - k), bound = terms.constant(c.extractBits(width - k, k));
        return last.value().ult(c.trunc(k)) ? terms.ule(high, bound) : terms.ult(high, bound);
      }
      return Term();
    }
    case Kind::UDiv: {
      if (!a.operand(1).is_constant() || a.operand(1).is_zero() || !terms.use(Rule::UltOfQuotient)) return Term();
      bool all = false;
      const APInt bound = c.umul_ov(a.operand(1).value(), all);
      return all ? terms.truth(true) : terms.ult(a.operand(0), terms.constant(bound));
    }
    case Kind::Slice: {  // the high part below c: the whole below c and zeros
      const Term whole = a.operand(0);
      if (a.payload() + width != whole.width() || !terms.use(Rule::UltOfHighPart)) return Term();
      return terms.ult(whole, terms.constant(c.zext(whole.width()).shl(a.payload())));
    }
    default:
      return Term();
  }
}

/// Two terms that are no constants; null: no simpler form.
Term ult_structural(Terms& terms, Term a, Term b) {
  if (a.kind() == Kind::Not && b.kind() == Kind::Not && terms.use(Rule::UltOfNots))
    return terms.ult(b.operand(0), a.operand(0));
  if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width() &&
      terms.use(Rule::UltOfSExts))
    return terms.ult(a.operand(0), b.operand(0));
  if (a.kind() == Kind::URem && a.operand(1) == b && terms.use(Rule::UltOfRemainder))
    return terms.ne(b, terms.zero(b.width()));
  if (a.kind() == Kind::Concat && b.kind() == Kind::Concat) {
    const unsigned last_a = a.operand(a.arity() - 1).width(), last_b = b.operand(b.arity() - 1).width();
    if (a.operand(0) == b.operand(0) && terms.use(Rule::UltOfSameAbove)) {
      const unsigned rest = a.width() - a.operand(0).width();
      return terms.ult(terms.slice(a, 0, rest), terms.slice(b, 0, rest));
    }
    if (last_a == last_b && a.operand(a.arity() - 1) == b.operand(b.arity() - 1) && terms.use(Rule::UltOfSameBelow))
      return terms.ult(terms.slice(a, last_a, a.width() - last_a), terms.slice(b, last_a, a.width() - last_a));
    // Zeros on top of both, not in the same number.
    const unsigned zeros = std::min(a.known().countMinLeadingZeros(), b.known().countMinLeadingZeros());
    if (zeros != 0 && zeros < a.width() && terms.use(Rule::UltOfZerosAbove))
      return terms.ult(terms.slice(a, 0, a.width() - zeros), terms.slice(b, 0, a.width() - zeros));
  }
  // Sums: b + r < b says that the addition carries; a < a - r that the subtraction borrows.
  if (a.kind() == Kind::Add || b.kind() == Kind::Add) {
    const bool left = a.kind() == Kind::Add;
    Linear rest = linear_of(terms, left ? a : b);
    add_to(terms, rest, left ? b : a, APInt::getAllOnes(a.width()));
    if (rest.terms.empty() && terms.use(Rule::UltOfSumWithOperand))  // x + c against x
      return left ? terms.ult(terms.bnot(b), terms.constant(rest.constant))
                  : terms.bnot(terms.ult(terms.bnot(a), terms.constant(rest.constant)));
    if (rest.terms.size() == 1 && rest.constant.isZero()) {
      const auto& [t, factor] = rest.terms[0];
      if (left && factor.isOne() && terms.use(Rule::UltOfCarry)) return terms.uadd_overflows(b, t);
      if (!left && factor.isAllOnes() && terms.use(Rule::UltOfBorrow)) return terms.ult(a, t);
    }
  }
  return Term();
}

/// a < c, signed; null: no simpler form.
Term slt_constant(Terms& terms, Term a, const APInt& c) {
  const unsigned width = a.width();
  if (c.isMinSignedValue()) return terms.truth(false);
  if (c.isZero() && terms.use(Rule::SltZero)) return terms.slice(a, width - 1, 1);
  if ((c - 1).isMinSignedValue() && terms.use(Rule::SltNextToLeast)) return terms.eq(a, terms.constant(c - 1));
  if (c.isMaxSignedValue() && terms.use(Rule::SltGreatest)) return terms.ne(a, terms.constant(c));
  switch (a.kind()) {
    case Kind::Not:
      if (!terms.use(Rule::SltOfNot)) return Term();
      return terms.bnot(terms.slt(a.operand(0), terms.constant(~c + 1)));
    case Kind::SExt: {
      if (!terms.use(Rule::SltOfSExt)) return Term();
      const unsigned inner = a.operand(0).width();
      if (c.getSignificantBits() <= inner) return terms.slt(a.operand(0), terms.constant(c.trunc(inner)));
      return terms.truth(!c.isNegative());
    }
    case Kind::Ite:
      if ((!a.operand(1).is_constant() && !a.operand(2).is_constant()) || !terms.use(Rule::SltOfIte)) return Term();
      return terms.ite(a.operand(0), terms.slt(a.operand(1), terms.constant(c)),
                       terms.slt(a.operand(2), terms.constant(c)));
    case Kind::Slice: {
      const Term whole = a.operand(0);
      if (a.payload() + width != whole.width() || !terms.use(Rule::SltOfHighPart)) return Term();
      return terms.slt(whole, terms.constant(c.sext(whole.width()).shl(a.payload())));
    }
    default:
      return Term();
  }
}

}  // namespace

Term Terms::eq(Term a, Term b) {
  const Deeper deeper(*this);
  if (a == b) return truth(true);
  if (a.width() == 1 && use(Rule::EqOfBits)) return bnot(bxor(a, b));
  if (a.is_constant()) std::swap(a, b);
  if (a.is_constant()) return truth(false);
  if (too_deep()) return make2(Kind::Eq, 1, a, b);
  if (a.kind() != Kind::Ite || b.kind() != Kind::Ite) return simplified_eq(a, b);
  // Two choices are compared arm by arm. Arms share arms, so that a walk without memory would be exponential.
  const std::uint64_t key = static_cast<std::uint64_t>(std::min(a.id(), b.id())) << 32 | std::max(a.id(), b.id());
  if (const auto found = equalities_.find(key); found != equalities_.end()) return found->second;
  const Term result = simplified_eq(a, b);
  equalities_.emplace(key, result);
  return result;
}

Term Terms::simplified_eq(Term a, Term b) {
  if (b.is_constant())
    if (const Term simpler = eq_constant(*this, a, b.value())) return simpler;
  if (!b.is_constant())
    if (const Term simpler = eq_structural(*this, a, b)) return simpler;
  if (is_affine(a) || (!b.is_constant() && is_affine(b)))
    if (const Term simpler = eq_linear(*this, a, b)) return simpler;
  if (!b.is_constant() && a.id() > b.id()) std::swap(a, b);
  return make2(Kind::Eq, 1, a, b);
}

Term Terms::ult(Term a, Term b) {
  const Deeper deeper(*this);
  if (a == b) return truth(false);
  if (a.width() == 1 && use(Rule::UltOfBits)) return band(bnot(a), b);
  if (a.is_constant() && b.is_constant()) return truth(a.value().ult(b.value()));
  if (too_deep()) return make2(Kind::Ult, 1, a, b);
  if (a.is_all_ones()) return truth(false);
  if (a.is_constant() && use(Rule::UltOfConstant)) return bnot(ult(b, constant(a.value() + 1)));
  if (b.is_constant()) {
    if (const Term simpler = ult_constant(*this, a, b.value())) return simpler;
  } else if (const Term simpler = ult_structural(*this, a, b)) {
    return simpler;
  }
  // ~x < y and ~y < x are the same.
  if (a.kind() == Kind::Not && !b.is_constant() && a.operand(0).id() > b.id() && b.kind() != Kind::Not &&
      b.kind() != Kind::Concat && b.kind() != Kind::Add)
    if (const Term flipped = bnot(b); flipped.kind() == Kind::Not && use(Rule::UltOfNotOnce))
      return make2(Kind::Ult, 1, flipped, a.operand(0));
  return make2(Kind::Ult, 1, a, b);
}

Term Terms::slt(Term a, Term b) {
  const Deeper deeper(*this);
  if (a == b) return truth(false);
  const unsigned width = a.width();
  if (width == 1 && use(Rule::SltOfBits)) return band(a, bnot(b));
  if (a.is_constant() && b.is_constant()) return truth(a.value().slt(b.value()));
  if (!a.known().isSignUnknown() && !b.known().isSignUnknown() && use(Rule::SltOfKnownSigns)) {
    if (a.known().isNegative() != b.known().isNegative()) return truth(a.known().isNegative());
    return ult(a, b);
  }
  if (too_deep()) return make2(Kind::Slt, 1, a, b);
  if (a.is_constant() && a.value().isMaxSignedValue()) return truth(false);
  if (a.is_constant() && use(Rule::SltOfConstant)) return bnot(slt(b, constant(a.value() + 1)));
  if (b.is_constant()) {
    if (const Term simpler = slt_constant(*this, a, b.value())) return simpler;
  } else {
    if (a.kind() == Kind::Not && b.kind() == Kind::Not && use(Rule::SltOfNots)) return slt(b.operand(0), a.operand(0));
    if (a.kind() == Kind::SExt && b.kind() == Kind::SExt && a.operand(0).width() == b.operand(0).width() &&
        use(Rule::SltOfSExts))
      return slt(a.operand(0), b.operand(0));
  }
  return make2(Kind::Slt, 1, a, b);
}

}  // namespace assay::refine::smt
