#include "services/worker/refine/smt/sat/blaster.h"

namespace assay::refine::smt {

bool Blaster::build(const Terms& terms, std::span<const Term> roots) {
  first_.resize(terms.node_count(), kUnknown);
  for (Term t : terms.nodes_of(roots)) {
    if (first_[t.id()] != kUnknown) continue;
    const Word made = make(t);
    if (circuit_.is_full()) return false;
    first_[t.id()] = static_cast<std::uint32_t>(signals_.size());
    signals_.insert(signals_.end(), made.begin(), made.end());
  }
  return true;
}

Word Blaster::word(Term t) const {
  const std::span<const Signal> all = signals(t);
  return Word(all.begin(), all.end());
}

Word Blaster::constant(Term t) const {
  Word result;
  for (unsigned i = 0; i < t.width(); ++i) result.push_back(t.value()[i] ? kTrue : kFalse);
  return result;
}

template <class Step>
Word Blaster::folded(Term t, Step step) const {
  Word result = word(t.operand(0));
  for (unsigned i = 1; i < t.arity(); ++i) result = step(result, word(t.operand(i)));
  return result;
}

/// Where addresses are summed up, a constant is added last: those of lanes and of rounds differ in it alone, and share
/// all else. In narrow sums, such as exponents, that has shown no gain.
Word Blaster::sum(Term t) {
  const auto step = [&](const Word& a, const Word& b) { return words_.add(a, b); };
  if (t.arity() == 2 || t.width() < kAddressBits || !t.operand(0).is_constant()) return folded(t, step);
  Word result = word(t.operand(1));
  for (unsigned i = 2; i < t.arity(); ++i) result = step(result, word(t.operand(i)));
  return step(result, word(t.operand(0)));
}

const std::pair<Word, Word>& Blaster::quotient(Term dividend, Term divisor, bool is_signed) {
  auto& quotients = quotients_[is_signed ? 1 : 0];
  const std::pair key{dividend.id(), divisor.id()};
  if (const auto found = quotients.find(key); found != quotients.end()) return found->second;
  const Word a = word(dividend), b = word(divisor);
  return quotients.emplace(key, is_signed ? words_.divide_signed(a, b) : words_.divide(a, b)).first->second;
}

Word Blaster::inputs(unsigned width) {
  Word result;
  for (unsigned i = 0; i < width; ++i) result.push_back(circuit_.input());
  return result;
}

Word Blaster::make(Term t) {
  if (t.is_array() || t.kind() > Kind::Ite) return inputs(t.width());
  const auto bitwise = [&](auto step) {
    return folded(t, [&](const Word& a, const Word& b) {
      Word result;
      for (std::size_t i = 0; i < a.size(); ++i) result.push_back(step(a[i], b[i]));
      return result;
    });
  };
  switch (t.kind()) {
    case Kind::Constant:
      return constant(t);
    case Kind::Variable:
      return inputs(t.width());
    case Kind::Not:
      return Words::inverted(word(t.operand(0)));
    case Kind::And:
      return bitwise([&](Signal a, Signal b) { return circuit_.land(a, b); });
    case Kind::Xor:
      return bitwise([&](Signal a, Signal b) { return circuit_.lxor(a, b); });
    case Kind::Concat:  // the high part first
      return folded(t, [](const Word& high, Word low) {
        low.append(high.begin(), high.end());
        return low;
      });
    case Kind::Slice: {
      const Word all = word(t.operand(0));
      return Word(all.begin() + t.payload(), all.begin() + t.payload() + t.width());
    }
    case Kind::SExt: {
      const Word narrow = word(t.operand(0));
      return Words::extended(narrow, t.width(), narrow.back());
    }
    case Kind::BitReverse:
      return Words::reversed(word(t.operand(0)));
    case Kind::Ite:
      return words_.choose(word(t.operand(0))[0], word(t.operand(1)), word(t.operand(2)));
    default:
      return t.width() == 1 && t.kind() >= Kind::Eq ? make_truth(t) : make_arithmetic(t);
  }
}

Word Blaster::make_arithmetic(Term t) {
  switch (t.kind()) {
    case Kind::Add:
      return sum(t);
    case Kind::Mul:
      return folded(t, [&](const Word& a, const Word& b) { return words_.multiply(a, b); });
    case Kind::UDiv:
      return quotient(t.operand(0), t.operand(1), false).first;
    case Kind::URem:
      return quotient(t.operand(0), t.operand(1), false).second;
    case Kind::SDiv:
      return quotient(t.operand(0), t.operand(1), true).first;
    case Kind::SRem:
      return quotient(t.operand(0), t.operand(1), true).second;
    case Kind::Shl:
      return words_.shift_left(word(t.operand(0)), word(t.operand(1)));
    case Kind::LShr:
      return words_.shift_right(word(t.operand(0)), word(t.operand(1)), kFalse);
    case Kind::AShr: {
      const Word a = word(t.operand(0));
      return words_.shift_right(a, word(t.operand(1)), a.back());
    }
    case Kind::CtPop:
      return words_.population(word(t.operand(0)));
    case Kind::CtLz:
      return words_.leading_zeros(word(t.operand(0)));
    default:  // CtTz
      return words_.leading_zeros(Words::reversed(word(t.operand(0))));
  }
}

Word Blaster::make_truth(Term t) {
  const Word a = word(t.operand(0)), b = word(t.operand(1));
  switch (t.kind()) {
    case Kind::Eq:
      return {words_.equal(a, b)};
    case Kind::Ult:
      return {words_.less(a, b)};
    case Kind::Slt:
      return {words_.less_signed(a, b)};
    case Kind::SAddOverflow:
      return {words_.sum_overflows(a, b)};
    case Kind::SSubOverflow:
      return {words_.difference_overflows(a, b)};
    case Kind::UMulOverflow:
      return {words_.product_overflows(a, b)};
    default:
      return {words_.signed_product_overflows(a, b)};
  }
}

}  // namespace assay::refine::smt
