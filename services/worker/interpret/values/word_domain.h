#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/choices.h"
#include "services/worker/interpret/values/float_ops.h"
#include "services/worker/interpret/values/mathematics.h"
#include "services/worker/semantics/domain.h"

namespace assay::interpret {

/// A bit pattern of at most as many bits as U has; bits above the width are zero.
template <class U>
struct WordBits {
  U bits;
  unsigned width;
};

/// The concrete domain for patterns that fit a machine word. Stateless but for the breach of a rule, which it
/// remembers, and the choices that it asks.
template <class U>
class WordDomain {
 public:
  using Bits = WordBits<U>;
  using Bool = bool;
  static constexpr unsigned kCapacity = sizeof(U) * 8;

  explicit WordDomain(Choices* choices = nullptr) : choices_(choices) {}

  static constexpr U mask(unsigned n) { return n >= kCapacity ? ~U{0} : (U{1} << n) - 1; }
  static constexpr Bits make(U bits, unsigned n) { return {static_cast<U>(bits & mask(n)), n}; }
  static constexpr bool negative(const Bits& a) { return (a.bits >> (a.width - 1)) & 1; }
  /// The pattern sign-extended to the whole word.
  static constexpr U extended(const Bits& a) {
    const U sign = U{1} << (a.width - 1);
    return (a.bits ^ sign) - sign;
  }

  Bits constant(unsigned n, std::uint64_t value) { return make(static_cast<U>(value), n); }
  Bits constant_signed(unsigned n, std::uint64_t value) {
    return make(extended(WordBits<U>{static_cast<U>(value), 64}), n);
  }
  Bits constant(const llvm::APInt& value) {
    U bits = static_cast<U>(value.getRawData()[0]);
    if constexpr (kCapacity > 64) {
      if (value.getNumWords() > 1) bits |= static_cast<U>(value.getRawData()[1]) << 64;
    }
    return make(bits, value.getBitWidth());
  }
  bool truth(bool value) { return value; }
  unsigned width(const Bits& a) { return a.width; }

  bool land(bool p, bool q) { return p & q; }
  bool lor(bool p, bool q) { return p | q; }
  bool lnot(bool p) { return !p; }
  Bits ite(bool p, const Bits& a, const Bits& b) { return p ? a : b; }
  bool ite(bool p, bool a, bool b) { return p ? a : b; }
  Bits bit(bool p) { return {static_cast<U>(p), 1}; }
  bool is_set(const Bits& a) { return a.bits & 1; }

  Bits add(const Bits& a, const Bits& b) { return make(a.bits + b.bits, a.width); }
  Bits sub(const Bits& a, const Bits& b) { return make(a.bits - b.bits, a.width); }
  Bits mul(const Bits& a, const Bits& b) { return make(a.bits * b.bits, a.width); }
  Bits udiv(const Bits& a, const Bits& b) { return b.bits == 0 ? a : make(a.bits / b.bits, a.width); }
  Bits urem(const Bits& a, const Bits& b) { return b.bits == 0 ? a : make(a.bits % b.bits, a.width); }
  Bits sdiv(const Bits& a, const Bits& b) {
    if (b.bits == 0) return a;
    const U quotient = magnitude(a) / magnitude(b);
    return make(negative(a) != negative(b) ? U{0} - quotient : quotient, a.width);
  }
  Bits srem(const Bits& a, const Bits& b) {
    if (b.bits == 0) return a;
    const U rest = magnitude(a) % magnitude(b);
    return make(negative(a) ? U{0} - rest : rest, a.width);
  }
  Bits shl(const Bits& a, const Bits& b) {
    return b.bits >= a.width ? make(0, a.width) : make(a.bits << b.bits, a.width);
  }
  Bits lshr(const Bits& a, const Bits& b) {
    return b.bits >= a.width ? make(0, a.width) : make(a.bits >> b.bits, a.width);
  }
  Bits ashr(const Bits& a, const Bits& b) {
    const unsigned by = b.bits >= a.width ? a.width - 1 : static_cast<unsigned>(b.bits);
    const U filled = extended(a);
    const U sign = negative(a) ? ~(~U{0} >> by) : U{0};
    return make((filled >> by) | sign, a.width);
  }
  Bits band(const Bits& a, const Bits& b) { return {static_cast<U>(a.bits & b.bits), a.width}; }
  Bits bor(const Bits& a, const Bits& b) { return {static_cast<U>(a.bits | b.bits), a.width}; }
  Bits bxor(const Bits& a, const Bits& b) { return {static_cast<U>(a.bits ^ b.bits), a.width}; }
  Bits bnot(const Bits& a) { return make(~a.bits, a.width); }
  Bits neg(const Bits& a) { return make(U{0} - a.bits, a.width); }
  Bits zext(const Bits& a, unsigned n) { return {a.bits, n}; }
  Bits sext(const Bits& a, unsigned n) { return make(extended(a), n); }
  Bits trunc(const Bits& a, unsigned n) { return make(a.bits, n); }
  Bits concat(const Bits& a, const Bits& b) {
    return {static_cast<U>((a.bits << b.width) | b.bits), a.width + b.width};
  }
  Bits slice(const Bits& a, unsigned low, unsigned n) { return make(a.bits >> low, n); }
  Bits ctpop(const Bits& a) { return make(static_cast<U>(population(a.bits)), a.width); }
  Bits ctlz(const Bits& a) { return make(static_cast<U>(leading_zeros(a.bits) - (kCapacity - a.width)), a.width); }
  Bits cttz(const Bits& a) { return make(static_cast<U>(a.bits == 0 ? a.width : trailing_zeros(a.bits)), a.width); }
  Bits bswap(const Bits& a) {
    U result = 0;
    for (unsigned low = 0; low < a.width; low += 8) result = (result << 8) | ((a.bits >> low) & 0xff);
    return {result, a.width};
  }
  Bits bitreverse(const Bits& a) {
    U result = 0;
    for (unsigned low = 0; low < a.width; ++low) result = (result << 1) | ((a.bits >> low) & 1);
    return {result, a.width};
  }

  bool eq(const Bits& a, const Bits& b) { return a.bits == b.bits; }
  bool ult(const Bits& a, const Bits& b) { return a.bits < b.bits; }
  bool ule(const Bits& a, const Bits& b) { return a.bits <= b.bits; }
  bool slt(const Bits& a, const Bits& b) { return flipped(a) < flipped(b); }
  bool sle(const Bits& a, const Bits& b) { return flipped(a) <= flipped(b); }

  bool uadd_overflows(const Bits& a, const Bits& b) { return add(a, b).bits < a.bits; }
  bool usub_overflows(const Bits& a, const Bits& b) { return a.bits < b.bits; }
  bool sadd_overflows(const Bits& a, const Bits& b) {
    const U sum = a.bits + b.bits;
    return ((~(a.bits ^ b.bits) & (a.bits ^ sum)) >> (a.width - 1)) & 1;
  }
  bool ssub_overflows(const Bits& a, const Bits& b) {
    const U difference = a.bits - b.bits;
    return (((a.bits ^ b.bits) & (a.bits ^ difference)) >> (a.width - 1)) & 1;
  }
  bool umul_overflows(const Bits& a, const Bits& b) {
    U product;
    return __builtin_mul_overflow(a.bits, b.bits, &product) || product > mask(a.width);
  }
  bool smul_overflows(const Bits& a, const Bits& b) {
    U product;
    if (__builtin_mul_overflow(magnitude(a), magnitude(b), &product)) return true;
    const U limit = U{1} << (a.width - 1);
    return negative(a) != negative(b) ? product > limit : product >= limit;
  }

  Bits fadd(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, const Bits& b) {
    return constant(float_add(f, r, wide(a), wide(b)));
  }
  Bits fsub(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, const Bits& b) {
    return constant(float_sub(f, r, wide(a), wide(b)));
  }
  Bits fmul(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, const Bits& b) {
    return constant(float_mul(f, r, wide(a), wide(b)));
  }
  Bits fdiv(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, const Bits& b) {
    return constant(float_div(f, r, wide(a), wide(b)));
  }
  Bits frem(semantics::FloatFormat f, const Bits& a, const Bits& b) { return constant(float_rem(f, wide(a), wide(b))); }
  Bits fma(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, const Bits& b, const Bits& c) {
    return constant(float_fma(f, r, wide(a), wide(b), wide(c)));
  }
  Bits fsqrt(semantics::FloatFormat f, semantics::Rounding r, const Bits& a) {
    return constant(float_sqrt(f, r, wide(a)));
  }
  Bits fround(semantics::FloatFormat f, semantics::Rounding r, const Bits& a) {
    return constant(float_round(f, r, wide(a)));
  }
  Bits fconvert(semantics::FloatFormat from, semantics::FloatFormat to, semantics::Rounding r, const Bits& a) {
    return constant(float_convert(from, to, r, wide(a)));
  }
  Bits float_to_int(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, unsigned n, bool is_signed) {
    return constant(interpret::float_to_int(f, r, wide(a), n, is_signed));
  }
  bool float_fits_int(semantics::FloatFormat f, semantics::Rounding r, const Bits& a, unsigned n, bool is_signed) {
    return interpret::float_fits_int(f, r, wide(a), n, is_signed);
  }
  Bits int_to_float(const Bits& a, bool is_signed, semantics::FloatFormat f, semantics::Rounding r) {
    return constant(interpret::int_to_float(wide(a), is_signed, f, r));
  }
  bool feq(semantics::FloatFormat f, const Bits& a, const Bits& b) { return float_equal(f, wide(a), wide(b)); }
  bool flt(semantics::FloatFormat f, const Bits& a, const Bits& b) { return float_less(f, wide(a), wide(b)); }

  Bits uninterpreted(std::string_view name, semantics::FloatFormat f, std::span<const Bits> arguments) {
    if (RealMathematics::is_on()) {
      std::vector<llvm::APInt> patterns;
      for (const Bits& argument : arguments) patterns.push_back(wide(argument));
      if (const auto real = real_value(name, f, patterns)) return constant(*real);
      RealMathematics::guess();
    }
    UninterpretedHash hash(name);
    hash.add(static_cast<std::uint64_t>(f));
    for (const Bits& argument : arguments) hash.add(wide(argument));
    return constant(hash.result(semantics::width_of(f)));
  }

  void ub(bool condition, semantics::Rule rule) {
    if (condition && !broken_) {
      broken_ = true;
      rule_ = rule;
    }
  }
  Bits choose(unsigned n, semantics::Choice why) {
    chose_ = true;
    if (choices_ == nullptr) return make(0, n);
    return constant(choices_->bits(n, why));
  }

  Choices* choices() const { return choices_; }
  void note_choice(bool chose) { chose_ |= chose; }
  bool broken() const { return broken_; }
  semantics::Rule rule() const { return rule_; }
  bool chose() const { return chose_; }

 private:
  static llvm::APInt wide(const Bits& a) {
    if constexpr (kCapacity > 64) {
      const std::uint64_t words[2] = {static_cast<std::uint64_t>(a.bits), static_cast<std::uint64_t>(a.bits >> 64)};
      return llvm::APInt(a.width, words);
    } else {
      return llvm::APInt(a.width, a.bits);
    }
  }
  static U magnitude(const Bits& a) { return negative(a) ? make(U{0} - a.bits, a.width).bits : a.bits; }
  static U flipped(const Bits& a) { return a.bits ^ (U{1} << (a.width - 1)); }
  static unsigned population(U x) {
    if constexpr (kCapacity > 64)
      return static_cast<unsigned>(std::popcount(static_cast<std::uint64_t>(x)) +
                                   std::popcount(static_cast<std::uint64_t>(x >> 64)));
    else
      return static_cast<unsigned>(std::popcount(x));
  }
  static unsigned leading_zeros(U x) {
    if constexpr (kCapacity > 64) {
      const auto high = static_cast<std::uint64_t>(x >> 64);
      return static_cast<unsigned>(high != 0 ? std::countl_zero(high)
                                             : 64 + std::countl_zero(static_cast<std::uint64_t>(x)));
    } else {
      return static_cast<unsigned>(std::countl_zero(x));
    }
  }
  static unsigned trailing_zeros(U x) {
    if constexpr (kCapacity > 64) {
      const auto low = static_cast<std::uint64_t>(x);
      return static_cast<unsigned>(low != 0 ? std::countr_zero(low)
                                            : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64)));
    } else {
      return static_cast<unsigned>(std::countr_zero(x));
    }
  }

  Choices* choices_ = nullptr;
  bool broken_ = false;
  bool chose_ = false;
  semantics::Rule rule_ = semantics::Rule::RuleCount;
};

static_assert(semantics::Domain<WordDomain<std::uint64_t>>);

}  // namespace assay::interpret
