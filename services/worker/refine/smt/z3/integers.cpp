#include "services/worker/refine/smt/z3/integers.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <array>

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr unsigned kWideSum = 16;
/// Bits for as many parts as a sum may have, and for a sign.
constexpr unsigned kMoreOfSum = 34;

/// Has the operation a meaning in integers, so that its operands matter?
bool is_linear(Term t) {
  switch (t.kind()) {
    case Kind::Not:
    case Kind::And:
    case Kind::Add:
    case Kind::Concat:
    case Kind::Slice:
    case Kind::SExt:
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::SAddOverflow:
    case Kind::SSubOverflow:
      return true;
    case Kind::Xor:
      return t.width() == 1;
    case Kind::Mul:
      return t.arity() == 2 && t.operand(0).is_constant();
    case Kind::UDiv:
    case Kind::URem:
      return t.operand(1).is_constant() && !t.operand(1).is_zero();
    case Kind::Ite:
      return !t.is_array();
    default:
      return false;
  }
}

/// What is needed of the terms below the roots, operands before users.
std::vector<Term> needed_of(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> nodes = terms.nodes_of(roots);
  std::vector<bool> needed(terms.node_count(), false);
  for (Term root : roots) needed[root.id()] = true;
  for (auto t = nodes.rbegin(); t != nodes.rend(); ++t)
    if (needed[t->id()] && is_linear(*t))
      for (unsigned i = 0; i < t->arity(); ++i) needed[t->operand(i).id()] = true;
  std::erase_if(nodes, [&](Term t) { return !needed[t.id()]; });
  return nodes;
}

}  // namespace

Integers::~Integers() {
  for (Z3_ast ast : kept_) Z3_dec_ref(context_, ast);
}

bool Integers::may_help(const Terms& terms, std::span<const Term> conjuncts) {
  const std::vector<Term> nodes = needed_of(terms, conjuncts);
  return std::any_of(nodes.begin(), nodes.end(), [](Term t) { return t.kind() == Kind::Add && t.width() >= kWideSum; });
}

std::vector<Z3_ast> Integers::translate(const Terms& terms, std::span<const Term> conjuncts) {
  for (Term t : needed_of(terms, conjuncts)) forms_.emplace(t.id(), t.width() == 1 ? truth_of(t) : value_of(t));
  for (Term t : conjuncts) facts_.push_back(truth(t));
  return facts_;
}

Z3_ast Integers::keep(Z3_ast ast) {
  Z3_inc_ref(context_, ast);
  kept_.push_back(ast);
  return ast;
}

Z3_ast Integers::number(const APInt& value) {
  llvm::SmallString<64> digits;
  value.toStringUnsigned(digits);
  return keep(Z3_mk_numeral(context_, digits.c_str(), Z3_mk_int_sort(context_)));
}

Z3_ast Integers::unknown(bool is_truth) {
  return keep(Z3_mk_fresh_const(context_, "u", is_truth ? Z3_mk_bool_sort(context_) : Z3_mk_int_sort(context_)));
}

Z3_ast Integers::between(const APInt& low, const APInt& high) {
  const Z3_ast value = unknown(false);
  facts_.push_back(keep(Z3_mk_le(context_, number(low), value)));
  facts_.push_back(keep(Z3_mk_le(context_, value, number(high))));
  return value;
}

Z3_ast Integers::between_signed(const APInt& low, const APInt& high) {
  const auto signed_number = [&](const APInt& value) {
    return value.isNegative() ? keep(Z3_mk_unary_minus(context_, number(value.abs()))) : number(value);
  };
  if (low == high) return signed_number(low);
  const Z3_ast value = unknown(false);
  facts_.push_back(keep(Z3_mk_le(context_, signed_number(low), value)));
  facts_.push_back(keep(Z3_mk_le(context_, value, signed_number(high))));
  return value;
}

Z3_ast Integers::sum(std::span<const Z3_ast> parts) {
  return keep(Z3_mk_add(context_, static_cast<unsigned>(parts.size()), parts.data()));
}

Z3_ast Integers::times(Z3_ast a, Z3_ast b) {
  const Z3_ast both[] = {a, b};
  return keep(Z3_mk_mul(context_, 2, both));
}

Z3_ast Integers::minus(Z3_ast a, Z3_ast b) {
  const Z3_ast both[] = {a, b};
  return keep(Z3_mk_sub(context_, 2, both));
}

Z3_ast Integers::unsigned_value(Term t) {
  if (t.width() > 1) return forms_.at(t.id());
  return keep(Z3_mk_ite(context_, truth(t), number(APInt(2, 1)), number(APInt(2, 0))));
}

Z3_ast Integers::at_least_half(Z3_ast value, unsigned width) {
  return keep(Z3_mk_ge(context_, value, power(width - 1)));
}

Z3_ast Integers::signed_value(Term t) {
  const Z3_ast value = unsigned_value(t);
  if (t.known().isNonNegative()) return value;
  const Z3_ast negative = minus(value, power(t.width()));
  if (t.known().isNegative()) return negative;
  return keep(Z3_mk_ite(context_, at_least_half(value, t.width()), negative, value));
}

Z3_ast Integers::signed_overflow(Term t) {
  const Z3_ast a = signed_value(t.operand(0)), b = signed_value(t.operand(1)), half = power(t.operand(0).width() - 1);
  const Z3_ast exact = t.kind() == Kind::SAddOverflow ? sum(std::array{a, b}) : minus(a, b);
  const Z3_ast either[] = {keep(Z3_mk_ge(context_, exact, half)),
                           keep(Z3_mk_lt(context_, sum(std::array{exact, half}), number(APInt(1, 0))))};
  return keep(Z3_mk_or(context_, 2, either));
}

Z3_ast Integers::truth_of(Term t) {
  std::vector<Z3_ast> operands;
  switch (t.kind()) {
    case Kind::Constant:
      return keep(t.is_true() ? Z3_mk_true(context_) : Z3_mk_false(context_));
    case Kind::Not:
      return keep(Z3_mk_not(context_, truth(t.operand(0))));
    case Kind::And:
      for (unsigned i = 0; i < t.arity(); ++i) operands.push_back(truth(t.operand(i)));
      return keep(Z3_mk_and(context_, t.arity(), operands.data()));
    case Kind::Add:  // of single bits
    case Kind::Xor: {
      Z3_ast result = truth(t.operand(0));
      for (unsigned i = 1; i < t.arity(); ++i) result = keep(Z3_mk_xor(context_, result, truth(t.operand(i))));
      return result;
    }
    case Kind::Ite:
      return keep(Z3_mk_ite(context_, truth(t.operand(0)), truth(t.operand(1)), truth(t.operand(2))));
    case Kind::Eq:
      return keep(Z3_mk_eq(context_, forms_.at(t.operand(0).id()), forms_.at(t.operand(1).id())));
    case Kind::Ult:
      return keep(Z3_mk_lt(context_, unsigned_value(t.operand(0)), unsigned_value(t.operand(1))));
    case Kind::Slt:
      return keep(Z3_mk_lt(context_, signed_value(t.operand(0)), signed_value(t.operand(1))));
    case Kind::SAddOverflow:
    case Kind::SSubOverflow:
      return signed_overflow(t);
    case Kind::Slice:
      if (t.payload() + 1 == t.operand(0).width())
        return at_least_half(unsigned_value(t.operand(0)), t.operand(0).width());
      return keep(Z3_mk_eq(context_, slice_of(t), number(APInt(2, 1))));
    default:
      return unknown(true);
  }
}

/// Any value that the known bits allow.
Z3_ast Integers::opaque(Term t) { return between(t.known().getMinValue(), t.known().getMaxValue()); }

/// Factors of the upper half stand for negative ones. What the parts may be tells how often the sum may wrap.
Z3_ast Integers::sum_of(Term t) {
  const unsigned width = t.width(), wide = 2 * width + kMoreOfSum;
  std::vector<Z3_ast> parts;
  APInt least(wide, 0), most(wide, 0);
  const auto add = [&](Z3_ast part, const APInt& low, const APInt& high, const APInt& factor) {
    const APInt magnitude = factor.abs();
    const Z3_ast product = magnitude.isOne() ? part : times(number(magnitude), part);
    const APInt of_low = low.zext(wide) * magnitude.zext(wide), of_high = high.zext(wide) * magnitude.zext(wide);
    parts.push_back(factor.isNegative() ? keep(Z3_mk_unary_minus(context_, product)) : product);
    least += factor.isNegative() ? -of_high : of_low;
    most += factor.isNegative() ? -of_low : of_high;
  };
  const auto add_product = [&](Term part, const APInt& factor) {
    add(unsigned_value(part), part.known().getMinValue(), part.known().getMaxValue(), factor);
  };
  const auto is_product = [](Term part) {
    return part.kind() == Kind::Mul && part.arity() == 2 && part.operand(0).is_constant();
  };
  const APInt one(width, 1);
  if (is_product(t)) {
    add_product(t.operand(1), t.operand(0).value());
  } else {
    for (unsigned i = 0; i < t.arity(); ++i) {
      const Term part = t.operand(i);
      if (part.is_constant())
        add(number(one), one, one, part.value());
      else if (is_product(part))
        add_product(part.operand(1), part.operand(0).value());
      else
        add_product(part, one);
    }
  }
  const Z3_ast result = minus(sum(parts), times(power(width), between_signed(least.ashr(width), most.ashr(width))));
  facts_.push_back(keep(Z3_mk_le(context_, number(t.known().getMinValue()), result)));
  facts_.push_back(keep(Z3_mk_le(context_, result, number(t.known().getMaxValue()))));
  return result;
}

Z3_ast Integers::slice_of(Term t) {
  const Term whole = t.operand(0);
  const unsigned low = t.payload(), above = low + t.width();
  const Z3_ast result = opaque(t);
  std::vector<Z3_ast> parts{low == 0 ? result : times(power(low), result)};
  if (low != 0) parts.push_back(below_power(low));
  if (above != whole.width()) parts.push_back(times(power(above), below_power(whole.width() - above)));
  facts_.push_back(keep(Z3_mk_eq(context_, unsigned_value(whole), sum(parts))));
  return result;
}

Z3_ast Integers::quotient_of(Term t) {
  const APInt& divisor = t.operand(1).value();
  const Z3_ast quotient = between(APInt(t.width(), 0), APInt::getAllOnes(t.width())),
               rest = between(APInt(t.width(), 0), divisor - 1);
  const Z3_ast parts[] = {times(number(divisor), quotient), rest};
  facts_.push_back(keep(Z3_mk_eq(context_, unsigned_value(t.operand(0)), sum(parts))));
  return t.kind() == Kind::UDiv ? quotient : rest;
}

Z3_ast Integers::value_of(Term t) {
  if (!is_linear(t)) return t.is_constant() ? number(t.value()) : t.is_array() ? unknown(false) : opaque(t);
  switch (t.kind()) {
    case Kind::Add:
    case Kind::Mul:
      return sum_of(t);
    case Kind::Not:
      return minus(number(APInt::getAllOnes(t.width())), unsigned_value(t.operand(0)));
    case Kind::And: {
      const Z3_ast result = opaque(t);
      for (unsigned i = 0; i < t.arity(); ++i)
        facts_.push_back(keep(Z3_mk_le(context_, result, unsigned_value(t.operand(i)))));
      return result;
    }
    case Kind::Concat: {
      std::vector<Z3_ast> parts;
      unsigned position = t.width();
      for (unsigned i = 0; i < t.arity(); ++i) {
        position -= t.operand(i).width();
        if (!t.operand(i).is_zero()) parts.push_back(times(power(position), unsigned_value(t.operand(i))));
      }
      return parts.empty() ? number(APInt(1, 0)) : sum(parts);
    }
    case Kind::Slice:
      return slice_of(t);
    case Kind::SExt: {
      const Term narrow = t.operand(0);
      const Z3_ast value = unsigned_value(narrow), added = minus(power(t.width()), power(narrow.width()));
      return keep(Z3_mk_ite(context_, at_least_half(value, narrow.width()), sum(std::array{value, added}), value));
    }
    case Kind::UDiv:
    case Kind::URem:
      return quotient_of(t);
    default:
      return keep(Z3_mk_ite(context_, truth(t.operand(0)), unsigned_value(t.operand(1)), unsigned_value(t.operand(2))));
  }
}

}  // namespace assay::refine::smt
