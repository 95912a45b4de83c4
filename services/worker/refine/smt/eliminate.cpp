#include "services/worker/refine/smt/eliminate.h"

#include <algorithm>
#include <map>

#include "services/worker/refine/smt/images.h"
#include "services/worker/refine/smt/supports.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr std::size_t kMostNodes = 4'000;          ///< of a body
constexpr std::size_t kMostPieces = 16;            ///< of an image
constexpr unsigned kTried = 2;                     ///< bits of an inner variable whose values are tried one by one
constexpr unsigned kMostTried = 6;                 ///< of them at once
constexpr std::size_t kMostEliminations = 20'000;  ///< afterwards inner variables get their values in the instance
constexpr std::size_t kStepsPerGlance = 32;        ///< at the clock

class Elimination {
 public:
  using Clock = WorkClock;
  Elimination(Terms& terms, std::span<const Term> inner, const Instance& instance, Clock::time_point deadline)
      : t_(terms),
        p_(terms),
        supports_(terms, inner),
        instance_(outer_values(inner, instance)),
        in_instance_(instance_),
        deadline_(deadline) {}

  /// May the term of one bit have the value, for some inner values? True at least where the instance makes it so.
  Term may(Term t, bool value) {
    if (!supports_.has(t)) return value ? t : t_.lnot(t);
    if (const auto found = may_[value].find(t); found != may_[value].end()) return found->second;
    const Term result = takes_too_long() ? at_instance(t, value) : may_by_cases(t, value);
    may_[value].emplace(t, result);
    return result;
  }
  bool exact() const { return exact_; }

 private:
  bool takes_too_long() {
    if (++steps_ % kStepsPerGlance == 0 && Clock::now() >= deadline_) steps_ = kMostEliminations;
    return steps_ > kMostEliminations;
  }
  Term at_instance(Term t) {
    exact_ = false;
    return t_.substitute(t, in_instance_);
  }
  /// The instance, where it gives terms of outer variables; else zeros.
  std::unordered_map<Term, Term> outer_values(std::span<const Term> inner, const Instance& instance) {
    std::unordered_map<Term, Term> values;
    for (Term v : inner) {
      const auto given = instance.find(v);
      const bool outer = given != instance.end() && !supports_.has(given->second);
      values.emplace(v, outer ? given->second : t_.zero(v.width()));
    }
    return values;
  }
  Term at_instance(Term t, bool value) { return value ? at_instance(t) : t_.lnot(at_instance(t)); }

  /// An inner variable of few bits that several operands depend on; null if there is none.
  Term looked_at_twice(Term t) {
    if (tried_ >= kMostTried || t.arity() < 2) return Term();
    APInt once(supports_.total(), 0), twice = once;
    for (unsigned i = 0; i < t.arity(); ++i) {
      const APInt* set = supports_.of(t.operand(i));
      if (set == nullptr) continue;
      twice |= once & *set;
      if (t.kind() != Kind::Ite || i == 0) once |= *set;  // only one arm is taken
    }
    return twice.isZero() ? Term() : supports_.narrow_one_in(twice, kTried);
  }
  /// The term for each value of the variable.
  template <class Look>
  void try_values(Term t, Term variable, const Look& look) {
    ++tried_;
    for (std::uint64_t value = 0; value < std::uint64_t{1} << variable.width(); ++value) {
      const Term constant = t_.constant(variable.width(), value);
      const auto with =
          with_value_.try_emplace({variable.id(), value}, std::unordered_map{std::pair(variable, constant)});
      look(t_.substitute(t, with.first->second));
    }
    --tried_;
  }
  Term may_by_cases(Term t, bool value) {
    const Term variable = looked_at_twice(t);
    if (!variable) return find_may(t, value);
    Term result = t_.truth(false);
    try_values(t, variable, [&](Term one) { result = t_.lor(result, may(one, value)); });
    return result;
  }
  std::optional<Image> image_by_cases(Term t) {
    const Term variable = t.width() == 1 ? Term() : looked_at_twice(t);
    if (!variable) return find_image(t);
    Image result{{}, false};
    try_values(t, variable, [&](Term one) {
      for (const Piece& piece : image(one).pieces) unite(result, piece);
    });
    return result;
  }
  static bool same_set(const Piece& a, const Piece& b) {
    return a.kind == b.kind && a.low == b.low && a.high == b.high;
  }
  void unite(Image& into, const Piece& piece) {
    const auto same = std::ranges::find_if(into.pieces, [&](const Piece& p) { return same_set(p, piece); });
    if (same == into.pieces.end())
      into.pieces.push_back(piece);
    else
      same->guard = t_.lor(same->guard, piece.guard);
  }

  /// The operands; inner variables that several of them depend on get their values in the instance.
  std::vector<Term> separate(std::vector<Term> operands) {
    APInt once(supports_.total(), 0), twice = once;
    for (Term t : operands) {
      const APInt* set = supports_.of(t);
      if (set == nullptr) continue;
      twice |= once & *set;
      once |= *set;
    }
    if (twice.isZero()) return operands;
    exact_ = false;
    std::unordered_map<Term, Term> map;
    for (const auto& [variable, term] : instance_)
      if (supports_.touches(twice, variable)) map.emplace(variable, term);
    return t_.substitute(operands, map);
  }

  Term find_may(Term t, bool value) {
    switch (t.kind()) {
      case Kind::Variable:
        return t_.truth(true);
      case Kind::Not:
        return may(t.operand(0), !value);
      case Kind::And:
        return may_and(t, value);
      case Kind::Xor:
        return may_xor(t, value);
      case Kind::Ite: {
        const std::vector<Term> one = separate({t.operand(0), t.operand(1)}),
                                other = separate({t.operand(0), t.operand(2)});
        return t_.lor(t_.land(may(one[0], true), may(one[1], value)),
                      t_.land(may(other[0], false), may(other[1], value)));
      }
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt:
        return may_compare(t, value);
      case Kind::Slice:
        return may_bit(t, value);
      case Kind::SAddOverflow:
      case Kind::SSubOverflow:
      case Kind::UMulOverflow:
      case Kind::SMulOverflow:
        return may_overflow(t, value);
      default:
        return at_instance(t, value);
    }
  }

  Term may_and(Term t, bool value) {
    std::vector<Term> operands = operands_of(t);
    if (value) operands = separate(std::move(operands));
    Term result = t_.truth(value);
    for (Term o : operands) result = value ? t_.land(result, may(o, true)) : t_.lor(result, may(o, false));
    return result;
  }

  Term may_xor(Term t, bool value) {
    Term even = t_.truth(true), odd = t_.truth(false);
    for (Term o : separate(operands_of(t))) {
      const Term set = may(o, true), clear = may(o, false);
      const Term next = t_.lor(t_.land(even, set), t_.land(odd, clear));
      even = t_.lor(t_.land(even, clear), t_.land(odd, set));
      odd = next;
    }
    return value ? odd : even;
  }

  Term may_compare(Term t, bool value) {
    const std::vector<Term> in = separate(t.kind() == Kind::Eq ? isolated(t) : operands_of(t));
    const Image a = image(in[0]), b = image(in[1]);
    Term result = t_.truth(false);
    for (const Piece& p : a.pieces) {
      for (const Piece& q : b.pieces) {
        std::optional<Term> one;
        if (t.kind() == Kind::Eq)
          one = value ? p_.may_equal(p, q) : p_.may_differ(p, q);
        else
          one = value ? p_.may_be_less(p, q, t.kind() == Kind::Slt) : p_.may_not_be_less(p, q, t.kind() == Kind::Slt);
        if (!one) return at_instance(t, value);
        result = t_.lor(result, *one);
      }
    }
    return result;
  }

  /// The two sides of an equation of sums, such that what depends on inner variables stands alone.
  std::vector<Term> isolated(Term t) {
    const auto is_sum = [](Term a) { return a.kind() == Kind::Add || a.kind() == Kind::Mul; };
    const Term difference = is_sum(t.operand(0)) || is_sum(t.operand(1)) ? t_.sub(t.operand(0), t.operand(1)) : Term();
    if (!difference || !supports_.has(difference)) return operands_of(t);
    std::vector<Term> varying;
    Term rest = t_.zero(difference.width());
    for (Term o : difference.kind() == Kind::Add ? operands_of(difference) : std::vector<Term>{difference}) {
      if (supports_.has(o))
        varying.push_back(o);
      else
        rest = t_.add(rest, o);
    }
    if (varying.size() == 1) return inverted(varying[0], t_.neg(rest));
    if (varying.size() != 2) return operands_of(t);
    if (rest.is_constant() && rest.value().isOne()) return {varying[0], t_.bnot(varying[1])};
    const auto is_negated = [](Term o) { return o.kind() == Kind::Mul && o.operand(0).is_all_ones(); };
    if (is_negated(varying[0])) std::swap(varying[0], varying[1]);
    return {varying[0], t_.sub(t_.neg(varying[1]), rest)};
  }

  /// varying = value, both divided by a constant factor of `varying` if it is odd.
  std::vector<Term> inverted(Term varying, Term value) {
    if (varying.kind() != Kind::Mul || !varying.operand(0).is_constant() || !varying.operand(0).value()[0])
      return {varying, value};
    const APInt inverse = varying.operand(0).value().multiplicativeInverse();
    return {t_.mul(t_.constant(inverse), varying), t_.mul(t_.constant(inverse), value)};
  }

  Term may_bit(Term t, bool value) {
    Term result = t_.truth(false);
    for (const Piece& p : image(t.operand(0)).pieces) {
      const std::optional<Piece> bit = p_.moved(p, [&](Term a) { return t_.slice(a, t.payload(), 1); });
      if (!bit) return at_instance(t, value);
      result = t_.lor(result, t_.land(bit->guard, value ? bit->high : t_.lnot(bit->low)));
    }
    return result;
  }

  /// Decided only where one operand takes all values and the other is one value.
  Term may_overflow(Term t, bool value) {
    const std::vector<Term> in = separate(operands_of(t));
    const Image a = image(in[0]), b = image(in[1]);
    Term result = t_.truth(false);
    for (const Piece& p : a.pieces) {
      for (const Piece& q : b.pieces) {
        const std::optional<Term> one = may_overflow(t.kind(), p, q, value);
        if (!one) return at_instance(t, value);
        result = t_.lor(result, t_.land(t_.land(p.guard, q.guard), *one));
      }
    }
    return result;
  }

  std::optional<Term> may_overflow(Kind kind, const Piece& p, const Piece& q, bool value) {
    const bool all = Pieces::is_everything(p), all_too = Pieces::is_everything(q);
    if (Pieces::is_single(p) && Pieces::is_single(q)) {
      const Term does = kind == Kind::SAddOverflow   ? t_.sadd_overflows(p.low, q.low)
                        : kind == Kind::SSubOverflow ? t_.ssub_overflows(p.low, q.low)
                        : kind == Kind::UMulOverflow ? t_.umul_overflows(p.low, q.low)
                                                     : t_.smul_overflows(p.low, q.low);
      return value ? does : t_.lnot(does);
    }
    if (!(all || Pieces::is_single(p)) || !(all_too || Pieces::is_single(q)) || p.low.width() == 1) return std::nullopt;
    if (!value || (all && all_too))
      return t_.truth(true);  // zero is among them, or leaves what is not negative as it is
    const Term one = all ? q.low : p.low;
    const Term zero = t_.zero(one.width());
    if (kind == Kind::SSubOverflow && !all) return t_.ne(one, t_.all_ones(one.width()));
    if (kind == Kind::SAddOverflow || kind == Kind::SSubOverflow) return t_.ne(one, zero);
    return t_.land(t_.ne(one, zero), t_.ne(one, t_.constant(one.width(), 1)));
  }

  static std::vector<Term> operands_of(Term t) {
    std::vector<Term> list;
    for (unsigned i = 0; i < t.arity(); ++i) list.push_back(t.operand(i));
    return list;
  }

  const Image& image(Term t) {
    if (const auto found = images_.find(t); found != images_.end()) return found->second;
    std::optional<Image> result;
    if (!supports_.has(t))
      result = Image{{p_.single(t)}, true};
    else if (!takes_too_long())
      result = image_by_cases(t);
    if (!result || result->pieces.size() > kMostPieces) result = Image{{p_.single(at_instance(t))}, true};
    return images_.emplace(t, std::move(*result)).first->second;
  }

  std::optional<Image> find_image(Term t) {
    if (t.width() == 1) return Image{{p_.bits(t_.truth(true), t_.lnot(may(t, false)), may(t, true))}, true};
    switch (t.kind()) {
      case Kind::Variable:
        return Image{{p_.everything(t.width())}, true};
      case Kind::Not:
        return each(t, [&](const Piece& p) { return std::optional(p_.bnot(p)); });
      case Kind::Ite:
        return image_of_ite(t);
      default:
        break;
    }
    struct Folded {
      Kind kind;
      bool merges;
      std::optional<Piece> (Pieces::*image)(const Piece&, const Piece&) const;
    };
    static constexpr Folded kFolded[] = {
        {Kind::And, true, &Pieces::band},   {Kind::Xor, true, &Pieces::bxor},   {Kind::Concat, true, &Pieces::concat},
        {Kind::Add, false, &Pieces::add},   {Kind::Mul, false, &Pieces::mul},   {Kind::UDiv, false, &Pieces::udiv},
        {Kind::URem, false, &Pieces::urem}, {Kind::SDiv, false, &Pieces::sdiv}, {Kind::SRem, false, &Pieces::srem}};
    for (const Folded& each : kFolded)
      if (each.kind == t.kind()) return folded(t, each.merges, each.image);
    return image_of_moved(t);
  }

  std::optional<Image> image_of_moved(Term t) {
    switch (t.kind()) {
      case Kind::Shl:
      case Kind::LShr:
        if (supports_.has(t.operand(1))) return std::nullopt;
        return each_moved(
            t, [&](Term a) { return t.kind() == Kind::Shl ? t_.shl(a, t.operand(1)) : t_.lshr(a, t.operand(1)); });
      case Kind::AShr:
        if (supports_.has(t.operand(1))) return std::nullopt;
        return each_moved(
            t, [&](Term a) { return t_.ashr(a, t.operand(1)); }, true);
      case Kind::SExt:
        return each_moved(
            t, [&](Term a) { return t_.sext(a, t.width()); }, true);
      case Kind::Slice:
        return each_moved(t, [&](Term a) { return t_.slice(a, t.payload(), t.width()); });
      case Kind::BitReverse:
        return each_moved(t, [&](Term a) { return t_.bitreverse(a); });
      case Kind::CtPop:
        return each(t, [&](const Piece& p) { return p_.ctpop(p); });
      case Kind::CtLz:
      case Kind::CtTz:
        return each(t, [&](const Piece& p) { return p_.zeros_counted(p); });
      default:
        return std::nullopt;
    }
  }

  template <class Make>
  std::optional<Image> each(Term t, Make&& make) {
    Image result{{}, image(t.operand(0)).apart};
    for (const Piece& p : image(t.operand(0)).pieces) {
      const std::optional<Piece> made = make(p);
      if (!made) return std::nullopt;
      result.pieces.push_back(*made);
    }
    return result;
  }

  template <class Move>
  std::optional<Image> each_moved(Term t, Move&& move, bool by_sign = false) {
    const Image from = image(t.operand(0));
    Image result{{}, from.apart && !by_sign};
    for (const Piece& p : from.pieces) {
      const auto parts = by_sign && !Pieces::is_single(p) ? p_.by_sign(p) : std::vector<Piece>{p};
      if (!parts) return std::nullopt;
      for (const Piece& part : *parts) {
        const std::optional<Piece> made = p_.moved(part, move);
        if (!made) return std::nullopt;
        if (!made->guard.is_false()) result.pieces.push_back(*made);
      }
    }
    return result;
  }

  /// `step` applied to each combination of the operands' pieces. `merges`: the operation treats each bit for itself.
  std::optional<Image> folded(Term t, bool merges,
                              std::optional<Piece> (Pieces::*step)(const Piece&, const Piece&) const) {
    std::optional<Image> result;
    for (Term o : separate(operands_of(t))) {
      Image next = image(o);
      if (merges)
        if (const std::optional<Piece> one = p_.merged(next)) next = {{*one}, next.apart};
      if (!result) {
        result = std::move(next);
        continue;
      }
      if (result->pieces.size() * next.pieces.size() > kMostPieces) return std::nullopt;
      Image product{{}, result->apart && next.apart};
      for (const Piece& p : result->pieces) {
        for (const Piece& q : next.pieces) {
          const std::optional<Piece> made = (p_.*step)(p, q);
          if (!made) return std::nullopt;
          if (!made->guard.is_false()) product.pieces.push_back(*made);
        }
      }
      result = std::move(product);
    }
    return result;
  }

  /// Of a minimum or maximum, where each operand is one value or any.
  std::optional<Image> image_of_extreme(Term t) {
    const Term c = t.operand(0);
    if (c.kind() != Kind::Ult && c.kind() != Kind::Slt) return std::nullopt;
    const bool is_least = t.operand(1) == c.operand(0) && t.operand(2) == c.operand(1);
    const bool is_most = t.operand(1) == c.operand(1) && t.operand(2) == c.operand(0);
    const APInt *a = supports_.of(c.operand(0)), *b = supports_.of(c.operand(1));
    if ((!is_least && !is_most) || (a != nullptr && b != nullptr && a->intersects(*b))) return std::nullopt;
    const Image first = image(c.operand(0)), second = image(c.operand(1));
    Image result{{}, first.apart && second.apart};
    for (const Piece& p : first.pieces) {
      for (const Piece& q : second.pieces) {
        const std::optional<Piece> extreme = p_.extreme(p, q, is_least, c.kind() == Kind::Slt);
        if (!extreme) return std::nullopt;
        result.pieces.push_back(*extreme);
      }
    }
    return result;
  }

  std::optional<Image> image_of_ite(Term t) {
    if (std::optional<Image> extreme = image_of_extreme(t)) return extreme;
    const Term c = t.operand(0);
    Image result{{}, !supports_.has(c)};
    for (const bool arm : {true, false}) {
      const std::vector<Term> in = separate({c, t.operand(arm ? 1 : 2)});
      const Term taken = may(in[0], arm);
      const Image& from = image(in[1]);
      result.apart = result.apart && from.apart;
      for (Piece p : from.pieces) {
        p.guard = t_.land(p.guard, taken);
        if (!p.guard.is_false()) result.pieces.push_back(p);
      }
    }
    return result;
  }

  Terms& t_;
  Pieces p_;
  Supports supports_;
  std::unordered_map<Term, Term> instance_;
  Substitution in_instance_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Substitution> with_value_;  ///< by variable and value
  std::unordered_map<Term, Term> may_[2];                                       ///< per value
  std::unordered_map<Term, Image> images_;
  Clock::time_point deadline_;
  std::size_t steps_ = 0;
  unsigned tried_ = 0;
  bool exact_ = true;
};

}  // namespace

Eliminated for_all(Terms& terms, Term body, std::span<const Term> inner, const Instance& instance,
                   WorkClock::time_point deadline) {
  if (terms.size_of(std::span(&body, 1)) > kMostNodes) {
    Instance complete;
    for (Term v : inner) complete.emplace(v, instance.contains(v) ? instance.at(v) : terms.zero(v.width()));
    return {terms.substitute(body, complete), false};
  }
  Elimination elimination(terms, inner, instance, deadline);
  const Term refuted = elimination.may(body, false);
  return {terms.lnot(refuted), elimination.exact()};
}

std::vector<Instance> telling_instances(Terms& terms, Term body, std::span<const Term> inner) {
  constexpr std::size_t kMost = 16, kMostNodesLookedAt = 400;
  if (terms.size_of(std::span(&body, 1)) > kMostNodesLookedAt) return {};
  Supports supports(terms, inner);
  Instance zeros;
  for (Term v : inner) zeros.emplace(v, terms.zero(v.width()));
  std::vector<Instance> list;
  const auto add = [&](Term varying, Term value, bool flips) {
    Instance instance = zeros;
    for (Term v : inner) {
      const APInt bits = supports.bits_of(v, *supports.of(varying));
      const unsigned width = v.width(), lowest = bits.countr_zero();
      if (lowest == width) continue;
      const Term wide = value.width() > width ? terms.slice(value, 0, width) : terms.zext(value, width);
      const Term there = terms.shl(wide, terms.constant(width, lowest));
      instance[v] = flips ? terms.bxor(there, terms.constant(APInt::getSignedMinValue(width))) : there;
    }
    if (std::ranges::find(list, instance) == list.end()) list.push_back(std::move(instance));
  };
  for (Term t : terms.nodes_of(std::span(&body, 1))) {
    if (t.kind() != Kind::Eq && t.kind() != Kind::Ult && t.kind() != Kind::Slt) continue;
    for (const unsigned side : {0U, 1U}) {
      if (!supports.has(t.operand(side))) continue;
      const Term value = terms.substitute(t.operand(1 - side), zeros);
      for (const bool flips : {false, true})
        if (list.size() < kMost) add(t.operand(side), value, flips);
    }
  }
  return list;
}

}  // namespace assay::refine::smt
