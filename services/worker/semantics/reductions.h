#pragma once

#include "services/worker/semantics/float_intrinsics.h"
#include "services/worker/semantics/integer.h"
#include "services/worker/semantics/integer_intrinsics.h"

/// Vector reductions (LangRef: vector reduction intrinsics): folds of a binary operation over the lanes.
namespace assay::semantics {

template <Op kStep, Domain D>
void reduce_lanes(D& d, const ValueInfo& info, std::span<const Value<D>> lanes, std::span<Value<D>> out) {
  // No step looks at an only lane, but the call's nnan, ninf and nsz do.
  Value<D> sum = lanes.size() == 1 ? fast_math_result(d, info, lanes[0]) : lanes[0];
  for (std::size_t lane = 1; lane < lanes.size(); ++lane) sum = Meaning<kStep>::eval(d, info, sum, lanes[lane]);
  out[0] = sum;
}

#define ASSAY_REDUCTION(name, step)                                                       \
  template <>                                                                             \
  struct Meaning<Op::name> {                                                              \
    template <Domain D>                                                                   \
    static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) { \
      reduce_lanes<Op::step>(d, info, in[0], out);                                        \
    }                                                                                     \
  };
ASSAY_REDUCTION(ReduceAdd, Add)
ASSAY_REDUCTION(ReduceMul, Mul)
ASSAY_REDUCTION(ReduceAnd, And)
ASSAY_REDUCTION(ReduceOr, Or)
ASSAY_REDUCTION(ReduceXor, Xor)
ASSAY_REDUCTION(ReduceSMin, SMin)
ASSAY_REDUCTION(ReduceSMax, SMax)
ASSAY_REDUCTION(ReduceUMin, UMin)
ASSAY_REDUCTION(ReduceUMax, UMax)
ASSAY_REDUCTION(ReduceFMin, MinNum)
ASSAY_REDUCTION(ReduceFMax, MaxNum)
ASSAY_REDUCTION(ReduceFMinimum, Minimum)
ASSAY_REDUCTION(ReduceFMaximum, Maximum)
#undef ASSAY_REDUCTION

/// fadd and fmul start from a value and go through the lanes in order; reassoc permits any order.
#define ASSAY_ORDERED_REDUCTION(name, step)                                                 \
  template <>                                                                               \
  struct Meaning<Op::name> {                                                                \
    template <Domain D>                                                                     \
    static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {   \
      Value<D> sum = in[0][0];                                                              \
      for (const Value<D>& lane : in[1]) sum = Meaning<Op::step>::eval(d, info, sum, lane); \
      out[0] = sum;                                                                         \
    }                                                                                       \
  };
ASSAY_ORDERED_REDUCTION(ReduceFAdd, FAdd)
ASSAY_ORDERED_REDUCTION(ReduceFMul, FMul)
#undef ASSAY_ORDERED_REDUCTION

}  // namespace assay::semantics
