#include "services/worker/refine/smt/floats_in_integers.h"

#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/float_arithmetic.h"

namespace assay::refine::smt {

Term in_integers(Terms& terms, Term t) {
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  if (attributes.format == FloatFormat::X87 || attributes.to == FloatFormat::X87) return Term();
  TermDomain domain(terms, nullptr, nullptr);
  semantics::FloatArithmetic<TermDomain> arithmetic(domain, semantics::shape_of(attributes.format));
  const Rounding r = attributes.rounding;
  switch (t.kind()) {
    case Kind::FAdd:
      return arithmetic.add(r, t.operand(0), t.operand(1));
    case Kind::FMul:
      return arithmetic.mul(r, t.operand(0), t.operand(1));
    case Kind::FDiv:
      return arithmetic.div(r, t.operand(0), t.operand(1));
    case Kind::Fma:
      return arithmetic.fma(r, t.operand(0), t.operand(1), t.operand(2));
    case Kind::FSqrt:
      return arithmetic.sqrt(r, t.operand(0));
    case Kind::FRound:
      return arithmetic.round(r, t.operand(0));
    case Kind::FConvert:
      return arithmetic.convert_to(semantics::shape_of(attributes.to), r, t.operand(0));
    case Kind::FloatToInt:
      return arithmetic.to_int(r, t.operand(0), t.width(), attributes.is_signed);
    case Kind::IntToFloat:
      return arithmetic.from_int(r, t.operand(0), attributes.is_signed);
    default:
      return Term();
  }
}

}  // namespace assay::refine::smt
