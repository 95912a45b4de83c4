#include "services/worker/refine/smt/images.h"

#include <llvm/Support/KnownBits.h>

namespace assay::refine::smt {

using llvm::APInt;

namespace {

/// 0...01...1, zero among them
bool is_low_mask(Term t) { return t.is_constant() && (t.value().isZero() || t.value().isMask()); }

Term sign_of(Terms& t, Term a) { return t.slice(a, a.width() - 1, 1); }

/// Is it one constant, as a signed number above one?
bool is_above_one(const Piece& p) { return Pieces::is_single(p) && p.low.is_constant() && p.low.value().sgt(1); }

}  // namespace

bool Pieces::is_everything(const Piece& p) {
  return p.high.is_all_ones() && (p.kind == Piece::Kind::Range || p.low.is_zero());
}

std::optional<Piece> Pieces::as_bits(const Piece& p) const {
  if (p.kind == Piece::Kind::Bits) return p;
  if (p.high.is_zero()) return exactly(p.guard, p.low);
  if (p.high.is_all_ones()) return bits(p.guard, t_.zero(p.low.width()), p.high);
  if (is_low_mask(p.high) && p.high.value().isSubsetOf(p.low.known().Zero))
    return bits(p.guard, p.low, t_.bor(p.low, p.high));
  return std::nullopt;
}

std::optional<Piece> Pieces::as_range(const Piece& p) const {
  if (p.kind == Piece::Kind::Range) return p;
  const Term open = t_.bxor(p.low, p.high);
  if (!is_low_mask(open)) return std::nullopt;
  return range(p.guard, p.low, open);
}

std::optional<Piece> Pieces::merged(const Image& image) const {
  std::optional<Piece> result;
  if (!image.apart && image.pieces.size() != 1) return std::nullopt;
  for (const Piece& piece : image.pieces) {
    const std::optional<Piece> b = as_bits(piece);
    if (!b) return std::nullopt;
    result = result
                 ? bits(t_.truth(true), t_.ite(b->guard, b->low, result->low), t_.ite(b->guard, b->high, result->high))
                 : *b;
  }
  if (image.pieces.size() == 1 && !image.apart) return result;
  result->guard = t_.truth(true);
  return result;
}

Term Pieces::is_one_value(const Piece& p) const {
  return p.kind == Piece::Kind::Bits ? t_.eq(p.low, p.high) : t_.eq(p.high, t_.zero(p.high.width()));
}

std::optional<Term> Pieces::may_equal(const Piece& p, const Piece& q) const {
  const Term guard = t_.land(p.guard, q.guard);
  const std::optional<Piece> a = as_bits(p), b = as_bits(q);
  if (a && b) {
    // No bit that one must have is one that the other can't have.
    const Term missing = t_.bor(t_.band(a->low, t_.bnot(b->high)), t_.band(b->low, t_.bnot(a->high)));
    return t_.land(guard, t_.eq(missing, t_.zero(missing.width())));
  }
  const std::optional<Piece> r = as_range(p), s = as_range(q);
  if (!r || !s) return std::nullopt;
  return t_.land(guard, t_.lor(t_.ule(t_.sub(s->low, r->low), r->high), t_.ule(t_.sub(r->low, s->low), s->high)));
}

Term Pieces::may_differ(const Piece& p, const Piece& q) const {
  const Term same = t_.land(t_.land(is_one_value(p), is_one_value(q)), t_.eq(p.low, q.low));
  return t_.land(t_.land(p.guard, q.guard), t_.lnot(same));
}

Pieces::Bounds Pieces::bounds(const Piece& p, bool is_signed) const {
  const unsigned width = p.low.width();
  const Term sign = t_.constant(APInt::getSignedMinValue(width)), rest = t_.bnot(sign);
  if (p.kind == Piece::Kind::Bits) {
    if (!is_signed) return {p.low, p.high};
    return {t_.bor(t_.band(p.low, rest), t_.band(p.high, sign)), t_.bor(t_.band(p.high, rest), t_.band(p.low, sign))};
  }
  const Term flip = is_signed ? sign : t_.zero(width);
  const Term first = t_.bxor(p.low, flip), last = t_.bxor(t_.add(p.low, p.high), flip);
  const Term wraps = t_.ult(last, first);
  return {t_.bxor(t_.ite(wraps, t_.zero(width), first), flip), t_.bxor(t_.ite(wraps, t_.all_ones(width), last), flip)};
}

Term Pieces::may_be_less(const Piece& p, const Piece& q, bool is_signed) const {
  const Term least = bounds(p, is_signed).least, most = bounds(q, is_signed).most;
  return t_.land(t_.land(p.guard, q.guard), is_signed ? t_.slt(least, most) : t_.ult(least, most));
}

Term Pieces::may_not_be_less(const Piece& p, const Piece& q, bool is_signed) const {
  const Term most = bounds(p, is_signed).most, least = bounds(q, is_signed).least;
  return t_.land(t_.land(p.guard, q.guard), is_signed ? t_.sle(least, most) : t_.ule(least, most));
}

Piece Pieces::bnot(const Piece& p) const {
  if (p.kind == Piece::Kind::Bits) return bits(p.guard, t_.bnot(p.high), t_.bnot(p.low));
  return range(p.guard, t_.bnot(t_.add(p.low, p.high)), p.high);
}

std::optional<Piece> Pieces::band(const Piece& p, const Piece& q) const {
  const std::optional<Piece> a = as_bits(p), b = as_bits(q);
  if (!a || !b) return std::nullopt;
  return bits(t_.land(p.guard, q.guard), t_.band(a->low, b->low), t_.band(a->high, b->high));
}

std::optional<Piece> Pieces::bxor(const Piece& p, const Piece& q) const {
  const std::optional<Piece> a = as_bits(p), b = as_bits(q);
  if (!a || !b) return std::nullopt;
  const Term open = t_.bor(t_.bxor(a->low, a->high), t_.bxor(b->low, b->high));
  const Term value = t_.bxor(a->low, b->low);
  return bits(t_.land(p.guard, q.guard), t_.band(value, t_.bnot(open)), t_.bor(value, open));
}

std::optional<Piece> Pieces::concat(const Piece& p, const Piece& q) const {
  const std::optional<Piece> a = as_bits(p), b = as_bits(q);
  if (!a || !b) return std::nullopt;
  return bits(t_.land(p.guard, q.guard), t_.concat(a->low, b->low), t_.concat(a->high, b->high));
}

std::optional<Piece> Pieces::add(const Piece& p, const Piece& q) const {
  const Term guard = t_.land(p.guard, q.guard);
  for (const Piece* one : {&p, &q})
    if (is_everything(*one)) return bits(guard, t_.zero(one->low.width()), t_.all_ones(one->low.width()));
  if (is_single(p) && is_single(q)) return exactly(guard, t_.add(p.low, q.low));
  const std::optional<Piece> a = as_range(p), b = as_range(q);
  if (!a || !b) return std::nullopt;
  const Term length = t_.add(a->high, b->high);
  const Term all = t_.ult(length, a->high);
  return range(guard, t_.add(a->low, b->low), t_.ite(all, t_.all_ones(length.width()), length));
}

std::optional<Piece> Pieces::mul(const Piece& p, const Piece& q) const {
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p) && is_single(q)) return exactly(guard, t_.mul(p.low, q.low));
  if (!is_everything(p) && !is_everything(q)) return std::nullopt;
  if (is_everything(p) && is_everything(q)) return bits(guard, t_.zero(p.low.width()), t_.all_ones(p.low.width()));
  const Piece& factor = is_everything(p) ? q : p;
  if (!is_single(factor)) return std::nullopt;
  // The multiples of its lowest bit that is set.
  const Term lowest = t_.band(factor.low, t_.neg(factor.low));
  return bits(guard, t_.zero(lowest.width()), t_.neg(lowest));
}

std::optional<Piece> Pieces::udiv(const Piece& p, const Piece& q) const {
  if (!is_single(q)) return std::nullopt;
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p)) return exactly(guard, t_.udiv(p.low, q.low));
  if (!is_everything(p)) return std::nullopt;
  const unsigned width = q.low.width();
  const Term by_zero = t_.eq(q.low, t_.zero(width));
  return range(guard, t_.ite(by_zero, t_.all_ones(width), t_.zero(width)),
               t_.ite(by_zero, t_.zero(width), t_.udiv(t_.all_ones(width), q.low)));
}

std::optional<Piece> Pieces::urem(const Piece& p, const Piece& q) const {
  if (!is_single(q)) return std::nullopt;
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p)) return exactly(guard, t_.urem(p.low, q.low));
  if (!is_everything(p)) return std::nullopt;
  // By zero: everything, as the length is then.
  return range(guard, t_.zero(q.low.width()), t_.sub(q.low, t_.constant(q.low.width(), 1)));
}

std::optional<Piece> Pieces::sdiv(const Piece& p, const Piece& q) const {
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p) && is_single(q)) return exactly(guard, t_.sdiv(p.low, q.low));
  if (!is_everything(p) || !is_above_one(q)) return std::nullopt;
  const APInt& c = q.low.value();
  const APInt least = APInt::getSignedMinValue(c.getBitWidth()).sdiv(c),
              most = APInt::getSignedMaxValue(c.getBitWidth()).sdiv(c);
  return range(guard, t_.constant(least), t_.constant(most - least));
}

std::optional<Piece> Pieces::srem(const Piece& p, const Piece& q) const {
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p) && is_single(q)) return exactly(guard, t_.srem(p.low, q.low));
  if (!is_everything(p) || !is_above_one(q)) return std::nullopt;
  const APInt most = q.low.value() - 1;
  return range(guard, t_.constant(-most), t_.constant(most + most));
}

std::optional<Piece> Pieces::extreme(const Piece& p, const Piece& q, bool least, bool is_signed) const {
  const Term guard = t_.land(p.guard, q.guard);
  if (is_single(p) && is_single(q)) {
    const Term less = is_signed ? t_.slt(p.low, q.low) : t_.ult(p.low, q.low);
    const Term value = least ? t_.ite(less, p.low, q.low) : t_.ite(less, q.low, p.low);
    return exactly(guard, value);
  }
  if (!is_everything(p) && !is_everything(q)) return std::nullopt;
  const Piece& other = is_everything(p) ? q : p;
  if (is_everything(other)) return bits(guard, t_.zero(p.low.width()), t_.all_ones(p.low.width()));
  if (!is_single(other)) return std::nullopt;
  const unsigned width = p.low.width();
  const Term lowest = is_signed ? t_.constant(APInt::getSignedMinValue(width)) : t_.zero(width);
  if (least) return range(guard, lowest, t_.sub(other.low, lowest));
  return range(guard, other.low, t_.sub(t_.bnot(lowest), other.low));
}

std::optional<Piece> Pieces::ctpop(const Piece& p) const {
  const std::optional<Piece> b = as_bits(p);
  if (!b) return std::nullopt;
  return range(p.guard, t_.ctpop(b->low), t_.sub(t_.ctpop(b->high), t_.ctpop(b->low)));
}

std::optional<Piece> Pieces::zeros_counted(const Piece& p) const {
  const unsigned width = p.low.width();
  if (!is_everything(p)) return std::nullopt;
  return range(p.guard, t_.zero(width), t_.constant(width, width));
}

std::optional<std::vector<Piece>> Pieces::by_sign(const Piece& p) const {
  const std::optional<Piece> b = as_bits(p);
  if (!b) return std::nullopt;
  const Term sign = t_.constant(APInt::getSignedMinValue(b->low.width()));
  return std::vector<Piece>{bits(t_.land(p.guard, t_.lnot(sign_of(t_, b->low))), t_.band(b->low, t_.bnot(sign)),
                                 t_.band(b->high, t_.bnot(sign))),
                            bits(t_.land(p.guard, sign_of(t_, b->high)), t_.bor(b->low, sign), t_.bor(b->high, sign))};
}

}  // namespace assay::refine::smt
