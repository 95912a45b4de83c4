#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/node_store.h"
#include "services/worker/refine/smt/rules.h"

namespace assay::refine::smt {

/// Terms in place of others, which may be put into several terms one after the other: what they share is built once.
class Substitution {
 public:
  /// The keys are any terms, usually variables; widths must agree.
  explicit Substitution(const std::unordered_map<Term, Term>& map);

 private:
  friend class Terms;
  std::unordered_map<Term, Term> done_;
  std::uint32_t first_;  ///< nothing that is older changes
  bool used_ = false;
};

/// The builders of terms, which simplify while they build. They are named like the primitives of semantics::Domain, one
/// for each, and mean the same; they are total:
///   udiv(a, 0) = all ones, urem(a, 0) = a, sdiv(a, 0) = a < 0 ? 1 : -1, srem(a, 0) = a (as in SMT-LIB),
///   a shift by the width or more gives 0 (ashr: the sign everywhere),
///   a NaN result is the positive quiet NaN without payload, float_to_int of what doesn't fit gives 0.
/// Simplification never changes the value under any assignment: it applies the rules of rules.def. Operands of binary
/// builders have equal widths; widths are at least 1. A Bool is a term of width 1.
class Terms : public NodeStore {
 public:
  /// Forgets all terms, but not which rules are off.
  void clear();

  /// For tests: from now on without the rule. To be called before the first term is built.
  void switch_off(Rule rule) { rules_.switch_off(rule); }
  /// The same for many at once; they say afterwards which rules have matched.
  RuleSwitches& rules() { return rules_; }
  /// Has the rule matched?
  bool was_used(Rule rule) const { return rules_.was_used(rule); }
  /// Asked by builders where a rule matches: may it be applied?
  bool use(Rule rule) { return rules_.use(rule); }

  unsigned width(Term a) const { return a.width(); }

  // Logic of one-bit terms.
  Term land(Term a, Term b) { return band(a, b); }
  Term lor(Term a, Term b) { return bor(a, b); }
  Term lnot(Term a) { return bnot(a); }
  Term lxor(Term a, Term b) { return bxor(a, b); }
  Term implies(Term a, Term b) { return bor(bnot(a), b); }
  Term all_of(std::span<const Term> list);
  Term any_of(std::span<const Term> list);
  Term ite(Term condition, Term then, Term otherwise);  ///< of bits, or of arrays of one sort
  Term bit(Term p) { return p; }
  Term is_set(Term p) { return p; }

  // Arithmetic.
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term neg(Term a);
  Term mul(Term a, Term b);
  Term udiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term srem(Term a, Term b);
  Term shl(Term a, Term b);
  Term lshr(Term a, Term b);
  Term ashr(Term a, Term b);
  Term band(Term a, Term b);
  Term bor(Term a, Term b);
  Term bxor(Term a, Term b);
  Term bnot(Term a);
  Term zext(Term a, unsigned width);
  Term sext(Term a, unsigned width);
  Term trunc(Term a, unsigned width);
  Term concat(Term high, Term low);
  Term concat(std::span<const Term> high_first);
  Term slice(Term a, unsigned lowest, unsigned width);
  Term ctpop(Term a);
  Term ctlz(Term a);
  Term cttz(Term a);
  Term bswap(Term a);
  Term bitreverse(Term a);

  // Comparisons: one-bit terms.
  Term eq(Term a, Term b);
  Term ne(Term a, Term b) { return bnot(eq(a, b)); }
  Term ult(Term a, Term b);
  Term ule(Term a, Term b) { return bnot(ult(b, a)); }
  Term slt(Term a, Term b);
  Term sle(Term a, Term b) { return bnot(slt(b, a)); }
  Term uadd_overflows(Term a, Term b);
  Term sadd_overflows(Term a, Term b);
  Term usub_overflows(Term a, Term b);
  Term ssub_overflows(Term a, Term b);
  Term umul_overflows(Term a, Term b);
  Term smul_overflows(Term a, Term b);

  // IEEE 754 on bit patterns.
  Term fadd(FloatFormat f, Rounding r, Term a, Term b);
  Term fsub(FloatFormat f, Rounding r, Term a, Term b);
  Term fmul(FloatFormat f, Rounding r, Term a, Term b);
  Term fdiv(FloatFormat f, Rounding r, Term a, Term b);
  Term frem(FloatFormat f, Term a, Term b);
  Term fma(FloatFormat f, Rounding r, Term a, Term b, Term c);
  Term fsqrt(FloatFormat f, Rounding r, Term a);
  Term fround(FloatFormat f, Rounding r, Term a);
  Term fconvert(FloatFormat from, FloatFormat to, Rounding r, Term a);
  Term float_to_int(FloatFormat f, Rounding r, Term a, unsigned width, bool is_signed);
  Term float_fits_int(FloatFormat f, Rounding r, Term a, unsigned width, bool is_signed);
  Term int_to_float(Term a, bool is_signed, FloatFormat f, Rounding r);
  Term feq(FloatFormat f, Term a, Term b);
  Term flt(FloatFormat f, Term a, Term b);
  Term is_nan(FloatFormat f, Term a);
  Term is_infinite(FloatFormat f, Term a);
  Term is_float_zero(FloatFormat f, Term a);  ///< of either sign
  Term quiet_nan(FloatFormat f);              ///< the NaN that operations give
  Term number_or_nan(FloatFormat f, Term a);  ///< the term, or that NaN for any
  /// Remembers that under every assignment `value` equals `core` or both are NaNs of the format: arithmetic and
  /// comparisons then use `core`.
  void note_nan_core(FloatFormat f, Term value, Term core);
  /// The core of `t`; `t` itself if none is known.
  Term nan_core(FloatFormat f, Term t);

  // Arrays from bits to bits.
  Term store(Term array, Term index, Term element);
  Term select(Term array, Term index);

  /// The term with every occurrence of a key replaced by its value (all at once), simplified again. Keys are any terms,
  /// usually variables; widths must agree.
  Term substitute(Term t, const std::unordered_map<Term, Term>& map);
  std::vector<Term> substitute(std::span<const Term> list, const std::unordered_map<Term, Term>& map);
  Term substitute(Term t, Substitution& substitution);
  std::vector<Term> substitute(std::span<const Term> list, Substitution& substitution);

  /// The operation of `t` (its kind, attributes and width) on other operands of the same widths, simplified.
  Term rebuild(Term t, std::span<const Term> operands);

  /// Counts the case splits of one comparison with those that are nested in it: of a sum of n choices there are 2^n
  /// cases. Where there are too many, a comparison stays as it is.
  class CaseSplit {
   public:
    explicit CaseSplit(Terms& terms) : splits_(terms.splits_), outermost_(splits_ == 0) { ++splits_; }
    ~CaseSplit() {
      if (outermost_) splits_ = 0;
    }
    CaseSplit(const CaseSplit&) = delete;
    CaseSplit& operator=(const CaseSplit&) = delete;
    bool is_one_too_many() const { return splits_ > 64; }

   private:
    unsigned& splits_;
    bool outermost_;
  };

 private:
  /// Counts the depth of simplification that recurs into operands. Where it is too deep, a term stays as it is.
  class Deeper {
   public:
    explicit Deeper(Terms& terms) : depth_(terms.depth_) { ++depth_; }
    ~Deeper() { --depth_; }

   private:
    unsigned& depth_;
  };
  bool too_deep() const { return depth_ > 300; }
  /// a = b of two different terms, of which only b may be a constant.
  Term simplified_eq(Term a, Term b);
  /// Of a term that was substituted; nothing made before `first` has changed.
  Term moved_core(Term core, const std::unordered_map<Term, Term>& done, std::uint32_t first, unsigned steps);
  void carry_nan_core(Term t, const std::unordered_map<Term, Term>& done, std::uint32_t first);

  struct NanCore {
    FloatFormat format;
    Term core;
  };
  RuleSwitches rules_;
  unsigned depth_ = 0;
  unsigned splits_ = 0;
  unsigned nan_depth_ = 0;                                ///< of operands that is_nan is looking at
  std::unordered_map<std::uint64_t, Term> slices_;        ///< pushed down before, by node, lowest bit and width
  std::unordered_map<std::uint64_t, Term> equalities_;    ///< of two choices, by their nodes
  std::unordered_map<std::uint32_t, NanCore> nan_cores_;  ///< by node
};

}  // namespace assay::refine::smt
