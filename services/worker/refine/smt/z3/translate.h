#pragma once

#include <z3.h>

#include <string>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// From terms to Z3's expressions. Keeps the translation of every term of one generation of a factory, so that queries
/// that share terms share the work. One-bit terms that are conditions become Bool, others bit vectors.
class Translator {
 public:
  explicit Translator(Z3_context context) : context_(context) {}
  ~Translator() { forget(); }
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  /// Translates everything below the roots; `unsupported()` then says what had no translation, if anything.
  void translate(const Terms& terms, std::span<const Term> roots);
  Z3_ast boolean(Term t);  ///< of a translated one-bit term
  Z3_ast bits(Term t);     ///< of a translated term; of an array: the array
  const std::string& unsupported() const { return unsupported_; }
  /// Drops all translations.
  void forget();

 private:
  struct Forms {
    Z3_ast native = nullptr;
    Z3_ast other = nullptr;  // the bits of a Bool, the Bool of one bit
    Z3_ast real = nullptr;   // as a floating-point number, of operations
    bool is_boolean = false;
  };
  Forms& forms(Term t) { return forms_[t.id()]; }
  Z3_ast keep(Z3_ast ast);
  Z3_sort sort_of(Term t);
  void set_boolean(Term t, Z3_ast ast);
  void set_bits(Term t, Z3_ast ast);
  void node(const Terms& terms, Term t);
  bool boolean_node(Term t);
  bool bits_node(Term t);
  bool array_node(const Terms& terms, Term t);
  bool float_node(Term t);
  Z3_ast number(unsigned width, std::uint64_t value);
  Z3_ast constant(const llvm::APInt& value);
  Z3_ast overflow(Term t);
  Z3_ast product_overflows(Z3_ast a, Z3_ast b, unsigned width);
  Z3_ast population(Z3_ast value, unsigned width);
  Z3_ast zeros(Term t);
  Z3_ast reversed(Z3_ast value, unsigned width);
  Z3_ast fold_left(Term t, Z3_ast (*make)(Z3_context, Z3_ast, Z3_ast));
  Z3_sort float_sort(FloatFormat format);
  Z3_ast real(FloatFormat format, Term t);
  Z3_ast roomy(FloatFormat format, Z3_ast value);
  Z3_ast real_operation(Term t);
  Z3_ast to_integer(Term t);

  Z3_context context_;
  std::uint64_t generation_ = 0;
  std::vector<Forms> forms_;
  std::vector<Z3_ast> kept_;
  std::string unsupported_;
};

}  // namespace assay::refine::smt
