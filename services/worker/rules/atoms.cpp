#include "services/worker/rules/atoms.h"

#include <algorithm>

#include "services/worker/rules/pattern.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

/// A number that stands for itself at all widths.
constexpr std::uint64_t kLargestNumber = 8;

bool is_integer(const Pattern& pattern, std::uint32_t type) { return pattern.types[type].family == Family::Integer; }

/// Constants of a type that its width decides.
std::vector<Term> literals_of(const Pattern& pattern, std::uint32_t type) {
  std::vector<Term> terms{make_number(type, 0), make_number(type, 1), make_literal(type, TermOp::AllOnes),
                          make_literal(type, TermOp::SignedMin), make_literal(type, TermOp::SignedMax)};
  if (!is_integer(pattern, type)) return {make_number(type, 0), make_number(type, 1)};
  const Term one = make_number(type, 1);
  for (std::uint32_t of = 0; of < pattern.types.size(); ++of) {
    if (!is_integer(pattern, of)) continue;
    const Term width = make_width(type, of);
    terms.push_back(width);
    terms.push_back(make(TermOp::Sub, width, one));
    for (std::uint32_t other = 0; other < pattern.types.size(); ++other)
      if (is_integer(pattern, other) && pattern.types[other].bits < pattern.types[of].bits)
        terms.push_back(make(TermOp::Sub, width, make_width(type, other)));
    if (pattern.types[of].bits >= pattern.types[type].bits) continue;
    // The low bits that a narrower type has, and those above them.
    const Term low = make(TermOp::Sub, make(TermOp::Shl, one, width), one);
    terms.push_back(low);
    terms.push_back(make(TermOp::Not, low));
  }
  for (std::uint64_t number = 2; number <= kLargestNumber; ++number) {
    terms.push_back(make_number(type, number));
    terms.push_back(make(TermOp::Negated, make_number(type, number)));
  }
  return terms;
}

/// The pattern's constants, brought to a type.
std::vector<Term> symbols_in(const Pattern& pattern, std::uint32_t type) {
  std::vector<Term> terms;
  for (std::uint32_t i = 0; i < pattern.symbols.size(); ++i) {
    const Term symbol = make_symbol(pattern, i);
    const unsigned from = pattern.types[symbol.type].bits, to = pattern.types[type].bits;
    if (symbol.type == type) {
      terms.push_back(symbol);
    } else if (from < to) {
      terms.push_back(make_cast(TermOp::ZExt, type, symbol));
      terms.push_back(make_cast(TermOp::SExt, type, symbol));
    } else {
      terms.push_back(make_cast(TermOp::Trunc, type, symbol));
    }
  }
  return terms;
}

/// Functions of one constant.
std::vector<Term> functions_of(const Pattern& pattern, const Term& of) {
  const std::uint32_t type = of.type;
  const Term one = make_number(type, 1), ones = make_literal(type, TermOp::AllOnes), width = make_width(type, type);
  std::vector<Term> terms{make(TermOp::Not, of), make(TermOp::Negated, of)};
  for (const TermOp op : {TermOp::Add, TermOp::Sub}) terms.push_back(make(op, of, one));
  terms.push_back(make(TermOp::Log2, of));
  terms.push_back(make(TermOp::Shl, one, of));
  terms.push_back(make(TermOp::Shl, ones, of));
  terms.push_back(make(TermOp::LShr, ones, of));
  terms.push_back(make(TermOp::Sub, make(TermOp::Shl, one, of), one));
  terms.push_back(make(TermOp::Sub, width, of));
  terms.push_back(make(TermOp::Sub, make(TermOp::Sub, width, one), of));
  terms.push_back(make(TermOp::Xor, of, make_literal(type, TermOp::SignedMin)));
  terms.push_back(make(TermOp::And, of, make_literal(type, TermOp::SignedMax)));
  terms.push_back(make(TermOp::Shl, of, one));
  terms.push_back(make(TermOp::LShr, of, one));
  return is_integer(pattern, type) ? terms : std::vector<Term>{make(TermOp::Not, of)};
}

/// Functions of two.
std::vector<Term> functions_of(const Term& one, const Term& other) {
  std::vector<Term> terms;
  for (const TermOp op : {TermOp::Add, TermOp::And, TermOp::Or, TermOp::Xor, TermOp::Mul})
    terms.push_back(make(op, one, other));
  for (const auto& [left, right] : {std::pair(one, other), std::pair(other, one)}) {
    for (const TermOp op : {TermOp::Sub, TermOp::Shl, TermOp::LShr, TermOp::AShr, TermOp::UDiv, TermOp::URem})
      terms.push_back(make(op, left, right));
    terms.push_back(make(TermOp::And, left, make(TermOp::Not, right)));
    terms.push_back(make(TermOp::Or, left, make(TermOp::Not, right)));
    terms.push_back(make(TermOp::Sub, make(TermOp::Sub, left, right), make_number(left.type, 1)));
  }
  terms.push_back(make(TermOp::Not, make(TermOp::Xor, one, other)));
  terms.push_back(make(TermOp::Not, make(TermOp::And, one, other)));
  terms.push_back(make(TermOp::Not, make(TermOp::Or, one, other)));
  terms.push_back(make(TermOp::Add, make(TermOp::Add, one, other), make_number(one.type, 1)));
  return terms;
}

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<Term> conditions_on(const Pattern& pattern, const Term& of) {
  std::vector<Term> all{make(TermOp::IsPowerOf2, of), make(TermOp::IsPowerOf2, make(TermOp::Negated, of)),
                        make(TermOp::IsMask, of), make(TermOp::IsMask, make(TermOp::Not, of))};
  const std::uint32_t type = of.type;
  const Term zero = make_number(type, 0), one = make_number(type, 1), width = make_width(type, type);
  for (const Term& literal : literals_of(pattern, type)) {
    all.push_back(make(TermOp::Eq, of, literal));
    const bool is_any_number = literal.op == TermOp::Negated || (literal.op == TermOp::Number && literal.number > 1);
    if (!is_any_number) all.push_back(make(TermOp::Ne, of, literal));
  }
  all.push_back(make(TermOp::Slt, of, zero));
  all.push_back(make(TermOp::Sle, zero, of));
  all.push_back(make(TermOp::Slt, zero, of));
  all.push_back(make(TermOp::Sle, of, zero));
  all.push_back(make(TermOp::Eq, make(TermOp::And, of, one), one));
  all.push_back(make(TermOp::Eq, make(TermOp::And, of, one), zero));
  all.push_back(make(TermOp::Ult, of, width));
  all.push_back(make(TermOp::Ule, width, of));
  all.push_back(make(TermOp::Ult, one, of));
  all.push_back(make(TermOp::Slt, one, of));
  return all;
}

std::vector<Term> conditions_on(const Term& one, const Term& other) {
  std::vector<Term> all;
  const std::uint32_t type = one.type;
  const Term zero = make_number(type, 0), ones = make_literal(type, TermOp::AllOnes), width = make_width(type, type);
  all.push_back(make(TermOp::Eq, one, other));
  all.push_back(make(TermOp::Eq, one, make(TermOp::Not, other)));
  all.push_back(make(TermOp::Eq, make(TermOp::Add, one, other), zero));
  const Term common = make(TermOp::And, one, other);
  all.push_back(make(TermOp::Eq, common, zero));
  all.push_back(make(TermOp::Eq, make(TermOp::Or, one, other), ones));
  all.push_back(make(TermOp::Ne, one, other));
  all.push_back(make(TermOp::Ne, common, zero));
  for (const TermOp op : {TermOp::Ult, TermOp::Ule, TermOp::Slt, TermOp::Sle}) {
    all.push_back(make(op, one, other));
    all.push_back(make(op, other, one));
  }
  all.push_back(make(TermOp::Eq, make(TermOp::Add, one, other), width));
  all.push_back(make(TermOp::Ult, make(TermOp::Add, one, other), width));
  all.push_back(make(TermOp::Ule, one, make(TermOp::Add, one, other)));
  for (const auto& [left, right] : {std::pair(one, other), std::pair(other, one)}) {
    const Term power = make(TermOp::Shl, make_number(type, 1), right);
    all.push_back(make(TermOp::Eq, common, left));
    all.push_back(make(TermOp::Eq, left, make(TermOp::Add, right, make_number(type, 1))));
    all.push_back(make(TermOp::Ule, left, make(TermOp::Sub, make_literal(type, TermOp::SignedMax), right)));
    all.push_back(make(TermOp::Sle, left, make(TermOp::Sub, make_literal(type, TermOp::SignedMax), right)));
    all.push_back(make(TermOp::Eq, left, power));
    all.push_back(make(TermOp::Eq, left, make(TermOp::Sub, power, make_number(type, 1))));
    all.push_back(make(TermOp::Eq, left, make(TermOp::Shl, ones, right)));
    all.push_back(make(TermOp::Eq, left, make(TermOp::LShr, ones, right)));
    all.push_back(make(TermOp::Ult, left, power));
    all.push_back(make(TermOp::Ule, power, left));
    all.push_back(make(TermOp::Eq, make(TermOp::LShr, left, right), zero));
    all.push_back(make(TermOp::Eq, make(TermOp::LShr, make(TermOp::Shl, left, right), right), left));
    all.push_back(make(TermOp::Eq, make(TermOp::AShr, make(TermOp::Shl, left, right), right), left));
    all.push_back(make(TermOp::Eq, make(TermOp::Shl, make(TermOp::LShr, left, right), right), left));
    all.push_back(make(TermOp::Eq, make(TermOp::URem, left, right), zero));
    all.push_back(make(TermOp::Ult, make(TermOp::UDiv, ones, left), right));
  }
  return all;
}

std::vector<Term> conditions_on_width(const Pattern& pattern, std::uint32_t type) {
  std::vector<Term> all;
  const Term width = make_width(type, type);
  for (const std::uint64_t least : {1, 2, 3}) all.push_back(make(TermOp::Ult, make_number(type, least), width));
  for (std::uint32_t other = 0; other < pattern.types.size(); ++other) {
    if (!is_integer(pattern, other) || pattern.types[other].bits >= pattern.types[type].bits) continue;
    const Term twice = make(TermOp::Mul, make_number(type, 2), make_width(type, other));
    all.push_back(make(TermOp::Ule, twice, width));
    all.push_back(make(TermOp::Ult, width, twice));
    all.push_back(make(TermOp::Eq, twice, width));
  }
  return all;
}

}  // namespace

std::vector<Term> terms_for(const Pattern& pattern, std::uint32_t type, const llvm::APInt& value,
                            std::span<const llvm::APInt> symbols) {
  const std::vector<Term> in = symbols_in(pattern, type);
  std::vector<Term> all = literals_of(pattern, type);
  append(all, in);
  for (const Term& of : in) append(all, functions_of(pattern, of));
  for (std::size_t i = 0; i < in.size(); ++i)
    for (std::size_t j = i + 1; j < in.size(); ++j) append(all, functions_of(in[i], in[j]));
  const Widths widths = own_widths(pattern);
  std::erase_if(all, [&](const Term& term) { return evaluate(term, widths, symbols) != value; });
  return all;
}

std::vector<Term> conditions_for(const Pattern& pattern, std::span<const llvm::APInt> symbols) {
  std::vector<Term> all;
  for (std::uint32_t type = 0; type < pattern.types.size(); ++type) {
    if (!is_integer(pattern, type)) continue;
    const std::vector<Term> in = symbols_in(pattern, type);
    for (const Term& of : in) append(all, conditions_on(pattern, of));
    for (std::size_t i = 0; i < in.size(); ++i)
      for (std::size_t j = i + 1; j < in.size(); ++j) append(all, conditions_on(in[i], in[j]));
    append(all, conditions_on_width(pattern, type));
    // A constant that a narrower type can say.
    for (std::uint32_t i = 0; i < pattern.symbols.size(); ++i) {
      const Term symbol = make_symbol(pattern, i);
      if (pattern.types[symbol.type].bits <= pattern.types[type].bits) continue;
      const Term cut = make_cast(TermOp::Trunc, type, symbol);
      for (const TermOp op : {TermOp::ZExt, TermOp::SExt})
        all.push_back(make(TermOp::Eq, make_cast(op, symbol.type, cut), symbol));
    }
  }
  const Widths widths = own_widths(pattern);
  std::erase_if(all, [&](const Term& term) { return !holds({term}, widths, symbols); });
  return all;
}

}  // namespace assay::rules
