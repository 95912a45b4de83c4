#pragma once

#include <llvm/ADT/APInt.h>

#include <span>
#include <string_view>

#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/choices.h"
#include "services/worker/interpret/values/float_ops.h"
#include "services/worker/interpret/values/mathematics.h"
#include "services/worker/semantics/domain.h"

namespace assay::interpret {

/// The concrete domain for patterns of any width; slower than WordDomain and without its limit.
class WideDomain {
 public:
  using Bits = llvm::APInt;
  using Bool = bool;
  using Format = semantics::FloatFormat;
  using Rounding = semantics::Rounding;

  explicit WideDomain(Choices* choices = nullptr) : choices_(choices) {}

  Bits constant(unsigned n, std::uint64_t value) { return Bits(64, value).zextOrTrunc(n); }
  Bits constant_signed(unsigned n, std::uint64_t value) { return Bits(64, value).sextOrTrunc(n); }
  Bits constant(const llvm::APInt& value) { return value; }
  bool truth(bool value) { return value; }
  unsigned width(const Bits& a) { return a.getBitWidth(); }

  bool land(bool p, bool q) { return p && q; }
  bool lor(bool p, bool q) { return p || q; }
  bool lnot(bool p) { return !p; }
  Bits ite(bool p, const Bits& a, const Bits& b) { return p ? a : b; }
  bool ite(bool p, bool a, bool b) { return p ? a : b; }
  Bits bit(bool p) { return Bits(1, p ? 1 : 0); }
  bool is_set(const Bits& a) { return a[0]; }

  Bits add(const Bits& a, const Bits& b) { return a + b; }
  Bits sub(const Bits& a, const Bits& b) { return a - b; }
  Bits mul(const Bits& a, const Bits& b) { return a * b; }
  Bits udiv(const Bits& a, const Bits& b) { return b.isZero() ? a : a.udiv(b); }
  Bits urem(const Bits& a, const Bits& b) { return b.isZero() ? a : a.urem(b); }
  Bits sdiv(const Bits& a, const Bits& b) { return b.isZero() ? a : a.sdiv(b); }
  Bits srem(const Bits& a, const Bits& b) { return b.isZero() ? a : a.srem(b); }
  Bits shl(const Bits& a, const Bits& b) { return a.shl(amount(a, b)); }
  Bits lshr(const Bits& a, const Bits& b) { return a.lshr(amount(a, b)); }
  Bits ashr(const Bits& a, const Bits& b) { return a.ashr(amount(a, b)); }
  Bits band(const Bits& a, const Bits& b) { return a & b; }
  Bits bor(const Bits& a, const Bits& b) { return a | b; }
  Bits bxor(const Bits& a, const Bits& b) { return a ^ b; }
  Bits bnot(const Bits& a) { return ~a; }
  Bits neg(const Bits& a) { return -a; }
  Bits zext(const Bits& a, unsigned n) { return a.zext(n); }
  Bits sext(const Bits& a, unsigned n) { return a.sext(n); }
  Bits trunc(const Bits& a, unsigned n) { return a.trunc(n); }
  Bits concat(const Bits& a, const Bits& b) { return a.concat(b); }
  Bits slice(const Bits& a, unsigned low, unsigned n) { return a.extractBits(n, low); }
  Bits ctpop(const Bits& a) { return constant(a.getBitWidth(), a.popcount()); }
  Bits ctlz(const Bits& a) { return constant(a.getBitWidth(), a.countl_zero()); }
  Bits cttz(const Bits& a) { return constant(a.getBitWidth(), a.countr_zero()); }
  Bits bswap(const Bits& a) { return a.getBitWidth() % 16 == 0 ? a.byteSwap() : a; }
  Bits bitreverse(const Bits& a) { return a.reverseBits(); }

  bool eq(const Bits& a, const Bits& b) { return a == b; }
  bool ult(const Bits& a, const Bits& b) { return a.ult(b); }
  bool ule(const Bits& a, const Bits& b) { return a.ule(b); }
  bool slt(const Bits& a, const Bits& b) { return a.slt(b); }
  bool sle(const Bits& a, const Bits& b) { return a.sle(b); }

  bool uadd_overflows(const Bits& a, const Bits& b) { return overflows(&Bits::uadd_ov, a, b); }
  bool sadd_overflows(const Bits& a, const Bits& b) { return overflows(&Bits::sadd_ov, a, b); }
  bool usub_overflows(const Bits& a, const Bits& b) { return overflows(&Bits::usub_ov, a, b); }
  bool ssub_overflows(const Bits& a, const Bits& b) { return overflows(&Bits::ssub_ov, a, b); }
  bool umul_overflows(const Bits& a, const Bits& b) { return overflows(&Bits::umul_ov, a, b); }
  bool smul_overflows(const Bits& a, const Bits& b) {
    const unsigned n = a.getBitWidth();
    return !(a.sext(2 * n) * b.sext(2 * n)).isSignedIntN(n);
  }

  Bits fadd(Format f, Rounding r, const Bits& a, const Bits& b) { return float_add(f, r, a, b); }
  Bits fsub(Format f, Rounding r, const Bits& a, const Bits& b) { return float_sub(f, r, a, b); }
  Bits fmul(Format f, Rounding r, const Bits& a, const Bits& b) { return float_mul(f, r, a, b); }
  Bits fdiv(Format f, Rounding r, const Bits& a, const Bits& b) { return float_div(f, r, a, b); }
  Bits frem(Format f, const Bits& a, const Bits& b) { return float_rem(f, a, b); }
  Bits fma(Format f, Rounding r, const Bits& a, const Bits& b, const Bits& c) { return float_fma(f, r, a, b, c); }
  Bits fsqrt(Format f, Rounding r, const Bits& a) { return float_sqrt(f, r, a); }
  Bits fround(Format f, Rounding r, const Bits& a) { return float_round(f, r, a); }
  Bits fconvert(Format from, Format to, Rounding r, const Bits& a) { return float_convert(from, to, r, a); }
  Bits float_to_int(Format f, Rounding r, const Bits& a, unsigned n, bool is_signed) {
    return interpret::float_to_int(f, r, a, n, is_signed);
  }
  bool float_fits_int(Format f, Rounding r, const Bits& a, unsigned n, bool is_signed) {
    return interpret::float_fits_int(f, r, a, n, is_signed);
  }
  Bits int_to_float(const Bits& a, bool is_signed, Format f, Rounding r) {
    return interpret::int_to_float(a, is_signed, f, r);
  }
  bool feq(Format f, const Bits& a, const Bits& b) { return float_equal(f, a, b); }
  bool flt(Format f, const Bits& a, const Bits& b) { return float_less(f, a, b); }

  Bits uninterpreted(std::string_view name, Format f, std::span<const Bits> arguments) {
    if (RealMathematics::is_on()) {
      if (const auto real = real_value(name, f, arguments)) return *real;
      RealMathematics::guess();
    }
    UninterpretedHash hash(name);
    hash.add(static_cast<std::uint64_t>(f));
    for (const Bits& argument : arguments) hash.add(argument);
    return hash.result(semantics::width_of(f));
  }

  void ub(bool condition, semantics::Rule rule) {
    if (condition && !broken_) {
      broken_ = true;
      rule_ = rule;
    }
  }
  Bits choose(unsigned n, semantics::Choice why) {
    chose_ = true;
    return choices_ == nullptr ? Bits(n, 0) : choices_->bits(n, why);
  }

  bool broken() const { return broken_; }
  semantics::Rule rule() const { return rule_; }
  bool chose() const { return chose_; }

 private:
  static unsigned amount(const Bits& a, const Bits& b) {
    return static_cast<unsigned>(b.getLimitedValue(a.getBitWidth()));
  }
  static bool overflows(Bits (Bits::*operation)(const Bits&, bool&) const, const Bits& a, const Bits& b) {
    bool overflow = false;
    (void)(a.*operation)(b, overflow);
    return overflow;
  }

  Choices* choices_ = nullptr;
  bool broken_ = false;
  bool chose_ = false;
  semantics::Rule rule_ = semantics::Rule::RuleCount;
};

static_assert(semantics::Domain<WideDomain>);

}  // namespace assay::interpret
