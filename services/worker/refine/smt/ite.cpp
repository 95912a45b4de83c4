#include <optional>
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

}  // namespace

/// Constants that differ in one bit are joined around the condition: ite(p, 5, 4) is 10 . p.
Term Terms::ite_of_constants(Term condition, const APInt& then, const APInt& otherwise) {
  const APInt difference = then ^ otherwise;
  const unsigned width = then.getBitWidth();
  if (!difference.isPowerOf2() || width == 1) {
    const Term operands[] = {condition, constant(then), constant(otherwise)};
    return make(Kind::Ite, width, operands);
  }
  const unsigned bit = difference.logBase2();
  std::vector<Term> parts;
  if (bit + 1 < width) parts.push_back(constant(then.extractBits(width - bit - 1, bit + 1)));
  parts.push_back(then[bit] ? condition : bnot(condition));
  if (bit > 0) parts.push_back(constant(then.extractBits(bit, 0)));
  return concat(parts);
}

/// What the condition says about the arms.
Term Terms::ite_by_condition(Term c, Term then, Term otherwise) {
  if (then.kind() == Kind::Ite && then.operand(0) == c) return ite(c, then.operand(1), otherwise);
  if (otherwise.kind() == Kind::Ite && otherwise.operand(0) == c) return ite(c, then, otherwise.operand(2));
  if (c.kind() == Kind::Eq) {
    const Term a = c.operand(0), b = c.operand(1);
    if ((then == a && otherwise == b) || (then == b && otherwise == a)) return otherwise;
    if (b.is_constant() && then == a) return ite(c, b, otherwise);
  }
  if (c.kind() == Kind::Ult || c.kind() == Kind::Slt) {
    // Minimum and maximum: one form of either.
    const Term a = c.operand(0), b = c.operand(1);
    const bool minimum = then == a && otherwise == b, maximum = then == b && otherwise == a;
    if ((minimum || maximum) && !b.is_constant() && a.id() > b.id()) {
      const Term swapped = make2(c.kind(), 1, b, a);
      return minimum ? ite(swapped, b, a) : ite(swapped, a, b);
    }
  }
  // x < k + 1 ? x : k and x < k + 1 ? k : x are those of x < k.
  if (const std::optional<Bound> bound = bound_of(c)) {
    const Term k = then == bound->variable ? otherwise : then;
    if ((then == bound->variable || otherwise == bound->variable) && k.is_constant() && k.value() + 1 == bound->below &&
        !(bound->is_signed ? k.value().isMaxSignedValue() : k.value().isAllOnes()))
      return ite(bound->is_signed ? slt(bound->variable, k) : ult(bound->variable, k), then, otherwise);
  }
  return Term();
}

/// What the arms have in common moves out.
Term Terms::ite_by_arms(Term c, Term then, Term otherwise) {
  if (const Term a = negated(then), b = negated(otherwise); a && b) return bnot(ite(c, a, b));
  if (otherwise.kind() == Kind::Ite && otherwise.arity() == 3) {
    if (otherwise.operand(1) == then) return ite(lor(c, otherwise.operand(0)), then, otherwise.operand(2));
    if (otherwise.operand(2) == then) return ite(land(lnot(c), otherwise.operand(0)), otherwise.operand(1), then);
  }
  if (then.kind() == Kind::Ite) {
    if (then.operand(2) == otherwise) return ite(land(c, then.operand(0)), then.operand(1), otherwise);
    if (then.operand(1) == otherwise) return ite(land(c, lnot(then.operand(0))), then.operand(2), otherwise);
  }
  return Term();
}

Term Terms::ite_of_bits(Term c, Term then, Term otherwise) {
  if (then.is_constant() && otherwise.is_constant()) return ite_of_constants(c, then.value(), otherwise.value());
  if (is_sum(then) || is_sum(otherwise)) {
    const Term difference = sub(then, otherwise);
    if (difference.is_constant()) return add(otherwise, ite(c, difference, zero(difference.width())));
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
    const Term a = slice(then, top, width), b = slice(otherwise, top, width);
    common |= a == b;
    parts.push_back(a);
    parts.push_back(b);
  }
  if (!common) return Term();
  std::vector<Term> chosen;
  for (std::size_t i = 0; i < parts.size(); i += 2) chosen.push_back(ite(c, parts[i], parts[i + 1]));
  return concat(chosen);
}

Term Terms::ite(Term c, Term then, Term otherwise) {
  if (c.is_constant()) return c.is_true() ? then : otherwise;
  if (then == otherwise) return then;
  if (c.kind() == Kind::Not) return ite(c.operand(0), otherwise, then);
  const bool is_array = then.is_array();
  if (!is_array && then.width() == 1) {
    if (then.is_true() || then == c) return bor(c, otherwise);
    if (then.is_false()) return band(bnot(c), otherwise);
    if (otherwise.is_true()) return bor(bnot(c), then);
    if (otherwise.is_false() || otherwise == c) return band(c, then);
    if (negated(then) == otherwise || negated(otherwise) == then) return bnot(bxor(c, then));
  }
  if (const Term known = ite_by_condition(c, then, otherwise)) return known;
  if (const Term common = ite_by_arms(c, then, otherwise)) return common;
  if (!is_array)
    if (const Term better = ite_of_bits(c, then, otherwise)) return better;
  const Term operands[] = {c, then, otherwise};
  return make(Kind::Ite, then.width(), operands, 0, then.index_width());
}

}  // namespace assay::refine::smt
