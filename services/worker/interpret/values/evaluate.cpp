#include "services/worker/interpret/values/evaluate.h"

namespace assay::interpret {

using semantics::Meaning;
using semantics::Op;
using semantics::Shape;
using semantics::Value;

namespace {

/// As `call_lanewise` of a domain of twice the width.
template <Op kOp>
Value<DoubleWord> evaluate_double(DoubleWord& domain, const semantics::ValueInfo& info,
                                  std::span<const Value<DoubleWord>> in) {
  if constexpr (needs_double(kOp))
    return semantics::detail::call_lanewise<kOp>(domain, info, in);
  else
    __builtin_unreachable();
}

}  // namespace

semantics::Value<Word> evaluate_word(Word& domain, const semantics::ValueInfo& info,
                                     std::span<const Value<Word>> operands) {
  if (!needs_double(info.op)) return semantics::evaluate<Word>(domain, info, operands);
  DoubleWord wider(domain.choices());
  std::array<Value<DoubleWord>, 3> in{};
  for (std::size_t i = 0; i < operands.size() && i < in.size(); ++i)
    in[i] = {{operands[i].bits.bits, operands[i].bits.width}, operands[i].poison};
  const auto evaluate = [&]() -> Value<DoubleWord> {
    switch (info.op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor) \
  case Op::name:                                                           \
    return evaluate_double<Op::name>(wider, info, in);
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
      case Op::Count:
        break;
    }
    __builtin_unreachable();
  };
  const Value<DoubleWord> result = evaluate();
  domain.ub(wider.broken(), wider.rule());
  domain.note_choice(wider.chose());
  return {{static_cast<std::uint64_t>(result.bits.bits), result.bits.width}, result.poison};
}

}  // namespace assay::interpret
