#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/term.h"

namespace assay::refine::smt {

struct Linear;

/// The factory of terms: a hash-consed graph that is simplified while it is built. Builders are named like the
/// primitives of semantics::Domain and mean the same; they are total:
///   udiv(a, 0) = all ones, urem(a, 0) = a, sdiv(a, 0) = a < 0 ? 1 : -1, srem(a, 0) = a (as in SMT-LIB),
///   a shift by the width or more gives 0 (ashr: the sign everywhere),
///   a NaN result is the positive quiet NaN without payload, float_to_int of what doesn't fit gives 0.
/// Simplification never changes the value under any assignment. Operands of binary builders have equal widths; widths
/// are at least 1. A Bool is a term of width 1. Terms of different factories must not be mixed.
class Terms {
 public:
  Terms();
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  /// Differs between any two factories of the process and before and after clear().
  std::uint64_t generation() const { return generation_; }
  /// Forgets all terms; handles that are still held become invalid.
  void clear();
  std::size_t node_count() const { return nodes_.size(); }
  Term node(std::uint32_t id) const { return Term(nodes_[id]); }

  // Leaves.
  Term constant(unsigned width, std::uint64_t value);         ///< truncated
  Term constant_signed(unsigned width, std::uint64_t value);  ///< sign-extended
  Term constant(const llvm::APInt& value);
  Term truth(bool value);
  Term zero(unsigned width) { return constant(width, 0); }
  Term all_ones(unsigned width) { return constant_signed(width, ~std::uint64_t{0}); }
  /// The variable of that name; a name belongs to one variable (the first width given counts).
  Term variable(std::string_view name, unsigned width);
  /// A variable that nobody else has: its name is the prefix and a number.
  Term fresh(std::string_view prefix, unsigned width);
  /// The same, labelled: see shape().
  Term fresh(std::string_view prefix, unsigned width, std::uint64_t label);
  std::string_view name(Term t) const;  ///< of a Variable, an ArrayVariable, the function of an Apply
  /// Equal for terms that differ only in the choice among variables of one label and in the order of the operands of
  /// commutative operations.
  std::uint64_t shape(Term t);

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

  // Uninterpreted functions. A function is known by its name, its result's and its arguments' widths.
  Term uninterpreted(std::string_view name, unsigned width, std::span<const Term> arguments);

  // Arrays from bits to bits.
  Term array_variable(std::string_view name, unsigned index_width, unsigned element_width);
  Term fresh_array(std::string_view prefix, unsigned index_width, unsigned element_width);
  Term array_constant(unsigned index_width, Term element);  ///< every index holds the element
  Term store(Term array, Term index, Term element);
  Term select(Term array, Term index);

  /// The term with every occurrence of a key replaced by its value (all at once), simplified again. Keys are any terms,
  /// usually variables; widths must agree.
  Term substitute(Term t, const std::unordered_map<Term, Term>& map);
  std::vector<Term> substitute(std::span<const Term> list, const std::unordered_map<Term, Term>& map);

  /// The operation of `t` (its kind, attributes and width) on other operands of the same widths, simplified.
  Term rebuild(Term t, std::span<const Term> operands);

  /// Variables and array variables below the roots, each once, in order of creation.
  std::vector<Term> variables_of(std::span<const Term> roots) const;
  std::vector<Term> variables_of(Term root) const { return variables_of(std::span(&root, 1)); }
  /// All nodes below the roots (with the roots), operands before users.
  std::vector<Term> nodes_of(std::span<const Term> roots) const;
  std::size_t size_of(std::span<const Term> roots) const { return nodes_of(roots).size(); }

  /// In the manner of SMT-LIB; shared nodes are named once with `let`-like lines.
  std::string print(Term root) const;

 private:
  struct Storage;

  // Nodes as they are, but for sharing and for known constants.
  Term make(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload = 0,
            unsigned index_width = 0);
  Term make1(Kind kind, unsigned width, Term a, std::uint32_t payload = 0);
  Term make2(Kind kind, unsigned width, Term a, Term b, std::uint32_t payload = 0);
  Term make3(Kind kind, unsigned width, Term a, Term b, Term c, std::uint32_t payload = 0);
  /// The node if there is one already; else null.
  Term existing(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload) const;

  // Steps of simplification; a null term means that the step does not apply.
  Term slice_pushed(Term a, unsigned lowest, unsigned width);
  Term slice_of_sum(Term a, unsigned lowest, unsigned width);
  Term join_parts(Term high, Term low);
  Term split_bitwise(Kind kind, std::span<const Term> operands);
  Term and_of(std::vector<Term> operands);
  std::vector<Term> and_operands(std::span<const Term> given);
  Term and_by_absorption(std::vector<Term>& operands);
  Term xor_of(std::vector<Term> operands);
  Term ite_of_constants(Term condition, const llvm::APInt& then, const llvm::APInt& otherwise);
  Term ite_by_condition(Term condition, Term then, Term otherwise);
  Term ite_by_arms(Term condition, Term then, Term otherwise);
  Term ite_of_bits(Term condition, Term then, Term otherwise);
  Linear linear_of(Term t);
  void add_to(Linear& sum, Term t, const llvm::APInt& factor);
  Term emit(Linear sum);
  /// -a - 1 as a sum; null where `a` is too long a sum to be taken apart.
  Term complement_of_sum(Term a);
  bool find_remainder(Linear& sum);
  Term emit_one(const Linear& sum);
  Term times(const llvm::APInt& factor, Term t);
  Term product(Term a, Term b);
  Term narrowed_division(Kind kind, Term a, Term b);
  Term eq_constant(Term a, const llvm::APInt& c);
  Term concat_is(Term a, const llvm::APInt& c);
  Term ite_is(Term a, const llvm::APInt& c);
  Term quotient_is(Term a, const llvm::APInt& c);
  Term rebuild_float(Term t, std::span<const Term> operands);
  Term opposite_fadd(FloatFormat f, Rounding r, Term a, Term b);
  void carry_nan_core(Term t, const std::unordered_map<Term, Term>& done);
  Term eq_linear(Term a, Term b);
  Term eq_structural(Term a, Term b);
  Term ult_constant(Term a, const llvm::APInt& c);
  Term ult_structural(Term a, Term b);
  Term slt_constant(Term a, const llvm::APInt& c);
  std::uint32_t name_index(std::string_view name);

  std::unique_ptr<Storage> storage_;
  std::vector<const Node*> nodes_;
  std::uint64_t generation_;
};

}  // namespace assay::refine::smt
