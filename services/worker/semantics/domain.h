#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include "services/worker/semantics/types.h"

namespace llvm {
class APInt;
}

namespace assay::semantics {

/// A domain is what a machine computes in. The concrete domain's Bits are bit patterns and its Bool is bool; the
/// symbolic domain's are terms. The meaning of every value operation is a template over this concept, so each is
/// written once and both machines instantiate it.
///
/// All primitives are total: where the mathematics has no answer (division by zero, shift amounts of the width or
/// more, conversions out of range) a domain gives any value of the right width without failing; the operation has
/// stated undefined behaviour or poison for the case. Operands of binary primitives have equal widths.
template <class D>
concept Domain = requires(D& d, const typename D::Bits& a, const typename D::Bits& b, const typename D::Bool& p,
                          const typename D::Bool& q, unsigned n, std::uint64_t value, const llvm::APInt& wide,
                          bool truth, FloatFormat f, Rounding r, Rule rule, Choice why, std::string_view name,
                          std::span<const typename D::Bits> list) {
  typename D::Bits;
  typename D::Bool;
  // Constants. constant(n, value) truncates the value to n bits; constant_signed sign-extends it.
  { d.constant(n, value) } -> std::same_as<typename D::Bits>;
  { d.constant_signed(n, value) } -> std::same_as<typename D::Bits>;
  { d.constant(wide) } -> std::same_as<typename D::Bits>;
  { d.truth(truth) } -> std::same_as<typename D::Bool>;
  { d.width(a) } -> std::convertible_to<unsigned>;
  // Logic.
  { d.land(p, q) } -> std::same_as<typename D::Bool>;
  { d.lor(p, q) } -> std::same_as<typename D::Bool>;
  { d.lnot(p) } -> std::same_as<typename D::Bool>;
  { d.ite(p, a, b) } -> std::same_as<typename D::Bits>;
  { d.ite(p, p, q) } -> std::same_as<typename D::Bool>;
  { d.bit(p) } -> std::same_as<typename D::Bits>;     // one bit: 1 for true
  { d.is_set(a) } -> std::same_as<typename D::Bool>;  // of a one-bit pattern
  // Arithmetic, modulo 2^n.
  { d.add(a, b) } -> std::same_as<typename D::Bits>;
  { d.sub(a, b) } -> std::same_as<typename D::Bits>;
  { d.mul(a, b) } -> std::same_as<typename D::Bits>;
  { d.udiv(a, b) } -> std::same_as<typename D::Bits>;
  { d.urem(a, b) } -> std::same_as<typename D::Bits>;
  { d.sdiv(a, b) } -> std::same_as<typename D::Bits>;
  { d.srem(a, b) } -> std::same_as<typename D::Bits>;
  { d.shl(a, b) } -> std::same_as<typename D::Bits>;
  { d.lshr(a, b) } -> std::same_as<typename D::Bits>;
  { d.ashr(a, b) } -> std::same_as<typename D::Bits>;
  { d.band(a, b) } -> std::same_as<typename D::Bits>;
  { d.bor(a, b) } -> std::same_as<typename D::Bits>;
  { d.bxor(a, b) } -> std::same_as<typename D::Bits>;
  { d.bnot(a) } -> std::same_as<typename D::Bits>;
  { d.neg(a) } -> std::same_as<typename D::Bits>;
  { d.zext(a, n) } -> std::same_as<typename D::Bits>;  // to n bits, n >= width; equal width: the same
  { d.sext(a, n) } -> std::same_as<typename D::Bits>;
  { d.trunc(a, n) } -> std::same_as<typename D::Bits>;     // to n bits, n <= width
  { d.concat(a, b) } -> std::same_as<typename D::Bits>;    // a is the high part
  { d.slice(a, n, n) } -> std::same_as<typename D::Bits>;  // slice(a, lowest bit, width)
  { d.ctpop(a) } -> std::same_as<typename D::Bits>;        // same width as the operand
  { d.ctlz(a) } -> std::same_as<typename D::Bits>;         // the width for zero
  { d.cttz(a) } -> std::same_as<typename D::Bits>;
  { d.bswap(a) } -> std::same_as<typename D::Bits>;
  { d.bitreverse(a) } -> std::same_as<typename D::Bits>;
  // Comparisons.
  { d.eq(a, b) } -> std::same_as<typename D::Bool>;
  { d.ult(a, b) } -> std::same_as<typename D::Bool>;
  { d.ule(a, b) } -> std::same_as<typename D::Bool>;
  { d.slt(a, b) } -> std::same_as<typename D::Bool>;
  { d.sle(a, b) } -> std::same_as<typename D::Bool>;
  // Does the exact result not fit?
  { d.uadd_overflows(a, b) } -> std::same_as<typename D::Bool>;
  { d.sadd_overflows(a, b) } -> std::same_as<typename D::Bool>;
  { d.usub_overflows(a, b) } -> std::same_as<typename D::Bool>;
  { d.ssub_overflows(a, b) } -> std::same_as<typename D::Bool>;
  { d.umul_overflows(a, b) } -> std::same_as<typename D::Bool>;
  { d.smul_overflows(a, b) } -> std::same_as<typename D::Bool>;
  // IEEE 754 on patterns. A NaN result is any one NaN pattern; the operations choose payload and sign themselves.
  { d.fadd(f, r, a, b) } -> std::same_as<typename D::Bits>;
  { d.fsub(f, r, a, b) } -> std::same_as<typename D::Bits>;
  { d.fmul(f, r, a, b) } -> std::same_as<typename D::Bits>;
  { d.fdiv(f, r, a, b) } -> std::same_as<typename D::Bits>;
  { d.frem(f, a, b) } -> std::same_as<typename D::Bits>;  // C's fmod
  { d.fma(f, r, a, b, a) } -> std::same_as<typename D::Bits>;
  { d.fsqrt(f, r, a) } -> std::same_as<typename D::Bits>;
  { d.fround(f, r, a) } -> std::same_as<typename D::Bits>;                  // to an integral value
  { d.fconvert(f, f, r, a) } -> std::same_as<typename D::Bits>;             // (from, to, …)
  { d.float_to_int(f, r, a, n, truth) } -> std::same_as<typename D::Bits>;  // to n bits, signed or not
  { d.float_fits_int(f, r, a, n, truth) } -> std::same_as<typename D::Bool>;
  { d.int_to_float(a, truth, f, r) } -> std::same_as<typename D::Bits>;
  { d.feq(f, a, b) } -> std::same_as<typename D::Bool>;  // ordered and equal
  { d.flt(f, a, b) } -> std::same_as<typename D::Bool>;  // ordered and less
  // A deterministic function into numbers of a format, of which nothing else is known (sin, pow, …): equal arguments
  // give equal results. Two formats, even of one width, are two functions.
  { d.uninterpreted(name, f, list) } -> std::same_as<typename D::Bits>;
  // Effects.
  { d.ub(p, rule) } -> std::same_as<void>;                 // immediate undefined behaviour if p
  { d.choose(n, why) } -> std::same_as<typename D::Bits>;  // any one pattern of n bits
};

/// One lane of a value after its undef bits have been picked: a pattern, or poison.
template <class D>
struct Value {
  typename D::Bits bits;
  typename D::Bool poison;
};

}  // namespace assay::semantics
