#include <llvm/IR/ConstantRange.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <set>

#include "services/worker/refine/smt/bitwise.h"
#include "services/worker/refine/smt/linear.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

using llvm::APInt;
using llvm::ConstantRange;

namespace {

constexpr std::size_t kMostOperands = 32;  // of a flattened And or Xor
constexpr unsigned kMostRuns = 3;          // of a mask that is worth splitting

bool by_id(Term a, Term b) { return a.id() < b.id(); }

unsigned runs_of(const APInt& value) {
  // A run ends where neighbouring bits differ.
  const APInt shifted = value.ashr(1);
  return 1 + (value ^ shifted).popcount();
}

void flatten(Terms& terms, Kind kind, Term t, std::vector<Term>& out) {
  const Rule rule = kind == Kind::And ? Rule::AndFlatten : Rule::XorFlatten;
  if (t.kind() == kind && out.size() + t.arity() <= kMostOperands && terms.use(rule))
    for (unsigned i = 0; i < t.arity(); ++i) out.push_back(t.operand(i));
  else
    out.push_back(t);
}

bool contains(Term list, Term t) {
  for (unsigned i = 0; i < list.arity(); ++i)
    if (list.operand(i) == t) return true;
  return false;
}

/// Not(And(...))? Then the And.
Term negated_and(Term t) { return t.kind() == Kind::Not && t.operand(0).kind() == Kind::And ? t.operand(0) : Term(); }

bool is_complement(Term a, Term b) {
  return (a.kind() == Kind::Not && a.operand(0) == b) || (b.kind() == Kind::Not && b.operand(0) == a);
}

/// The product y, if t is a sum that says ~y: -1 - y.
Term complement_of(Terms& terms, Term t) {
  if (t.kind() != Kind::Add || t.arity() != 2 || !t.operand(0).is_all_ones()) return Term();
  if (t.operand(1).kind() != Kind::Mul || !t.operand(1).operand(0).is_constant()) return Term();
  const Term product = terms.neg(t.operand(1));
  return product.kind() == Kind::Mul && terms.use(Rule::ComplementOfProduct) ? product : Term();
}

void add_boundaries(Term t, std::set<unsigned>& at) {
  unsigned position = t.width();
  for (unsigned i = 0; i + 1 < t.arity(); ++i) at.insert(position -= t.operand(i).width());
}
void add_boundaries(const APInt& value, std::set<unsigned>& at) {
  for (unsigned i = 1; i < value.getBitWidth(); ++i)
    if (value[i] != value[i - 1]) at.insert(i);
}

bool concat_has_constant(Term concat) {
  for (unsigned i = 0; i < concat.arity(); ++i)
    if (concat.operand(i).is_constant()) return true;
  return false;
}

/// What a comparison with a constant says of its variable: variable in range.
struct InRange {
  Term variable;
  ConstantRange range;
};
std::optional<InRange> range_of(Term literal) {
  const bool negated = literal.kind() == Kind::Not;
  const Term t = negated ? literal.operand(0) : literal;
  if (t.kind() == Kind::Slice && t.width() == 1 && t.payload() + 1 == t.operand(0).width()) {  // the sign
    const unsigned width = t.operand(0).width();
    const ConstantRange range = ConstantRange::getNonEmpty(APInt::getSignedMinValue(width), APInt(width, 0));
    return InRange{t.operand(0), negated ? range.inverse() : range};
  }
  if (t.kind() != Kind::Eq && t.kind() != Kind::Ult && t.kind() != Kind::Slt) return std::nullopt;
  const Term c = t.operand(1);
  if (!c.is_constant()) return std::nullopt;
  const unsigned width = c.width();
  ConstantRange range = t.kind() == Kind::Eq ? ConstantRange(c.value())
                        : t.kind() == Kind::Ult
                            ? ConstantRange::getNonEmpty(APInt(width, 0), c.value())
                            : ConstantRange::getNonEmpty(APInt::getSignedMinValue(width), c.value());
  return InRange{t.operand(0), negated ? range.inverse() : range};
}

enum class Relation : std::uint8_t { None, Contradict, FirstImplies, SecondImplies };
Relation relation(const std::optional<InRange>& a, const std::optional<InRange>& b) {
  if (!a || !b || a->variable != b->variable) return Relation::None;
  if (a->range.intersectWith(b->range).isEmptySet()) return Relation::Contradict;
  if (b->range.contains(a->range)) return Relation::FirstImplies;
  if (a->range.contains(b->range)) return Relation::SecondImplies;
  return Relation::None;
}

/// Removes comparisons that others imply; false if two contradict.
bool merge_ranges(Terms& terms, std::vector<Term>& operands) {
  std::vector<std::optional<InRange>> ranges;
  for (Term t : operands) ranges.push_back(range_of(t));
  std::vector<bool> implied(operands.size(), false);
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::size_t j = i + 1; j < operands.size() && ranges[i]; ++j) {
      if (implied[i] || implied[j]) continue;
      switch (relation(ranges[i], ranges[j])) {
        case Relation::Contradict:
          if (terms.use(Rule::AndOfDisjointRanges)) return false;
          break;
        case Relation::FirstImplies:
          implied[j] = terms.use(Rule::AndOfNestedRanges);
          break;
        case Relation::SecondImplies:
          implied[i] = terms.use(Rule::AndOfNestedRanges);
          break;
        case Relation::None:
          break;
      }
    }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!implied[i]) operands[kept++] = operands[i];
  operands.resize(kept);
  return true;
}

/// Bit by bit operations fall apart where a part of an operand is constant, or where all operands are joined alike.
Term split_bitwise(Terms& terms, Kind kind, std::span<const Term> operands) {
  std::set<unsigned> at;
  bool worth = false;
  Term first_concat;
  for (Term t : operands) {
    if (t.is_constant() && runs_of(t.value()) <= kMostRuns) {
      add_boundaries(t.value(), at);
      worth |= !at.empty();
    } else if (t.kind() == Kind::Concat) {
      worth |= concat_has_constant(t);
      const auto last = [](Term joined) { return joined.operand(joined.arity() - 1).width(); };
      worth |= first_concat && last(t) == last(first_concat);
      first_concat = t;
      add_boundaries(t, at);
    }
  }
  if (!worth || !terms.use(kind == Kind::And ? Rule::AndByParts : Rule::XorByParts)) return Term();
  std::vector<Term> parts;
  at.insert(0);
  unsigned top = operands[0].width();
  for (auto low = at.rbegin(); low != at.rend(); ++low) {
    std::vector<Term> slices;
    for (Term t : operands) slices.push_back(terms.slice(t, *low, top - *low));
    parts.push_back(kind == Kind::And ? and_of(terms, std::move(slices)) : xor_of(terms, std::move(slices)));
    top = *low;
  }
  return terms.concat(parts);
}

/// a & ~(a & b) = a & ~b; a & ~(~a & b) = a; ~(p & q) & ~(~p & ~q) = p ^ q; ~(p & r) & ~(~p & r) = ~r.
Term and_by_absorption(Terms& terms, std::vector<Term>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Term inner = negated_and(operands[i]);
    if (!inner) continue;
    WorkClock::nodes_walked(inner.arity() * operands.size() / 16);
    std::vector<Term> rest;
    bool absorbed = false, shrunk = false;
    for (unsigned k = 0; k < inner.arity(); ++k) {
      const Term t = inner.operand(k);
      const auto outer = [&](auto matches) { return std::any_of(operands.begin(), operands.end(), matches); };
      if (outer([&](Term o) { return is_complement(o, t); })) absorbed = true;
      if (std::find(operands.begin(), operands.end(), t) != operands.end())
        shrunk = true;
      else
        rest.push_back(t);
    }
    absorbed = absorbed && terms.use(Rule::AndAbsorbs);
    if (!absorbed && (!shrunk || !terms.use(Rule::AndShrinks))) continue;
    std::vector<Term> changed(operands);
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    if (!absorbed)
      changed.push_back(rest.empty() ? terms.zero(inner.width()) : terms.bnot(and_of(terms, std::move(rest))));
    return changed.empty() ? terms.all_ones(inner.width()) : and_of(terms, std::move(changed));
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Term a = negated_and(operands[i]);
    if (!a || a.arity() != 2) continue;
    WorkClock::nodes_walked(operands.size() / 8);
    for (std::size_t j = i + 1; j < operands.size(); ++j) {
      const Term b = negated_and(operands[j]);
      if (!b || b.arity() != 2) continue;
      const Term p = a.operand(0), q = a.operand(1), r = b.operand(0), s = b.operand(1);
      Term merged;
      if ((is_complement(p, r) && is_complement(q, s)) || (is_complement(p, s) && is_complement(q, r)))
        merged = terms.use(Rule::AndMakesXor) ? terms.bxor(p, q) : Term();
      else if (contains(b, p) && (is_complement(q, r) || is_complement(q, s)))
        merged = terms.use(Rule::AndResolves) ? terms.bnot(p) : Term();
      else if (contains(b, q) && (is_complement(p, r) || is_complement(p, s)))
        merged = terms.use(Rule::AndResolves) ? terms.bnot(q) : Term();
      if (!merged) continue;
      std::vector<Term> changed(operands);
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(j));
      changed[i] = merged;
      return and_of(terms, std::move(changed));
    }
  }
  return Term();
}

/// Flat, sorted, without repetition, with at most one constant, which stands first; a single constant if that decides.
std::vector<Term> and_operands(Terms& terms, std::span<const Term> given) {
  const unsigned width = given[0].width();
  std::vector<Term> operands;
  APInt mask = APInt::getAllOnes(width);
  for (Term t : given) {
    const Term y = complement_of(terms, t);
    flatten(terms, Kind::And, y ? terms.make1(Kind::Not, width, y) : t, operands);
  }
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].is_constant()) mask &= operands[i].value();
  std::erase_if(operands, [](Term t) { return t.is_constant(); });
  std::sort(operands.begin(), operands.end(), by_id);
  if (std::adjacent_find(operands.begin(), operands.end()) != operands.end() && terms.use(Rule::AndOfSame))
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  for (Term t : operands)
    if (t.kind() == Kind::Not && std::binary_search(operands.begin(), operands.end(), t.operand(0), by_id) &&
        terms.use(Rule::AndOfComplements))
      return {terms.zero(width)};
  // Operands that are one wherever another is not zero change nothing.
  if (operands.size() <= 4 && width > 1) {
    for (std::size_t i = 0; i < operands.size() && !operands.empty(); ++i)
      for (std::size_t j = 0; j < operands.size(); ++j)
        if (i != j && (operands[j].known().Zero | operands[i].known().One).isAllOnes() &&
            terms.use(Rule::AndOfCovered)) {
          operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i--));
          break;
        }
    APInt wider = mask;
    for (Term t : operands) wider |= t.known().Zero;
    if (wider != mask && terms.use(Rule::MaskByKnownBits)) mask = wider;
  }
  if (mask.isZero() || operands.empty()) return {terms.constant(operands.empty() ? mask : APInt(width, 0))};
  if (!mask.isAllOnes()) {
    APInt narrower = mask;
    for (Term t : operands) narrower &= ~t.known().Zero;  // bits that are zero anyway don't make the mask differ
    if (narrower != mask && terms.use(Rule::MaskByKnownBits)) mask = narrower;
    if (mask.isZero()) return {terms.zero(width)};
    operands.insert(operands.begin(), terms.constant(mask));
  }
  return operands;
}

}  // namespace

Term Terms::bnot(Term a) {
  switch (a.kind()) {
    case Kind::Constant:
      return constant(~a.value());
    case Kind::Not:
      if (use(Rule::NotOfNot)) return a.operand(0);
      break;
    case Kind::Concat: {
      if (!use(Rule::NotOfConcat)) break;
      std::vector<Term> parts;
      for (unsigned i = 0; i < a.arity(); ++i) parts.push_back(bnot(a.operand(i)));
      return concat(parts);
    }
    case Kind::Ite:
      if ((a.operand(1).is_constant() || a.operand(2).is_constant()) && use(Rule::NotOfIte))
        return ite(a.operand(0), bnot(a.operand(1)), bnot(a.operand(2)));
      break;
    case Kind::Xor:
      if (a.operand(0).is_constant() && use(Rule::NotOfXor)) {
        std::vector<Term> operands{bnot(a.operand(0))};
        for (unsigned i = 1; i < a.arity(); ++i) operands.push_back(a.operand(i));
        return xor_of(*this, std::move(operands));
      }
      break;
    case Kind::Add:
    case Kind::Mul:
      if (a.kind() == Kind::Mul && !a.operand(0).is_constant()) break;
      if (const Term sum = complement_of_sum(*this, a); sum && use(Rule::NotOfSum)) return sum;
      break;
    default:
      break;
  }
  return make1(Kind::Not, a.width(), a);
}

Term and_of(Terms& terms, std::vector<Term> given) {
  const unsigned width = given[0].width();
  std::vector<Term> operands = and_operands(terms, given);
  if (operands.size() == 1) return operands[0];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Term t = operands[i];
    const bool is_mask = is_constant_ite(t) && width > 1 && (t.operand(1).is_zero() || t.operand(1).is_all_ones()) &&
                         (t.operand(2).is_zero() || t.operand(2).is_all_ones());
    const bool folds = is_constant_ite(t) && operands.size() == 2 && operands[0].is_constant();
    if ((!is_mask && !folds) || !terms.use(Rule::AndOfIte)) continue;
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    const Term rest = and_of(terms, operands);
    return terms.ite(t.operand(0), terms.band(t.operand(1), rest), terms.band(t.operand(2), rest));
  }
  if (width == 1) {
    const std::size_t before = operands.size();
    if (!merge_ranges(terms, operands)) return terms.truth(false);
    if (operands.size() != before) return and_of(terms, std::move(operands));
  } else if (const Term split = split_bitwise(terms, Kind::And, operands)) {
    return split;
  }
  if (const Term absorbed = and_by_absorption(terms, operands)) return absorbed;
  return terms.make(Kind::And, width, operands);
}

Term Terms::band(Term a, Term b) {
  if ((a == b || b.is_all_ones() || a.is_zero()) && use(Rule::AndOfUnit)) return a;
  if ((a.is_all_ones() || b.is_zero()) && use(Rule::AndOfUnit)) return b;
  return and_of(*this, {a, b});
}

Term Terms::bor(Term a, Term b) {
  if ((a == b || b.is_zero() || a.is_all_ones()) && use(Rule::OrOfUnit)) return a;
  if ((a.is_zero() || b.is_all_ones()) && use(Rule::OrOfUnit)) return b;
  return bnot(and_of(*this, {bnot(a), bnot(b)}));
}

Term xor_of(Terms& terms, std::vector<Term> given) {
  const unsigned width = given[0].width();
  std::vector<Term> flat, operands;
  APInt flips(width, 0);
  for (Term t : given) {
    if (t.kind() == Kind::Not && terms.use(Rule::XorOfNot)) {
      flips.flipAllBits();
      t = t.operand(0);
    } else if (const Term y = complement_of(terms, t)) {
      flips.flipAllBits();
      t = y;
    }
    flatten(terms, Kind::Xor, t, flat);
  }
  std::sort(flat.begin(), flat.end(), by_id);
  for (Term t : flat) {
    if (t.is_constant())
      flips ^= t.value();
    else if (!operands.empty() && operands.back() == t && terms.use(Rule::XorOfSame))
      operands.pop_back();
    else
      operands.push_back(t);
  }
  if (operands.empty()) return terms.constant(flips);
  if (flips.isAllOnes() && terms.use(Rule::XorOfOnes))
    return terms.bnot(operands.size() == 1 ? operands[0] : xor_of(terms, std::move(operands)));
  if (!flips.isZero()) operands.insert(operands.begin(), terms.constant(flips));
  if (operands.size() == 1) return operands[0];
  for (std::size_t i = 0; i < operands.size() && width > 1; ++i) {
    const Term t = operands[i];
    const bool is_mask = is_constant_ite(t) && t.operand(1).is_all_ones() && t.operand(2).is_zero();
    const bool folds = is_constant_ite(t) && operands.size() == 2 && operands[0].is_constant();
    if ((!is_mask && !folds) || !terms.use(Rule::XorOfIte)) continue;
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    const Term rest = xor_of(terms, operands);
    return terms.ite(t.operand(0), terms.bxor(t.operand(1), rest), terms.bxor(t.operand(2), rest));
  }
  if (width > 1)
    if (const Term split = split_bitwise(terms, Kind::Xor, operands)) return split;
  return terms.make(Kind::Xor, width, operands);
}

Term Terms::bxor(Term a, Term b) {
  if (a == b && use(Rule::XorOfUnit)) return zero(a.width());
  if (a.is_zero() && use(Rule::XorOfUnit)) return b;
  if (b.is_zero() && use(Rule::XorOfUnit)) return a;
  return xor_of(*this, {a, b});
}

}  // namespace assay::refine::smt
