#pragma once

#include "services/worker/semantics/fixed_point.h"
#include "services/worker/semantics/float.h"
#include "services/worker/semantics/float_intrinsics.h"
#include "services/worker/semantics/float_parts.h"
#include "services/worker/semantics/integer.h"
#include "services/worker/semantics/integer_intrinsics.h"
#include "services/worker/semantics/reductions.h"
#include "services/worker/semantics/vector.h"
#include "services/worker/semantics/vector_intrinsics.h"
#include "services/worker/semantics/x86.h"

/// The switch from a row to its meaning. A row of a value shape that has no Meaning fails to compile here.
namespace assay::semantics {
namespace detail {

template <Op kOp, Domain D>
Value<D> call_lanewise(D& d, const ValueInfo& info, std::span<const Value<D>> in) {
  if constexpr (requires { Meaning<kOp>::eval(d, info, in[0]); })
    return Meaning<kOp>::eval(d, info, in[0]);
  else if constexpr (requires { Meaning<kOp>::eval(d, info, in[0], in[1]); })
    return Meaning<kOp>::eval(d, info, in[0], in[1]);
  else
    return Meaning<kOp>::eval(d, info, in[0], in[1], in[2]);
}

template <Op kOp, Domain D>
std::pair<Value<D>, Value<D>> call_pair(D& d, const ValueInfo& info, std::span<const Value<D>> in) {
  return Meaning<kOp>::eval(d, info, in[0], in[1]);
}

template <Op kOp, Domain D>
void call_horizontal(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {
  Meaning<kOp>::eval(d, info, in, out);
}

}  // namespace detail

/// One lane of a Lanewise operation.
template <Domain D>
Value<D> evaluate(D& d, const ValueInfo& info, std::span<const Value<D>> in) {
  switch (info.op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)                              \
  case Op::name:                                                                                        \
    if constexpr (Shape::shape == Shape::Lanewise) return detail::call_lanewise<Op::name>(d, info, in); \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
  __builtin_unreachable();
}

/// One lane of a LanewisePair operation.
template <Domain D>
std::pair<Value<D>, Value<D>> evaluate_pair(D& d, const ValueInfo& info, std::span<const Value<D>> in) {
  switch (info.op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)                              \
  case Op::name:                                                                                        \
    if constexpr (Shape::shape == Shape::LanewisePair) return detail::call_pair<Op::name>(d, info, in); \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
  __builtin_unreachable();
}

/// A Horizontal operation; `out` has the result's lanes and is overwritten.
template <Domain D>
void evaluate_horizontal(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {
  switch (info.op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)                                       \
  case Op::name:                                                                                                 \
    if constexpr (Shape::shape == Shape::Horizontal) return detail::call_horizontal<Op::name>(d, info, in, out); \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
  __builtin_unreachable();
}

}  // namespace assay::semantics
