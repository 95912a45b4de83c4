#pragma once

#include <functional>
#include <string_view>

#include "services/worker/refine/smt/terms.h"
#include "services/worker/semantics/domain.h"

namespace assay::refine::smt {

/// The symbolic domain: Eval<TermDomain> builds terms. What an effect means is up to its user: `on_ub` is told of each
/// condition of immediate undefined behaviour, `on_choose` gives the term that stands for a choice.
class TermDomain {
 public:
  using Bits = Term;
  using Bool = Term;
  using OnUb = std::function<void(Term condition, semantics::Rule rule)>;
  /// `where` is the condition under which the choice matters, or null.
  using OnChoose = std::function<Term(unsigned width, semantics::Choice why, Term where)>;

  TermDomain(Terms& terms, OnUb on_ub, OnChoose on_choose)
      : terms_(terms), on_ub_(std::move(on_ub)), on_choose_(std::move(on_choose)) {}
  Terms& terms() { return terms_; }

  Term constant(unsigned n, std::uint64_t value) { return terms_.constant(n, value); }
  Term constant_signed(unsigned n, std::uint64_t value) { return terms_.constant_signed(n, value); }
  Term constant(const llvm::APInt& value) { return terms_.constant(value); }
  Term truth(bool value) { return terms_.truth(value); }
  unsigned width(Term a) const { return a.width(); }

// clang-format off
#define ASSAY_UNARY(name) Term name(Term a) { return terms_.name(a); }
#define ASSAY_BINARY(name) Term name(Term a, Term b) { return terms_.name(a, b); }
#define ASSAY_RESIZE(name) Term name(Term a, unsigned n) { return terms_.name(a, n); }
  ASSAY_BINARY(land) ASSAY_BINARY(lor) ASSAY_UNARY(lnot) ASSAY_UNARY(bit) ASSAY_UNARY(is_set)
  ASSAY_BINARY(add) ASSAY_BINARY(sub) ASSAY_BINARY(mul) ASSAY_BINARY(udiv) ASSAY_BINARY(urem) ASSAY_BINARY(sdiv)
  ASSAY_BINARY(srem) ASSAY_BINARY(shl) ASSAY_BINARY(lshr) ASSAY_BINARY(ashr) ASSAY_BINARY(band) ASSAY_BINARY(bor)
  ASSAY_BINARY(bxor) ASSAY_UNARY(bnot) ASSAY_UNARY(neg) ASSAY_RESIZE(zext) ASSAY_RESIZE(sext) ASSAY_RESIZE(trunc)
  ASSAY_BINARY(concat) ASSAY_UNARY(ctpop) ASSAY_UNARY(ctlz) ASSAY_UNARY(cttz) ASSAY_UNARY(bswap)
  ASSAY_UNARY(bitreverse) ASSAY_BINARY(eq) ASSAY_BINARY(ult) ASSAY_BINARY(ule) ASSAY_BINARY(slt) ASSAY_BINARY(sle)
  ASSAY_BINARY(uadd_overflows) ASSAY_BINARY(sadd_overflows) ASSAY_BINARY(usub_overflows)
  ASSAY_BINARY(ssub_overflows) ASSAY_BINARY(umul_overflows) ASSAY_BINARY(smul_overflows)
#undef ASSAY_UNARY
#undef ASSAY_BINARY
#undef ASSAY_RESIZE
      // clang-format on
      Term ite(Term p, Term a, Term b) {
    return terms_.ite(p, a, b);
  }
  Term slice(Term a, unsigned lowest, unsigned width) { return terms_.slice(a, lowest, width); }

  Term fadd(FloatFormat f, Rounding r, Term a, Term b) { return terms_.fadd(f, r, a, b); }
  Term fsub(FloatFormat f, Rounding r, Term a, Term b) { return terms_.fsub(f, r, a, b); }
  Term fmul(FloatFormat f, Rounding r, Term a, Term b) { return terms_.fmul(f, r, a, b); }
  Term fdiv(FloatFormat f, Rounding r, Term a, Term b) { return terms_.fdiv(f, r, a, b); }
  Term frem(FloatFormat f, Term a, Term b) { return terms_.frem(f, a, b); }
  Term fma(FloatFormat f, Rounding r, Term a, Term b, Term c) { return terms_.fma(f, r, a, b, c); }
  Term fsqrt(FloatFormat f, Rounding r, Term a) { return terms_.fsqrt(f, r, a); }
  Term fround(FloatFormat f, Rounding r, Term a) { return terms_.fround(f, r, a); }
  Term fconvert(FloatFormat from, FloatFormat to, Rounding r, Term a) { return terms_.fconvert(from, to, r, a); }
  Term float_to_int(FloatFormat f, Rounding r, Term a, unsigned n, bool is_signed) {
    return terms_.float_to_int(f, r, a, n, is_signed);
  }
  Term float_fits_int(FloatFormat f, Rounding r, Term a, unsigned n, bool is_signed) {
    return terms_.float_fits_int(f, r, a, n, is_signed);
  }
  Term int_to_float(Term a, bool is_signed, FloatFormat f, Rounding r) {
    return terms_.int_to_float(a, is_signed, f, r);
  }
  Term feq(FloatFormat f, Term a, Term b) { return terms_.feq(f, a, b); }
  Term flt(FloatFormat f, Term a, Term b) { return terms_.flt(f, a, b); }
  Term uninterpreted(std::string_view name, FloatFormat f, std::span<const Term> arguments) {
    const std::string of_format = std::string(name) + "." + std::to_string(static_cast<unsigned>(f));
    return terms_.uninterpreted(of_format, semantics::width_of(f), arguments);
  }

  void ub(Term condition, semantics::Rule rule) {
    if (!condition.is_false()) on_ub_(condition, rule);
  }
  Term choose(unsigned n, semantics::Choice why) { return on_choose_(n, why, Term()); }
  Term choose_where(Term condition, unsigned n, semantics::Choice why) { return on_choose_(n, why, condition); }
  bool is_known_false(Term condition) const { return condition.is_false(); }
  std::uint64_t shape(Term a) { return terms_.shape(a); }
  Term nan_core(FloatFormat f, Term a) { return terms_.nan_core(f, a); }
  void note_nan_core(FloatFormat f, Term value, Term core) { terms_.note_nan_core(f, value, core); }

 private:
  Terms& terms_;
  OnUb on_ub_;
  OnChoose on_choose_;
};
static_assert(semantics::Domain<TermDomain>);

}  // namespace assay::refine::smt
