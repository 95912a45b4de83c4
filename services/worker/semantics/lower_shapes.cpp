#include "services/worker/semantics/lower_shapes.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <optional>
#include <string>
#include <vector>

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

/// Of these arguments LangRef knows scalars only.
std::vector<unsigned> scalars_of(llvm::Intrinsic::ID id) {
  namespace Intrinsic = llvm::Intrinsic;
  switch (id) {
    case Intrinsic::annotation:
    case Intrinsic::convert_to_fp16:
    case Intrinsic::experimental_get_vector_length:
      return {0};
    case Intrinsic::get_active_lane_mask:
      return {0, 1};
    case Intrinsic::powi:
    case Intrinsic::experimental_constrained_powi:
    case Intrinsic::load_relative:
    case Intrinsic::experimental_vp_strided_load:
      return {1};
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memcpy_element_unordered_atomic:
    case Intrinsic::memmove:
    case Intrinsic::memmove_element_unordered_atomic:
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
    case Intrinsic::memset_element_unordered_atomic:
    case Intrinsic::experimental_memset_pattern:
    case Intrinsic::experimental_vp_strided_store:
      return {2};
    default:
      return {};
  }
}

/// Loads and stores of several vectors of NEON: these have 64 or 128 bits.
bool has_types_of_neon(const llvm::IntrinsicInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (!name.starts_with("llvm.aarch64.neon.ld") && !name.starts_with("llvm.aarch64.neon.st") &&
      !name.starts_with("llvm.arm.neon.vld") && !name.starts_with("llvm.arm.neon.vst"))
    return true;
  const auto fits = [](const llvm::Type& type) {
    if (!type.isVectorTy()) return true;
    const std::uint64_t bits = type.getPrimitiveSizeInBits().getKnownMinValue();
    const unsigned lane = type.getScalarSizeInBits();
    return !type.isScalableTy() && (bits == 64 || bits == 128) && lane % 8 == 0 && llvm::isPowerOf2_32(lane);
  };
  const llvm::Type& result = *call.getType();
  return llvm::all_of(call.args(), [&](const llvm::Use& use) { return fits(*use->getType()); }) && fits(result) &&
         llvm::all_of(result.subtypes(), [&](const llvm::Type* part) { return result.isVectorTy() || fits(*part); });
}

bool has_types_of_langref(const llvm::IntrinsicInst& call) {
  namespace Intrinsic = llvm::Intrinsic;
  for (const unsigned argument : scalars_of(call.getIntrinsicID()))
    if (call.getArgOperand(argument)->getType()->isVectorTy()) return false;
  const llvm::Type& result = *call.getType();
  const auto has_shape_of = [&](unsigned argument) {
    const auto* left = llvm::dyn_cast<llvm::VectorType>(&result);
    const auto* right = llvm::dyn_cast<llvm::VectorType>(call.getArgOperand(argument)->getType());
    if (left == nullptr || right == nullptr) return left == right;
    return left->getElementCount() == right->getElementCount();
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return has_shape_of(0);
    case Intrinsic::fptrunc_round:
      return has_shape_of(0) && result.getScalarSizeInBits() < call.getArgOperand(0)->getType()->getScalarSizeInBits();
    case Intrinsic::ldexp:
    case Intrinsic::experimental_constrained_ldexp:
      return has_shape_of(1);
    case Intrinsic::vp_bswap:
      return result.getScalarSizeInBits() % 16 == 0;
    case Intrinsic::experimental_vector_histogram_add:
    case Intrinsic::experimental_vector_histogram_uadd_sat:
    case Intrinsic::experimental_vector_histogram_umax:
    case Intrinsic::experimental_vector_histogram_umin:
      return call.getArgOperand(0)->getType()->isPtrOrPtrVectorTy();
    case Intrinsic::experimental_cttz_elts:
    case Intrinsic::vp_cttz_elts:
      return result.isIntegerTy() && call.getArgOperand(0)->getType()->isIntOrIntVectorTy();
    default:
      return has_types_of_neon(call);
  }
}

}  // namespace

Status misshapen(const llvm::IntrinsicInst& call) {
  if (has_types_of_langref(call)) return std::nullopt;
  return Error{"types of " + llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str()};
}

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
