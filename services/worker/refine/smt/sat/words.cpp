#include "services/worker/refine/smt/sat/words.h"

#include <algorithm>

namespace assay::refine::smt {

namespace {

bool is_constant(Signal s) { return gate_of(s) == 0; }
bool is_constant(const Word& a) {
  return std::all_of(a.begin(), a.end(), [](Signal s) { return is_constant(s); });
}
std::size_t constant_bits(const Word& a) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [](Signal s) { return is_constant(s); }));
}

}  // namespace

Word Words::inverted(const Word& a) {
  Word result = a;
  for (Signal& s : result) s = negated(s);
  return result;
}

Word Words::extended(const Word& a, std::size_t width, Signal fill) {
  Word result = a;
  result.resize(width, fill);
  return result;
}

Word Words::choose(Signal condition, const Word& then, const Word& otherwise) {
  Word result;
  for (std::size_t i = 0; i < then.size(); ++i) result.push_back(c_.mux(condition, then[i], otherwise[i]));
  return result;
}

std::pair<Word, Signal> Words::add_with_carry(const Word& a, const Word& b, Signal carry) {
  Word sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.push_back(c_.lxor(c_.lxor(a[i], b[i]), carry));
    carry = c_.majority(a[i], b[i], carry);
  }
  return {std::move(sum), carry};
}

Word Words::negate(const Word& a) { return add(Word(a.size(), kFalse), inverted(a), kTrue); }

/// Digits -1, 0 and 1, no two neighbours other than 0: the fewest rows.
Word Words::multiply_by_constant(const Word& a, const Word& constant) {
  const std::size_t width = a.size();
  Word result(width, kFalse);
  bool carry = false;
  const auto bit = [&](std::size_t i) { return i < width && constant[i] == kTrue; };
  for (std::size_t i = 0; i < width; ++i) {
    const int rest = static_cast<int>(bit(i)) + static_cast<int>(carry);
    const bool negative = rest == 1 && bit(i + 1);
    carry = rest == 2 || negative;
    if (rest != 1) continue;
    Word high(result.begin() + i, result.end()), row(a.begin(), a.end() - i);
    high = negative ? add(high, inverted(row), kTrue) : add(high, row);
    std::copy(high.begin(), high.end(), result.begin() + i);
  }
  return result;
}

Word Words::multiply(const Word& a, const Word& b) {
  if (is_constant(a)) return multiply_by_constant(b, a);
  if (is_constant(b)) return multiply_by_constant(a, b);
  if (constant_bits(a) > constant_bits(b)) return multiply(b, a);
  const std::size_t width = a.size();
  Word result(width, kFalse);
  for (std::size_t i = 0; i < width && !c_.is_full(); ++i) {
    if (b[i] == kFalse) continue;
    Word high(result.begin() + i, result.end()), row;
    for (std::size_t j = 0; i + j < width; ++j) row.push_back(c_.land(a[j], b[i]));
    high = add(high, row);
    std::copy(high.begin(), high.end(), result.begin() + i);
  }
  return result;
}

/// As on paper. The remainder so far is at most the part of `a` that was read so far, so that its width grows with it.
/// A divisor of 0 fits always: the quotient is all ones and the remainder `a`.
std::pair<Word, Word> Words::divide(const Word& a, const Word& b) {
  const std::size_t width = a.size();
  Word above(width + 1, kFalse);  // at i: has b a bit at i or higher?
  for (std::size_t i = width; i-- > 0;) above[i] = c_.lor(above[i + 1], b[i]);
  Word quotient(width, kFalse), rest;
  for (std::size_t i = width; i-- > 0 && !c_.is_full();) {
    rest.insert(rest.begin(), a[i]);
    const auto [difference, no_borrow] =
        add_with_carry(rest, inverted(Word(b.begin(), b.begin() + rest.size())), kTrue);
    quotient[i] = c_.land(no_borrow, negated(above[rest.size()]));
    rest = choose(quotient[i], difference, rest);
  }
  rest.resize(width, kFalse);
  return {std::move(quotient), std::move(rest)};
}

std::pair<Word, Word> Words::divide_signed(const Word& a, const Word& b) {
  const auto magnitude = [&](const Word& x) { return choose(x.back(), negate(x), x); };
  const auto [quotient, rest] = divide(magnitude(a), magnitude(b));
  return {choose(c_.lxor(a.back(), b.back()), negate(quotient), quotient), choose(a.back(), negate(rest), rest)};
}

Word Words::shift_left(const Word& a, const Word& amount) { return reversed(shift_right(reversed(a), amount, kFalse)); }

Word Words::shift_right(const Word& a, const Word& amount, Signal fill) {
  const std::size_t width = a.size();
  Word result = a;
  Signal all = kFalse;  // everything is shifted out
  for (std::size_t k = 0; k < amount.size(); ++k) {
    if (k >= 32 || std::size_t{1} << k >= width) {
      all = c_.lor(all, amount[k]);
      continue;
    }
    Word shifted(result.begin() + (std::size_t{1} << k), result.end());
    result = choose(amount[k], extended(shifted, width, fill), result);
  }
  return choose(all, Word(width, fill), result);
}

Word Words::population(const Word& a) {
  std::vector<Word> parts;
  for (Signal s : a) parts.push_back({s});
  while (parts.size() > 1) {
    std::vector<Word> sums;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      const std::size_t width = std::max(parts[i].size(), parts[i + 1].size()) + 1;
      sums.push_back(add(extended(parts[i], width, kFalse), extended(parts[i + 1], width, kFalse)));
    }
    if (parts.size() % 2 == 1) sums.push_back(parts.back());
    parts = std::move(sums);
  }
  return extended(parts[0], a.size(), kFalse);
}

Word Words::leading_zeros(const Word& a) {
  const auto number = [&](std::size_t value) {
    Word result;
    for (std::size_t k = 0; k < a.size(); ++k) result.push_back(k < 32 && (value >> k & 1) != 0 ? kTrue : kFalse);
    return result;
  };
  Word result = number(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result = choose(a[i], number(a.size() - 1 - i), result);
  return result;
}

Signal Words::equal(const Word& a, const Word& b) {
  Signal result = kTrue;
  for (std::size_t i = 0; i < a.size(); ++i) result = c_.land(result, negated(c_.lxor(a[i], b[i])));
  return result;
}

Signal Words::less(const Word& a, const Word& b) {
  Signal result = kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) result = c_.majority(negated(a[i]), b[i], result);
  return result;
}

Signal Words::less_signed(Word a, Word b) {
  std::swap(a.back(), b.back());
  return less(a, b);
}

Signal Words::sum_overflows(const Word& a, const Word& b) {
  const Signal sign = add(a, b).back();
  return c_.land(c_.lxor(a.back(), sign), c_.lxor(b.back(), sign));
}

Signal Words::difference_overflows(const Word& a, const Word& b) {
  const Signal sign = add(a, inverted(b), kTrue).back();
  return c_.land(c_.lxor(a.back(), sign), c_.lxor(a.back(), b.back()));
}

/// With a's highest bit at p and b's at q: from p + q = width on it does not fit; below, one more bit holds the
/// product.
Signal Words::product_overflows(const Word& a, const Word& b) {
  const std::size_t width = a.size();
  Signal above = kFalse, result = kFalse;  // above: has a bit at width - i or higher?
  for (std::size_t i = 1; i < width; ++i) {
    above = c_.lor(above, a[width - i]);
    result = c_.lor(result, c_.land(above, b[i]));
  }
  return c_.lor(result, multiply(extended(a, width + 1, kFalse), extended(b, width + 1, kFalse)).back());
}

/// The same with magnitudes (the complements of negative numbers): from p + q = width - 1 on it does not fit; below,
/// one more bit holds the product, or shows by its two highest bits that it does not fit.
Signal Words::signed_product_overflows(const Word& a, const Word& b) {
  const std::size_t width = a.size();
  Signal above = kFalse, result = kFalse;
  for (std::size_t i = 1; i + 1 < width; ++i) {
    above = c_.lor(above, c_.lxor(a.back(), a[width - 1 - i]));
    result = c_.lor(result, c_.land(above, c_.lxor(b.back(), b[i])));
  }
  const Word product = multiply(extended(a, width + 1, a.back()), extended(b, width + 1, b.back()));
  return c_.lor(result, c_.lxor(product[width], product[width - 1]));
}

}  // namespace assay::refine::smt
