#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

bool is_float(Type* type) { return type->isFPOrFPVectorTy() && !llvm::isa<llvm::ScalableVectorType>(type); }
bool makes_float(const Generator&, Type* type) { return is_float(type); }
bool makes_integer(const Generator& g, Type* type) { return g.types.has_floats() && is_integer(type); }
bool makes_bool_of_floats(const Generator& g, Type* type) {
  return makes_integer(g, type) && type->getScalarSizeInBits() == 1;
}

Value* with_fast_math(Generator& g, Value* made) {
  auto* instruction = llvm::dyn_cast<Instruction>(made);
  if (instruction == nullptr || !llvm::isa<llvm::FPMathOperator>(instruction) ||
      !g.percent(g.profile.fast_math_percent))
    return made;
  llvm::FastMathFlags flags;
  if (g.rng.chance(1, 6)) {
    flags.setFast();
  } else {
    const std::uint64_t draw = g.rng.below(128);
    flags.setNoNaNs((draw & 1) != 0);
    flags.setNoInfs((draw & 2) != 0);
    flags.setNoSignedZeros((draw & 4) != 0);
    flags.setAllowReciprocal((draw & 24) == 24);
    flags.setAllowContract((draw & 48) == 48);
    flags.setApproxFunc((draw & 80) == 80);
    flags.setAllowReassoc((draw & 96) == 96);
  }
  instruction->copyFastMathFlags(flags);
  return made;
}

Type* like(Type* shape, Type* element) { return shape->getWithNewType(element); }

template <Instruction::BinaryOps Opcode>
Value* emit_float_binary(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.value_beside(left);
  if (g.rng.chance(1, 5)) std::swap(left, right);
  return with_fast_math(g, g.builder.CreateBinOp(Opcode, left, right));
}

Value* emit_fneg(Generator& g, Type* type) { return with_fast_math(g, g.builder.CreateFNeg(g.variable(type))); }

Value* emit_fcmp(Generator& g, Type* type) {
  Type* operands = like(type, g.types.floating()->getScalarType());
  Value* left = g.variable(operands);
  Value* right = g.rng.chance(1, 2) ? g.constant(operands) : g.value_beside(left);
  const auto predicate = static_cast<CmpInst::Predicate>(g.rng.below(CmpInst::LAST_FCMP_PREDICATE + 1));
  return with_fast_math(g, g.builder.CreateFCmp(predicate, left, right));
}

Value* emit_float_select(Generator& g, Type* type) {
  Value* test = g.variable(with_width(type, 1));
  Value* chosen = g.value(type);
  return with_fast_math(g, g.builder.CreateSelect(test, chosen, g.value_beside(chosen)));
}

// A compare and a select of its operands: minimum, maximum, absolute value or clamp, or nearly.
Value* emit_float_min_max(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.rng.chance(1, 2) ? g.constant(type) : g.value_beside(left);
  const auto predicate = static_cast<CmpInst::Predicate>(g.rng.below(CmpInst::LAST_FCMP_PREDICATE + 1));
  Value* test = with_fast_math(g, g.builder.CreateFCmp(predicate, left, right));
  Value* other = g.rng.chance(1, 4) ? g.builder.CreateFNeg(left) : right;
  return with_fast_math(
      g, g.rng.chance(1, 2) ? g.builder.CreateSelect(test, left, other) : g.builder.CreateSelect(test, other, left));
}

template <Intrinsic::ID Id>
Value* emit_unary_call(Generator& g, Type* type) {
  return with_fast_math(g, g.builder.CreateUnaryIntrinsic(Id, g.variable(type)));
}

template <Intrinsic::ID Id>
Value* emit_binary_call(Generator& g, Type* type) {
  Value* left = g.variable(type);
  return with_fast_math(g, g.builder.CreateBinaryIntrinsic(Id, left, g.value_beside(left)));
}

template <Intrinsic::ID Id>
Value* emit_ternary_call(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.value_beside(left);
  return with_fast_math(g, g.builder.CreateIntrinsic(Id, {type}, {left, right, g.value(type)}));
}

// x op identity, x op x, 0 - x, x * -1, x / x and other operations that change little or nothing.
Value* emit_identity(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul,
                                                    Instruction::FDiv};
  static constexpr double kNumbers[] = {0.0, -0.0, 1.0, -1.0, 2.0, 0.5};
  Value* x = g.variable(type);
  Value* other = g.rng.chance(1, 4) ? x : static_cast<Value*>(llvm::ConstantFP::get(type, kNumbers[g.rng.below(6)]));
  const bool swap = g.rng.chance(1, 2);
  return with_fast_math(g, g.builder.CreateBinOp(kOps[g.rng.below(4)], swap ? other : x, swap ? x : other));
}

// Two operations by constants in a row.
Value* emit_two_float_constants(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul,
                                                    Instruction::FDiv};
  Value* inner = with_fast_math(g, g.builder.CreateBinOp(kOps[g.rng.below(4)], g.variable(type), g.constant(type)));
  Value* constant = g.constant(type);
  return with_fast_math(g, g.rng.chance(1, 3) ? g.builder.CreateBinOp(kOps[g.rng.below(4)], constant, inner)
                                              : g.builder.CreateBinOp(kOps[g.rng.below(4)], inner, constant));
}

Value* emit_from_integer(Generator& g, Type* type) {
  Type* from = with_width(type, g.types.integer()->getScalarSizeInBits());
  Value* operand = g.variable(from);
  if (g.rng.chance(1, 2)) return g.builder.CreateSIToFP(operand, type);
  Value* made = g.builder.CreateUIToFP(operand, type);
  if (auto* cast = llvm::dyn_cast<llvm::PossiblyNonNegInst>(made);
      cast != nullptr && g.profile.language >= 19 && g.rng.chance(1, 6))
    cast->setNonNeg(true);
  return made;
}

// As an integer of that type; or as a narrower one, which is frozen now and then, and extended.
Value* emit_to_integer(Generator& g, Type* type) {
  if (Type* narrow = g.types.narrower(type); narrow != nullptr && g.rng.chance(1, 4)) {
    Value* made = emit_to_integer(g, narrow);
    if (g.rng.chance(1, 2)) made = g.builder.CreateFreeze(made);
    return g.rng.chance(1, 2) ? g.builder.CreateSExt(made, type) : g.builder.CreateZExt(made, type);
  }
  Type* from = like(type, g.types.floating()->getScalarType());
  Value* operand = g.variable(from);
  switch (g.rng.below(4)) {
    case 0:
      return g.builder.CreateFPToSI(operand, type);
    case 1:
      return g.builder.CreateFPToUI(operand, type);
    case 2:
      return g.builder.CreateIntrinsic(Intrinsic::fptosi_sat, {type, from}, {operand});
    default:
      return g.builder.CreateIntrinsic(Intrinsic::fptoui_sat, {type, from}, {operand});
  }
}

// Another precision and back, or only there.
Value* emit_precision(Generator& g, Type* type) {
  Type* other = like(type, g.rng.chance(1, 2) ? Type::getDoubleTy(g.context) : Type::getFloatTy(g.context));
  const unsigned have = type->getScalarSizeInBits();
  const unsigned want = other->getScalarSizeInBits();
  if (have == want || type->getScalarType()->isX86_FP80Ty() || type->getScalarType()->isPPC_FP128Ty())
    return emit_fneg(g, type);
  if (want < have) return with_fast_math(g, g.builder.CreateFPExt(g.variable(other), type));
  Value* wide = g.builder.CreateFPExt(g.variable(type), other);
  if (g.rng.chance(2, 3)) wide = with_fast_math(g, g.builder.CreateFMul(wide, g.value(other)));
  return with_fast_math(g, g.builder.CreateFPTrunc(wide, type));
}

Value* emit_class_test(Generator& g, Type* type) {
  Type* operands = like(type, g.types.floating()->getScalarType());
  Value* operand = g.variable(operands);
  return g.builder.CreateIntrinsic(Intrinsic::is_fpclass, {operands},
                                   {operand, g.builder.getInt32(static_cast<unsigned>(g.rng.below(1024)))});
}

Value* emit_bits_of(Generator& g, Type* type) {
  Type* from = like(type, g.types.floating()->getScalarType());
  return g.builder.CreateBitCast(g.variable(from), type);
}

bool has_bits_of(const Generator& g, Type* type) {
  return makes_integer(g, type) && g.types.float_bits() == type->getScalarSizeInBits();
}

Value* emit_from_bits(Generator& g, Type* type) {
  return g.builder.CreateBitCast(g.variable(with_width(type, type->getScalarSizeInBits())), type);
}

Value* emit_scale(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Type* exponent = with_width(type, 32);
  return with_fast_math(g, g.builder.CreateIntrinsic(Intrinsic::ldexp, {type, exponent}, {x, g.value(exponent)}));
}

// Functions whose result LangRef does not fix to the last bit.
Value* emit_approximate(Generator& g, Type* type) {
  static constexpr Intrinsic::ID kFunctions[] = {Intrinsic::sin, Intrinsic::cos,  Intrinsic::exp,  Intrinsic::exp2,
                                                 Intrinsic::log, Intrinsic::log2, Intrinsic::log10};
  if (g.rng.chance(1, 4)) return emit_binary_call<Intrinsic::pow>(g, type);
  return with_fast_math(
      g, g.builder.CreateUnaryIntrinsic(kFunctions[g.rng.below(std::size(kFunctions))], g.variable(type)));
}

template <Intrinsic::ID Id>
Value* emit_float_reduction(Generator& g, Type* type) {
  auto* vector = llvm::FixedVectorType::get(type, g.types.lanes());
  Value* operand = g.variable(vector);
  if (Id != Intrinsic::vector_reduce_fadd && Id != Intrinsic::vector_reduce_fmul)
    return with_fast_math(g, g.builder.CreateIntrinsic(Id, {vector}, {operand}));
  return with_fast_math(g, g.builder.CreateIntrinsic(Id, {vector}, {g.value(type), operand}));
}

bool since_15(const Generator& g, Type* type) { return g.profile.language >= 15 && makes_bool_of_floats(g, type); }
bool since_17(const Generator& g, Type* type) { return g.profile.language >= 17 && is_float(type); }

bool since_20(const Generator& g, Type* type) { return g.profile.language >= 20 && is_float(type); }
bool reducible(const Generator& g, Type* type) {
  return g.profile.language >= 19 && type->isFloatingPointTy() && g.types.lanes() >= 2;
}
bool rarely(const Generator& g, Type* type) {
  return g.profile.rare_floats && is_float(type) && type->getScalarSizeInBits() <= 64;
}

constexpr Production kFloatProductions[] = {
    {"fadd", Family::Float, 6, makes_float, emit_float_binary<Instruction::FAdd>},
    {"fsub", Family::Float, 6, makes_float, emit_float_binary<Instruction::FSub>},
    {"fmul", Family::Float, 6, makes_float, emit_float_binary<Instruction::FMul>},
    {"fdiv", Family::Float, 4, makes_float, emit_float_binary<Instruction::FDiv>},
    {"frem", Family::Float, 1, makes_float, emit_float_binary<Instruction::FRem>},
    {"fneg", Family::Float, 4, makes_float, emit_fneg},
    {"fcmp", Family::Float, 5, makes_bool_of_floats, emit_fcmp},
    {"select of floats", Family::Float, 5, makes_float, emit_float_select},
    {"min or max of floats by select", Family::Float, 4, makes_float, emit_float_min_max},
    {"fabs", Family::Float, 3, makes_float, emit_unary_call<Intrinsic::fabs>},
    {"sqrt", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::sqrt>},
    {"canonicalize", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::canonicalize>},
    {"floor", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::floor>},
    {"ceil", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::ceil>},
    {"trunc of float", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::trunc>},
    {"rint", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::rint>},
    {"round", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::round>},
    {"copysign", Family::Float, 2, makes_float, emit_binary_call<Intrinsic::copysign>},
    {"minnum", Family::Float, 2, makes_float, emit_binary_call<Intrinsic::minnum>},
    {"maxnum", Family::Float, 2, makes_float, emit_binary_call<Intrinsic::maxnum>},
    {"minimum", Family::Float, 2, makes_float, emit_binary_call<Intrinsic::minimum>},
    {"maximum", Family::Float, 2, makes_float, emit_binary_call<Intrinsic::maximum>},
    {"minimumnum", Family::Float, 2, since_20, emit_binary_call<Intrinsic::minimumnum>},
    {"maximumnum", Family::Float, 2, since_20, emit_binary_call<Intrinsic::maximumnum>},
    {"nearbyint", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::nearbyint>},
    {"roundeven", Family::Float, 1, makes_float, emit_unary_call<Intrinsic::roundeven>},
    {"approximate function", Family::Float, 2, rarely, emit_approximate},
    {"reduce.fadd", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fadd>},
    {"reduce.fmul", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fmul>},
    {"reduce.fmin", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fmin>},
    {"reduce.fmax", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fmax>},
    {"reduce.fminimum", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fminimum>},
    {"reduce.fmaximum", Family::Float, 1, reducible, emit_float_reduction<Intrinsic::vector_reduce_fmaximum>},
    {"fma", Family::Float, 1, makes_float, emit_ternary_call<Intrinsic::fma>},
    {"fmuladd", Family::Float, 1, makes_float, emit_ternary_call<Intrinsic::fmuladd>},
    {"ldexp", Family::Float, 1, since_17, emit_scale},
    {"identity of floats", Family::Float, 5, makes_float, emit_identity},
    {"two float constants", Family::Float, 4, makes_float, emit_two_float_constants},
    {"int to float", Family::Float, 4, makes_float, emit_from_integer},
    {"float to int", Family::Float, 3, makes_integer, emit_to_integer},
    {"precision", Family::Float, 3, makes_float, emit_precision},
    {"is.fpclass", Family::Float, 2, since_15, emit_class_test},
    {"bits of float", Family::Float, 4, has_bits_of, emit_bits_of},
    {"float from bits", Family::Float, 2, makes_float, emit_from_bits},
    {"freeze of float", Family::Freeze, 10, makes_float, emit_freeze},
};

}  // namespace

llvm::ArrayRef<Production> float_productions() { return kFloatProductions; }

}  // namespace assay::generate
