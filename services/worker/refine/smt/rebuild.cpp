#include <algorithm>
#include <limits>
#include <utility>

#include "services/worker/refine/smt/bitwise.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {
namespace {

Term rebuild_float(Terms& terms, Term t, std::span<const Term> in) {
  const FloatPayload f = FloatPayload::unpack(t.payload());
  switch (t.kind()) {
    case Kind::FAdd:
      return terms.fadd(f.format, f.rounding, in[0], in[1]);
    case Kind::FMul:
      return terms.fmul(f.format, f.rounding, in[0], in[1]);
    case Kind::FDiv:
      return terms.fdiv(f.format, f.rounding, in[0], in[1]);
    case Kind::FRem:
      return terms.frem(f.format, in[0], in[1]);
    case Kind::Fma:
      return terms.fma(f.format, f.rounding, in[0], in[1], in[2]);
    case Kind::FSqrt:
      return terms.fsqrt(f.format, f.rounding, in[0]);
    case Kind::FRound:
      return terms.fround(f.format, f.rounding, in[0]);
    case Kind::FConvert:
      return terms.fconvert(f.format, f.to, f.rounding, in[0]);
    case Kind::FloatToInt:
      return terms.float_to_int(f.format, f.rounding, in[0], t.width(), f.is_signed);
    case Kind::IntToFloat:
      return terms.int_to_float(in[0], f.is_signed, f.format, f.rounding);
    case Kind::FEq:
      return terms.feq(f.format, in[0], in[1]);
    case Kind::FLt:
      return terms.flt(f.format, in[0], in[1]);
    default:
      return t;
  }
}

}  // namespace

Term Terms::rebuild(Term t, std::span<const Term> in) {
  const auto accumulate = [&](Term (Terms::*step)(Term, Term)) {
    Term result = in[0];
    for (Term operand : in.subspan(1)) result = (this->*step)(result, operand);
    return result;
  };
  switch (t.kind()) {
    case Kind::Not:
      return bnot(in[0]);
    case Kind::And:
      return and_of(*this, {in.begin(), in.end()});
    case Kind::Xor:
      return xor_of(*this, {in.begin(), in.end()});
    case Kind::Add:
      return accumulate(&Terms::add);
    case Kind::Mul:
      return accumulate(&Terms::mul);
    case Kind::UDiv:
      return udiv(in[0], in[1]);
    case Kind::URem:
      return urem(in[0], in[1]);
    case Kind::SDiv:
      return sdiv(in[0], in[1]);
    case Kind::SRem:
      return srem(in[0], in[1]);
    case Kind::Shl:
      return shl(in[0], in[1]);
    case Kind::LShr:
      return lshr(in[0], in[1]);
    case Kind::AShr:
      return ashr(in[0], in[1]);
    case Kind::Concat:
      return concat(in);
    case Kind::Slice:
      return slice(in[0], t.payload(), t.width());
    case Kind::SExt:
      return sext(in[0], t.width());
    case Kind::CtPop:
      return ctpop(in[0]);
    case Kind::CtLz:
      return ctlz(in[0]);
    case Kind::CtTz:
      return cttz(in[0]);
    case Kind::BitReverse:
      return bitreverse(in[0]);
    case Kind::Eq:
      return eq(in[0], in[1]);
    case Kind::Ult:
      return ult(in[0], in[1]);
    case Kind::Slt:
      return slt(in[0], in[1]);
    case Kind::SAddOverflow:
      return sadd_overflows(in[0], in[1]);
    case Kind::SSubOverflow:
      return ssub_overflows(in[0], in[1]);
    case Kind::UMulOverflow:
      return umul_overflows(in[0], in[1]);
    case Kind::SMulOverflow:
      return smul_overflows(in[0], in[1]);
    case Kind::Ite:
      return ite(in[0], in[1], in[2]);
    case Kind::Apply:
      return uninterpreted(name(t), t.width(), in);
    case Kind::ArrayConstant:
      return array_constant(t.index_width(), in[0]);
    case Kind::Store:
      return store(in[0], in[1], in[2]);
    case Kind::Select:
      return select(in[0], in[1]);
    default:
      return rebuild_float(*this, t, in);
  }
}

Substitution::Substitution(const std::unordered_map<Term, Term>& map)
    : done_(map), first_(std::numeric_limits<std::uint32_t>::max()) {
  for (const auto& [from, to] : map) first_ = std::min(first_, from.id());
}

std::vector<Term> Terms::substitute(std::span<const Term> list, Substitution& substitution) {
  auto& done = substitution.done_;
  const std::uint32_t first = substitution.first_;
  const auto now = [&](Term t) {
    const auto place = done.find(t);
    return place == done.end() ? t : place->second;
  };
  std::vector<Term> operands;
  const bool again = std::exchange(substitution.used_, true);
  for (Term t : again ? nodes_above(list, first, done) : nodes_of(list, first)) {
    if (done.contains(t)) continue;
    operands.clear();
    bool changed = false;
    for (unsigned i = 0; i < t.arity(); ++i) {
      operands.push_back(now(t.operand(i)));
      changed |= operands.back() != t.operand(i);
    }
    done.emplace(t, changed ? rebuild(t, operands) : t);
    if (changed) carry_nan_core(t, done, first);
  }
  std::vector<Term> result;
  for (Term t : list) result.push_back(now(t));
  return result;
}

Term Terms::substitute(Term t, Substitution& substitution) { return substitute(std::span(&t, 1), substitution)[0]; }

std::vector<Term> Terms::substitute(std::span<const Term> list, const std::unordered_map<Term, Term>& map) {
  Substitution once(map);
  return substitute(list, once);
}

Term Terms::substitute(Term t, const std::unordered_map<Term, Term>& map) {
  return map.empty() ? t : substitute(std::span(&t, 1), map)[0];
}

}  // namespace assay::refine::smt
