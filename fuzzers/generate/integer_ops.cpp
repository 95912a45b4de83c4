#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Instruction;
using llvm::Type;
using llvm::Value;

// Flags are set on what was made, never on a constant that a builder returned in its place.
void set_wrap_flags(Generator& g, Value* made) {
  auto* instruction = llvm::dyn_cast<Instruction>(made);
  if (instruction == nullptr || !g.flag()) return;
  const auto which = 1 + g.rng.below(3);
  instruction->setHasNoUnsignedWrap((which & 1) != 0);
  instruction->setHasNoSignedWrap((which & 2) != 0);
}

void set_exact(Generator& g, Value* made) {
  if (auto* instruction = llvm::dyn_cast<Instruction>(made); instruction != nullptr && g.flag())
    instruction->setIsExact(true);
}

template <Instruction::BinaryOps Opcode>
Value* emit_wrapping(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.value_beside(left);
  if (g.rng.chance(1, 5)) std::swap(left, right);
  Value* made = g.builder.CreateBinOp(Opcode, left, right);
  set_wrap_flags(g, made);
  return made;
}

template <Instruction::BinaryOps Opcode>
Value* emit_bitwise(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.value_beside(left);
  Value* made = g.builder.CreateBinOp(Opcode, left, right);
  if (auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(made);
      disjoint != nullptr && g.profile.language >= 18 && g.rng.chance(g.profile.flag_percent, 300))
    disjoint->setIsDisjoint(true);
  return made;
}

// Mostly an amount that is in range: a constant, or a masked variable.
Value* shift_amount(Generator& g, Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (g.rng.below(8)) {
    case 0:
      return g.value(type);
    case 1:
      if (llvm::isPowerOf2_32(bits) && bits > 1)
        return g.builder.CreateAnd(g.variable(type), g.number(type, bits - 1, bits - 1));
      return g.variable(type);
    case 2:
      return g.variable(type);
    case 3:
      return g.number(type, bits - 1, bits - 1);
    default:
      return g.number(type, bits > 1 ? 1 : 0, bits > 1 ? bits - 1 : 0);
  }
}

template <Instruction::BinaryOps Opcode>
Value* emit_shift(Generator& g, Type* type) {
  Value* shifted = g.rng.chance(1, 7) ? g.constant(type) : g.variable(type);
  Value* made = g.builder.CreateBinOp(Opcode, shifted, shift_amount(g, type));
  if (Opcode == Instruction::Shl)
    set_wrap_flags(g, made);
  else
    set_exact(g, made);
  return made;
}

// Mostly a divisor that can't be zero.
Value* divisor(Generator& g, Type* type) {
  switch (g.rng.below(6)) {
    case 0:
      return g.variable(type);
    case 1:
      return g.builder.CreateOr(g.variable(type), g.literal(type, llvm::APInt(type->getScalarSizeInBits(), 1)));
    case 2:
      return g.builder.CreateShl(g.literal(type, llvm::APInt(type->getScalarSizeInBits(), 1)), shift_amount(g, type));
    default:
      break;
  }
  for (int attempt = 0; attempt < 4; ++attempt)
    if (llvm::Constant* constant = g.constant(type);
        !constant->containsPoisonElement() && !constant->containsUndefElement())
      if (const auto* splat =
              llvm::dyn_cast_or_null<llvm::ConstantInt>(type->isVectorTy() ? constant->getSplatValue() : constant);
          splat != nullptr && !splat->isZero())
        return constant;
  return g.literal(type, llvm::APInt(type->getScalarSizeInBits(), 1));
}

template <Instruction::BinaryOps Opcode>
Value* emit_division(Generator& g, Type* type) {
  Value* dividend = g.variable(type);
  Value* made = g.builder.CreateBinOp(Opcode, dividend, divisor(g, type));
  if (Opcode == Instruction::UDiv || Opcode == Instruction::SDiv) set_exact(g, made);
  return made;
}

bool makes_bool(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() == 1; }

Value* emit_icmp(Generator& g, Type* type) {
  Type* operands = with_width(type, g.types.integer()->getScalarSizeInBits());
  if (operands->getScalarSizeInBits() == 1 && !g.rng.chance(1, 5))
    if (Type* wide = g.types.wider(operands)) operands = wide;
  Value* left = g.variable(operands);
  Value* right = g.rng.chance(1, 2) ? g.constant(operands) : g.value_beside(left);
  const auto predicate = static_cast<llvm::CmpInst::Predicate>(
      llvm::CmpInst::FIRST_ICMP_PREDICATE +
      g.rng.below(llvm::CmpInst::LAST_ICMP_PREDICATE - llvm::CmpInst::FIRST_ICMP_PREDICATE + 1));
  Value* made = g.builder.CreateICmp(predicate, left, right);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(made); compare != nullptr && compare->isRelational() &&
                                                            g.profile.language >= 20 &&
                                                            g.rng.chance(g.profile.flag_percent, 400))
    compare->setSameSign(true);
  return made;
}

Value* emit_select(Generator& g, Type* type) {
  Type* condition = Type::getInt1Ty(g.context);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector != nullptr && g.rng.chance(3, 4))
    condition = llvm::FixedVectorType::get(condition, vector->getNumElements());
  Value* chooser = g.variable(condition);
  Value* when_true = g.value(type);
  return g.builder.CreateSelect(chooser, when_true, g.value_beside(when_true));
}

bool can_extend(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() > 1; }
bool can_truncate(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() < 128; }

Value* emit_zext(Generator& g, Type* type) {
  Value* made = g.builder.CreateZExt(g.variable(g.types.narrower(type)), type);
  if (auto* extension = llvm::dyn_cast<llvm::PossiblyNonNegInst>(made);
      extension != nullptr && g.profile.language >= 18 && g.rng.chance(g.profile.flag_percent, 200))
    extension->setNonNeg(true);
  return made;
}

Value* emit_sext(Generator& g, Type* type) { return g.builder.CreateSExt(g.variable(g.types.narrower(type)), type); }

Value* emit_trunc(Generator& g, Type* type) {
  Value* made = g.builder.CreateTrunc(g.variable(g.types.wider(type)), type);
  if (g.profile.language >= 19 && g.rng.chance(1, 2)) set_wrap_flags(g, made);
  return made;
}

constexpr Production kIntegerProductions[] = {
    {"add", Family::Arithmetic, 4, any_integer, emit_wrapping<Instruction::Add>},
    {"sub", Family::Arithmetic, 4, any_integer, emit_wrapping<Instruction::Sub>},
    {"mul", Family::Arithmetic, 2, any_integer, emit_wrapping<Instruction::Mul>},
    {"and", Family::Bitwise, 3, any_integer, emit_bitwise<Instruction::And>},
    {"or", Family::Bitwise, 3, any_integer, emit_bitwise<Instruction::Or>},
    {"xor", Family::Bitwise, 3, any_integer, emit_bitwise<Instruction::Xor>},
    {"shl", Family::Shift, 3, any_integer, emit_shift<Instruction::Shl>},
    {"lshr", Family::Shift, 3, any_integer, emit_shift<Instruction::LShr>},
    {"ashr", Family::Shift, 3, any_integer, emit_shift<Instruction::AShr>},
    {"udiv", Family::Division, 3, any_integer, emit_division<Instruction::UDiv>},
    {"sdiv", Family::Division, 3, any_integer, emit_division<Instruction::SDiv>},
    {"urem", Family::Division, 3, any_integer, emit_division<Instruction::URem>},
    {"srem", Family::Division, 3, any_integer, emit_division<Instruction::SRem>},
    {"icmp", Family::Compare, 12, makes_bool, emit_icmp},
    {"select", Family::Select, 8, any_integer, emit_select},
    {"zext", Family::Cast, 4, can_extend, emit_zext},
    {"sext", Family::Cast, 4, can_extend, emit_sext},
    {"trunc", Family::Cast, 4, can_truncate, emit_trunc},
    {"freeze", Family::Freeze, 8, any_integer, emit_freeze},
};

}  // namespace

Value* emit_freeze(Generator& g, Type* type) { return g.builder.CreateFreeze(g.variable(type)); }

llvm::ArrayRef<Production> integer_productions() { return kIntegerProductions; }

}  // namespace assay::generate
