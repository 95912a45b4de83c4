#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "services/worker/refine/smt/float_rewrites.h"
#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/integral_floats.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

using llvm::APInt;
using semantics::shape_of;

namespace {

bool all_constant(std::span<const Term> list) {
  for (Term t : list)
    if (!t.is_constant()) return false;
  return true;
}

/// The value if all operands are constants; else a null term.
Term folded(Terms& terms, Kind kind, unsigned width, FloatPayload attributes, std::span<const Term> list) {
  if (!all_constant(list)) return Term();
  std::vector<APInt> values;
  for (Term t : list) values.push_back(t.value());
  return terms.constant(fold_float(kind, width, attributes, values));
}

/// An integer whose conversion is compared with a constant. Conversions never decrease, whatever the rounding.
class Converted {
 public:
  /// `number` is the constant; `conversion` tells the rounding.
  Converted(Terms& terms, FloatFormat f, Term conversion, Term number)
      : terms_(terms),
        format_(f),
        attributes_(FloatPayload::unpack(conversion.payload())),
        number_(number),
        width_(conversion.operand(0).width()),
        integer_(wide(conversion.operand(0))) {}

  Term is_below() { return terms_.slt(integer_, first_not_below()); }
  Term is_above() { return terms_.sle(first_above(), integer_); }
  Term is_equal() {
    const Term from = first_not_below(), to = first_above();
    if (to.value() == from.value() + 1) return terms_.eq(integer_, from);
    return terms_.land(terms_.sle(from, integer_), terms_.slt(integer_, to));
  }

 private:
  static constexpr unsigned kRoom = 2;  ///< for a sign, and for what lies beyond the greatest
  Term wide(Term t) { return attributes_.is_signed ? terms_.sext(t, width_ + kRoom) : terms_.zext(t, width_ + kRoom); }
  bool below(Term a, Term b) { return terms_.flt(format_, a, b).is_true(); }
  Term first_not_below() {
    return first([&](Term value) { return !below(value, number_); });
  }
  Term first_above() {
    return first([&](Term value) { return below(number_, value); });
  }
  /// The first integer whose conversion has what all above have, too; one beyond the greatest if none has.
  template <class Has>
  Term first(const Has& has) {
    const bool is_signed = attributes_.is_signed;
    APInt from = is_signed ? APInt::getSignedMinValue(width_) : APInt(width_, 0);
    APInt to = is_signed ? APInt::getSignedMaxValue(width_) : APInt::getMaxValue(width_);
    from = is_signed ? from.sext(width_ + kRoom) : from.zext(width_ + kRoom);
    to = (is_signed ? to.sext(width_ + kRoom) : to.zext(width_ + kRoom)) + 1;
    while (from != to) {
      const APInt middle = from + (to - from).lshr(1);
      const Term value =
          terms_.int_to_float(terms_.constant(middle.trunc(width_)), is_signed, format_, attributes_.rounding);
      if (has(value))
        to = middle;
      else
        from = middle + 1;
    }
    return terms_.constant(from);
  }

  Terms& terms_;
  FloatFormat format_;
  FloatPayload attributes_;
  Term number_;
  unsigned width_;
  Term integer_;
};

bool is_conversion(FloatFormat f, Term t) {
  return t.kind() == Kind::IntToFloat && FloatPayload::unpack(t.payload()).format == f;
}

/// Does a signed number fit so many bits?
Term integer_fits(Terms& terms, Term integer, unsigned width, bool is_signed) {
  const unsigned wide = std::max(integer.width(), width) + 1;
  const Term extended = terms.sext(integer, wide), low = terms.trunc(extended, width);
  return terms.eq(is_signed ? terms.sext(low, wide) : terms.zext(low, wide), extended);
}

/// The operands of a comparison, where they are exact conversions, before that.
struct Narrowed {
  FloatFormat format = FloatFormat::None;  ///< None: they are not
  Term a, b;
};
/// A constant that the narrower format lacks lies between two of its numbers: which of them, `between` says; null: none
/// will do.
Narrowed narrowed(Terms& terms, FloatFormat f, Term a, Term b, std::optional<Rounding> between) {
  const auto [g, x] = narrower(terms, f, a);
  const auto [h, y] = narrower(terms, f, b);
  if (x && y) {
    const Rounding any = Rounding::NearestTiesToEven;  // exact
    if (g == h) return {g, x, y};
    if (holds(g, h)) return {g, x, terms.fconvert(h, g, any, y)};
    if (holds(h, g)) return {h, terms.fconvert(g, h, any, x), y};
    return {};
  }
  if ((!x && !y) || !(x ? b : a).is_constant()) return {};
  const FloatFormat narrow = x ? g : h;
  const Term constant = x ? b : a;
  Term low = terms.fconvert(f, narrow, Rounding::NearestTiesToEven, constant);
  if (terms.fconvert(narrow, f, Rounding::NearestTiesToEven, low) != constant) {
    if (!between || terms.is_nan(f, constant).is_true()) return {};
    low = terms.fconvert(f, narrow, *between, constant);
  }
  return {narrow, x ? x : low, x ? low : y};
}

/// Where the sum of the opposite numbers is there already: its opposite, but that a zero is negative only if both
/// numbers are. So x - y and y - x are one operation.
Term opposite_fadd(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  if (f == FloatFormat::X87 || !is_symmetric(r)) return Term();
  const Term minus = terms.constant(APInt::getSignMask(a.width()));
  std::array<Term, 2> list{terms.nan_core(f, terms.bxor(a, minus)), terms.nan_core(f, terms.bxor(b, minus))};
  if (list[0].id() > list[1].id()) std::swap(list[0], list[1]);
  const Term sum = terms.existing(Kind::FAdd, a.width(), list, FloatPayload{f, FloatFormat::None, r}.pack());
  if (!sum || !terms.use(Rule::FAddOfOpposites)) return Term();
  return terms.number_or_nan(
      f, terms.ite(terms.is_float_zero(f, sum), terms.band(terms.band(a, b), minus), terms.bxor(sum, minus)));
}

/// An operation on chosen operands, where those on each of them are there already: a choice of these, because solvers
/// pay dearly for one operation more. Null if one is not there.
Term chosen_operation(Terms& terms, Kind kind, FloatPayload attributes, std::vector<Term> list, unsigned depth = 0) {
  constexpr unsigned kDeepest = 3;
  const bool commutes = kind == Kind::FAdd || kind == Kind::FMul || kind == Kind::Fma;
  if (commutes && list[0].id() > list[1].id()) std::swap(list[0], list[1]);
  if (const Term there = terms.existing(kind, list[0].width(), list, attributes.pack())) return there;
  const auto choice = std::ranges::find_if(list, [](Term t) { return t.kind() == Kind::Ite; });
  if (depth == kDeepest || choice == list.end()) return Term();
  const Term condition = choice->operand(0);
  const auto arm = [&](unsigned i) {
    std::vector<Term> arms = list;
    for (Term& t : arms)
      if (t.kind() == Kind::Ite && t.operand(0) == condition) t = terms.nan_core(attributes.format, t.operand(i));
    return chosen_operation(terms, kind, attributes, std::move(arms), depth + 1);
  };
  const Term then = arm(1), otherwise = then ? arm(2) : Term();
  return otherwise ? terms.ite(condition, then, otherwise) : Term();
}

/// The operation, of which nothing is simpler.
Term operation(Terms& terms, Kind kind, FloatPayload attributes, std::initializer_list<Term> list) {
  if (std::ranges::any_of(list, [](Term t) { return t.kind() == Kind::Ite; }))
    if (const Term chosen = chosen_operation(terms, kind, attributes, list);
        chosen && (chosen.kind() == kind || terms.use(Rule::IteOfCommonSummand)))
      return chosen;
  return terms.make(kind, list.begin()->width(), list, attributes.pack());
}

}  // namespace

void Terms::note_nan_core(FloatFormat f, Term value, Term core) {
  core = nan_core(f, core);
  if (value != core) nan_cores_[value.id()] = {f, core};
}

Term Terms::nan_core(FloatFormat f, Term t) {
  auto& cores = nan_cores_;
  if (cores.empty() || !use(Rule::NanCore)) return t;
  if (const auto found = cores.find(t.id()); found != cores.end())
    return found->second.format == f ? found->second.core : t;
  if (t.kind() != Kind::Ite || too_deep()) return t;
  const Deeper deeper(*this);
  const Term then = nan_core(f, t.operand(1)), otherwise = nan_core(f, t.operand(2));
  const bool is_itself = then == t.operand(1) && otherwise == t.operand(2);
  const Term core = is_itself ? t : ite(t.operand(0), then, otherwise);
  // Also where there is nothing to leave out: else terms that share operands are walked as a tree.
  cores[t.id()] = {f, core};
  return core;
}

/// The core after a substitution, which may not have come by it: it is a few steps from what the term is made of, as
/// where only the sign was changed. Null if it is further away.
Term Terms::moved_core(Term core, const std::unordered_map<Term, Term>& done, std::uint32_t first, unsigned steps) {
  if (core.id() < first) return core;
  if (const auto moved = done.find(core); moved != done.end()) return moved->second;
  if (steps == 0 || core.arity() == 0) return Term();
  std::vector<Term> operands;
  for (unsigned i = 0; i < core.arity(); ++i) {
    operands.push_back(moved_core(core.operand(i), done, first, steps - 1));
    if (!operands.back()) return Term();
  }
  return rebuild(core, operands);
}

/// A substitution keeps what is known of a term.
void Terms::carry_nan_core(Term t, const std::unordered_map<Term, Term>& done, std::uint32_t first) {
  constexpr unsigned kSteps = 4;
  const auto found = nan_cores_.find(t.id());
  if (found == nan_cores_.end()) return;
  const auto [format, core] = found->second;
  if (const Term moved = moved_core(core, done, first, kSteps)) note_nan_core(format, done.at(t), moved);
}

Term Terms::number_or_nan(FloatFormat f, Term a) {
  const Term result = ite(is_nan(f, a), quiet_nan(f), a);
  note_nan_core(f, result, a);
  return result;
}

Term Terms::quiet_nan(FloatFormat f) { return constant(quiet_nan_bits(f)); }

Term Terms::is_nan(FloatFormat f, Term a) {
  a = nan_core(f, a);
  if (const Narrower n = narrower(*this, f, a); n.term && use(Rule::IsNanOfConversion)) return is_nan(n.format, n.term);
  // Operands share operands, and one may be the core of what it is an operand of: how deep it goes is limited.
  constexpr unsigned kDeepest = 8;
  if (nan_depth_ < kDeepest) {
    ++nan_depth_;
    const Term invalid = is_nan_by_operands(*this, f, a);
    --nan_depth_;
    if (invalid) return invalid;
  }
  const auto [exponent, fraction] = shape_of(f);
  const Term exponent_bits = slice(a, fraction, exponent);
  const Term fraction_bits = slice(a, 0, fraction);
  const Term high = eq(exponent_bits, all_ones(exponent));
  if (f != FloatFormat::X87) return land(high, ne(fraction_bits, zero(fraction)));
  // Everything but the zero, the denormals, and what has the integer bit (of those with the highest exponent only
  // the infinity).
  const Term integer_bit = slice(a, fraction - 1, 1);
  const Term infinity = constant(APInt::getSignMask(fraction));
  const Term invalid = land(lnot(integer_bit), ne(exponent_bits, zero(exponent)));
  return lor(land(high, ne(fraction_bits, infinity)), invalid);
}

Term Terms::is_infinite(FloatFormat f, Term a) {
  a = nan_core(f, a);
  if (const Narrower n = narrower(*this, f, a); n.term && use(Rule::IsInfiniteOfConversion))
    return is_infinite(n.format, n.term);
  const auto [exponent, fraction] = shape_of(f);
  const APInt low = f == FloatFormat::X87 ? APInt::getSignMask(fraction) : APInt(fraction, 0);
  return land(eq(slice(a, fraction, exponent), all_ones(exponent)), eq(slice(a, 0, fraction), constant(low)));
}

Term Terms::is_float_zero(FloatFormat f, Term a) {
  a = nan_core(f, a);
  if (const Narrower n = narrower(*this, f, a); n.term && use(Rule::IsZeroOfConversion))
    return is_float_zero(n.format, n.term);
  const unsigned magnitude = width_of(f) - 1;
  return eq(slice(a, 0, magnitude), zero(magnitude));
}

Term Terms::feq(FloatFormat f, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  if (const Narrowed n = narrowed(*this, f, a, b, std::nullopt);
      n.format != FloatFormat::None && use(Rule::FEqOfConversions))
    return feq(n.format, n.a, n.b);
  if (f == FloatFormat::X87) {
    const Term list[] = {a, b};
    const FloatPayload attributes{f};
    if (const Term value = folded(*this, Kind::FEq, 1, attributes, list)) return value;
    if (a.id() > b.id()) std::swap(a, b);
    return make2(Kind::FEq, 1, a, b, attributes.pack());
  }
  const Term left = integral(*this, f, a).integer, right = left ? integral(*this, f, b).integer : Term();
  if (left && right && use(Rule::FEqOfIntegers)) {
    const unsigned width = std::max(left.width(), right.width());
    return eq(sext(left, width), sext(right, width));
  }
  if (is_conversion(f, a) && b.is_constant() && use(Rule::FEqOfIntegerWithConstant))
    return land(lnot(is_nan(f, b)), Converted(*this, f, a, b).is_equal());
  if (is_conversion(f, b) && a.is_constant() && use(Rule::FEqOfIntegerWithConstant))
    return land(lnot(is_nan(f, a)), Converted(*this, f, b, a).is_equal());
  const Term ordered = land(lnot(is_nan(f, a)), lnot(is_nan(f, b)));
  return land(ordered, lor(eq(a, b), land(is_float_zero(f, a), is_float_zero(f, b))));
}

Term Terms::flt(FloatFormat f, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  // Below a number that the format lacks is below the next that it has; above it is above the one before.
  const Rounding between = a.is_constant() ? Rounding::TowardNegative : Rounding::TowardPositive;
  if (const Narrowed n = narrowed(*this, f, a, b, between);
      n.format != FloatFormat::None && use(Rule::FLtOfConversions))
    return flt(n.format, n.a, n.b);
  if (f == FloatFormat::X87) {
    const Term list[] = {a, b};
    const FloatPayload attributes{f};
    if (const Term value = folded(*this, Kind::FLt, 1, attributes, list)) return value;
    return make2(Kind::FLt, 1, a, b, attributes.pack());
  }
  const Term left = integral(*this, f, a).integer, right = left ? integral(*this, f, b).integer : Term();
  if (left && right && use(Rule::FLtOfIntegers)) {
    const unsigned width = std::max(left.width(), right.width());
    return slt(sext(left, width), sext(right, width));
  }
  if (is_conversion(f, a) && b.is_constant() && use(Rule::FLtOfIntegerWithConstant))
    return land(lnot(is_nan(f, b)), Converted(*this, f, a, b).is_below());
  if (is_conversion(f, b) && a.is_constant() && use(Rule::FLtOfIntegerWithConstant))
    return land(lnot(is_nan(f, a)), Converted(*this, f, b, a).is_above());
  // Sign and magnitude: both positive, the smaller pattern; both negative, the greater; else the negative one, unless
  // both are zero.
  const unsigned magnitude = width_of(f) - 1;
  const Term negative_a = slice(a, magnitude, 1), negative_b = slice(b, magnitude, 1);
  const Term low_a = slice(a, 0, magnitude), low_b = slice(b, 0, magnitude);
  const Term same_sign = ite(negative_a, ult(low_b, low_a), ult(low_a, low_b));
  const Term zeros = land(eq(low_a, zero(magnitude)), eq(low_b, zero(magnitude)));
  const Term less = ite(eq(negative_a, negative_b), same_sign, land(negative_a, lnot(zeros)));
  return land(land(lnot(is_nan(f, a)), lnot(is_nan(f, b))), less);
}

Term Terms::fadd(FloatFormat f, Rounding r, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  const FloatPayload attributes{f, FloatFormat::None, r};
  if (a.id() > b.id()) std::swap(a, b);
  const Term list[] = {a, b};
  if (const Term value = folded(*this, Kind::FAdd, a.width(), attributes, list)) return value;
  const APInt minus_zero = APInt::getSignMask(a.width());
  if (f != FloatFormat::X87 && r == Rounding::NearestTiesToEven) {
    if (is_bits(a, minus_zero) && use(Rule::FAddOfMinusZero)) return number_or_nan(f, b);
    if (is_bits(b, minus_zero) && use(Rule::FAddOfMinusZero)) return number_or_nan(f, a);
  }
  if (const Term simpler = sum_of_integers(*this, f, r, a, b)) return simpler;
  if (const Term opposite = opposite_fadd(*this, f, r, a, b)) return opposite;
  return operation(*this, Kind::FAdd, attributes, {a, b});
}

Term Terms::fsub(FloatFormat f, Rounding r, Term a, Term b) {
  return fadd(f, r, a, bxor(nan_core(f, b), constant(APInt::getSignMask(b.width()))));
}

Term Terms::fmul(FloatFormat f, Rounding r, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  const FloatPayload attributes{f, FloatFormat::None, r};
  if (a.id() > b.id()) std::swap(a, b);
  const Term list[] = {a, b};
  if (const Term value = folded(*this, Kind::FMul, a.width(), attributes, list)) return value;
  if (f != FloatFormat::X87) {
    if (a.is_constant()) std::swap(a, b);
    if (is_bits(b, power_of_two(f, 0, false)) && use(Rule::FMulByOne)) return number_or_nan(f, a);
    if (is_bits(b, power_of_two(f, 0, true)) && use(Rule::FMulByMinusOne))
      return number_or_nan(f, bxor(a, constant(APInt::getSignMask(a.width()))));
    if (is_bits(b, power_of_two(f, 1, false)) && use(Rule::FMulByTwo)) return fadd(f, r, a, a);
    if (a.id() > b.id()) std::swap(a, b);
  }
  if (const Term simpler = simpler_fmul(*this, f, r, a, b)) return simpler;
  return operation(*this, Kind::FMul, attributes, {a, b});
}

Term Terms::fdiv(FloatFormat f, Rounding r, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  const FloatPayload attributes{f, FloatFormat::None, r};
  const Term list[] = {a, b};
  if (const Term value = folded(*this, Kind::FDiv, a.width(), attributes, list)) return value;
  if (b.is_constant() && f != FloatFormat::X87)
    if (const std::optional<APInt> inverse = exact_inverse(f, b.value()); inverse && use(Rule::FDivByPowerOfTwo))
      return fmul(f, r, a, constant(*inverse));
  if (const Term simpler = simpler_fdiv(*this, f, r, a, b)) return simpler;
  return operation(*this, Kind::FDiv, attributes, {a, b});
}

Term Terms::frem(FloatFormat f, Term a, Term b) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  const FloatPayload attributes{f};
  const Term list[] = {a, b};
  if (const Term value = folded(*this, Kind::FRem, a.width(), attributes, list)) return value;
  if (const Term simpler = simpler_frem(*this, f, a, b)) return simpler;
  return operation(*this, Kind::FRem, attributes, {a, b});
}

Term Terms::fma(FloatFormat f, Rounding r, Term a, Term b, Term c) {
  a = nan_core(f, a);
  b = nan_core(f, b);
  c = nan_core(f, c);
  const FloatPayload attributes{f, FloatFormat::None, r};
  if (a.id() > b.id()) std::swap(a, b);
  const Term list[] = {a, b, c};
  if (const Term value = folded(*this, Kind::Fma, a.width(), attributes, list)) return value;
  if (const Term simpler = simpler_fma(*this, f, r, a, b, c)) return simpler;
  return operation(*this, Kind::Fma, attributes, {a, b, c});
}

Term Terms::fsqrt(FloatFormat f, Rounding r, Term a) {
  a = nan_core(f, a);
  const FloatPayload attributes{f, FloatFormat::None, r};
  if (const Term value = folded(*this, Kind::FSqrt, a.width(), attributes, std::span(&a, 1))) return value;
  return operation(*this, Kind::FSqrt, attributes, {a});
}

Term Terms::fround(FloatFormat f, Rounding r, Term a) {
  a = nan_core(f, a);
  if (exact_integer(*this, f, a) && use(Rule::FRoundOfInteger)) return a;
  const FloatPayload attributes{f, FloatFormat::None, r};
  if (const Term value = folded(*this, Kind::FRound, a.width(), attributes, std::span(&a, 1))) return value;
  if (a.kind() == Kind::FRound && FloatPayload::unpack(a.payload()).format == f && use(Rule::FRoundOfRounded))
    return a;  // already integral
  if (const Term simpler = simpler_fround(*this, f, r, a)) return simpler;
  return make1(Kind::FRound, a.width(), a, attributes.pack());
}

Term Terms::fconvert(FloatFormat from, FloatFormat to, Rounding r, Term a) {
  a = nan_core(from, a);
  const FloatPayload attributes{from, to, r};
  const unsigned width = width_of(to);
  if (const Term value = folded(*this, Kind::FConvert, width, attributes, std::span(&a, 1))) return value;
  if (const Term simpler = simpler_fconvert(*this, from, to, r, a)) return simpler;
  return make1(Kind::FConvert, width, a, attributes.pack());
}

Term Terms::float_to_int(FloatFormat f, Rounding r, Term a, unsigned width, bool is_signed) {
  a = nan_core(f, a);
  const FloatPayload attributes{f, FloatFormat::None, r, is_signed};
  if (const Term value = folded(*this, Kind::FloatToInt, width, attributes, std::span(&a, 1))) return value;
  if (const Term integer = integral(*this, f, a).integer; integer && use(Rule::FloatToIntOfInteger)) {
    const Term low = trunc(sext(integer, std::max(width, integer.width())), width);
    return ite(integer_fits(*this, integer, width, is_signed), low, zero(width));
  }
  if (const Narrower n = narrower(*this, f, a); n.term && use(Rule::FloatToIntOfConversion))
    return float_to_int(n.format, r, n.term, width, is_signed);
  return make1(Kind::FloatToInt, width, a, attributes.pack());
}

Term Terms::float_fits_int(FloatFormat f, Rounding r, Term a, unsigned width, bool is_signed) {
  a = nan_core(f, a);
  // The rounded value must lie in [low, high); the bounds are powers of two (or zero), so that they are exact, and a
  // bound that the format can't hold is no bound for finite values.
  if (const Term integer = integral(*this, f, a).integer; integer && use(Rule::FloatFitsOfInteger))
    return integer_fits(*this, integer, width, is_signed);
  const Term rounded = fround(f, r, a);
  const Term finite = lnot(lor(is_nan(f, a), is_infinite(f, a)));
  const int exponent = static_cast<int>(width) - (is_signed ? 1 : 0);
  const std::optional<APInt> high = power_of_two(f, exponent, false);
  const std::optional<APInt> low = is_signed ? power_of_two(f, exponent, true) : APInt(a.width(), 0);
  Term fits = finite;
  if (high) fits = land(fits, flt(f, rounded, constant(*high)));
  if (low) fits = land(fits, lnot(flt(f, rounded, constant(*low))));
  return fits;
}

Term Terms::int_to_float(Term a, bool is_signed, FloatFormat f, Rounding r) {
  const FloatPayload attributes{f, FloatFormat::None, r, is_signed};
  const unsigned width = width_of(f);
  if (const Term value = folded(*this, Kind::IntToFloat, width, attributes, std::span(&a, 1))) return value;
  if (const Term simpler = simpler_int_to_float(*this, a, is_signed, f, r)) return simpler;
  return make1(Kind::IntToFloat, width, a, attributes.pack());
}

}  // namespace assay::refine::smt
