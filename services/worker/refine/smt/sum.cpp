#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "services/worker/refine/smt/linear.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr std::size_t kMostTerms = 16;  // of a flattened sum

/// A product (x / y) * y, or a multiple of x / c that is one of c too.
struct QuotientTimesDivisor {
  Term quotient;
  APInt factor;  ///< of quotient * divisor
};
std::optional<QuotientTimesDivisor> quotient_times_divisor(Term t, const APInt& factor) {
  const auto is_quotient = [](Term q) { return q.kind() == Kind::UDiv || q.kind() == Kind::SDiv; };
  if (is_quotient(t) && t.operand(1).is_constant() && !t.operand(1).is_zero()) {
    const APInt& divisor = t.operand(1).value();
    const APInt times = factor.sdiv(divisor);
    if (times * divisor == factor) return QuotientTimesDivisor{t, times};
  }
  if (t.kind() != Kind::Mul || t.arity() != 2) return std::nullopt;
  for (unsigned i = 0; i < 2; ++i)
    if (is_quotient(t.operand(i)) && t.operand(i).operand(1) == t.operand(1 - i))
      return QuotientTimesDivisor{t.operand(i), factor};
  return std::nullopt;
}

/// x - (x / y) * y is the remainder.
bool find_remainder(Terms& terms, Linear& sum) {
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const auto found = quotient_times_divisor(sum.terms[i].first, sum.terms[i].second);
    if (!found) continue;
    const Term x = found->quotient.operand(0), y = found->quotient.operand(1);
    for (std::size_t j = 0; j < sum.terms.size(); ++j) {
      if (sum.terms[j].first != x || sum.terms[j].second != -found->factor || !terms.use(Rule::AddMakesRemainder))
        continue;
      const APInt factor = -found->factor;
      const bool is_unsigned = found->quotient.kind() == Kind::UDiv;
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      add_to(terms, sum, is_unsigned ? terms.urem(x, y) : terms.srem(x, y), factor);
      return true;
    }
  }
  return false;
}

/// What a quotient by an even number becomes is narrower than its dividend: x - c * 2^k * (y / c), where y holds the
/// bits of x from k on and all above are zero, is the remainder of y above the low bits of x.
bool find_high_remainder(Terms& terms, Linear& sum) {
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const auto& [t, times] = sum.terms[i];
    const unsigned width = t.width();
    if (t.kind() != Kind::Concat || t.arity() != 2 || !t.operand(0).is_zero()) continue;
    const Term quotient = t.operand(1);
    if (quotient.kind() != Kind::UDiv || !quotient.operand(1).is_constant() || quotient.operand(1).is_zero()) continue;
    const Term y = quotient.operand(0), c = quotient.operand(1);
    for (std::size_t j = 0; j < sum.terms.size(); ++j) {
      const auto& [x, factor] = sum.terms[j];
      if (j == i || times.countr_zero() < c.value().countr_zero() + factor.countr_zero()) continue;
      const unsigned by = times.countr_zero() - c.value().countr_zero() - factor.countr_zero();
      if (by + y.width() > width || x.known().countMinLeadingZeros() < width - by - y.width()) continue;
      if (times != -(factor * c.value().zext(width)).shl(by) || terms.slice(x, by, y.width()) != y) continue;
      if (!terms.use(Rule::AddMakesHighRemainder)) continue;
      const Term high = terms.zext(terms.urem(y, c), width - by);
      const Term rest = by == 0 ? high : terms.concat(high, terms.slice(x, 0, by));
      const APInt kept = factor;
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      add_to(terms, sum, rest, kept);
      return true;
    }
  }
  return false;
}

/// factor * t for a t that is no sum.
Term times(Terms& terms, const APInt& factor, Term t) {
  const unsigned width = t.width();
  if (factor.isOne()) return t;
  if (factor.isPowerOf2() && terms.use(Rule::MulByPowerOfTwo)) {
    const unsigned by = factor.logBase2();
    return terms.concat(terms.slice(t, 0, width - by), terms.zero(by));
  }
  if (is_constant_ite(t) && terms.use(Rule::MulOfIteByConstant))
    return terms.ite(t.operand(0), terms.constant(factor * t.operand(1).value()),
                     terms.constant(factor * t.operand(2).value()));
  std::vector<Term> factors{terms.constant(factor)};
  if (t.kind() == Kind::Mul)
    for (unsigned i = 0; i < t.arity(); ++i) factors.push_back(t.operand(i));
  else
    factors.push_back(t);
  return terms.make(Kind::Mul, width, factors);
}

/// One term and a constant.
Term one_term_of(Terms& terms, const Linear& sum) {
  const auto& [t, factor] = sum.terms[0];
  const unsigned width = t.width();
  if (sum.constant.isZero()) return times(terms, factor, t);
  if (factor.isAllOnes() && sum.constant.isAllOnes() && terms.use(Rule::AddMakesNot)) return terms.bnot(t);
  const Term bit = extended_bit(t);
  if ((bit || is_constant_ite(t)) && terms.use(Rule::AddOfIteAndConstant)) {
    const APInt one = bit ? APInt(width, 1) : t.operand(1).value();
    const APInt other = bit ? APInt(width, 0) : t.operand(2).value();
    return terms.ite(bit ? bit : t.operand(0), terms.constant(factor * one + sum.constant),
                     terms.constant(factor * other + sum.constant));
  }
  if (factor.isOne() && sum.constant.isSignMask() && width > 1 && terms.use(Rule::AddOfSignMask))
    return terms.concat(terms.bnot(terms.slice(t, width - 1, 1)), terms.slice(t, 0, width - 1));
  return Term();
}

}  // namespace

/// A term of `width` bits that has t for its low bits, where one stands for both; null: none is simpler than t
/// extended. `seen` holds the choices that were widened before: they may share arms.
static Term widened(Terms& terms, Term t, unsigned width, std::unordered_map<Term, Term>& seen) {
  if (t.is_constant()) return terms.zext(t, width);
  if (t.kind() == Kind::Slice && t.payload() + width <= t.operand(0).width())
    return terms.slice(t.operand(0), t.payload(), width);
  if (t.kind() == Kind::Add && width >= kAddressBits) {
    std::vector<Term> parts;
    for (unsigned i = 0; i < t.arity(); ++i) parts.push_back(terms.zext(t.operand(i), width));
    return terms.rebuild(t, parts);
  }
  if (t.kind() == Kind::Mul && width >= kAddressBits) {
    std::vector<Term> factors;
    for (unsigned i = 0; i < t.arity(); ++i) {
      factors.push_back(widened(terms, t.operand(i), width, seen));
      if (!factors.back()) return Term();
    }
    return terms.rebuild(t, factors);
  }
  if (t.kind() != Kind::Ite) return Term();
  if (const auto found = seen.find(t); found != seen.end()) return found->second;
  const Term then = widened(terms, t.operand(1), width, seen);
  const Term otherwise = then ? widened(terms, t.operand(2), width, seen) : Term();
  return seen[t] = otherwise ? terms.ite(t.operand(0), then, otherwise) : Term();
}

/// What t may be exchanged for where its `dropped` highest bits don't matter; null: nothing simpler.
static Term without_high_bits(Terms& terms, Term t, unsigned dropped) {
  if (dropped == 0) return Term();
  Term low;
  if (t.kind() == Kind::SExt)
    low = t.operand(0);
  else if (t.kind() == Kind::Concat && t.operand(0).is_zero())
    low = terms.slice(t, 0, t.width() - t.operand(0).width());
  if (!low || low.width() + dropped < t.width()) return Term();
  std::unordered_map<Term, Term> seen;
  return widened(terms, low, t.width(), seen);
}

void Linear::add(Term t, const APInt& factor) {
  const auto place = std::lower_bound(terms.begin(), terms.end(), t,
                                      [](const auto& entry, Term key) { return entry.first.id() < key.id(); });
  if (place == terms.end() || place->first != t) {
    terms.insert(place, {t, factor});
  } else {
    place->second += factor;
    if (place->second.isZero()) terms.erase(place);
  }
}

void Linear::scale(const APInt& factor) {
  constant *= factor;
  for (auto& [t, f] : terms) f *= factor;
  std::erase_if(terms, [](const auto& entry) { return entry.second.isZero(); });
}

/// Would the sum still be short with the operands of t in it? Those that it has already make it no longer.
static bool has_room_for(Terms& terms, const Linear& sum, Term t) {
  if (sum.terms.size() + t.arity() <= kMostTerms) return true;
  Linear added(t.width());
  for (unsigned i = 0; i < t.arity(); ++i) add_to(terms, added, t.operand(i), APInt(t.width(), 1));
  const auto is_new = [&](const auto& entry) {
    return std::none_of(sum.terms.begin(), sum.terms.end(),
                        [&](const auto& each) { return each.first == entry.first; });
  };
  return sum.terms.size() + static_cast<std::size_t>(std::count_if(added.terms.begin(), added.terms.end(), is_new)) <=
         kMostTerms;
}

/// Adds factor * t, with t taken apart where it is itself a sum in disguise.
void add_to(Terms& terms, Linear& sum, Term t, const APInt& factor) {
  if (factor.isZero()) return;
  const unsigned width = t.width();
  if (const Term same = without_high_bits(terms, t, factor.countr_zero()); same && terms.use(Rule::AddDropsHighBits))
    t = same;
  switch (t.kind()) {
    case Kind::Constant:
      sum.constant += factor * t.value();
      return;
    case Kind::Not:  // -t - 1
      if (!terms.use(Rule::AddOfNot)) break;
      sum.constant -= factor;
      add_to(terms, sum, t.operand(0), -factor);
      return;
    case Kind::Add:
      if (!has_room_for(terms, sum, t) || !terms.use(Rule::AddFlatten)) break;
      for (unsigned i = 0; i < t.arity(); ++i) add_to(terms, sum, t.operand(i), factor);
      return;
    case Kind::Mul:
      if (!t.operand(0).is_constant() || !terms.use(Rule::AddOfMultiple)) break;
      {
        std::vector<Term> rest;
        for (unsigned i = 1; i < t.arity(); ++i) rest.push_back(t.operand(i));
        add_to(terms, sum, rest.size() == 1 ? rest[0] : terms.make(Kind::Mul, width, rest),
               factor * t.operand(0).value());
      }
      return;
    case Kind::Concat: {
      const Term last = t.operand(t.arity() - 1), first = t.operand(0);
      // The sign flipped: + 2^(width - 1).
      if (t.arity() == 2 && first.width() == 1 && first.kind() == Kind::Not && last.kind() == Kind::Slice) {
        const Term base = last.operand(0);
        if (base.width() == width && last.payload() == 0 && terms.slice(base, width - 1, 1) == first.operand(0) &&
            terms.use(Rule::AddOfFlippedSign)) {
          sum.constant += factor * APInt::getSignMask(width);
          add_to(terms, sum, base, factor);
          return;
        }
      }
      if (!last.is_constant() || !terms.use(Rule::AddOfShifted)) break;
      sum.constant += factor * last.value().zext(width);
      const Term high = terms.slice(t, last.width(), width - last.width());
      add_to(terms, sum, terms.zext(high, width), factor.shl(last.width()));
      return;
    }
    default:
      break;
  }
  sum.add(t, factor);
}

Linear linear_of(Terms& terms, Term t) {
  Linear result(t.width());
  add_to(terms, result, t, APInt(t.width(), 1));
  return result;
}

Term term_of(Terms& terms, Linear sum) {
  while (sum.terms.size() > 1 && (find_remainder(terms, sum) || find_high_remainder(terms, sum))) {
  }
  if (sum.terms.empty()) return terms.constant(sum.constant);
  if (sum.terms.size() == 1)
    if (const Term one = one_term_of(terms, sum)) return one;
  std::vector<Term> parts;
  if (!sum.constant.isZero()) parts.push_back(terms.constant(sum.constant));
  for (const auto& [t, factor] : sum.terms) parts.push_back(times(terms, factor, t));
  // Terms without common bits are joined, not added.
  APInt used(sum.constant.getBitWidth(), 0);
  bool disjoint = true;
  for (Term part : parts) {
    const APInt may = ~part.known().Zero;
    disjoint = disjoint && !used.intersects(may);
    used |= may;
  }
  if (disjoint && terms.use(Rule::AddOfDisjoint)) {
    Term joined = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) joined = terms.bor(joined, parts[i]);
    return joined;
  }
  std::sort(parts.begin(), parts.end(),
            [](Term a, Term b) { return a.is_constant() != b.is_constant() ? a.is_constant() : a.id() < b.id(); });
  return terms.make(Kind::Add, parts[0].width(), parts);
}

Term Terms::add(Term a, Term b) {
  if (a.width() == 1 && use(Rule::AddOfBits)) return bxor(a, b);
  if (a.is_zero() && use(Rule::AddOfZero)) return b;
  if (b.is_zero() && use(Rule::AddOfZero)) return a;
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0) &&
      (is_constant_ite(a) || is_constant_ite(b)) && use(Rule::AddOfItes))
    return ite(a.operand(0), add(a.operand(1), b.operand(1)), add(a.operand(2), b.operand(2)));
  Linear sum = linear_of(*this, a);
  add_to(*this, sum, b, APInt(a.width(), 1));
  return term_of(*this, std::move(sum));
}

Term Terms::sub(Term a, Term b) {
  if (a.width() == 1 && use(Rule::AddOfBits)) return bxor(a, b);
  if (a == b && use(Rule::SubOfSame)) return zero(a.width());
  if (b.is_zero() && use(Rule::AddOfZero)) return a;
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0) &&
      (is_constant_ite(a) || is_constant_ite(b)) && use(Rule::AddOfItes))
    return ite(a.operand(0), sub(a.operand(1), b.operand(1)), sub(a.operand(2), b.operand(2)));
  Linear sum = linear_of(*this, a);
  add_to(*this, sum, b, APInt::getAllOnes(a.width()));
  return term_of(*this, std::move(sum));
}

Term complement_of_sum(Terms& terms, Term a) {
  Linear sum = linear_of(terms, a);
  if (sum.terms.size() == 1 && sum.terms[0].first == a) return Term();
  sum.scale(APInt::getAllOnes(a.width()));
  sum.constant -= 1;
  return term_of(terms, std::move(sum));
}

Term Terms::neg(Term a) { return sub(zero(a.width()), a); }

}  // namespace assay::refine::smt
