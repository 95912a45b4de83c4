#include "tests/unit/smt/random_term.h"

#include <bit>

namespace assay::refine::smt::test {

namespace {

using Values = std::vector<std::uint64_t>;
using U = std::uint64_t;

U divide(U a, U b, unsigned width) { return b == 0 ? mask_of(width) : a / b; }
U remainder(U a, U b) { return b == 0 ? a : a % b; }
U signed_divide(U a, U b, unsigned width) {
  const std::int64_t x = as_signed(a, width), y = as_signed(b, width);
  if (y == 0) return x < 0 ? 1 : mask_of(width);
  return static_cast<U>(x / y) & mask_of(width);
}
U signed_remainder(U a, U b, unsigned width) {
  const std::int64_t x = as_signed(a, width), y = as_signed(b, width);
  return y == 0 ? a : static_cast<U>(x % y) & mask_of(width);
}
bool fits_signed(std::int64_t value, unsigned width) {
  return value >= -(std::int64_t{1} << (width - 1)) && value < (std::int64_t{1} << (width - 1));
}

}  // namespace

Pair Generator::constant(unsigned width) {
  U value = rng_();
  switch (rng_.below(6)) {
    case 0:
      value = 0;
      break;
    case 1:
      value = ~0ull;
      break;
    case 2:
      value = 1ull << rng_.below(width);
      break;
    case 3:
      value = rng_.below(5);
      break;
    case 4:
      value = (1ull << rng_.below(width)) - 1;
      break;
    default:
      break;
  }
  value &= mask_of(width);
  return {terms_.constant(width, value), [value](const Values&) { return value; }};
}

Pair Generator::resize(Pair from, unsigned from_width, unsigned width) {
  if (from_width == width) return from;
  if (from_width > width) {
    const unsigned low = static_cast<unsigned>(rng_.below(from_width - width + 1));
    return {terms_.slice(from.term, low, width),
            [=](const Values& v) { return from.naive(v) >> low & mask_of(width); }};
  }
  if (rng_.chance(1, 2)) return {terms_.zext(from.term, width), from.naive};
  return {terms_.sext(from.term, width),
          [=](const Values& v) { return static_cast<U>(as_signed(from.naive(v), from_width)) & mask_of(width); }};
}

Pair Generator::leaf(unsigned width) {
  if (rng_.chance(1, 4)) return constant(width);
  if (!pool_.empty() && rng_.chance(1, 3)) {  // share sub-terms
    const auto& [from_width, pair] = rng_.pick(pool_);
    return resize(pair, from_width, width);
  }
  return resize(rng_.pick(leaves_), width_, width);
}

Pair Generator::binary(unsigned width, unsigned depth) {
  const Pair a = bits(width, depth - 1), b = rng_.chance(1, 3) ? constant(width) : bits(width, depth - 1);
  const Term x = a.term, y = b.term;
  const auto f = a.naive, g = b.naive;
  const U mask = mask_of(width);
  switch (rng_.below(14)) {
    case 0:
      return {terms_.add(x, y), [=](const Values& v) { return (f(v) + g(v)) & mask; }};
    case 1:
      return {terms_.sub(x, y), [=](const Values& v) { return (f(v) - g(v)) & mask; }};
    case 2:
      return {terms_.mul(x, y), [=](const Values& v) { return (f(v) * g(v)) & mask; }};
    case 3:
      return {terms_.band(x, y), [=](const Values& v) { return f(v) & g(v); }};
    case 4:
      return {terms_.bor(x, y), [=](const Values& v) { return f(v) | g(v); }};
    case 5:
      return {terms_.bxor(x, y), [=](const Values& v) { return f(v) ^ g(v); }};
    case 6:
      return {terms_.shl(x, y), [=](const Values& v) { return g(v) >= width ? 0 : (f(v) << g(v)) & mask; }};
    case 7:
      return {terms_.lshr(x, y), [=](const Values& v) { return g(v) >= width ? 0 : f(v) >> g(v); }};
    case 8:
      return {terms_.ashr(x, y), [=](const Values& v) {
                return static_cast<U>(as_signed(f(v), width) >> std::min<U>(g(v), width - 1)) & mask;
              }};
    case 9:
      return {terms_.udiv(x, y), [=](const Values& v) { return divide(f(v), g(v), width); }};
    case 10:
      return {terms_.urem(x, y), [=](const Values& v) { return remainder(f(v), g(v)); }};
    case 11:
      return {terms_.sdiv(x, y), [=](const Values& v) { return signed_divide(f(v), g(v), width); }};
    case 12:
      return {terms_.srem(x, y), [=](const Values& v) { return signed_remainder(f(v), g(v), width); }};
    default: {
      const Pair p = truth(depth - 1);
      const auto h = p.naive;
      return {terms_.ite(p.term, x, y), [=](const Values& v) { return h(v) ? f(v) : g(v); }};
    }
  }
}

Pair Generator::unary(unsigned width, unsigned depth) {
  const Pair a = bits(width, depth - 1);
  const auto f = a.naive;
  const U mask = mask_of(width);
  switch (rng_.below(width % 16 == 0 ? 8 : 7)) {
    case 0:
      return {terms_.bnot(a.term), [=](const Values& v) { return ~f(v) & mask; }};
    case 1:
      return {terms_.neg(a.term), [=](const Values& v) { return (0 - f(v)) & mask; }};
    case 2:
      return {terms_.ctpop(a.term), [=](const Values& v) { return std::popcount(f(v)) & mask; }};
    case 3:
      return {terms_.ctlz(a.term),
              [=](const Values& v) { return static_cast<U>(width - (64 - std::countl_zero(f(v)))) & mask; }};
    case 4:
      return {terms_.cttz(a.term),
              [=](const Values& v) { return std::min<U>(width, static_cast<U>(std::countr_zero(f(v)))) & mask; }};
    case 5:
      return {terms_.bitreverse(a.term), [=](const Values& v) {
                U result = 0;
                for (unsigned i = 0; i < width; ++i) result |= (f(v) >> i & 1) << (width - 1 - i);
                return result;
              }};
    case 6: {
      if (width < 2) return a;
      const unsigned high = 1 + static_cast<unsigned>(rng_.below(width - 1));
      const Pair x = bits(high, depth - 1), y = bits(width - high, depth - 1);
      const auto fx = x.naive, fy = y.naive;
      return {terms_.concat(x.term, y.term), [=](const Values& v) { return fx(v) << (width - high) | fy(v); }};
    }
    default:
      return {terms_.bswap(a.term), [=](const Values& v) {
                U result = 0;
                for (unsigned low = 0; low < width; low += 8) result = result << 8 | (f(v) >> low & 0xff);
                return result;
              }};
  }
}

Pair Generator::bits(unsigned width, unsigned depth) {
  if (depth == 0) return leaf(width);
  Pair result;
  const std::uint64_t what = rng_.below(10);
  if (what < 6) {
    result = binary(width, depth);
  } else if (what < 8) {
    result = unary(width, depth);
  } else if (what == 8) {
    const unsigned other = 1 + static_cast<unsigned>(rng_.below(12));
    result = resize(bits(other, depth - 1), other, width);
  } else {
    result = width == 1 ? truth(depth) : leaf(width);
  }
  pool_.emplace_back(width, result);
  return result;
}

Pair Generator::truth(unsigned depth) {
  if (depth == 0) return leaf(1);
  if (rng_.chance(1, 4)) {
    const Pair a = truth(depth - 1), b = truth(depth - 1);
    const auto f = a.naive, g = b.naive;
    if (rng_.chance(1, 3)) return {terms_.lnot(a.term), [=](const Values& v) { return f(v) ^ 1; }};
    if (rng_.chance(1, 2)) return {terms_.land(a.term, b.term), [=](const Values& v) { return f(v) & g(v); }};
    return {terms_.lor(a.term, b.term), [=](const Values& v) { return f(v) | g(v); }};
  }
  const unsigned width = rng_.chance(1, 2) ? width_ : 1 + static_cast<unsigned>(rng_.below(8));
  const Pair a = bits(width, depth - 1), b = rng_.chance(1, 3) ? constant(width) : bits(width, depth - 1);
  const Term x = a.term, y = b.term;
  const auto f = a.naive, g = b.naive;
  const auto exact = [=](auto operation) {
    return [=](const Values& v) -> U {
      return !fits_signed(operation(as_signed(f(v), width), as_signed(g(v), width)), width);
    };
  };
  switch (rng_.below(11)) {
    case 0:
      return {terms_.eq(x, y), [=](const Values& v) -> U { return f(v) == g(v); }};
    case 1:
      return {terms_.ult(x, y), [=](const Values& v) -> U { return f(v) < g(v); }};
    case 2:
      return {terms_.ule(x, y), [=](const Values& v) -> U { return f(v) <= g(v); }};
    case 3:
      return {terms_.slt(x, y), [=](const Values& v) -> U { return as_signed(f(v), width) < as_signed(g(v), width); }};
    case 4:
      return {terms_.sle(x, y), [=](const Values& v) -> U { return as_signed(f(v), width) <= as_signed(g(v), width); }};
    case 5:
      return {terms_.uadd_overflows(x, y), [=](const Values& v) -> U { return f(v) + g(v) > mask_of(width); }};
    case 6:
      return {terms_.usub_overflows(x, y), [=](const Values& v) -> U { return f(v) < g(v); }};
    case 7:
      return {terms_.umul_overflows(x, y), [=](const Values& v) -> U { return f(v) * g(v) > mask_of(width); }};
    case 8:
      return {terms_.sadd_overflows(x, y), exact([](std::int64_t p, std::int64_t q) { return p + q; })};
    case 9:
      return {terms_.ssub_overflows(x, y), exact([](std::int64_t p, std::int64_t q) { return p - q; })};
    default:
      return {terms_.smul_overflows(x, y), exact([](std::int64_t p, std::int64_t q) { return p * q; })};
  }
}

}  // namespace assay::refine::smt::test
