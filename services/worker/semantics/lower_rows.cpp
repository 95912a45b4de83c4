#include "services/worker/semantics/lower_rows.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <string>

namespace assay::semantics {
namespace {

const std::map<std::string_view, Op>& intrinsic_rows() {
  static const auto& rows = *new std::map<std::string_view, Op>([] {
    std::map<std::string_view, Op> made;
    for (const Row& row : kRows)
      if (row.is_intrinsic()) made.emplace(row.spelling, row.op);
    return made;
  }());
  return rows;
}

}  // namespace

std::optional<Op> op_of_opcode(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Op::Add;
    case llvm::Instruction::Sub:
      return Op::Sub;
    case llvm::Instruction::Mul:
      return Op::Mul;
    case llvm::Instruction::UDiv:
      return Op::UDiv;
    case llvm::Instruction::SDiv:
      return Op::SDiv;
    case llvm::Instruction::URem:
      return Op::URem;
    case llvm::Instruction::SRem:
      return Op::SRem;
    case llvm::Instruction::Shl:
      return Op::Shl;
    case llvm::Instruction::LShr:
      return Op::LShr;
    case llvm::Instruction::AShr:
      return Op::AShr;
    case llvm::Instruction::And:
      return Op::And;
    case llvm::Instruction::Or:
      return Op::Or;
    case llvm::Instruction::Xor:
      return Op::Xor;
    case llvm::Instruction::FNeg:
      return Op::FNeg;
    case llvm::Instruction::FAdd:
      return Op::FAdd;
    case llvm::Instruction::FSub:
      return Op::FSub;
    case llvm::Instruction::FMul:
      return Op::FMul;
    case llvm::Instruction::FDiv:
      return Op::FDiv;
    case llvm::Instruction::FRem:
      return Op::FRem;
    case llvm::Instruction::Freeze:
      return Op::Freeze;
    case llvm::Instruction::Trunc:
      return Op::Trunc;
    case llvm::Instruction::ZExt:
      return Op::ZExt;
    case llvm::Instruction::SExt:
      return Op::SExt;
    case llvm::Instruction::FPTrunc:
      return Op::FPTrunc;
    case llvm::Instruction::FPExt:
      return Op::FPExt;
    case llvm::Instruction::FPToUI:
      return Op::FPToUI;
    case llvm::Instruction::FPToSI:
      return Op::FPToSI;
    case llvm::Instruction::UIToFP:
      return Op::UIToFP;
    case llvm::Instruction::SIToFP:
      return Op::SIToFP;
    case llvm::Instruction::PtrToInt:
      return Op::PtrToInt;
    case llvm::Instruction::PtrToAddr:
      return Op::PtrToAddr;
    case llvm::Instruction::IntToPtr:
      return Op::IntToPtr;
    case llvm::Instruction::AddrSpaceCast:
      return Op::AddrSpaceCast;
    default:
      return std::nullopt;
  }
}

Flags fast_math_flags_of(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::FPMathOperator>(instruction)) return 0;
  const llvm::FastMathFlags fast = instruction.getFastMathFlags();
  return (fast.noNaNs() ? NoNaNs : 0u) | (fast.noInfs() ? NoInfs : 0u) | (fast.noSignedZeros() ? NoSignedZeros : 0u) |
         (fast.allowReassoc() ? Reassociate : 0u) | (fast.allowReciprocal() ? AllowReciprocal : 0u) |
         (fast.allowContract() ? AllowContract : 0u) | (fast.approxFunc() ? ApproximateFunctions : 0u);
}

std::optional<Rounding> rounding_of(llvm::RoundingMode mode) {
  switch (mode) {
    case llvm::RoundingMode::NearestTiesToEven:
      return Rounding::NearestTiesToEven;
    case llvm::RoundingMode::NearestTiesToAway:
      return Rounding::NearestTiesToAway;
    case llvm::RoundingMode::TowardPositive:
      return Rounding::TowardPositive;
    case llvm::RoundingMode::TowardNegative:
      return Rounding::TowardNegative;
    case llvm::RoundingMode::TowardZero:
      return Rounding::TowardZero;
    default:
      return std::nullopt;
  }
}

std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  const auto found = intrinsic_rows().find(std::string_view(name.data(), name.size()));
  if (found == intrinsic_rows().end()) return std::nullopt;
  return found->second;
}

/// The name after llvm.experimental.constrained. is that of the plain operation: an instruction or an intrinsic.
std::optional<Op> op_of_constrained(llvm::Intrinsic::ID id) {
  llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  if (!name.consume_front("llvm.experimental.constrained.")) return std::nullopt;
  if (name == "fcmps") name = "fcmp";
  const std::string intrinsic = "llvm." + name.str();
  if (const auto found = intrinsic_rows().find(intrinsic); found != intrinsic_rows().end()) return found->second;
  for (const Row& row : kRows)
    if (row.spelling == std::string_view(name.data(), name.size())) return row.op;
  return std::nullopt;
}

Flags flags_of(const llvm::Instruction& instruction) {
  Flags flags = 0;
  const auto set = [&](bool condition, Flag flag) {
    if (condition) flags |= flag;
  };
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    set(wrapping->hasNoSignedWrap(), NoSignedWrap);
    set(wrapping->hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (const auto* trunc = llvm::dyn_cast<llvm::TruncInst>(&instruction)) {
    set(trunc->hasNoSignedWrap(), NoSignedWrap);
    set(trunc->hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction)) set(exact->isExact(), Exact);
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
    set(disjoint->isDisjoint(), Disjoint);
  if (llvm::isa<llvm::PossiblyNonNegInst>(instruction)) set(instruction.hasNonNeg(), NonNegative);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) set(compare->hasSameSign(), SameSign);
  flags |= fast_math_flags_of(instruction);
  return flags;
}

Predicate predicate_of(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return Predicate::Eq;
    case llvm::CmpInst::ICMP_NE:
      return Predicate::Ne;
    case llvm::CmpInst::ICMP_UGT:
      return Predicate::Ugt;
    case llvm::CmpInst::ICMP_UGE:
      return Predicate::Uge;
    case llvm::CmpInst::ICMP_ULT:
      return Predicate::Ult;
    case llvm::CmpInst::ICMP_ULE:
      return Predicate::Ule;
    case llvm::CmpInst::ICMP_SGT:
      return Predicate::Sgt;
    case llvm::CmpInst::ICMP_SGE:
      return Predicate::Sge;
    case llvm::CmpInst::ICMP_SLT:
      return Predicate::Slt;
    case llvm::CmpInst::ICMP_SLE:
      return Predicate::Sle;
    case llvm::CmpInst::FCMP_FALSE:
      return Predicate::False;
    case llvm::CmpInst::FCMP_OEQ:
      return Predicate::Oeq;
    case llvm::CmpInst::FCMP_OGT:
      return Predicate::Ogt;
    case llvm::CmpInst::FCMP_OGE:
      return Predicate::Oge;
    case llvm::CmpInst::FCMP_OLT:
      return Predicate::Olt;
    case llvm::CmpInst::FCMP_OLE:
      return Predicate::Ole;
    case llvm::CmpInst::FCMP_ONE:
      return Predicate::One;
    case llvm::CmpInst::FCMP_ORD:
      return Predicate::Ord;
    case llvm::CmpInst::FCMP_UNO:
      return Predicate::Uno;
    case llvm::CmpInst::FCMP_UEQ:
      return Predicate::Ueq;
    case llvm::CmpInst::FCMP_UGT:
      return Predicate::FUgt;
    case llvm::CmpInst::FCMP_UGE:
      return Predicate::FUge;
    case llvm::CmpInst::FCMP_ULT:
      return Predicate::FUlt;
    case llvm::CmpInst::FCMP_ULE:
      return Predicate::FUle;
    case llvm::CmpInst::FCMP_UNE:
      return Predicate::Une;
    case llvm::CmpInst::FCMP_TRUE:
      return Predicate::True;
    default:
      return Predicate::None;
  }
}

bool takes_floats(Op op) {
  switch (row_of(op).signature) {
    case Signature::UnaryFloat:
    case Signature::BinaryFloat:
    case Signature::TernaryFloat:
    case Signature::CompareFloat:
    case Signature::TruncateFloat:
    case Signature::ExtendFloat:
    case Signature::FloatToInt:
    case Signature::FloatInt:
    case Signature::TestFloat:
      return true;
    default:
      return false;
  }
}

std::uint64_t immediate_of(const llvm::CallBase& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

}  // namespace assay::semantics
