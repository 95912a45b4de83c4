#pragma once

#include "services/worker/semantics/domain.h"
#include "services/worker/semantics/ops.h"

namespace assay::semantics {

/// What an operation's meaning may depend on beside its operands' lanes.
struct ValueInfo {
  Op op = Op::Count;
  Predicate predicate = Predicate::None;
  Rounding rounding = Rounding::NearestTiesToEven;
  Flags flags = 0;
  LaneType result;              ///< of the (first) result's lanes
  LaneType operand;             ///< of the first operand's lanes
  std::uint64_t immediate = 0;  ///< the intrinsic's last immediate argument
  bool has(Flag flag) const { return (flags & flag) != 0; }
};
struct Function;
struct Instruction;
/// Of an instruction of the function.
ValueInfo info_of(const Function& function, const Instruction& instruction);
/// Do the instruction's fast-math flags permit results other than the IEEE one?
bool is_approximate(const Instruction& instruction);
/// May the sign of a zero in this operand decide more than the sign of a zero that the operation gives?
constexpr bool is_sign_of_zero_looked_at(Op op, std::size_t operand) {
  switch (op) {
    case Op::FDiv:
    case Op::CopySign:
      return operand == 1;
    case Op::PowI:
      return operand == 0;
    case Op::Pow:
    case Op::Atan2:
      return true;
    default:
      return false;
  }
}
/// Does LangRef leave open in which order the operation takes the lanes, where that decides about signaling NaNs?
constexpr bool is_order_of_lanes_open(Op op) { return op == Op::ReduceFMin || op == Op::ReduceFMax; }
/// May the value operation give poison though none of its operands is? False only where it never does.
bool may_create_poison(const ValueInfo& info);

/// The meaning of one value operation, as a template over the domain. The order in each is the priority: immediate
/// undefined behaviour, then poison, then the value.
///   Lanewise:      static Value<D> eval(D&, const ValueInfo&, const Value<D>& a [, b [, c]])
///   LanewisePair:  static std::pair<Value<D>, Value<D>> eval(D&, const ValueInfo&, a, b)
///   Horizontal:    static void eval(D&, const ValueInfo&, Lanes<D> operands, std::span<Value<D>> result)
template <Op>
struct Meaning;

/// The operands of a horizontal operation: for each operand its lanes.
template <class D>
using Lanes = std::span<const std::span<const Value<D>>>;

/// True if any of the values is poison.
template <class D, class... Rest>
typename D::Bool any_poison(D& d, const Value<D>& first, const Rest&... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first.poison;
  else
    return d.lor(first.poison, any_poison(d, rest...));
}

/// Collects reasons for poison: starts with the operands', then adds conditions of flags that are set.
template <class D>
class PoisonIf {
 public:
  template <class... Operands>
  explicit PoisonIf(D& d, const Operands&... operands) : d_(d), condition_(any_poison(d, operands...)) {}
  /// `condition` is a callable, so that absent flags cost nothing.
  template <class Condition>
  PoisonIf& when(bool flag, Condition&& condition) {
    if (flag) condition_ = d_.lor(condition_, condition());
    return *this;
  }
  Value<D> otherwise(typename D::Bits bits) const { return {std::move(bits), condition_}; }

 private:
  D& d_;
  typename D::Bool condition_;
};

template <class D>
typename D::Bool is_zero(D& d, const typename D::Bits& a) {
  return d.eq(a, d.constant(d.width(a), 0));
}
template <class D>
typename D::Bool is_negative(D& d, const typename D::Bits& a) {
  return d.slt(a, d.constant(d.width(a), 0));
}
template <class D>
typename D::Bits signed_min(D& d, unsigned width) {
  return d.shl(d.constant(width, 1), d.constant(width, width - 1));
}
template <class D>
typename D::Bits signed_max(D& d, unsigned width) {
  return d.bnot(signed_min(d, width));
}
template <class D>
typename D::Bits all_ones(D& d, unsigned width) {
  return d.constant_signed(width, ~std::uint64_t{0});
}
/// a < the width, as a number; widths that a pattern of its own width can't hold (i1) are handled.
template <class D>
typename D::Bool below_width(D& d, const typename D::Bits& a) {
  const unsigned width = d.width(a);
  if (width < 32 && (std::uint64_t{1} << width) <= width) return d.truth(true);
  return d.ult(a, d.constant(width, width));
}

}  // namespace assay::semantics
