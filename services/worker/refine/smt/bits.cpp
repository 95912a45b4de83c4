#include <algorithm>
#include <vector>

#include "services/worker/refine/smt/linear.h"
#include "services/worker/refine/smt/storage.h"

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

}  // namespace

/// Two neighbours as one term, if they are one.
Term Terms::join_parts(Term high, Term low) {
  const unsigned width = high.width() + low.width();
  if (high.is_constant() && low.is_constant()) return constant(high.value().concat(low.value()));
  const SliceOf h = slice_of(high), l = slice_of(low);
  if (h.base == l.base && h.lowest == l.lowest + low.width()) return slice(h.base, l.lowest, width);
  if (high.kind() == Kind::Not && low.kind() == Kind::Not)
    if (const Term joined = join_parts(high.operand(0), low.operand(0))) return bnot(joined);
  if (is_constant_ite(high) && is_constant_ite(low) && high.operand(0) == low.operand(0))
    return ite(high.operand(0), concat(high.operand(1), low.operand(1)), concat(high.operand(2), low.operand(2)));
  // Copies of the sign.
  const bool copies = is_constant_ite(high) && high.operand(1).is_all_ones() && high.operand(2).is_zero();
  const Term copied = copies ? high.operand(0) : high.width() == 1 ? high : Term();
  if (copied && copied.kind() != Kind::Constant) {
    if (low == copied) return sext(copied, width);
    if (low.width() > 1 && slice(low, low.width() - 1, 1) == copied) return sext(low, width);
    if (low.kind() == Kind::Ite && low.operand(0) == copied && low.operand(1).is_all_ones() && low.operand(2).is_zero())
      return sext(copied, width);
  }
  return Term();
}

Term Terms::concat(std::span<const Term> parts) {
  std::vector<Term> flat;
  const auto append = [&](Term part) {
    flat.push_back(part);
    while (flat.size() > 1) {
      const Term joined = join_parts(flat[flat.size() - 2], flat.back());
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
  if (a.width() == 1) return ite(a, all_ones(width), zero(width));
  if (a.known().isNonNegative()) return zext(a, width);
  if (a.known().isNegative()) return concat(all_ones(width - a.width()), a);
  if (a.kind() == Kind::SExt) return sext(a.operand(0), width);
  if (a.kind() == Kind::Not) return bnot(sext(a.operand(0), width));
  if (is_constant_ite(a)) return ite(a.operand(0), sext(a.operand(1), width), sext(a.operand(2), width));
  return make1(Kind::SExt, width, a);
}

Term Terms::trunc(Term a, unsigned width) { return slice(a, 0, width); }

Term Terms::slice(Term a, unsigned lowest, unsigned width) {
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(a.value().extractBits(width, lowest));
  if (a.kind() == Kind::Slice) return slice(a.operand(0), lowest + a.payload(), width);
  if (a.arity() == 0 || Deeper::too_deep(storage_->depth)) return make1(Kind::Slice, width, a, lowest);
  const std::uint64_t key = static_cast<std::uint64_t>(a.id()) << 32 | lowest << 16 | width;
  const bool keyed = lowest < 0x10000 && width < 0x10000;
  if (keyed)
    if (const auto found = storage_->slices.find(key); found != storage_->slices.end()) return found->second;
  const Deeper deeper(storage_->depth);
  Term result = slice_pushed(a, lowest, width);
  if (!result) result = make1(Kind::Slice, width, a, lowest);
  if (keyed) storage_->slices.emplace(key, result);
  return result;
}

/// Slices move down to the leaves, so that parts of words have one form.
Term Terms::slice_pushed(Term a, unsigned lowest, unsigned width) {
  std::vector<Term> parts;
  switch (a.kind()) {
    case Kind::Not:
      return bnot(slice(a.operand(0), lowest, width));
    case Kind::And:
    case Kind::Xor:
      for (unsigned i = 0; i < a.arity(); ++i) parts.push_back(slice(a.operand(i), lowest, width));
      return a.kind() == Kind::And ? and_of(std::move(parts)) : xor_of(std::move(parts));
    case Kind::Ite:
      return ite(a.operand(0), slice(a.operand(1), lowest, width), slice(a.operand(2), lowest, width));
    case Kind::BitReverse:
      return bitreverse(slice(a.operand(0), a.width() - lowest - width, width));
    case Kind::Concat: {
      unsigned top = a.width();
      for (unsigned i = 0; i < a.arity(); ++i) {
        const unsigned bottom = top - a.operand(i).width();
        const unsigned from = std::max(bottom, lowest), to = std::min(top, lowest + width);
        if (from < to) parts.push_back(slice(a.operand(i), from - bottom, to - from));
        top = bottom;
      }
      return concat(parts);
    }
    case Kind::SExt: {
      const Term inner = a.operand(0);
      if (lowest >= inner.width()) return sext(slice(inner, inner.width() - 1, 1), width);
      if (lowest + width <= inner.width()) return slice(inner, lowest, width);
      return sext(slice(inner, lowest, inner.width() - lowest), width);
    }
    case Kind::Add:
    case Kind::Mul:
      return slice_of_sum(a, lowest, width);
    default:
      return Term();
  }
}

/// The low part of a sum or product is that of the low parts; a higher part of a sum is, if no carry comes from below.
Term Terms::slice_of_sum(Term a, unsigned lowest, unsigned width) {
  if (lowest != 0) {
    if (a.kind() != Kind::Add) return Term();
    unsigned with_low_bits = 0;
    for (unsigned i = 0; i < a.arity(); ++i) with_low_bits += a.operand(i).known().countMinTrailingZeros() < lowest;
    if (with_low_bits > 1) return Term();
  }
  Term result = slice(a.operand(0), lowest, width);
  for (unsigned i = 1; i < a.arity(); ++i) {
    const Term next = slice(a.operand(i), lowest, width);
    result = a.kind() == Kind::Add ? add(result, next) : mul(result, next);
  }
  return result;
}

Term Terms::ctpop(Term a) {
  if (a.width() == 1) return a;
  if (a.kind() == Kind::BitReverse) return ctpop(a.operand(0));
  return make1(Kind::CtPop, a.width(), a);
}

Term Terms::ctlz(Term a) {
  if (a.width() == 1) return bnot(a);
  if (a.kind() == Kind::BitReverse) return cttz(a.operand(0));
  return make1(Kind::CtLz, a.width(), a);
}

Term Terms::cttz(Term a) {
  if (a.width() == 1) return bnot(a);
  if (a.kind() == Kind::BitReverse) return ctlz(a.operand(0));
  return make1(Kind::CtTz, a.width(), a);
}

Term Terms::bitreverse(Term a) {
  if (a.width() == 1) return a;
  if (a.is_constant()) return constant(a.value().reverseBits());
  if (a.kind() == Kind::BitReverse) return a.operand(0);
  if (a.kind() == Kind::Not) return bnot(bitreverse(a.operand(0)));
  if (a.kind() == Kind::Concat) {
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
