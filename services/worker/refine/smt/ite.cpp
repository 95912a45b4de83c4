#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "services/worker/refine/smt/linear.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

Term negated(Term t) { return t.kind() == Kind::Not ? t.operand(0) : Term(); }

bool is_sum(Term t) { return t.kind() == Kind::Add || (t.kind() == Kind::Mul && t.operand(0).is_constant()); }

/// variable < below, in any of the forms that such a comparison takes.
struct Bound {
  Term variable;
  APInt below;
  bool is_signed;
};
std::optional<Bound> bound_of(Term c) {
  if ((c.kind() == Kind::Ult || c.kind() == Kind::Slt) && c.operand(1).is_constant())
    return Bound{c.operand(0), c.operand(1).value(), c.kind() == Kind::Slt};
  const auto is_high_part = [](Term t) {
    return t.kind() == Kind::Slice && t.payload() + t.width() == t.operand(0).width();
  };
  if (is_high_part(c)) return Bound{c.operand(0), APInt(c.operand(0).width(), 0), true};  // the sign
  if (c.kind() == Kind::Eq && is_high_part(c.operand(0)) && c.operand(1).is_zero()) {
    const Term high = c.operand(0);
    return Bound{high.operand(0), APInt::getOneBitSet(high.operand(0).width(), high.payload()), false};
  }
  return std::nullopt;
}

/// Constants that differ in one bit are joined around the condition: ite(p, 5, 4) is 10 . p.
Term ite_of_constants(Terms& terms, Term condition, const APInt& then, const APInt& otherwise) {
  const APInt difference = then ^ otherwise;
  const unsigned width = then.getBitWidth();
  if (!difference.isPowerOf2() || width == 1 || !terms.use(Rule::IteOfNeighbours)) {
    const Term operands[] = {condition, terms.constant(then), terms.constant(otherwise)};
    return terms.make(Kind::Ite, width, operands);
  }
  const unsigned bit = difference.logBase2();
  std::vector<Term> parts;
  if (bit + 1 < width) parts.push_back(terms.constant(then.extractBits(width - bit - 1, bit + 1)));
  parts.push_back(then[bit] ? condition : terms.bnot(condition));
  if (bit > 0) parts.push_back(terms.constant(then.extractBits(bit, 0)));
  return terms.concat(parts);
}

/// What the condition says about the arms.
Term ite_by_condition(Terms& terms, Term c, Term then, Term otherwise) {
  if (then.kind() == Kind::Ite && then.operand(0) == c && terms.use(Rule::IteOfSameCondition))
    return terms.ite(c, then.operand(1), otherwise);
  if (otherwise.kind() == Kind::Ite && otherwise.operand(0) == c && terms.use(Rule::IteOfSameCondition))
    return terms.ite(c, then, otherwise.operand(2));
  if (c.kind() == Kind::Eq) {
    const Term a = c.operand(0), b = c.operand(1);
    if (((then == a && otherwise == b) || (then == b && otherwise == a)) && terms.use(Rule::IteOfEqual))
      return otherwise;
    if (b.is_constant() && then == a && terms.use(Rule::IteOfEqualConstant)) return terms.ite(c, b, otherwise);
  }
  if (c.kind() == Kind::Ult || c.kind() == Kind::Slt) {
    // Minimum and maximum: one form of either.
    const Term a = c.operand(0), b = c.operand(1);
    const bool minimum = then == a && otherwise == b, maximum = then == b && otherwise == a;
    if ((minimum || maximum) && !b.is_constant() && a.id() > b.id() && terms.use(Rule::IteOfMinimum)) {
      const Term swapped = terms.make2(c.kind(), 1, b, a);
      return minimum ? terms.ite(swapped, b, a) : terms.ite(swapped, a, b);
    }
  }
  // x < k + 1 ? x : k and x < k + 1 ? k : x are those of x < k.
  if (const std::optional<Bound> bound = bound_of(c)) {
    const Term k = then == bound->variable ? otherwise : then;
    if ((then == bound->variable || otherwise == bound->variable) && k.is_constant() && k.value() + 1 == bound->below &&
        !(bound->is_signed ? k.value().isMaxSignedValue() : k.value().isAllOnes()) && terms.use(Rule::IteOfBound))
      return terms.ite(bound->is_signed ? terms.slt(bound->variable, k) : terms.ult(bound->variable, k), then,
                       otherwise);
  }
  return Term();
}

/// What the arms have in common moves out.
Term ite_by_arms(Terms& terms, Term c, Term then, Term otherwise) {
  if (const Term a = negated(then), b = negated(otherwise); a && b && terms.use(Rule::IteOfNots))
    return terms.bnot(terms.ite(c, a, b));
  if (otherwise.kind() == Kind::Ite && otherwise.arity() == 3) {
    if (otherwise.operand(1) == then && terms.use(Rule::IteThenAgain))
      return terms.ite(terms.lor(c, otherwise.operand(0)), then, otherwise.operand(2));
    if (otherwise.operand(2) == then && terms.use(Rule::IteThenAtLast))
      return terms.ite(terms.land(terms.lnot(c), otherwise.operand(0)), otherwise.operand(1), then);
  }
  if (then.kind() == Kind::Ite) {
    if (then.operand(2) == otherwise && terms.use(Rule::IteElseAgain))
      return terms.ite(terms.land(c, then.operand(0)), then.operand(1), otherwise);
    if (then.operand(1) == otherwise && terms.use(Rule::IteElseFirst))
      return terms.ite(terms.land(c, terms.lnot(then.operand(0))), then.operand(2), otherwise);
  }
  return Term();
}

/// What both sums add, taken out of them; null if they have nothing in common.
Term common_summands(Terms& terms, Linear& one, Linear& other) {
  Linear common(one.constant.getBitWidth());
  for (const auto& [t, factor] : one.terms)
    if (std::find(other.terms.begin(), other.terms.end(), std::pair(t, factor)) != other.terms.end())
      common.add(t, factor);
  for (const auto& [t, factor] : common.terms) {
    one.add(t, -factor);
    other.add(t, -factor);
  }
  if (one.constant == other.constant) {
    common.constant = one.constant;
    one.constant.clearAllBits();
    other.constant.clearAllBits();
  }
  return common.terms.empty() && common.constant.isZero() ? Term() : term_of(terms, std::move(common));
}

Term ite_of_bits(Terms& terms, Term c, Term then, Term otherwise) {
  if (then.is_constant() && otherwise.is_constant()) return ite_of_constants(terms, c, then.value(), otherwise.value());
  if (is_sum(then) || is_sum(otherwise)) {
    const Term difference = terms.sub(then, otherwise);
    if (difference.is_constant() && terms.use(Rule::IteOfSums))
      return terms.add(otherwise, terms.ite(c, difference, terms.zero(difference.width())));
  }
  if (is_sum(then) && is_sum(otherwise)) {
    Linear one = linear_of(terms, then), other = linear_of(terms, otherwise);
    if (const Term common = common_summands(terms, one, other); common && terms.use(Rule::IteOfCommonSummand))
      return terms.add(common, terms.ite(c, term_of(terms, std::move(one)), term_of(terms, std::move(other))));
  }
  const Term joined = then.kind() == Kind::Concat ? then : otherwise;
  const Term other = joined == then ? otherwise : then;
  if (joined.kind() != Kind::Concat || (other.kind() != Kind::Concat && !other.is_constant())) return Term();
  std::vector<Term> parts;
  bool common = false;
  unsigned top = joined.width();
  for (unsigned i = 0; i < joined.arity(); ++i) {
    const unsigned width = joined.operand(i).width();
    top -= width;
    const Term a = terms.slice(then, top, width), b = terms.slice(otherwise, top, width);
    common |= a == b;
    parts.push_back(a);
    parts.push_back(b);
  }
  if (!common || !terms.use(Rule::IteByParts)) return Term();
  std::vector<Term> chosen;
  for (std::size_t i = 0; i < parts.size(); i += 2) chosen.push_back(terms.ite(c, parts[i], parts[i + 1]));
  return terms.concat(chosen);
}

}  // namespace

Term Terms::ite(Term c, Term then, Term otherwise) {
  if (c.is_constant()) return c.is_true() ? then : otherwise;
  if (then == otherwise) return then;
  if (c.kind() == Kind::Not && use(Rule::IteOfNotCondition)) return ite(c.operand(0), otherwise, then);
  const bool is_array = then.is_array();
  if (!is_array && then.width() == 1) {
    if ((then.is_true() || then == c) && use(Rule::IteThenTrue)) return bor(c, otherwise);
    if (then.is_false() && use(Rule::IteThenFalse)) return band(bnot(c), otherwise);
    if (otherwise.is_true() && use(Rule::IteElseTrue)) return bor(bnot(c), then);
    if ((otherwise.is_false() || otherwise == c) && use(Rule::IteElseFalse)) return band(c, then);
    if ((negated(then) == otherwise || negated(otherwise) == then) && use(Rule::IteOfComplements))
      return bnot(bxor(c, then));
  }
  if (const Term known = ite_by_condition(*this, c, then, otherwise)) return known;
  if (const Term common = ite_by_arms(*this, c, then, otherwise)) return common;
  if (!is_array)
    if (const Term better = ite_of_bits(*this, c, then, otherwise)) return better;
  const Term operands[] = {c, then, otherwise};
  return make(Kind::Ite, then.width(), operands, 0, then.index_width());
}

}  // namespace assay::refine::smt
