#include <algorithm>
#include <optional>

#include "services/worker/refine/smt/linear.h"
#include "services/worker/refine/smt/storage.h"

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

}  // namespace

/// x - (x / y) * y is the remainder.
bool Terms::find_remainder(Linear& sum) {
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const auto found = quotient_times_divisor(sum.terms[i].first, sum.terms[i].second);
    if (!found) continue;
    const Term x = found->quotient.operand(0), y = found->quotient.operand(1);
    for (std::size_t j = 0; j < sum.terms.size(); ++j) {
      if (sum.terms[j].first != x || sum.terms[j].second != -found->factor) continue;
      const APInt factor = -found->factor;
      const bool is_unsigned = found->quotient.kind() == Kind::UDiv;
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      add_to(sum, is_unsigned ? urem(x, y) : srem(x, y), factor);
      return true;
    }
  }
  return false;
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

/// Adds factor * t, with t taken apart where it is itself a sum in disguise.
void Terms::add_to(Linear& sum, Term t, const APInt& factor) {
  if (factor.isZero()) return;
  const unsigned width = t.width();
  switch (t.kind()) {
    case Kind::Constant:
      sum.constant += factor * t.value();
      return;
    case Kind::Not:  // -t - 1
      sum.constant -= factor;
      add_to(sum, t.operand(0), -factor);
      return;
    case Kind::Add:
      if (sum.terms.size() + t.arity() > kMostTerms) break;
      for (unsigned i = 0; i < t.arity(); ++i) add_to(sum, t.operand(i), factor);
      return;
    case Kind::Mul:
      if (!t.operand(0).is_constant()) break;
      {
        std::vector<Term> rest;
        for (unsigned i = 1; i < t.arity(); ++i) rest.push_back(t.operand(i));
        add_to(sum, rest.size() == 1 ? rest[0] : make(Kind::Mul, width, rest), factor * t.operand(0).value());
      }
      return;
    case Kind::Concat: {
      const Term last = t.operand(t.arity() - 1), first = t.operand(0);
      // The sign flipped: + 2^(width - 1).
      if (t.arity() == 2 && first.width() == 1 && first.kind() == Kind::Not && last.kind() == Kind::Slice) {
        const Term base = last.operand(0);
        if (base.width() == width && last.payload() == 0 && slice(base, width - 1, 1) == first.operand(0)) {
          sum.constant += factor * APInt::getSignMask(width);
          add_to(sum, base, factor);
          return;
        }
      }
      if (!last.is_constant()) break;
      sum.constant += factor * last.value().zext(width);
      const Term high = slice(t, last.width(), width - last.width());
      // The bits that the shift drops don't matter.
      const bool dropped = high.kind() == Kind::Slice && high.payload() == 0 && high.operand(0).width() == width;
      add_to(sum, dropped ? high.operand(0) : zext(high, width), factor.shl(last.width()));
      return;
    }
    default:
      break;
  }
  sum.add(t, factor);
}

Linear Terms::linear_of(Term t) {
  Linear result(t.width());
  add_to(result, t, APInt(t.width(), 1));
  return result;
}

/// factor * t for a t that is no sum.
Term Terms::times(const APInt& factor, Term t) {
  const unsigned width = t.width();
  if (factor.isOne()) return t;
  if (factor.isPowerOf2()) {
    const unsigned by = factor.logBase2();
    return concat(slice(t, 0, width - by), zero(by));
  }
  if (is_constant_ite(t))
    return ite(t.operand(0), constant(factor * t.operand(1).value()), constant(factor * t.operand(2).value()));
  std::vector<Term> factors{constant(factor)};
  if (t.kind() == Kind::Mul)
    for (unsigned i = 0; i < t.arity(); ++i) factors.push_back(t.operand(i));
  else
    factors.push_back(t);
  return make(Kind::Mul, width, factors);
}

/// One term and a constant.
Term Terms::emit_one(const Linear& sum) {
  const auto& [t, factor] = sum.terms[0];
  const unsigned width = t.width();
  if (sum.constant.isZero()) return times(factor, t);
  if (factor.isAllOnes() && sum.constant.isAllOnes()) return bnot(t);
  const Term bit = extended_bit(t);
  if (bit || is_constant_ite(t)) {
    const APInt one = bit ? APInt(width, 1) : t.operand(1).value();
    const APInt other = bit ? APInt(width, 0) : t.operand(2).value();
    return ite(bit ? bit : t.operand(0), constant(factor * one + sum.constant),
               constant(factor * other + sum.constant));
  }
  if (factor.isOne() && sum.constant.isSignMask()) return concat(bnot(slice(t, width - 1, 1)), slice(t, 0, width - 1));
  return Term();
}

Term Terms::emit(Linear sum) {
  while (sum.terms.size() > 1 && find_remainder(sum)) {
  }
  if (sum.terms.empty()) return constant(sum.constant);
  if (sum.terms.size() == 1)
    if (const Term one = emit_one(sum)) return one;
  std::vector<Term> parts;
  if (!sum.constant.isZero()) parts.push_back(constant(sum.constant));
  for (const auto& [t, factor] : sum.terms) parts.push_back(times(factor, t));
  // Terms without common bits are joined, not added.
  APInt used(sum.constant.getBitWidth(), 0);
  bool disjoint = true;
  for (Term part : parts) {
    const APInt may = ~part.known().Zero;
    disjoint = disjoint && !used.intersects(may);
    used |= may;
  }
  if (disjoint) {
    Term joined = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) joined = bor(joined, parts[i]);
    return joined;
  }
  std::sort(parts.begin(), parts.end(),
            [](Term a, Term b) { return a.is_constant() != b.is_constant() ? a.is_constant() : a.id() < b.id(); });
  return make(Kind::Add, parts[0].width(), parts);
}

Term Terms::add(Term a, Term b) {
  if (a.width() == 1) return bxor(a, b);
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0) &&
      (is_constant_ite(a) || is_constant_ite(b)))
    return ite(a.operand(0), add(a.operand(1), b.operand(1)), add(a.operand(2), b.operand(2)));
  Linear sum = linear_of(a);
  add_to(sum, b, APInt(a.width(), 1));
  return emit(std::move(sum));
}

Term Terms::sub(Term a, Term b) {
  if (a.width() == 1) return bxor(a, b);
  if (a == b) return zero(a.width());
  if (b.is_zero()) return a;
  if (a.kind() == Kind::Ite && b.kind() == Kind::Ite && a.operand(0) == b.operand(0) &&
      (is_constant_ite(a) || is_constant_ite(b)))
    return ite(a.operand(0), sub(a.operand(1), b.operand(1)), sub(a.operand(2), b.operand(2)));
  Linear sum = linear_of(a);
  add_to(sum, b, APInt::getAllOnes(a.width()));
  return emit(std::move(sum));
}

Term Terms::complement_of_sum(Term a) {
  Linear sum = linear_of(a);
  if (sum.terms.size() == 1 && sum.terms[0].first == a) return Term();
  sum.scale(APInt::getAllOnes(a.width()));
  sum.constant -= 1;
  return emit(std::move(sum));
}

Term Terms::neg(Term a) { return sub(zero(a.width()), a); }

}  // namespace assay::refine::smt
