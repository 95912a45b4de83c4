#pragma once

#include <optional>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// A set of patterns, given by outer terms, that belongs to a value where `guard` holds. Of bits: all patterns with the
/// bits of `low` and none beyond those of `high`, each bit for itself. Of a range: `low`, `low` + 1, ... up to `low` +
/// `high`, modulo 2^width.
struct Piece {
  enum class Kind : std::uint8_t { Bits, Range };
  Term guard;
  Kind kind = Kind::Bits;
  Term low, high;
};

/// The values that a term may take: the union of the pieces whose guards hold.
struct Image {
  std::vector<Piece> pieces;
  bool apart = true;  ///< exactly one guard holds
};

/// Exact operations on pieces whose members are taken independently of each other; what a piece can't say is nothing.
/// Guards are conjoined.
class Pieces {
 public:
  explicit Pieces(Terms& terms) : t_(terms) {}

  Piece single(Term value) const { return exactly(t_.truth(true), value); }
  Piece everything(unsigned width) const { return bits(t_.truth(true), t_.zero(width), t_.all_ones(width)); }
  Piece bits(Term guard, Term low, Term high) const { return {guard, Piece::Kind::Bits, low, high}; }
  Piece exactly(Term guard, Term value) const { return bits(guard, value, value); }
  Piece range(Term guard, Term low, Term length) const { return {guard, Piece::Kind::Range, low, length}; }
  static bool is_single(const Piece& p) { return p.kind == Piece::Kind::Bits && p.low == p.high; }
  static bool is_everything(const Piece& p);

  /// The pieces of an image that lie apart as one; nothing if they are not all of bits.
  std::optional<Piece> merged(const Image& image) const;

  // Where may the relation hold, and where not, for some members?
  std::optional<Term> may_equal(const Piece& p, const Piece& q) const;
  Term may_differ(const Piece& p, const Piece& q) const;
  Term may_be_less(const Piece& p, const Piece& q, bool is_signed) const;
  Term may_not_be_less(const Piece& p, const Piece& q, bool is_signed) const;

  Piece bnot(const Piece& p) const;
  std::optional<Piece> band(const Piece& p, const Piece& q) const;
  std::optional<Piece> bxor(const Piece& p, const Piece& q) const;
  std::optional<Piece> concat(const Piece& p, const Piece& q) const;
  std::optional<Piece> add(const Piece& p, const Piece& q) const;
  std::optional<Piece> mul(const Piece& p, const Piece& q) const;
  std::optional<Piece> udiv(const Piece& p, const Piece& q) const;
  std::optional<Piece> urem(const Piece& p, const Piece& q) const;
  // Of everything only by a constant above one: the terms make all others of it.
  std::optional<Piece> sdiv(const Piece& p, const Piece& q) const;
  std::optional<Piece> srem(const Piece& p, const Piece& q) const;
  /// The lesser of two, or the greater.
  std::optional<Piece> extreme(const Piece& p, const Piece& q, bool least, bool is_signed) const;
  /// Of any operation that moves bits as another single operand says: a shift by it, a slice, the reverse.
  template <class Move>
  std::optional<Piece> moved(const Piece& p, Move&& move) const {
    const std::optional<Piece> b = as_bits(p);
    if (!b) return std::nullopt;
    return bits(p.guard, move(b->low), move(b->high));
  }
  std::optional<Piece> ctpop(const Piece& p) const;
  /// Of ctlz and cttz.
  std::optional<Piece> zeros_counted(const Piece& p) const;
  /// Two pieces, in which the sign bit is known.
  std::optional<std::vector<Piece>> by_sign(const Piece& p) const;
  std::optional<Piece> as_bits(const Piece& p) const;
  std::optional<Piece> as_range(const Piece& p) const;

 private:
  struct Bounds {
    Term least, most;
  };
  Bounds bounds(const Piece& p, bool is_signed) const;
  Term is_one_value(const Piece& p) const;

  Terms& t_;
};

}  // namespace assay::refine::smt
