#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <vector>

#include "services/worker/refine/smt/bitwise.h"
#include "services/worker/refine/smt/linear.h"

namespace assay::refine::smt {

namespace {

struct SliceOf {
  Term base;
  unsigned lowest;
};
SliceOf slice_of(Term t) {
  if (t.kind() == Kind::Slice) return {t.operand(0), t.payload()};
  return {t, 0};
}

/// Have two neighbours become one that is joined of no parts?
bool is_whole(Term joined) { return joined && joined.kind() != Kind::Concat; }

/// Two neighbours as one term, if they are one.
Term join_parts(Terms& terms, Term high, Term low) {
  const unsigned width = high.width() + low.width();
  if (high.is_constant() && low.is_constant()) return terms.constant(high.value().concat(low.value()));
  const SliceOf h = slice_of(high), l = slice_of(low);
  if (h.base == l.base && h.lowest == l.lowest + low.width() && terms.use(Rule::JoinSlices))
    return terms.slice(h.base, l.lowest, width);
  if (high.kind() == Kind::Not && low.kind() == Kind::Not)
    if (const Term joined = join_parts(terms, high.operand(0), low.operand(0)); joined && terms.use(Rule::JoinNots))
      return terms.bnot(joined);
  if (is_constant_ite(high) && is_constant_ite(low) && high.operand(0) == low.operand(0) && terms.use(Rule::JoinItes))
    return terms.ite(high.operand(0), terms.concat(high.operand(1), low.operand(1)),
                     terms.concat(high.operand(2), low.operand(2)));
  if (high.kind() == Kind::Ite && low.kind() == Kind::Ite && high.operand(0) == low.operand(0)) {
    const Term one = join_parts(terms, high.operand(1), low.operand(1));
    const Term other = is_whole(one) ? join_parts(terms, high.operand(2), low.operand(2)) : Term();
    if (is_whole(other) && terms.use(Rule::JoinItes)) return terms.ite(high.operand(0), one, other);
  }
  if (high.kind() == Kind::SExt)
    if (const Term joined = join_parts(terms, high.operand(0), low); is_whole(joined) && terms.use(Rule::JoinSExt))
      return terms.sext(joined, width);
  // Copies of the sign.
  const bool copies = is_constant_ite(high) && high.operand(1).is_all_ones() && high.operand(2).is_zero();
  const Term copied = copies ? high.operand(0) : high.width() == 1 ? high : Term();
  if (copied && copied.kind() != Kind::Constant) {
    if (low == copied && terms.use(Rule::JoinSigns)) return terms.sext(copied, width);
    if (low.width() > 1 && terms.slice(low, low.width() - 1, 1) == copied && terms.use(Rule::JoinSigns))
      return terms.sext(low, width);
    if (low.kind() == Kind::Ite && low.operand(0) == copied && low.operand(1).is_all_ones() &&
        low.operand(2).is_zero() && terms.use(Rule::JoinSigns))
      return terms.sext(copied, width);
  }
  return Term();
}

/// The low part of a sum or product is that of the low parts; a higher part of a sum is, if no carry comes from below.
Term slice_of_sum(Terms& terms, Term a, unsigned lowest, unsigned width) {
  if (lowest != 0) {
    if (a.kind() != Kind::Add) return Term();
    unsigned with_low_bits = 0;
    for (unsigned i = 0; i < a.arity(); ++i) with_low_bits += a.operand(i).known().countMinTrailingZeros() < lowest;
    if (with_low_bits > 1 || !terms.use(Rule::SliceAboveCarries)) return Term();
  } else if (!terms.use(Rule::SliceOfSum)) {
    return Term();
  }
  Term result = terms.slice(a.operand(0), lowest, width);
  for (unsigned i = 1; i < a.arity(); ++i) {
    const Term next = terms.slice(a.operand(i), lowest, width);
    result = a.kind() == Kind::Add ? terms.add(result, next) : terms.mul(result, next);
  }
  return result;
}

/// Slices move down to the leaves, so that parts of words have one form.
Term slice_pushed(Terms& terms, Term a, unsigned lowest, unsigned width) {
  std::vector<Term> parts;
  switch (a.kind()) {
    case Kind::Not:
      if (!terms.use(Rule::SliceOfNot)) return Term();
      return terms.bnot(terms.slice(a.operand(0), lowest, width));
    case Kind::And:
    case Kind::Xor:
      if (!terms.use(Rule::SliceOfBitwise)) return Term();
      for (unsigned i = 0; i < a.arity(); ++i) parts.push_back(terms.slice(a.operand(i), lowest, width));
      return a.kind() == Kind::And ? and_of(terms, std::move(parts)) : xor_of(terms, std::move(parts));
    case Kind::Ite:
      if (!terms.use(Rule::SliceOfIte)) return Term();
      return terms.ite(a.operand(0), terms.slice(a.operand(1), lowest, width),
                       terms.slice(a.operand(2), lowest, width));
    case Kind::BitReverse:
      if (!terms.use(Rule::SliceOfReverse)) return Term();
      return terms.bitreverse(terms.slice(a.operand(0), a.width() - lowest - width, width));
    case Kind::Concat: {
      if (!terms.use(Rule::SliceOfConcat)) return Term();
      unsigned top = a.width();
      for (unsigned i = 0; i < a.arity(); ++i) {
        const unsigned bottom = top - a.operand(i).width();
        const unsigned from = std::max(bottom, lowest), to = std::min(top, lowest + width);
        if (from < to) parts.push_back(terms.slice(a.operand(i), from - bottom, to - from));
        top = bottom;
      }
      return terms.concat(parts);
    }
    case Kind::SExt: {
      if (!terms.use(Rule::SliceOfSExt)) return Term();
      const Term inner = a.operand(0);
      if (lowest >= inner.width()) return terms.sext(terms.slice(inner, inner.width() - 1, 1), width);
      if (lowest + width <= inner.width()) return terms.slice(inner, lowest, width);
      return terms.sext(terms.slice(inner, lowest, inner.width() - lowest), width);
    }
    case Kind::Add:
    case Kind::Mul:
      return slice_of_sum(terms, a, lowest, width);
    default:
      return Term();
  }
}

}  // namespace

Term Terms::concat(std::span<const Term> parts) {
  std::vector<Term> flat;
  const auto append = [&](Term part) {
    flat.push_back(part);
    while (flat.size() > 1) {
      const Term joined = join_parts(*this, flat[flat.size() - 2], flat.back());
      if (!joined) break;
      flat.pop_back();
      if (joined.kind() == Kind::Concat) {  // from a Not that distributed; its parts do not join further here
        flat.pop_back();
        for (unsigned i = 0; i < joined.arity(); ++i) flat.push_back(joined.operand(i));
        break;
      }
      flat.back() = joined;
    }
  };
  unsigned width = 0;
  for (Term part : parts) {
    width += part.width();
    if (part.kind() == Kind::Concat)
      for (unsigned i = 0; i < part.arity(); ++i) append(part.operand(i));
    else
      append(part);
  }
  return flat.size() == 1 ? flat[0] : make(Kind::Concat, width, flat);
}

Term Terms::concat(Term high, Term low) {
  const Term parts[] = {high, low};
  return concat(parts);
}

Term Terms::zext(Term a, unsigned width) { return width == a.width() ? a : concat(zero(width - a.width()), a); }

Term Terms::sext(Term a, unsigned width) {
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(a.value().sext(width));
  if (a.width() == 1 && use(Rule::SExtOfBit)) return ite(a, all_ones(width), zero(width));
  if (a.known().isNonNegative() && use(Rule::SExtOfNonNegative)) return zext(a, width);
  if (a.known().isNegative() && use(Rule::SExtOfNegative)) return concat(all_ones(width - a.width()), a);
  if (a.kind() == Kind::SExt && use(Rule::SExtOfSExt)) return sext(a.operand(0), width);
  if (a.kind() == Kind::Not && use(Rule::SExtOfNot)) return bnot(sext(a.operand(0), width));
  if (is_constant_ite(a) && use(Rule::SExtOfIte))
    return ite(a.operand(0), sext(a.operand(1), width), sext(a.operand(2), width));
  return make1(Kind::SExt, width, a);
}

Term Terms::trunc(Term a, unsigned width) { return slice(a, 0, width); }

Term Terms::slice(Term a, unsigned lowest, unsigned width) {
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(a.value().extractBits(width, lowest));
  if (a.kind() == Kind::Slice && use(Rule::SliceOfSlice)) return slice(a.operand(0), lowest + a.payload(), width);
  if (a.arity() == 0 || too_deep()) return make1(Kind::Slice, width, a, lowest);
  const std::uint64_t key = static_cast<std::uint64_t>(a.id()) << 32 | lowest << 16 | width;
  const bool keyed = lowest < 0x10000 && width < 0x10000;
  if (keyed)
    if (const auto found = slices_.find(key); found != slices_.end()) return found->second;
  const Deeper deeper(*this);
  Term result = slice_pushed(*this, a, lowest, width);
  if (!result) result = make1(Kind::Slice, width, a, lowest);
  if (keyed) slices_.emplace(key, result);
  return result;
}

Term Terms::ctpop(Term a) {
  if (a.width() == 1 && use(Rule::CtPopOfBit)) return a;
  if (a.kind() == Kind::BitReverse && use(Rule::CountOfReverse)) return ctpop(a.operand(0));
  return make1(Kind::CtPop, a.width(), a);
}

Term Terms::ctlz(Term a) {
  if (a.width() == 1 && use(Rule::CountZerosOfBit)) return bnot(a);
  if (a.kind() == Kind::BitReverse && use(Rule::CountOfReverse)) return cttz(a.operand(0));
  return make1(Kind::CtLz, a.width(), a);
}

Term Terms::cttz(Term a) {
  if (a.width() == 1 && use(Rule::CountZerosOfBit)) return bnot(a);
  if (a.kind() == Kind::BitReverse && use(Rule::CountOfReverse)) return ctlz(a.operand(0));
  return make1(Kind::CtTz, a.width(), a);
}

Term Terms::bitreverse(Term a) {
  if (a.width() == 1 && use(Rule::ReverseOfBit)) return a;
  if (a.is_constant()) return constant(a.value().reverseBits());
  if (a.kind() == Kind::BitReverse && use(Rule::ReverseOfReverse)) return a.operand(0);
  if (a.kind() == Kind::Not && use(Rule::ReverseOfNot)) return bnot(bitreverse(a.operand(0)));
  if (a.kind() == Kind::Concat && use(Rule::ReverseOfConcat)) {
    std::vector<Term> parts;
    for (unsigned i = a.arity(); i-- > 0;) parts.push_back(bitreverse(a.operand(i)));
    return concat(parts);
  }
  return make1(Kind::BitReverse, a.width(), a);
}

Term Terms::bswap(Term a) {
  std::vector<Term> bytes;
  for (unsigned low = 0; low + 8 <= a.width(); low += 8) bytes.push_back(slice(a, low, 8));
  return concat(bytes);
}

}  // namespace assay::refine::smt
