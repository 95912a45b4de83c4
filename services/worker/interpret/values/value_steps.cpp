#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/lanes.h"

/// Lanewise operations: one handler per operation, in a form for scalars and one for vectors. Defined operands take the
/// short way; poison and sets go through lanes.h.
namespace assay::interpret {
namespace {

using semantics::Meaning;
using semantics::Op;
using semantics::Predicate;
using semantics::Shape;
using semantics::Value;
using semantics::ValueInfo;

/// The operands of lane `lane` of a step.
struct LaneOperands {
  std::array<Operand, 3> all;
  std::span<const Operand> span;
  LaneOperands(const Step* step, const Lane* frame, std::uint32_t lane)
      : all{Operand{&frame[step->a + lane * step->stride_a], step->width_a},
            Operand{&frame[step->b + lane * step->stride_b], step->width_b},
            Operand{&frame[step->c + lane * step->stride_c], step->width_c}},
        span(all.data(), step->operands) {}
};

[[gnu::noinline]] bool slow_step_lane(Machine& machine, const Step* step, Lane* frame, std::uint32_t lane) {
  machine.make_room();
  const LaneOperands operands(step, frame, lane);
  Lane out;
  if (!slow_lane(machine, *step->info, operands.span, out, step->instruction)) return false;
  frame[step->to + lane] = out;
  return true;
}

/// The number of operands of a lanewise meaning.
template <Op kOp>
constexpr unsigned operand_count() {
  using V = Value<Word>;
  constexpr bool unary = requires(Word & d, const ValueInfo& info, const V& v) { Meaning<kOp>::eval(d, info, v); };
  constexpr bool binary = requires(Word & d, const ValueInfo& info, const V& v) { Meaning<kOp>::eval(d, info, v, v); };
  return unary ? 1 : binary ? 2 : 3;
}

/// One lane with operands that are patterns. False if a rule was broken.
template <Op kOp>
inline bool fast_lane(Machine& machine, const ValueInfo& info, const Step* step, const Lane& a, const Lane& b,
                      const Lane& c, Lane& out) {
  using Domain = std::conditional_t<needs_double(kOp), DoubleWord, Word>;
  Domain domain(&machine.choices);
  const auto value = [](const Lane& lane, unsigned width) { return Value<Domain>{{lane.bits, width}, false}; };
  const auto evaluate = [&] {
    if constexpr (operand_count<kOp>() == 1)
      return Meaning<kOp>::eval(domain, info, value(a, step->width_a));
    else if constexpr (operand_count<kOp>() == 2)
      return Meaning<kOp>::eval(domain, info, value(a, step->width_a), value(b, step->width_b));
    else
      return Meaning<kOp>::eval(domain, info, value(a, step->width_a), value(b, step->width_b),
                                value(c, step->width_c));
  };
  const auto result = evaluate();
  if (domain.broken()) return machine.stop_ub(domain.rule(), step->instruction), false;
  out = {result.poison ? 0 : static_cast<std::uint64_t>(result.bits.bits), result.poison ? kPoison : kDefined, 0};
  return true;
}

template <Op kOp>
inline std::uint32_t states(const Lane& a, const Lane& b, const Lane& c) {
  std::uint32_t state = a.state;
  if constexpr (operand_count<kOp>() > 1) state |= b.state;
  if constexpr (operand_count<kOp>() > 2) state |= c.state;
  return state;
}

template <Op kOp>
void step_scalar(Machine& machine, const Step* step, Lane* frame) {
  const Lane& a = frame[step->a];
  const Lane& b = frame[step->b];
  const Lane& c = frame[step->c];
  if (states<kOp>(a, b, c) != kDefined) [[unlikely]] {
    if (!slow_step_lane(machine, step, frame, 0)) return;
  } else if (!fast_lane<kOp>(machine, *step->info, step, a, b, c, frame[step->to])) {
    return;
  }
  ASSAY_NEXT;
}

template <Op kOp>
void step_vector(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const Lane& a = frame[step->a + lane * step->stride_a];
    const Lane& b = frame[step->b + lane * step->stride_b];
    const Lane& c = frame[step->c + lane * step->stride_c];
    if (states<kOp>(a, b, c) != kDefined) {
      if (!slow_step_lane(machine, step, frame, lane)) return;
    } else if (!fast_lane<kOp>(machine, *step->info, step, a, b, c, frame[step->to + lane])) {
      return;
    }
  }
  ASSAY_NEXT;
}

/// A plain operation on patterns, with all that it depends on known when the handler was made.
template <Op kOp, unsigned kWidth, Predicate kPredicate, semantics::Flags kFlags>
[[gnu::flatten]] inline Lane plain_value(const Lane& a, const Lane& b) {
  Word domain;
  ValueInfo info;
  info.op = kOp;
  info.predicate = kPredicate;
  info.flags = kFlags;
  const Value<Word> result =
      Meaning<kOp>::eval(domain, info, Value<Word>{{a.bits, kWidth}, false}, Value<Word>{{b.bits, kWidth}, false});
  return {result.poison ? 0 : result.bits.bits, result.poison ? kPoison : kDefined, 0};
}

/// The hot ones of loops.
template <Op kOp, unsigned kWidth, Predicate kPredicate, semantics::Flags kFlags>
void step_plain(Machine& machine, const Step* step, Lane* frame) {
  const Lane& a = frame[step->a];
  const Lane& b = frame[step->b];
  if ((a.state | b.state) != kDefined) [[unlikely]] {
    if (!slow_step_lane(machine, step, frame, 0)) return;
    ASSAY_NEXT;
  }
  frame[step->to] = plain_value<kOp, kWidth, kPredicate, kFlags>(a, b);
  ASSAY_NEXT;
}

/// A comparison, and the branch on it that is the next step.
template <Op kOp, unsigned kWidth, Predicate kPredicate, semantics::Flags kFlags>
void step_compare_and_branch(Machine& machine, const Step* step, Lane* frame) {
  static_assert(kOp == Op::ICmp && kFlags == 0);
  const Lane& a = frame[step->a];
  const Lane& b = frame[step->b];
  if ((a.state | b.state) != kDefined) [[unlikely]] {
    if (!slow_step_lane(machine, step, frame, 0)) return;
    ASSAY_NEXT;
  }
  const Lane result = plain_value<kOp, kWidth, kPredicate, kFlags>(a, b);
  frame[step->to] = result;
  const Step* branch = step + 1;
  const unsigned which = result.bits == 0;
  if (!pay(machine, branch, which, branch->target[which])) return;
  ASSAY_GO(branch->target[which]);
}

/// Which form of a plain operation.
enum class Form : std::uint8_t { Alone, WithBranch };

template <Form kForm, Op kOp, Predicate kPredicate = Predicate::None, semantics::Flags kFlags = 0>
Handler plain_of_width(unsigned width) {
  const auto handler = [&]<unsigned kWidth>() -> Handler {
    if constexpr (kForm == Form::WithBranch)
      return step_compare_and_branch<kOp, kWidth, kPredicate, kFlags>;
    else
      return step_plain<kOp, kWidth, kPredicate, kFlags>;
  };
  switch (width) {
    case 8:
      return handler.template operator()<8>();
    case 32:
      return handler.template operator()<32>();
    case 64:
      return handler.template operator()<64>();
    default:
      return nullptr;
  }
}

template <Form kForm>
Handler plain_compare(Predicate predicate, unsigned width) {
  switch (predicate) {
    case Predicate::Eq:
      return plain_of_width<kForm, Op::ICmp, Predicate::Eq>(width);
    case Predicate::Ne:
      return plain_of_width<kForm, Op::ICmp, Predicate::Ne>(width);
    case Predicate::Ugt:
      return plain_of_width<kForm, Op::ICmp, Predicate::Ugt>(width);
    case Predicate::Uge:
      return plain_of_width<kForm, Op::ICmp, Predicate::Uge>(width);
    case Predicate::Ult:
      return plain_of_width<kForm, Op::ICmp, Predicate::Ult>(width);
    case Predicate::Ule:
      return plain_of_width<kForm, Op::ICmp, Predicate::Ule>(width);
    case Predicate::Sgt:
      return plain_of_width<kForm, Op::ICmp, Predicate::Sgt>(width);
    case Predicate::Sge:
      return plain_of_width<kForm, Op::ICmp, Predicate::Sge>(width);
    case Predicate::Slt:
      return plain_of_width<kForm, Op::ICmp, Predicate::Slt>(width);
    case Predicate::Sle:
      return plain_of_width<kForm, Op::ICmp, Predicate::Sle>(width);
    default:
      return nullptr;
  }
}

/// With the flags that front ends put on sums and products.
template <Op kOp>
Handler plain_sum(semantics::Flags flags, unsigned width) {
  using semantics::NoSignedWrap;
  using semantics::NoUnsignedWrap;
  switch (flags) {
    case 0:
      return plain_of_width<Form::Alone, kOp>(width);
    case NoSignedWrap:
      return plain_of_width<Form::Alone, kOp, Predicate::None, NoSignedWrap>(width);
    case NoUnsignedWrap:
      return plain_of_width<Form::Alone, kOp, Predicate::None, NoUnsignedWrap>(width);
    case NoSignedWrap | NoUnsignedWrap:
      return plain_of_width<Form::Alone, kOp, Predicate::None, NoSignedWrap | NoUnsignedWrap>(width);
    default:
      return nullptr;
  }
}

Handler plain_handler(Op op, const ValueInfo& info) {
  const unsigned width = info.operand.bits;
  if (op == Op::Add) return plain_sum<Op::Add>(info.flags, width);
  if (op == Op::Sub) return plain_sum<Op::Sub>(info.flags, width);
  if (op == Op::Mul) return plain_sum<Op::Mul>(info.flags, width);
  if (info.flags != 0) return nullptr;
  switch (op) {
    case Op::And:
      return plain_of_width<Form::Alone, Op::And>(width);
    case Op::Or:
      return plain_of_width<Form::Alone, Op::Or>(width);
    case Op::Xor:
      return plain_of_width<Form::Alone, Op::Xor>(width);
    case Op::Shl:
      return plain_of_width<Form::Alone, Op::Shl>(width);
    case Op::LShr:
      return plain_of_width<Form::Alone, Op::LShr>(width);
    case Op::AShr:
      return plain_of_width<Form::Alone, Op::AShr>(width);
    case Op::ICmp:
      return plain_compare<Form::Alone>(info.predicate, width);
    default:
      return nullptr;
  }
}

template <Op kOp>
void step_pair(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  const bool apart = step->detail != 0;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const LaneOperands operands(step, frame, lane);
    Lane& first = frame[step->to + lane];
    Lane& second = frame[step->to + step->lanes + lane];
    const bool defined = (operands.all[0].lane->state | operands.all[1].lane->state) == kDefined;
    if (defined && step->width_a <= 64) {
      Word domain(&machine.choices);
      const auto result =
          Meaning<kOp>::eval(domain, *step->info, Value<Word>{{operands.all[0].lane->bits, step->width_a}, false},
                             Value<Word>{{operands.all[1].lane->bits, step->width_b}, false});
      first = {result.first.bits.bits, kDefined, 0};
      second = {result.second.bits.bits, kDefined, 0};
    } else if (!slow_pair(machine, *step->info, operands.span, first, second, apart, step->instruction)) {
      return;
    }
  }
  ASSAY_NEXT;
}

}  // namespace

void step_wide_lanes(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane)
    if (!slow_step_lane(machine, step, frame, lane)) return;
  ASSAY_NEXT;
}

Handler compare_and_branch_handler(const Step& compare, const Step& branch) {
  const bool is_compare = compare.info != nullptr && compare.info->op == Op::ICmp && compare.info->flags == 0;
  if (!is_compare || compare.lanes != 1 || branch.run != step_branch || branch.a != compare.to) return nullptr;
  return plain_compare<Form::WithBranch>(compare.info->predicate, compare.info->operand.bits);
}

Handler lanewise_handler(Op op, const ValueInfo& info, bool scalar) {
  if (scalar)
    if (Handler plain = plain_handler(op, info)) return plain;
  switch (op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)                                        \
  case Op::name:                                                                                                  \
    if constexpr (Shape::shape == Shape::Lanewise) return scalar ? step_scalar<Op::name> : step_vector<Op::name>; \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
  return nullptr;
}

Handler pair_handler(Op op) {
  switch (op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)         \
  case Op::name:                                                                   \
    if constexpr (Shape::shape == Shape::LanewisePair) return step_pair<Op::name>; \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
  return nullptr;
}

}  // namespace assay::interpret
