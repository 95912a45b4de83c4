#include "services/worker/refine/smt/z3/translate.h"

#include <llvm/ADT/SmallString.h>

namespace assay::refine::smt {

Z3_ast Translator::keep(Z3_ast ast) {
  Z3_inc_ref(context_, ast);
  kept_.push_back(ast);
  return ast;
}

void Translator::forget() {
  for (Z3_ast ast : kept_) Z3_dec_ref(context_, ast);
  kept_.clear();
  forms_.clear();
  generation_ = 0;
}

void Translator::translate(const Terms& terms, std::span<const Term> roots) {
  if (generation_ != terms.generation()) forget();
  generation_ = terms.generation();
  unsupported_.clear();
  forms_.resize(terms.node_count());
  for (Term t : terms.nodes_of(roots))
    if (forms(t).native == nullptr) node(terms, t);
}

Z3_ast Translator::number(unsigned width, std::uint64_t value) {
  return keep(Z3_mk_unsigned_int64(context_, value, Z3_mk_bv_sort(context_, width)));
}

Z3_ast Translator::constant(const llvm::APInt& value) {
  if (value.getBitWidth() <= 64) return number(value.getBitWidth(), value.getZExtValue());
  llvm::SmallString<64> digits;
  value.toStringUnsigned(digits);
  return keep(Z3_mk_numeral(context_, digits.c_str(), Z3_mk_bv_sort(context_, value.getBitWidth())));
}

Z3_sort Translator::sort_of(Term t) {
  if (!t.is_array()) return Z3_mk_bv_sort(context_, t.width());
  return Z3_mk_array_sort(context_, Z3_mk_bv_sort(context_, t.index_width()), Z3_mk_bv_sort(context_, t.width()));
}

void Translator::set_boolean(Term t, Z3_ast ast) {
  forms(t).native = keep(ast);
  forms(t).is_boolean = true;
}
void Translator::set_bits(Term t, Z3_ast ast) { forms(t).native = keep(ast); }

Z3_ast Translator::boolean(Term t) {
  Forms& f = forms(t);
  if (f.is_boolean) return f.native;
  if (f.other == nullptr) f.other = keep(Z3_mk_eq(context_, f.native, number(1, 1)));
  return f.other;
}

Z3_ast Translator::bits(Term t) {
  Forms& f = forms(t);
  if (!f.is_boolean) return f.native;
  if (f.other == nullptr) f.other = keep(Z3_mk_ite(context_, f.native, number(1, 1), number(1, 0)));
  return f.other;
}

Z3_ast Translator::fold_left(Term t, Z3_ast (*make)(Z3_context, Z3_ast, Z3_ast)) {
  Z3_ast result = bits(t.operand(0));
  for (unsigned i = 1; i < t.arity(); ++i) result = keep(make(context_, result, bits(t.operand(i))));
  return result;
}

/// Not by Z3_mk_bvmul_no_overflow, which 4.8.12 folds wrongly for signed constants (-1 * 16 in 6 bits). A magnitude's
/// highest bit (of the complement, for negative numbers) at position p and the other's at q: from p + q = width - 1 on
/// the product does not fit; below, one more bit holds it exactly, or shows by its two top bits that it does not fit.
Z3_ast Translator::product_overflows(Z3_ast a, Z3_ast b, unsigned width) {
  const auto bit = [&](Z3_ast value, unsigned i) {
    return keep(Z3_mk_eq(context_, keep(Z3_mk_extract(context_, i, i, value)), number(1, 1)));
  };
  const Z3_ast sign_a = bit(a, width - 1), sign_b = bit(b, width - 1);
  std::vector<Z3_ast> reasons;
  Z3_ast above = keep(Z3_mk_false(context_));  // a has a magnitude bit at width - 1 - i or higher
  for (unsigned i = 1; i + 1 < width; ++i) {
    const Z3_ast either[] = {above, keep(Z3_mk_xor(context_, sign_a, bit(a, width - 1 - i)))};
    above = keep(Z3_mk_or(context_, 2, either));
    const Z3_ast both[] = {above, keep(Z3_mk_xor(context_, sign_b, bit(b, i)))};
    reasons.push_back(keep(Z3_mk_and(context_, 2, both)));
  }
  const Z3_ast product =
      keep(Z3_mk_bvmul(context_, keep(Z3_mk_sign_ext(context_, 1, a)), keep(Z3_mk_sign_ext(context_, 1, b))));
  reasons.push_back(keep(Z3_mk_xor(context_, bit(product, width), bit(product, width - 1))));
  return Z3_mk_or(context_, static_cast<unsigned>(reasons.size()), reasons.data());
}

Z3_ast Translator::overflow(Term t) {
  const Z3_ast a = bits(t.operand(0)), b = bits(t.operand(1));
  const auto negated = [&](Z3_ast ok) { return keep(Z3_mk_not(context_, keep(ok))); };
  if (t.kind() == Kind::UMulOverflow) return negated(Z3_mk_bvmul_no_overflow(context_, a, b, false));
  if (t.kind() == Kind::SMulOverflow) return product_overflows(a, b, t.operand(0).width());
  // By signs: of a sum, both operands' sign differs from its; of a difference, the operands' differ, and the first's.
  const bool is_sum = t.kind() == Kind::SAddOverflow;
  const Z3_ast result = keep(is_sum ? Z3_mk_bvadd(context_, a, b) : Z3_mk_bvsub(context_, a, b));
  const Z3_ast first = keep(Z3_mk_bvxor(context_, a, result));
  const Z3_ast second = keep(is_sum ? Z3_mk_bvxor(context_, b, result) : Z3_mk_bvxor(context_, a, b));
  const Z3_ast both = keep(Z3_mk_bvand(context_, first, second));
  const unsigned top = t.operand(0).width() - 1;
  return Z3_mk_eq(context_, keep(Z3_mk_extract(context_, top, top, both)), number(1, 1));
}

/// A tree of adders that grow with the sums.
Z3_ast Translator::population(Z3_ast value, unsigned width) {
  std::vector<Z3_ast> parts;
  for (unsigned i = 0; i < width; ++i) parts.push_back(keep(Z3_mk_extract(context_, i, i, value)));
  unsigned size = 1;
  while (parts.size() > 1) {
    std::vector<Z3_ast> sums;
    for (Z3_ast& part : parts) part = keep(Z3_mk_zero_ext(context_, 1, part));
    ++size;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
      sums.push_back(keep(Z3_mk_bvadd(context_, parts[i], parts[i + 1])));
    if (parts.size() % 2 == 1) sums.push_back(parts.back());
    parts = std::move(sums);
  }
  if (size < width) return keep(Z3_mk_zero_ext(context_, width - size, parts[0]));
  return size == width ? parts[0] : keep(Z3_mk_extract(context_, width - 1, 0, parts[0]));
}

/// Leading or trailing zeros: the first set bit decides.
Z3_ast Translator::zeros(Term t) {
  const unsigned width = t.width();
  const Z3_ast value = bits(t.operand(0));
  Z3_ast result = constant(llvm::APInt(width, width, false, true));
  for (unsigned i = width; i-- > 0;) {
    const unsigned position = t.kind() == Kind::CtLz ? width - 1 - i : i;
    const Z3_ast set = keep(Z3_mk_eq(context_, keep(Z3_mk_extract(context_, position, position, value)), number(1, 1)));
    result = keep(Z3_mk_ite(context_, set, constant(llvm::APInt(width, i, false, true)), result));
  }
  return result;
}

bool Translator::boolean_node(Term t) {
  const auto operand = [&](unsigned i) { return boolean(t.operand(i)); };
  std::vector<Z3_ast> list;
  switch (t.kind()) {
    case Kind::Constant:
      set_boolean(t, t.is_true() ? Z3_mk_true(context_) : Z3_mk_false(context_));
      return true;
    case Kind::Variable: {
      const Z3_symbol symbol = Z3_mk_int_symbol(context_, static_cast<int>(t.payload()));
      set_boolean(t, Z3_mk_const(context_, symbol, Z3_mk_bool_sort(context_)));
      return true;
    }
    case Kind::Not:
      set_boolean(t, Z3_mk_not(context_, operand(0)));
      return true;
    case Kind::And:
      for (unsigned i = 0; i < t.arity(); ++i) list.push_back(operand(i));
      set_boolean(t, Z3_mk_and(context_, t.arity(), list.data()));
      return true;
    case Kind::Xor: {
      Z3_ast result = operand(0);
      for (unsigned i = 1; i < t.arity(); ++i) result = keep(Z3_mk_xor(context_, result, operand(i)));
      set_boolean(t, result);
      return true;
    }
    case Kind::Ite:
      set_boolean(t, Z3_mk_ite(context_, operand(0), operand(1), operand(2)));
      return true;
    case Kind::Eq:
      set_boolean(t, Z3_mk_eq(context_, bits(t.operand(0)), bits(t.operand(1))));
      return true;
    case Kind::Ult:
      set_boolean(t, Z3_mk_bvult(context_, bits(t.operand(0)), bits(t.operand(1))));
      return true;
    case Kind::Slt:
      set_boolean(t, Z3_mk_bvslt(context_, bits(t.operand(0)), bits(t.operand(1))));
      return true;
    case Kind::SAddOverflow:
    case Kind::SSubOverflow:
    case Kind::UMulOverflow:
    case Kind::SMulOverflow:
      set_boolean(t, overflow(t));
      return true;
    default:
      return false;
  }
}

Z3_ast Translator::reversed(Z3_ast value, unsigned width) {
  Z3_ast result = keep(Z3_mk_extract(context_, 0, 0, value));
  for (unsigned i = 1; i < width; ++i)
    result = keep(Z3_mk_concat(context_, result, keep(Z3_mk_extract(context_, i, i, value))));
  return result;
}

bool Translator::bits_node(Term t) {
  const auto binary = [&](Z3_ast (*make)(Z3_context, Z3_ast, Z3_ast)) {
    set_bits(t, make(context_, bits(t.operand(0)), bits(t.operand(1))));
    return true;
  };
  switch (t.kind()) {
    case Kind::Constant:
      set_bits(t, constant(t.value()));
      return true;
    case Kind::Variable:
      set_bits(t, Z3_mk_const(context_, Z3_mk_int_symbol(context_, static_cast<int>(t.payload())), sort_of(t)));
      return true;
    case Kind::Not:
      set_bits(t, Z3_mk_bvnot(context_, bits(t.operand(0))));
      return true;
    case Kind::And:
      set_bits(t, fold_left(t, Z3_mk_bvand));
      return true;
    case Kind::Xor:
      set_bits(t, fold_left(t, Z3_mk_bvxor));
      return true;
    case Kind::Add:
      set_bits(t, fold_left(t, Z3_mk_bvadd));
      return true;
    case Kind::Mul:
      set_bits(t, fold_left(t, Z3_mk_bvmul));
      return true;
    case Kind::Concat:
      set_bits(t, fold_left(t, Z3_mk_concat));
      return true;
    case Kind::UDiv:
      return binary(Z3_mk_bvudiv);
    case Kind::URem:
      return binary(Z3_mk_bvurem);
    case Kind::SDiv:
      return binary(Z3_mk_bvsdiv);
    case Kind::SRem:
      return binary(Z3_mk_bvsrem);
    case Kind::Shl:
      return binary(Z3_mk_bvshl);
    case Kind::LShr:
      return binary(Z3_mk_bvlshr);
    case Kind::AShr:
      return binary(Z3_mk_bvashr);
    case Kind::Slice:
      set_bits(t, Z3_mk_extract(context_, t.payload() + t.width() - 1, t.payload(), bits(t.operand(0))));
      return true;
    case Kind::SExt:
      set_bits(t, Z3_mk_sign_ext(context_, t.width() - t.operand(0).width(), bits(t.operand(0))));
      return true;
    case Kind::CtPop:
      set_bits(t, population(bits(t.operand(0)), t.width()));
      return true;
    case Kind::CtLz:
    case Kind::CtTz:
      set_bits(t, zeros(t));
      return true;
    case Kind::BitReverse:
      set_bits(t, reversed(bits(t.operand(0)), t.width()));
      return true;
    case Kind::Ite:
      set_bits(t, Z3_mk_ite(context_, boolean(t.operand(0)), bits(t.operand(1)), bits(t.operand(2))));
      return true;
    default:
      return false;
  }
}

bool Translator::array_node(const Terms& terms, Term t) {
  switch (t.kind()) {
    case Kind::ArrayVariable:
      set_bits(t, Z3_mk_const(context_, Z3_mk_int_symbol(context_, static_cast<int>(t.payload())), sort_of(t)));
      return true;
    case Kind::ArrayConstant:
      set_bits(t, Z3_mk_const_array(context_, Z3_mk_bv_sort(context_, t.index_width()), bits(t.operand(0))));
      return true;
    case Kind::Store:
      set_bits(t, Z3_mk_store(context_, bits(t.operand(0)), bits(t.operand(1)), bits(t.operand(2))));
      return true;
    case Kind::Select:
      set_bits(t, Z3_mk_select(context_, bits(t.operand(0)), bits(t.operand(1))));
      return true;
    case Kind::Apply: {
      std::vector<Z3_sort> sorts;
      std::vector<Z3_ast> arguments;
      std::string key = "f " + std::string(terms.name(t)) + ":" + std::to_string(t.width());
      for (unsigned i = 0; i < t.arity(); ++i) {
        sorts.push_back(sort_of(t.operand(i)));
        arguments.push_back(bits(t.operand(i)));
        key += "," + std::to_string(t.operand(i).width());
      }
      const Z3_func_decl function =
          Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, key.c_str()), t.arity(), sorts.data(), sort_of(t));
      set_bits(t, Z3_mk_app(context_, function, t.arity(), arguments.data()));
      return true;
    }
    default:
      return false;
  }
}

void Translator::node(const Terms& terms, Term t) {
  if (t.width() == 1 && !t.is_array() && boolean_node(t)) return;
  if (array_node(terms, t) || bits_node(t) || float_node(t)) return;
  // Any value at all: what is proven holds for the true one, and models are checked by evaluation.
  unsupported_ = name_of(t.kind());
  const std::string name = "unsupported " + std::to_string(t.id());
  set_bits(t, Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), sort_of(t)));
}

}  // namespace assay::refine::smt
