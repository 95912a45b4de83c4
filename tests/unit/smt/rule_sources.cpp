#include "tests/unit/smt/rule_sources.h"

#include "services/common/rng.h"

namespace assay::refine::smt::test {
namespace {

using llvm::APInt;

/// Random operations on few operands, each of which is used again and again.
class Pool {
 public:
  Pool(Terms& terms, std::uint64_t seed) : t_(terms), rng_(seed), width_(1 + static_cast<unsigned>(seed % 4)) {
    for (const char* name : {"x", "y"}) words_.push_back(t_.variable(name, width_));
    for (const char* name : {"p", "q"}) truths_.push_back(t_.variable(name, 1));
    for (Term word : words_) pairs_.push_back(t_.concat(word, words_[0]));
    variables_ = {words_[0], words_[1], truths_[0], truths_[1]};
  }
  Built run() {
    const std::uint64_t steps = 4 + rng_.below(14);
    for (std::uint64_t i = 0; i < steps; ++i) {
      words_.push_back(word_operation());
      if (rng_.chance(1, 2)) truths_.push_back(truth_operation());
      if (rng_.chance(1, 2)) pairs_.push_back(pair_operation());
    }
    return {variables_, {words_.back(), truths_.back(), pairs_.back()}};
  }

 private:
  Term constant(unsigned width) {
    const std::uint64_t value[] = {0, 1, ~0ull, 1ull << (width - 1), rng_(), 1ull << rng_.below(width)};
    return t_.constant(width, value[rng_.below(6)]);
  }
  Term any(std::vector<Term>& from) { return rng_.chance(1, 4) ? constant(from[0].width()) : rng_.pick(from); }
  Term word() { return any(words_); }
  Term truth() { return rng_.pick(truths_); }
  Term pair() { return any(pairs_); }

  Term common_operation(std::vector<Term>& from) {
    const Term a = any(from), b = any(from);
    switch (rng_.below(21)) {
      case 0:
        return t_.add(a, b);
      case 1:
        return t_.sub(a, b);
      case 2:
        return t_.mul(a, b);
      case 3:
        return t_.udiv(a, b);
      case 4:
        return t_.urem(a, b);
      case 5:
        return t_.sdiv(a, b);
      case 6:
        return t_.srem(a, b);
      case 7:
        return t_.shl(a, b);
      case 8:
        return t_.lshr(a, b);
      case 9:
        return t_.ashr(a, b);
      case 10:
        return t_.band(a, b);
      case 11:
        return t_.bor(a, b);
      case 12:
        return t_.bxor(a, b);
      case 13:
        return t_.bnot(a);
      case 14:
        return t_.neg(a);
      case 15:
        return t_.ctpop(a);
      case 16:
        return t_.ctlz(a);
      case 17:
        return t_.cttz(a);
      case 18:
        return t_.bitreverse(a);
      default:
        return t_.ite(truth(), a, b);
    }
  }
  Term word_operation() {
    if (rng_.chance(2, 3)) return common_operation(words_);
    if (width_ > 1 && rng_.chance(1, 4)) {
      const unsigned low = 1 + static_cast<unsigned>(rng_.below(width_ - 1));
      return t_.concat(t_.slice(word(), low, width_ - low), t_.slice(word(), 0, low));
    }
    return t_.slice(pair(), static_cast<unsigned>(rng_.below(width_ + 1)), width_);
  }
  Term pair_operation() {
    switch (rng_.below(4)) {
      case 0:
        return t_.concat(word(), word());
      case 1:
        return t_.zext(word(), 2 * width_);
      case 2:
        return t_.sext(word(), 2 * width_);
      default:
        return common_operation(pairs_);
    }
  }
  Term truth_operation() {
    auto& from = rng_.chance(1, 2) ? words_ : pairs_;
    const Term a = any(from), b = any(from);
    switch (rng_.below(15)) {
      case 0:
        return t_.eq(a, b);
      case 1:
        return t_.ult(a, b);
      case 2:
        return t_.slt(a, b);
      case 3:
        return t_.uadd_overflows(a, b);
      case 4:
        return t_.sadd_overflows(a, b);
      case 5:
        return t_.usub_overflows(a, b);
      case 6:
        return t_.ssub_overflows(a, b);
      case 7:
        return t_.umul_overflows(a, b);
      case 8:
        return t_.smul_overflows(a, b);
      case 9:
        return t_.land(truth(), truth());
      case 10:
        return t_.lor(truth(), truth());
      case 11:
        return t_.lnot(truth());
      case 12:
        return t_.ite(truth(), truth(), truth());
      case 13:
        return t_.ite(truth(), t_.truth(rng_.chance(1, 2)), truth());
      default:
        return t_.slice(a, static_cast<unsigned>(rng_.below(a.width())), 1);
    }
  }

  Terms& t_;
  Rng rng_;
  unsigned width_;
  std::vector<Term> variables_, words_, truths_, pairs_;
};

Built from_pool(Terms& terms, std::uint64_t seed) { return Pool(terms, seed).run(); }

/// Shapes that chance makes too rarely.
Built shapes(Terms& t, std::uint64_t seed) {
  Rng rng(seed);
  const unsigned n = 2 + static_cast<unsigned>(rng.below(3));
  const Term x = t.variable("x", n), y = t.variable("y", n), p = t.variable("p", 1), q = t.variable("q", 1);
  const Term c = t.constant(n, rng()), d = t.constant(n, rng());
  const Term halves = t.concat(x, y), product = t.mul(x, y), sum = t.add(x, y), alternating = t.constant(n, 5);
  return {{x, y, p, q},
          {t.sub(x, t.mul(t.udiv(x, y), y)),
           t.sub(x, t.mul(t.sdiv(x, c), c)),
           t.sub(halves, t.mul(t.udiv(halves, t.constant(2 * n, 6)), t.constant(2 * n, 6))),
           t.sub(t.zext(x, 2 * n), t.mul(t.udiv(t.zext(x, 2 * n), t.constant(2 * n, 3)), t.constant(2 * n, 3))),
           t.sdiv(t.neg(x), y),
           t.sdiv(x, t.neg(y)),
           t.srem(t.neg(x), y),
           t.srem(x, t.neg(y)),
           t.concat(t.sext(t.slice(x, 1, n - 1), n), t.slice(x, 0, 1)),
           t.concat(t.ite(p, t.slice(x, 1, n - 1), t.slice(y, 1, n - 1)), t.ite(p, t.slice(x, 0, 1), t.slice(y, 0, 1))),
           t.land(t.lnot(t.slt(x, t.constant(n, 1))), t.lnot(t.slice(x, n - 1, 1))),
           t.concat(t.lnot(t.slice(x, n - 1, 1)), t.slice(x, 0, n - 1)),
           t.add(c, t.concat(t.lnot(t.slice(x, n - 1, 1)), t.slice(x, 0, n - 1))),
           t.ite(t.ult(x, t.add(c, t.constant(n, 1))), x, c),
           t.ite(t.slt(x, t.add(c, t.constant(n, 1))), c, x),
           t.ite(t.ult(y, x), y, x),
           t.ite(t.slt(y, x), x, y),
           t.eq(t.sext(t.slice(x, 0, 1), n), x),
           t.eq(t.sext(x, 2 * n), halves),
           t.eq(t.sext(t.trunc(halves, n), 2 * n), halves),
           t.eq(t.ctpop(x), t.constant(n, rng.below(2) * n)),
           t.eq(t.ctlz(x), t.constant(n, n)),
           t.ult(t.ite(p, c, x), d),
           t.slt(t.ite(p, c, x), d),
           t.ult(t.sub(x, y), x),
           t.ult(x, t.sub(x, y)),
           t.ult(t.concat(x, y), t.concat(c, y)),
           t.ult(t.concat(x, y), t.concat(x, c)),
           t.ult(t.urem(x, y), y),
           t.ult(t.udiv(x, c), d),
           t.eq(t.udiv(x, c), d),
           t.eq(t.udiv(x, y), t.zero(n)),
           t.eq(t.srem(x, c), t.zero(n)),
           t.udiv(t.udiv(x, c), d),
           t.urem(t.urem(x, y), y),
           t.eq(t.bitreverse(x), c),
           t.slice(t.bitreverse(x), 0, n - 1),
           t.concat(t.bnot(x), t.bnot(x)),
           t.land(t.lnot(t.land(p, q)), t.lnot(t.land(t.lnot(p), t.lnot(q)))),
           t.land(t.lnot(t.land(p, q)), t.lnot(t.land(p, t.lnot(q)))),
           t.band(t.neg(t.mul(x, c)), y),
           t.band(t.sub(t.all_ones(n), t.mul(x, y)), d),
           t.bxor(t.sub(t.all_ones(n), t.mul(x, y)), x),
           t.umul_overflows(t.zext(x, 2 * n), t.zext(y, 2 * n)),
           t.smul_overflows(t.sext(x, 2 * n), t.sext(y, 2 * n)),
           t.sadd_overflows(t.lshr(x, t.constant(n, 1)), t.lshr(y, t.constant(n, 1))),
           t.bnot(t.bxor(product, alternating)),
           t.eq(t.bxor(product, alternating), c),
           t.band(t.sub(t.all_ones(n), t.mul(product, t.constant(n, 3))), d),
           t.eq(t.bnot(x), t.bnot(product)),
           t.slt(t.bnot(x), t.bnot(product)),
           t.slt(t.slice(product, 1, n - 1), t.constant(n - 1, rng())),
           t.eq(t.band(x, y), y),
           t.eq(t.bxor(x, product), x),
           t.eq(t.sext(x, 2 * n), t.sext(y, 2 * n)),
           t.ult(t.sext(x, 2 * n), t.sext(y, 2 * n)),
           t.ite(p, x, t.ite(q, y, x)),
           t.ite(p, t.add(x, c), x),
           t.ite(p, t.add(x, c), t.add(y, c)),
           t.eq(t.ite(p, x, y), t.ite(p, y, product)),
           t.eq(t.ite(p, t.add(sum, product), c), t.add(sum, d)),
           t.eq(t.ite(p, t.add(sum, product), c), t.ite(q, d, t.add(sum, c))),
           t.eq(t.sub(t.ite(p, t.add(sum, product), c), product), t.ite(q, sum, t.add(sum, c))),
           t.ult(t.add(x, y), x),
           t.ult(t.add(x, c), x),
           t.land(t.ult(product, c), t.ult(product, d)),
           t.land(t.ult(product, c), t.ult(d, product)),
           t.ult(t.zext(t.concat(x, p), 2 * n + 1), t.zext(t.concat(y, q), 2 * n + 1))}};
}

Built arrays(Terms& t, std::uint64_t seed) {
  Rng rng(seed);
  const Term x = t.variable("x", 2), y = t.variable("y", 2);
  std::vector<Term> indices{x, y, t.constant(2, 1), t.constant(2, 2)};
  std::vector<Term> elements{x, y, t.constant(2, rng())};
  std::vector<Term> list{t.array_variable("a", 2, 2), t.array_constant(2, rng.pick(elements))};
  const std::vector<Term> variables{x, y, list[0]};
  for (int i = 0; i < 6; ++i) {
    list.push_back(t.store(rng.pick(list), rng.pick(indices), rng.pick(elements)));
    elements.push_back(t.select(rng.pick(list), rng.pick(indices)));
  }
  return {variables, elements};
}

/// Numbers of three formats, and integers that are converted to them.
class Floats {
 public:
  Floats(Terms& terms, std::uint64_t seed) : t_(terms), rng_(seed) {
    variables_ = {t_.variable("h", 16), t_.variable("g", 16), t_.variable("i", 5), t_.variable("j", 12)};
    numbers_[0] = {variables_[0], variables_[1], integer(variables_[2], 0), integer(variables_[3], 0)};
    for (unsigned f = 1; f < 3; ++f)
      numbers_[f] = {converted(variables_[0], 0, f), integer(variables_[2], f), integer(variables_[3], f)};
  }
  Built run() {
    std::vector<Term> roots;
    for (int i = 0; i < 6; ++i) {
      const auto f = static_cast<unsigned>(rng_.below(3));
      numbers_[f].push_back(operation(f));
      roots.push_back(rng_.chance(1, 2) ? numbers_[f].back() : test(f));
    }
    return {variables_, roots};
  }

 private:
  static constexpr FloatFormat kFormats[] = {FloatFormat::Half, FloatFormat::Single, FloatFormat::Double};
  Rounding rounding() { return rng_.chance(1, 2) ? Rounding::NearestTiesToEven : static_cast<Rounding>(rng_.below(5)); }
  Term integer(Term from, unsigned f) {
    const Term wide = rng_.chance(1, 2) ? t_.sext(from, 16) : rng_.chance(1, 2) ? t_.zext(from, 16) : from;
    return t_.int_to_float(wide, rng_.chance(1, 2), kFormats[f], rounding());
  }
  Term converted(Term from, unsigned f, unsigned to) {
    return t_.fconvert(kFormats[f], kFormats[to], rounding(), from);
  }
  Term number(unsigned f) {
    if (rng_.chance(2, 3)) return rng_.pick(numbers_[f]);
    // 0, -0, 1, -1, 2, 0.5, 3, infinity, a NaN, or any half.
    const std::uint64_t halves[] = {0, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x3800, 0x4200, 0x7c00, 0x7e01, rng_()};
    const Term half = t_.constant(16, halves[rng_.below(10)]);
    return f == 0 ? half : t_.fconvert(FloatFormat::Half, kFormats[f], Rounding::NearestTiesToEven, half);
  }
  Term negated(unsigned f) {
    const Term a = number(f);
    return t_.bxor(a, t_.constant(APInt::getSignMask(a.width())));
  }
  Term operand(unsigned f) { return rng_.chance(1, 4) ? negated(f) : number(f); }
  Term operation(unsigned f) {
    const FloatFormat format = kFormats[f];
    const Rounding r = rounding();
    switch (rng_.below(11)) {
      case 0:
        return t_.fadd(format, r, operand(f), operand(f));
      case 1:
        return opposite_sums(f, r);
      case 2:
        return t_.fmul(format, r, operand(f), operand(f));
      case 3:
        return t_.fdiv(format, r, operand(f), operand(f));
      case 4:
        return t_.fsqrt(format, r, operand(f));
      case 5:
        return t_.fround(format, r, operand(f));
      case 6:
        return t_.fma(format, r, operand(f), operand(f), operand(f));
      case 7:
        return t_.number_or_nan(format, operand(f));
      case 8:
        return t_.frem(format, operand(f), operand(f));
      default: {
        const auto from = static_cast<unsigned>(rng_.below(3));
        return from == f ? number(f) : converted(operand(from), from, f);
      }
    }
  }
  Term opposite_sums(unsigned f, Rounding r) {
    const Term a = number(f), b = number(f);
    const Term difference = t_.fsub(kFormats[f], r, a, b);
    return t_.fadd(kFormats[f], r, difference, t_.fsub(kFormats[f], r, b, a));
  }
  Term test(unsigned f) {
    const FloatFormat format = kFormats[f];
    const Term a = operand(f), b = operand(f);
    switch (rng_.below(7)) {
      case 0:
        return t_.feq(format, a, b);
      case 1:
        return t_.flt(format, a, b);
      case 2:
        return t_.is_nan(format, a);
      case 3:
        return t_.is_infinite(format, a);
      case 4:
        return t_.is_float_zero(format, a);
      case 5:
        return t_.float_to_int(format, rounding(), a, 6, rng_.chance(1, 2));
      default:
        return t_.float_fits_int(format, rounding(), a, 6, rng_.chance(1, 2));
    }
  }

  Terms& t_;
  Rng rng_;
  std::vector<Term> variables_;
  std::vector<Term> numbers_[3];
};

Built floats(Terms& terms, std::uint64_t seed) { return Floats(terms, seed).run(); }

constexpr Source kSources[] = {from_pool, shapes, arrays, floats};

}  // namespace

std::span<const Source> rule_sources() { return kSources; }

}  // namespace assay::refine::smt::test
