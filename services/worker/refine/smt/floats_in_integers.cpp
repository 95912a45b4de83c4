#include "services/worker/refine/smt/floats_in_integers.h"

#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/float_arithmetic.h"

namespace assay::refine::smt {

namespace {

using semantics::FloatShape;

/// x87's numbers with a hidden bit in place of the integer bit, which says nothing that the exponent does not say.
constexpr FloatShape kHidden{15, 63};

FloatShape shape_in_integers(FloatFormat f) { return f == FloatFormat::X87 ? kHidden : semantics::shape_of(f); }

/// The pattern with a hidden bit: what x87 has no number for is NaN, and a denormal with the integer bit is the least
/// normal number's equal in exponent.
Term hidden(Terms& terms, Term a) {
  const Term sign = terms.slice(a, 79, 1), exponent = terms.slice(a, 64, 15), integer = terms.slice(a, 63, 1);
  const Term is_raised = terms.land(terms.eq(exponent, terms.zero(15)), terms.eq(integer, terms.all_ones(1)));
  const Term raised = terms.ite(is_raised, terms.constant(llvm::APInt(15, 1)), exponent);
  const Term number = terms.concat(sign, terms.concat(raised, terms.slice(a, 0, 63)));
  const Term nan = terms.concat(terms.constant(llvm::APInt(1, 0)),
                                terms.concat(terms.all_ones(15), terms.constant(llvm::APInt::getSignMask(63))));
  return terms.ite(terms.is_nan(FloatFormat::X87, a), nan, number);
}

Term with_integer_bit(Terms& terms, Term a) {
  const Term exponent = terms.slice(a, 63, 15);
  const Term integer = terms.ne(exponent, terms.zero(15));
  return terms.concat(terms.slice(a, 78, 1), terms.concat(exponent, terms.concat(integer, terms.slice(a, 0, 63))));
}

/// x87 has these as operations of their own.
Term compared(Terms& terms, Kind kind, Term a, Term b) {
  const FloatFormat f = FloatFormat::X87;
  const Term ordered = terms.land(terms.lnot(terms.is_nan(f, a)), terms.lnot(terms.is_nan(f, b)));
  const Term x = hidden(terms, a), y = hidden(terms, b);
  const Term low_x = terms.slice(x, 0, 78), low_y = terms.slice(y, 0, 78);
  const Term zeros = terms.land(terms.eq(low_x, terms.zero(78)), terms.eq(low_y, terms.zero(78)));
  if (kind == Kind::FEq) return terms.land(ordered, terms.lor(terms.eq(x, y), zeros));
  const Term negative_x = terms.slice(x, 78, 1), negative_y = terms.slice(y, 78, 1);
  const Term same_sign = terms.ite(negative_x, terms.ult(low_y, low_x), terms.ult(low_x, low_y));
  return terms.land(ordered,
                    terms.ite(terms.eq(negative_x, negative_y), same_sign, terms.land(negative_x, terms.lnot(zeros))));
}

}  // namespace

Term in_integers(Terms& terms, Term t) {
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  if (t.kind() == Kind::FEq || t.kind() == Kind::FLt) return compared(terms, t.kind(), t.operand(0), t.operand(1));
  TermDomain domain(terms, nullptr, nullptr);
  semantics::FloatArithmetic<TermDomain> arithmetic(domain, shape_in_integers(attributes.format));
  const Rounding r = attributes.rounding;
  const bool of_x87 = attributes.format == FloatFormat::X87;
  const auto in = [&](unsigned i) {
    return of_x87 && t.kind() != Kind::IntToFloat ? hidden(terms, t.operand(i)) : t.operand(i);
  };
  const auto out = [&](Term result, FloatFormat format) {
    return format == FloatFormat::X87 ? with_integer_bit(terms, result) : result;
  };
  switch (t.kind()) {
    case Kind::FAdd:
      return out(arithmetic.add(r, in(0), in(1)), attributes.format);
    case Kind::FMul:
      return out(arithmetic.mul(r, in(0), in(1)), attributes.format);
    case Kind::FDiv:
      return out(arithmetic.div(r, in(0), in(1)), attributes.format);
    case Kind::Fma:
      return out(arithmetic.fma(r, in(0), in(1), in(2)), attributes.format);
    case Kind::FSqrt:
      return out(arithmetic.sqrt(r, in(0)), attributes.format);
    case Kind::FRound:
      return out(arithmetic.round(r, in(0)), attributes.format);
    case Kind::FConvert:
      return out(arithmetic.convert_to(shape_in_integers(attributes.to), r, in(0)), attributes.to);
    case Kind::FloatToInt:
      return arithmetic.to_int(r, in(0), t.width(), attributes.is_signed);
    case Kind::IntToFloat:
      return out(arithmetic.from_int(r, in(0), attributes.is_signed), attributes.format);
    default:
      return Term();
  }
}

}  // namespace assay::refine::smt
