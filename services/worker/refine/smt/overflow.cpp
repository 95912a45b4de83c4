#include <algorithm>

#include <llvm/Support/KnownBits.h>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

using llvm::APInt;
using llvm::KnownBits;

namespace {

/// Do the signed bounds of both say that the exact sum (or difference) fits?
bool never_overflows(const KnownBits& a, const KnownBits& b, bool subtract) {
  bool low = false, high = false;
  if (subtract) {
    (void)a.getSignedMinValue().ssub_ov(b.getSignedMaxValue(), low);
    (void)a.getSignedMaxValue().ssub_ov(b.getSignedMinValue(), high);
  } else {
    (void)a.getSignedMinValue().sadd_ov(b.getSignedMinValue(), low);
    (void)a.getSignedMaxValue().sadd_ov(b.getSignedMaxValue(), high);
  }
  return !low && !high;
}

}  // namespace

Term Terms::uadd_overflows(Term a, Term b) {
  if ((a.is_zero() || b.is_zero()) && use(Rule::UAddOverflowOfZero)) return truth(false);
  if (b.is_constant() || (!a.is_constant() && b.id() < a.id())) std::swap(a, b);
  return a.is_constant() ? ult(constant(~a.value()), b) : ult(bnot(a), b);
}

Term Terms::usub_overflows(Term a, Term b) { return ult(a, b); }

Term Terms::sadd_overflows(Term a, Term b) {
  if (a.width() == 1 && use(Rule::SAddOverflowOfBits)) return band(a, b);
  if (a.is_constant()) std::swap(a, b);
  if (b.is_constant() && use(Rule::SAddOverflowByConstant)) {
    const APInt& c = b.value();
    const unsigned width = c.getBitWidth();
    if (c.isNegative()) return slt(a, constant(APInt::getSignedMinValue(width) - c));
    return slt(constant(APInt::getSignedMaxValue(width) - c), a);
  }
  if (a.node()->sign_bits > 1 && b.node()->sign_bits > 1 && use(Rule::SAddOverflowOfSpareSigns)) return truth(false);
  if (never_overflows(a.known(), b.known(), false) && use(Rule::SAddOverflowByKnownBits)) return truth(false);
  if (a.known().isNonNegative() && b.known().isNonNegative() && use(Rule::SAddOverflowOfNonNegative))
    return slice(add(a, b), a.width() - 1, 1);
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::SAddOverflow, 1, a, b);
}

Term Terms::ssub_overflows(Term a, Term b) {
  if (a == b && use(Rule::SSubOverflowOfSame)) return truth(false);
  const unsigned width = a.width();
  if (width == 1 && use(Rule::SSubOverflowOfBits)) return band(bnot(a), b);
  if (b.is_constant() && use(Rule::SSubOverflowByConstant))
    return b.value().isMinSignedValue() ? bnot(slice(a, width - 1, 1)) : sadd_overflows(a, constant(-b.value()));
  if (a.is_zero() && use(Rule::SSubOverflowOfZero)) return eq(b, constant(APInt::getSignedMinValue(width)));
  if (a.is_all_ones() && use(Rule::SSubOverflowOfOnes)) return truth(false);
  if (a.node()->sign_bits > 1 && b.node()->sign_bits > 1 && use(Rule::SSubOverflowOfSpareSigns)) return truth(false);
  if (never_overflows(a.known(), b.known(), true) && use(Rule::SSubOverflowByKnownBits)) return truth(false);
  return make2(Kind::SSubOverflow, 1, a, b);
}

Term Terms::umul_overflows(Term a, Term b) {
  if (a.width() == 1 && use(Rule::UMulOverflowOfBits)) return truth(false);
  if (a.is_constant()) std::swap(a, b);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if ((c.isZero() || c.isOne()) && use(Rule::MulOverflowByUnit)) return truth(false);
    if (!c.isZero() && use(Rule::UMulOverflowByConstant))
      return ult(constant(APInt::getMaxValue(a.width()).udiv(c)), a);
  }
  if (a.known().countMinLeadingZeros() + b.known().countMinLeadingZeros() >= a.width() &&
      use(Rule::UMulOverflowOfSmall))
    return truth(false);
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::UMulOverflow, 1, a, b);
}

Term Terms::smul_overflows(Term a, Term b) {
  const unsigned width = a.width();
  if (width == 1 && use(Rule::SMulOverflowOfBits)) return band(a, b);
  if (a.is_constant()) std::swap(a, b);
  const APInt least = APInt::getSignedMinValue(width), most = APInt::getSignedMaxValue(width);
  if (b.is_constant()) {
    const APInt& c = b.value();
    if ((c.isZero() || (c.isOne() && width > 1)) && use(Rule::MulOverflowByUnit)) return truth(false);
    if (c.isAllOnes() && use(Rule::SMulOverflowByMinusOne)) return eq(a, constant(least));
    if (c.isPowerOf2() && !c.isMinSignedValue() &&
        use(Rule::SMulOverflowByPowerOfTwo))  // as for a shift: the bits that go must be copies of the sign
      return ne(sext(slice(a, 0, width - c.logBase2()), width), a);
    if (!c.isZero() && !c.isAllOnes() && use(Rule::SMulOverflowByConstant)) {
      // The quotients are rounded toward zero, that is toward the values that fit.
      const APInt low = c.isNegative() ? most.sdiv(c) : least.sdiv(c);
      const APInt high = c.isNegative() ? least.sdiv(c) : most.sdiv(c);
      return lor(slt(a, constant(low)), slt(constant(high), a));
    }
  }
  if (a.node()->sign_bits + b.node()->sign_bits > width + 1 && use(Rule::SMulOverflowOfSmall)) return truth(false);
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::SMulOverflow, 1, a, b);
}

}  // namespace assay::refine::smt
