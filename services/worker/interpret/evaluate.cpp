#include "services/worker/interpret/evaluate.h"

namespace assay::interpret {

using semantics::Meaning;
using semantics::Op;
using semantics::Value;

semantics::Value<Word> evaluate_word(Word& domain, const semantics::ValueInfo& info,
                                     std::span<const Value<Word>> operands) {
  if (!needs_double(info.op)) return semantics::evaluate<Word>(domain, info, operands);
  DoubleWord wider;
  const auto widen = [](const Value<Word>& value) {
    return Value<DoubleWord>{{value.bits.bits, value.bits.width}, value.poison};
  };
  const auto a = widen(operands[0]);
  const auto b = widen(operands[1]);
  const auto c = widen(operands[2]);
  const Value<DoubleWord> result = info.op == Op::FShl ? Meaning<Op::FShl>::eval(wider, info, a, b, c)
                                                       : Meaning<Op::FShr>::eval(wider, info, a, b, c);
  return {{static_cast<std::uint64_t>(result.bits.bits), result.bits.width}, result.poison};
}

}  // namespace assay::interpret
