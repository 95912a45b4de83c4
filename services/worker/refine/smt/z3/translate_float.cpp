#include <algorithm>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/z3/translate.h"

namespace assay::refine::smt {

namespace {

Z3_ast rounding_mode(Z3_context context, Rounding rounding) {
  switch (rounding) {
    case Rounding::TowardPositive:
      return Z3_mk_fpa_rtp(context);
    case Rounding::TowardNegative:
      return Z3_mk_fpa_rtn(context);
    case Rounding::TowardZero:
      return Z3_mk_fpa_rtz(context);
    case Rounding::NearestTiesToAway:
      return Z3_mk_fpa_rna(context);
    default:
      return Z3_mk_fpa_rne(context);
  }
}

}  // namespace

Z3_sort Translator::float_sort(FloatFormat format) {
  const semantics::FloatShape shape = semantics::shape_of(format);
  const Z3_sort sort = Z3_mk_fpa_sort(context_, shape.exponent_bits, shape.fraction_bits + 1);
  keep(Z3_sort_to_ast(context_, sort));
  return sort;
}

/// The number that the bits of a term stand for; without a detour through the bits for results of operations.
Z3_ast Translator::real(FloatFormat format, Term t) {
  Forms& f = forms(t);
  if (f.real == nullptr && t.kind() == Kind::Ite &&
      (forms(t.operand(1)).real != nullptr || forms(t.operand(2)).real != nullptr)) {
    const Z3_ast then = real(format, t.operand(1)), otherwise = real(format, t.operand(2));
    forms(t).real = keep(Z3_mk_ite(context_, boolean(t.operand(0)), then, otherwise));
  }
  if (forms(t).real != nullptr && Z3_get_sort(context_, forms(t).real) == float_sort(format)) return forms(t).real;
  return keep(Z3_mk_fpa_to_fp_bv(context_, bits(t), float_sort(format)));
}

/// Z3 4.8.12 fails to round numbers whose significand is no longer than their exponent: bfloat's, which single holds.
Z3_ast Translator::roomy(FloatFormat format, Z3_ast value) {
  if (format != FloatFormat::BFloat) return value;
  return keep(Z3_mk_fpa_to_fp_float(context_, keep(Z3_mk_fpa_rne(context_)), value, float_sort(FloatFormat::Single)));
}

/// The number that an operation gives.
Z3_ast Translator::real_operation(Term t) {
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  const Z3_ast mode = keep(rounding_mode(context_, attributes.rounding));
  const auto in = [&](unsigned i) { return real(attributes.format, t.operand(i)); };
  switch (t.kind()) {
    case Kind::FAdd:
      return Z3_mk_fpa_add(context_, mode, in(0), in(1));
    case Kind::FMul:
      return Z3_mk_fpa_mul(context_, mode, in(0), in(1));
    case Kind::FDiv:
      return Z3_mk_fpa_div(context_, mode, in(0), in(1));
    case Kind::Fma:
      return Z3_mk_fpa_fma(context_, mode, in(0), in(1), in(2));
    case Kind::FSqrt:
      return Z3_mk_fpa_sqrt(context_, mode, in(0));
    case Kind::FRound: {
      const Z3_ast rounded = keep(Z3_mk_fpa_round_to_integral(context_, mode, roomy(attributes.format, in(0))));
      return Z3_mk_fpa_to_fp_float(context_, mode, rounded, float_sort(attributes.format));
    }
    case Kind::FConvert:
      return Z3_mk_fpa_to_fp_float(context_, mode, in(0), float_sort(attributes.to));
    case Kind::IntToFloat:
      return attributes.is_signed
                 ? Z3_mk_fpa_to_fp_signed(context_, mode, bits(t.operand(0)), float_sort(attributes.format))
                 : Z3_mk_fpa_to_fp_unsigned(context_, mode, bits(t.operand(0)), float_sort(attributes.format));
    default:
      return nullptr;
  }
}

/// Z3 leaves the result open where the rounded number doesn't fit; ours is 0.
Z3_ast Translator::to_integer(Term t) {
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  const Z3_ast mode = keep(rounding_mode(context_, attributes.rounding));
  const FloatFormat format = attributes.format == FloatFormat::BFloat ? FloatFormat::Single : attributes.format;
  const Z3_ast value = roomy(attributes.format, real(attributes.format, t.operand(0)));
  const Z3_ast rounded = keep(Z3_mk_fpa_round_to_integral(context_, mode, value));
  const int exponent = static_cast<int>(t.width()) - (attributes.is_signed ? 1 : 0);
  const auto bound = [&](const llvm::APInt& bits) {
    return keep(Z3_mk_fpa_to_fp_bv(context_, constant(bits), float_sort(format)));
  };
  std::vector<Z3_ast> fits = {keep(Z3_mk_not(context_, keep(Z3_mk_fpa_is_nan(context_, value)))),
                              keep(Z3_mk_not(context_, keep(Z3_mk_fpa_is_infinite(context_, value))))};
  if (const auto high = power_of_two(format, exponent, false))
    fits.push_back(keep(Z3_mk_fpa_lt(context_, rounded, bound(*high))));
  const auto low =
      attributes.is_signed ? power_of_two(format, exponent, true) : std::optional(llvm::APInt(width_of(format), 0));
  if (low) fits.push_back(keep(Z3_mk_fpa_geq(context_, rounded, bound(*low))));
  const unsigned size = std::max(t.width(), 4u);  // Z3 has trouble with one bit
  Z3_ast integer = keep(attributes.is_signed ? Z3_mk_fpa_to_sbv(context_, mode, value, size)
                                             : Z3_mk_fpa_to_ubv(context_, mode, value, size));
  if (size != t.width()) integer = keep(Z3_mk_extract(context_, t.width() - 1, 0, integer));
  const Z3_ast all = keep(Z3_mk_and(context_, static_cast<unsigned>(fits.size()), fits.data()));
  return Z3_mk_ite(context_, all, integer, constant(llvm::APInt(t.width(), 0)));
}

bool Translator::float_node(Term t) {
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  // Z3 has no format with an explicit integer bit, and its remainder is IEEE's, not C's.
  if (attributes.format == FloatFormat::X87 || attributes.to == FloatFormat::X87) return false;
  if (t.kind() == Kind::FloatToInt) {
    set_bits(t, to_integer(t));
    return true;
  }
  const Z3_ast operation = real_operation(t);
  if (operation == nullptr) return false;
  const Z3_ast number = keep(operation);
  const FloatFormat format = t.kind() == Kind::FConvert ? attributes.to : attributes.format;
  forms(t).real = number;
  const Z3_ast pattern = keep(Z3_mk_fpa_to_ieee_bv(context_, number));
  set_bits(t, Z3_mk_ite(context_, keep(Z3_mk_fpa_is_nan(context_, number)), constant(quiet_nan_bits(format)), pattern));
  return true;
}

}  // namespace assay::refine::smt
