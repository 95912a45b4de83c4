#include "services/worker/semantics/lower_shapes.h"

#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <string>

#include "services/worker/semantics/ops.h"

/// LLVM's verifier lets some intrinsics be called with types that LangRef does not give them: a scalar where a vector
/// belongs, vectors of different lengths, floating-point numbers as a count. Machines may rely on shapes, so such calls
/// are refused by name.
namespace assay::semantics {
namespace {

constexpr auto kInteger = LaneKind::Integer;
constexpr auto kFloat = LaneKind::Float;

struct Kinds {
  std::optional<LaneKind> result, first, others;
};
Kinds kinds_of(Signature signature) {
  switch (signature) {
    case Signature::FixedPoint:
    case Signature::UnaryInt:
    case Signature::BinaryInt:
    case Signature::TruncateInt:
    case Signature::ExtendInt:
    case Signature::TernaryInt:
    case Signature::OverflowInt:
    case Signature::ThreeWayInt:
      return {kInteger, kInteger, kInteger};
    case Signature::UnaryFloat:
    case Signature::BinaryFloat:
    case Signature::TernaryFloat:
    case Signature::TruncateFloat:
    case Signature::ExtendFloat:
      return {kFloat, kFloat, kFloat};
    case Signature::TestFloat:
    case Signature::FloatToInt:
      return {kInteger, kFloat, kFloat};
    case Signature::IntToFloat:
      return {kFloat, kInteger, kInteger};
    case Signature::FloatInt:
      return {kFloat, kFloat, kInteger};
    default:
      return {};
  }
}

bool fits(const Function& function, const Instruction& each, const Row& row) {
  const auto operands = function.operands_of(each);
  std::uint32_t available = 0;
  for (const Slots& operand : operands) available += operand.count;
  if (row.shape == Shape::Permute) {
    const auto& mask = function.masks[each.detail];
    return mask.size() == each.result.count &&
           llvm::all_of(mask, [&](std::int32_t lane) { return lane < static_cast<std::int64_t>(available); });
  }
  if (row.op == Op::BSwap && function.slots[each.result.first].bits % 8 != 0) return false;
  const bool is_count = row.op == Op::CttzElts || row.op == Op::GetVectorLength;
  if (is_count) return each.result.count == 1 && function.slots[each.result.first].kind == kInteger;
  if (row.shape != Shape::Lanewise && row.shape != Shape::LanewisePair) return true;
  const std::uint32_t lanes = row.shape == Shape::Lanewise ? each.result.count : each.result.count / 2;
  const Kinds kinds = kinds_of(row.signature);
  const auto is = [&](Slots value, std::optional<LaneKind> kind) {
    return !kind || value.count == 0 || function.slots[value.first].kind == *kind;
  };
  bool fine = is(each.result, kinds.result);
  for (std::size_t i = 0; i < operands.size(); ++i)
    fine &=
        (operands[i].count == 1 || operands[i].count == lanes) && is(operands[i], i == 0 ? kinds.first : kinds.others);
  return fine;
}

}  // namespace

Status misshapen(const Function& function) {
  for (const Instruction& each : function.instructions) {
    if (fits(function, each, row_of(each.op))) continue;
    const auto* call = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(each.origin);
    return Error{"types of " + (call != nullptr ? llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str()
                                                : std::string(row_of(each.op).spelling))};
  }
  return std::nullopt;
}

}  // namespace assay::semantics
