#include "services/worker/normalize/expressions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "services/worker/ir/exposure.h"

namespace assay::normalize {
namespace {

/// Intrinsics that compute a value from their operands, without undefined behaviour.
bool is_computing(llvm::Intrinsic::ID id) {
  using namespace llvm;
  static constexpr Intrinsic::ID kComputing[] = {Intrinsic::abs,
                                                 Intrinsic::smax,
                                                 Intrinsic::smin,
                                                 Intrinsic::umax,
                                                 Intrinsic::umin,
                                                 Intrinsic::bswap,
                                                 Intrinsic::bitreverse,
                                                 Intrinsic::ctpop,
                                                 Intrinsic::ctlz,
                                                 Intrinsic::cttz,
                                                 Intrinsic::fshl,
                                                 Intrinsic::fshr,
                                                 Intrinsic::scmp,
                                                 Intrinsic::ucmp,
                                                 Intrinsic::sadd_with_overflow,
                                                 Intrinsic::uadd_with_overflow,
                                                 Intrinsic::ssub_with_overflow,
                                                 Intrinsic::usub_with_overflow,
                                                 Intrinsic::smul_with_overflow,
                                                 Intrinsic::umul_with_overflow,
                                                 Intrinsic::sadd_sat,
                                                 Intrinsic::uadd_sat,
                                                 Intrinsic::ssub_sat,
                                                 Intrinsic::usub_sat,
                                                 Intrinsic::sshl_sat,
                                                 Intrinsic::ushl_sat,
                                                 Intrinsic::fabs,
                                                 Intrinsic::copysign,
                                                 Intrinsic::fma,
                                                 Intrinsic::fmuladd,
                                                 Intrinsic::sqrt,
                                                 Intrinsic::minnum,
                                                 Intrinsic::maxnum,
                                                 Intrinsic::minimum,
                                                 Intrinsic::maximum,
                                                 Intrinsic::minimumnum,
                                                 Intrinsic::maximumnum,
                                                 Intrinsic::floor,
                                                 Intrinsic::ceil,
                                                 Intrinsic::trunc,
                                                 Intrinsic::rint,
                                                 Intrinsic::nearbyint,
                                                 Intrinsic::round,
                                                 Intrinsic::roundeven,
                                                 Intrinsic::canonicalize,
                                                 Intrinsic::is_fpclass,
                                                 Intrinsic::ldexp,
                                                 Intrinsic::fptosi_sat,
                                                 Intrinsic::fptoui_sat,
                                                 Intrinsic::vector_reduce_add,
                                                 Intrinsic::vector_reduce_mul,
                                                 Intrinsic::vector_reduce_and,
                                                 Intrinsic::vector_reduce_or,
                                                 Intrinsic::vector_reduce_xor,
                                                 Intrinsic::vector_reduce_smax,
                                                 Intrinsic::vector_reduce_smin,
                                                 Intrinsic::vector_reduce_umax,
                                                 Intrinsic::vector_reduce_umin};
  return is_contained(kComputing, id);
}

/// Is the divisor a constant with which the division is never undefined behaviour?
bool is_safe_divisor(const llvm::Value& divisor, bool is_signed) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&divisor);
  if (constant == nullptr) return false;
  const auto is_safe = [&](const llvm::Constant* lane) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(lane);
    return number != nullptr && !number->isZero() && !(is_signed && number->isMinusOne());
  };
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (vector == nullptr) return is_safe(constant);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    if (!is_safe(constant->getAggregateElement(i))) return false;
  return true;
}

}  // namespace

bool is_division(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      return true;
    default:
      return false;
  }
}

bool is_expression(const llvm::Instruction& instruction) {
  using namespace llvm;
  if (is_division(instruction)) {
    const bool is_signed = instruction.getOpcode() == Instruction::SDiv || instruction.getOpcode() == Instruction::SRem;
    return is_safe_divisor(*instruction.getOperand(1), is_signed);
  }
  if (isa<PtrToAddrInst>(instruction)) return true;
  if (isa<PtrToIntInst>(instruction)) return !ir::exposes_pointer(instruction);
  if (const auto* cast = dyn_cast<CastInst>(&instruction))
    return !cast->getType()->isPtrOrPtrVectorTy() && !cast->getOperand(0)->getType()->isPtrOrPtrVectorTy();
  if (isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst, ExtractElementInst, InsertElementInst,
          ShuffleVectorInst, ExtractValueInst, InsertValueInst, GetElementPtrInst>(instruction))
    return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && is_computing(call->getIntrinsicID()) && !call->hasOperandBundles() &&
         !call->getAttributes().hasAttrSomewhere(Attribute::NoUndef);
}

bool is_choosing(const llvm::Instruction& instruction) {
  using namespace llvm;
  if (isa<FreezeInst>(instruction)) return true;
  const auto is_float = [](const Value* value) { return value->getType()->isFPOrFPVectorTy(); };
  if (!is_float(&instruction) && std::none_of(instruction.op_begin(), instruction.op_end(), is_float)) return false;
  // These move bits or look at them, unless flags permit another sign of zero.
  const auto* flags = dyn_cast<FPMathOperator>(&instruction);
  if (flags != nullptr && flags->getFastMathFlags().any()) return true;
  return !isa<SelectInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst, ExtractValueInst, InsertValueInst,
              BitCastInst, FCmpInst, FPToSIInst, FPToUIInst>(instruction);
}

}  // namespace assay::normalize
