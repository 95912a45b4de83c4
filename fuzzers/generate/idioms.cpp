#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "fuzzers/generate/generator.h"

// Small shapes that optimizers recognise, with the parts drawn at random: sometimes the idiom itself, sometimes one
// constant or one flag off it. Several draws in one call's arguments rely on their evaluation from left to right, which
// clang, the compiler that the presets fix, keeps on every target of ours.
namespace assay::generate {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

unsigned bits_of(Type* type) { return type->getScalarSizeInBits(); }
bool wide(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() > 2; }
bool boolean(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() == 1; }

Value* flagged(Generator& g, Value* made) {
  auto* instruction = llvm::dyn_cast<Instruction>(made);
  if (instruction == nullptr || !g.flag()) return made;
  if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction)) {
    if (g.rng.chance(1, 2)) instruction->setHasNoSignedWrap();
    if (g.rng.chance(1, 2)) instruction->setHasNoUnsignedWrap();
  } else if (llvm::isa<llvm::PossiblyExactOperator>(instruction)) {
    instruction->setIsExact();
  }
  return made;
}

Value* binary(Generator& g, Instruction::BinaryOps opcode, Value* left, Value* right) {
  return flagged(g, g.builder.CreateBinOp(opcode, left, right));
}

CmpInst::Predicate any_predicate(Generator& g) {
  return static_cast<CmpInst::Predicate>(CmpInst::FIRST_ICMP_PREDICATE + g.rng.below(10));
}

Value* emit_not(Generator& g, Type* type) { return g.builder.CreateXor(g.variable(type), g.all_ones(type)); }

Value* negate(Generator& g, Value* value) { return binary(g, Instruction::Sub, g.zero(value->getType()), value); }
Value* emit_negate(Generator& g, Type* type) { return negate(g, g.variable(type)); }

// x < 0 ? -x : x and its neighbours.
Value* emit_abs(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Value* negated = negate(g, x);
  const bool greater = g.rng.chance(1, 2);
  Value* bound = g.rng.chance(1, 3) ? g.all_ones(type) : g.zero(type);
  Value* test = g.builder.CreateICmp(greater ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLT, x, bound);
  return greater != g.rng.chance(1, 3) ? g.builder.CreateSelect(test, x, negated)
                                       : g.builder.CreateSelect(test, negated, x);
}

// A compare and a select of its own operands, or of constants one off them.
Value* emit_min_max(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Value* y = g.value_beside(x);
  Value* test = g.builder.CreateICmp(any_predicate(g), x, y);
  Value* chosen = y;
  if (llvm::isa<llvm::Constant>(y) && g.rng.chance(1, 2)) chosen = g.constant(type);
  return g.rng.chance(1, 2) ? g.builder.CreateSelect(test, x, chosen) : g.builder.CreateSelect(test, chosen, x);
}

Value* emit_clamp(Generator& g, Type* type) {
  static constexpr Intrinsic::ID kPairs[][2] = {{Intrinsic::smin, Intrinsic::smax},
                                                {Intrinsic::umin, Intrinsic::umax},
                                                {Intrinsic::smax, Intrinsic::smin},
                                                {Intrinsic::umax, Intrinsic::umin},
                                                {Intrinsic::smin, Intrinsic::umax}};
  const auto& pair = kPairs[g.rng.below(5)];
  Value* inner = g.builder.CreateBinaryIntrinsic(pair[0], g.variable(type), g.constant(type));
  return g.builder.CreateBinaryIntrinsic(pair[1], inner, g.constant(type));
}

Value* emit_mask(Generator& g, Type* type) {
  Value* x = g.variable(type);
  const unsigned count = 1 + static_cast<unsigned>(g.rng.below(bits_of(type) - 1));
  const auto low = llvm::APInt::getLowBitsSet(bits_of(type), count);
  return g.builder.CreateAnd(x, g.literal(type, g.rng.chance(1, 2) ? low : ~low));
}

Value* emit_bit_test(Generator& g, Type* type) {
  Type* tested = with_width(type, bits_of(g.types.integer()));
  Value* x = g.variable(tested);
  Value* bit = nullptr;
  if (g.rng.chance(1, 3))
    bit = binary(g, Instruction::Shl, g.number(tested, 1, 1), g.variable(tested));
  else
    bit = g.literal(tested,
                    llvm::APInt::getOneBitSet(bits_of(tested), static_cast<unsigned>(g.rng.below(bits_of(tested)))));
  Value* masked = g.builder.CreateAnd(x, bit);
  Value* against = g.rng.chance(1, 3) ? bit : g.zero(tested);
  return g.builder.CreateICmp(g.rng.chance(1, 2) ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, masked, against);
}

// Two shifts by constants in a row, equal amounts most of the time.
Value* emit_shift_pair(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kShifts[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
  Value* first = g.number(type, 1, bits_of(type) - 1);
  Value* second = g.rng.chance(3, 5) ? first : g.number(type, 1, bits_of(type) - 1);
  Value* inner = binary(g, kShifts[g.rng.below(3)], g.variable(type), first);
  return binary(g, kShifts[g.rng.below(3)], inner, second);
}

// (x op c1) op c2, the operations equal or of one family.
Value* emit_two_constants(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kFamilies[][3] = {{Instruction::Add, Instruction::Sub, Instruction::Mul},
                                                            {Instruction::And, Instruction::Or, Instruction::Xor},
                                                            {Instruction::Mul, Instruction::Shl, Instruction::Mul},
                                                            {Instruction::Shl, Instruction::And, Instruction::Add}};
  const auto& family = kFamilies[g.rng.below(4)];
  const Instruction::BinaryOps first = family[g.rng.below(3)];
  const Instruction::BinaryOps second = g.rng.chance(1, 2) ? first : family[g.rng.below(3)];
  const auto constant_for = [&](Instruction::BinaryOps opcode) -> llvm::Constant* {
    return opcode == Instruction::Shl ? g.number(type, 0, bits_of(type) - 1) : g.constant(type);
  };
  Value* x = g.variable(type);
  Value* inner = binary(g, first, x, constant_for(first));
  Value* outer = constant_for(second);
  return second == Instruction::Sub && g.rng.chance(1, 2) ? binary(g, second, outer, inner)
                                                          : binary(g, second, inner, outer);
}

// One arm is an operation on the other arm.
Value* emit_select_of_operation(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::Add, Instruction::Sub, Instruction::And,
                                                    Instruction::Or,  Instruction::Xor, Instruction::Mul,
                                                    Instruction::Shl};
  Value* test = g.variable(with_width(type, 1));
  Value* x = g.variable(type);
  const Instruction::BinaryOps opcode = kOps[g.rng.below(7)];
  Value* operation =
      binary(g, opcode, x, opcode == Instruction::Shl ? g.number(type, 0, bits_of(type) - 1) : g.value(type));
  return g.rng.chance(1, 2) ? g.builder.CreateSelect(test, operation, x) : g.builder.CreateSelect(test, x, operation);
}

// c1 <= x < c2 as one compare of a sum.
Value* emit_range_check(Generator& g, Type* type) {
  Type* tested = with_width(type, bits_of(g.types.integer()));
  Value* shifted = binary(g, Instruction::Add, g.variable(tested), g.constant(tested));
  return g.builder.CreateICmp(any_predicate(g), shifted, g.constant(tested));
}

// Two compares joined by and, or, xor, or by a select (which guards against poison on its right).
Value* emit_joined_compares(Generator& g, Type* type) {
  Type* tested = with_width(type, bits_of(g.types.integer()));
  Value* x = g.variable(tested);
  Value* y = g.value_beside(x);
  Value* first = g.builder.CreateICmp(any_predicate(g), x, y);
  Value* left = g.rng.chance(2, 3) ? x : g.variable(tested);
  Value* right = g.rng.chance(1, 3) ? y : g.value(tested);
  Value* second = g.builder.CreateICmp(any_predicate(g), left, right);
  switch (g.rng.below(6)) {
    case 0:
      return g.builder.CreateAnd(first, second);
    case 1:
      return g.builder.CreateOr(first, second);
    case 2:
      return g.builder.CreateXor(first, second);
    case 3:
    case 4:
      return g.builder.CreateSelect(first, second, g.zero(type));
    default:
      return g.builder.CreateSelect(first, g.all_ones(type), second);
  }
}

// x << c | y >> (w - c), by constants, by a variable, or by an amount that is masked.
Value* emit_rotate(Generator& g, Type* type) {
  const unsigned bits = bits_of(type);
  Value* x = g.variable(type);
  Value* y = g.rng.chance(3, 4) ? x : g.variable(type);
  Value* amount = nullptr;
  Value* back = nullptr;
  if (g.rng.chance(1, 2)) {
    const std::uint64_t by = 1 + g.rng.below(bits - 1);
    amount = g.number(type, by, by);
    back = g.number(type, bits - by, bits - by);
  } else {
    amount = g.variable(type);
    if (llvm::isPowerOf2_32(bits) && g.rng.chance(1, 2))
      amount = g.builder.CreateAnd(amount, g.number(type, bits - 1, bits - 1));
    back = binary(g, Instruction::Sub, g.rng.chance(3, 4) ? g.number(type, bits, bits) : g.zero(type), amount);
    if (llvm::isPowerOf2_32(bits) && g.rng.chance(1, 2))
      back = g.builder.CreateAnd(back, g.number(type, bits - 1, bits - 1));
  }
  Value* high = binary(g, Instruction::Shl, x, amount);
  Value* low = binary(g, Instruction::LShr, y, back);
  return g.builder.CreateBinOp(g.rng.chance(3, 4)   ? Instruction::Or
                               : g.rng.chance(1, 2) ? Instruction::Add
                                                    : Instruction::Xor,
                               high, low);
}

// Did x + y wrap? asked of the sum, of the complement, of the difference.
Value* emit_overflow_check(Generator& g, Type* type) {
  Type* tested = with_width(type, bits_of(g.types.integer()));
  Value* x = g.variable(tested);
  Value* y = g.value_beside(x);
  Value* sum = g.builder.CreateBinOp(g.rng.chance(2, 3) ? Instruction::Add : Instruction::Sub, x, y);
  Value* bound = g.rng.chance(3, 4) ? x : y;
  if (g.rng.chance(1, 4)) {
    sum = g.builder.CreateXor(x, g.all_ones(tested));
    bound = y;
  }
  return g.builder.CreateICmp(any_predicate(g), sum, bound);
}

// Arithmetic on an extended truth value.
Value* emit_bool_arithmetic(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::Add, Instruction::Sub, Instruction::And,
                                                    Instruction::Or,  Instruction::Xor, Instruction::Mul,
                                                    Instruction::Shl};
  Value* test = g.variable(with_width(type, 1));
  Value* extended = g.rng.chance(1, 2) ? g.builder.CreateZExt(test, type) : g.builder.CreateSExt(test, type);
  const Instruction::BinaryOps opcode = kOps[g.rng.below(7)];
  Value* other = g.value(type);
  return g.rng.chance(1, 2) ? binary(g, opcode, extended, other) : binary(g, opcode, other, extended);
}

// x & -x, x & (x - 1), x ^ (x - 1), x | -x.
Value* emit_lowest_bit(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::And, Instruction::Or, Instruction::Xor};
  Value* x = g.variable(type);
  Value* other = g.rng.chance(1, 2) ? negate(g, x) : binary(g, Instruction::Add, x, g.all_ones(type));
  return g.builder.CreateBinOp(kOps[g.rng.below(3)], other, x);
}

// (x & m) | (y & ~m), the masks constant or variable, the join or, xor or add.
Value* emit_masked_merge(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kJoins[] = {Instruction::Or, Instruction::Xor, Instruction::Add};
  Value* mask = g.value(type);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(mask);
  Value* inverse = constant != nullptr ? static_cast<Value*>(g.literal(type, ~constant->getValue()))
                                       : g.builder.CreateXor(mask, g.all_ones(type));
  Value* left = g.builder.CreateAnd(g.variable(type), mask);
  Value* right = g.builder.CreateAnd(g.variable(type), inverse);
  return g.builder.CreateBinOp(kJoins[g.rng.below(3)], left, right);
}

// x / c * c, x - x / c * c, x * c / c, x / c / d.
Value* emit_divide_multiply(Generator& g, Type* type) {
  const bool is_signed = g.rng.chance(1, 2);
  const auto divide = is_signed ? Instruction::SDiv : Instruction::UDiv;
  Value* x = g.variable(type);
  Value* by = g.rng.chance(1, 4)
                  ? g.builder.CreateOr(g.variable(type), g.number(type, 1, 1))
                  : static_cast<Value*>(g.number(type, 1, std::min(11u, (1u << std::min(bits_of(type) - 1, 4u)) - 1)));
  switch (g.rng.below(4)) {
    case 0:
      return binary(g, Instruction::Mul, binary(g, divide, x, by), by);
    case 1:
      return binary(g, Instruction::Sub, x, binary(g, Instruction::Mul, binary(g, divide, x, by), by));
    case 2:
      return binary(g, divide, binary(g, Instruction::Mul, x, by), by);
    default:
      return binary(g, divide, binary(g, divide, x, by), g.number(type, 1, 3));
  }
}

// (x & y) + ((x ^ y) >> 1), (x + y) >> 1, x + y - (x & y), (x | y) - y and the like: sums made of bitwise parts.
Value* emit_bitwise_sum(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kBitwise[] = {Instruction::And, Instruction::Or, Instruction::Xor};
  static constexpr Instruction::BinaryOps kSums[] = {Instruction::Add, Instruction::Sub, Instruction::Xor,
                                                     Instruction::Or};
  Value* x = g.variable(type);
  Value* y = g.value_beside(x);
  Value* left = g.builder.CreateBinOp(kBitwise[g.rng.below(3)], x, y);
  Value* right = g.rng.chance(1, 4) ? y
                                    : g.builder.CreateBinOp(kBitwise[g.rng.below(3)], g.rng.chance(1, 2) ? x : y,
                                                            g.rng.chance(1, 2) ? y : x);
  if (g.rng.chance(1, 4)) right = g.builder.CreateLShr(right, g.number(type, 1, 1));
  return binary(g, kSums[g.rng.below(4)], left, right);
}

// |x - y| by the intrinsic, by a select or by the sign, the operands perhaps widened, the sign now and then another's.
Value* emit_absolute_difference(Generator& g, Type* type) {
  Type* narrow = g.types.narrower(type);
  const bool widened = narrow != nullptr && g.rng.chance(2, 3);
  const bool with_signs = g.rng.chance(1, 2);
  const auto operand = [&]() -> Value* {
    if (!widened) return g.variable(type);
    Value* from = g.variable(narrow);
    return with_signs ? g.builder.CreateSExt(from, type) : g.builder.CreateZExt(from, type);
  };
  Value* x = operand();
  Value* y = operand();
  Value* difference = binary(g, Instruction::Sub, x, y);
  switch (g.rng.below(4)) {
    case 0:
      return g.builder.CreateBinaryIntrinsic(Intrinsic::abs, difference, g.builder.getInt1(g.rng.chance(1, 2)));
    case 1: {
      Value* other = g.rng.chance(1, 2) ? negate(g, difference) : binary(g, Instruction::Sub, y, x);
      Value* test = g.builder.CreateICmp(any_predicate(g), x, y);
      return g.builder.CreateSelect(test, difference, other);
    }
    default: {
      Value* signs = g.rng.chance(2, 3) ? difference : g.variable(type);
      Value* sign = g.builder.CreateAShr(signs, g.number(type, bits_of(type) - 1, bits_of(type) - 1));
      return g.rng.chance(1, 2) ? g.builder.CreateXor(binary(g, Instruction::Add, difference, sign), sign)
                                : binary(g, Instruction::Sub, g.builder.CreateXor(difference, sign), sign);
    }
  }
}

// Two neighbours of eight bits change places by two shifts; what lies above is left, masked off, or cut off and made of
// the sign again.
Value* emit_swapped_bytes(Generator& g, Type* type) {
  const std::uint64_t bits = bits_of(type);
  const std::uint64_t by = bits >= 16 ? 8 : bits / 2;
  Value* x = g.variable(type);
  Value* both = g.builder.CreateOr(binary(g, Instruction::Shl, x, g.number(type, by, by)),
                                   binary(g, Instruction::LShr, x, g.number(type, by, by)));
  if (2 * by == bits || g.rng.chance(1, 4)) return both;
  if (g.rng.chance(1, 3))
    return g.builder.CreateAnd(
        both, g.literal(type, llvm::APInt::getLowBitsSet(static_cast<unsigned>(bits), static_cast<unsigned>(2 * by))));
  Value* low = g.builder.CreateTrunc(both, with_width(type, static_cast<unsigned>(2 * by)));
  return g.rng.chance(2, 3) ? g.builder.CreateSExt(low, type) : g.builder.CreateZExt(low, type);
}

// All ones where negative: x >> (w - 1), and what is built on it.
Value* emit_sign_splat(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Value* sign = binary(g, g.rng.chance(2, 3) ? Instruction::AShr : Instruction::LShr, x,
                       g.number(type, bits_of(type) - 1, bits_of(type) - 1));
  switch (g.rng.below(5)) {
    case 0:
      return sign;
    case 1:
      return binary(g, Instruction::Sub, g.builder.CreateXor(x, sign), sign);
    case 2:
      return g.builder.CreateXor(binary(g, Instruction::Add, x, sign), sign);
    case 3:
      return g.builder.CreateAnd(sign, g.value(type));
    default:
      return g.builder.CreateOr(sign, g.value(type));
  }
}

Value* emit_de_morgan(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kBitwise[] = {Instruction::And, Instruction::Or, Instruction::Xor};
  Value* left = emit_not(g, type);
  Value* right = g.rng.chance(1, 2) ? emit_not(g, type) : g.value(type);
  Value* joined = g.builder.CreateBinOp(kBitwise[g.rng.below(3)], left, right);
  return g.rng.chance(1, 2) ? joined : g.builder.CreateXor(joined, g.all_ones(type));
}

// x == c ? special : count(x), where the special value is what the count gives anyway, or nearly.
Value* emit_guarded_count(Generator& g, Type* type) {
  Value* x = g.variable(type);
  const auto id = g.rng.chance(1, 2) ? Intrinsic::ctlz : Intrinsic::cttz;
  Value* count = g.builder.CreateIntrinsic(id, {type}, {x, g.builder.getInt1(g.rng.chance(1, 2))});
  Value* test = g.builder.CreateICmp(g.rng.chance(2, 3) ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, x, g.zero(type));
  Value* special = g.rng.chance(2, 3) ? g.number(type, bits_of(type), bits_of(type)) : g.constant(type);
  return g.rng.chance(2, 3) ? g.builder.CreateSelect(test, special, count)
                            : g.builder.CreateSelect(test, count, special);
}

Value* emit_manual_saturation(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Value* y = g.value_beside(x);
  const bool add = g.rng.chance(1, 2);
  Value* result = binary(g, add ? Instruction::Add : Instruction::Sub, x, y);
  Value* test = g.builder.CreateICmp(any_predicate(g), add ? result : x, add ? x : y);
  Value* limit = g.rng.chance(2, 3) ? (add ? g.all_ones(type) : g.zero(type)) : g.constant(type);
  return g.rng.chance(1, 2) ? g.builder.CreateSelect(test, limit, result) : g.builder.CreateSelect(test, result, limit);
}

Value* emit_select_chain(Generator& g, Type* type) {
  Type* tested = with_width(type, bits_of(g.types.integer()));
  Value* x = g.variable(tested);
  Value* result = g.value(type);
  for (std::uint64_t links = 2 + g.rng.below(2); links > 0; --links) {
    Value* test = g.builder.CreateICmp(g.rng.chance(2, 3) ? CmpInst::ICMP_EQ : any_predicate(g), x, g.constant(tested));
    Value* chosen = g.value(type);
    result = g.builder.CreateSelect(test, chosen, result);
  }
  return result;
}

// A compare of extended values, equal or mixed extensions.
Value* emit_extended_compare(Generator& g, Type* type) {
  Type* narrow = with_width(type, std::min(127u, bits_of(g.types.integer())));
  Type* extended = g.types.wider(narrow);
  if (extended == nullptr) return emit_joined_compares(g, type);
  const auto extend = [&](Value* value) {
    return g.rng.chance(1, 2) ? g.builder.CreateZExt(value, extended) : g.builder.CreateSExt(value, extended);
  };
  Value* left = extend(g.variable(narrow));
  Value* right = g.rng.chance(1, 2) ? static_cast<Value*>(g.constant(extended)) : extend(g.variable(narrow));
  return g.builder.CreateICmp(any_predicate(g), left, right);
}

// x == y ? f(x) : z, where f(x) may become f(y).
Value* emit_equality_guard(Generator& g, Type* type) {
  Value* x = g.variable(type);
  Value* y = g.value_beside(x);
  Value* test = g.builder.CreateICmp(g.rng.chance(3, 4) ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, x, y);
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::Add, Instruction::Sub, Instruction::And,
                                                    Instruction::Or,  Instruction::Mul, Instruction::Xor};
  const Instruction::BinaryOps opcode = kOps[g.rng.below(6)];
  Value* other = g.value(type);
  Value* computed = binary(g, opcode, x, other);
  Value* otherwise = g.rng.chance(1, 3) ? binary(g, opcode, y, other) : g.value(type);
  return g.builder.CreateSelect(test, computed, otherwise);
}

// A trip through another width and back.
Value* emit_round_trip(Generator& g, Type* type) {
  Value* x = g.variable(type);
  if (Type* narrow = g.types.narrower(type); narrow != nullptr && g.rng.chance(1, 2)) {
    Value* middle = g.builder.CreateTrunc(x, narrow);
    if (g.rng.chance(1, 2)) middle = binary(g, Instruction::Add, middle, g.constant(narrow));
    if (g.rng.chance(1, 4)) middle = g.builder.CreateFreeze(middle);
    return g.rng.chance(1, 2) ? g.builder.CreateZExt(middle, type) : g.builder.CreateSExt(middle, type);
  }
  Type* extended = g.types.wider(type);
  if (extended == nullptr) return negate(g, x);
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::Add,  Instruction::Sub,  Instruction::Mul,
                                                    Instruction::LShr, Instruction::AShr, Instruction::UDiv};
  Value* left = g.rng.chance(1, 2) ? g.builder.CreateZExt(x, extended) : g.builder.CreateSExt(x, extended);
  const Instruction::BinaryOps opcode = kOps[g.rng.below(6)];
  Value* right = opcode == Instruction::Add || opcode == Instruction::Sub ? g.value(extended)
                                                                          : g.number(extended, 1, bits_of(type));
  return g.builder.CreateTrunc(binary(g, opcode, left, right), type);
}

// One value with several users, so that rules which ask for a single use must not fire, or must pay.
Value* emit_shared(Generator& g, Type* type) {
  static constexpr Instruction::BinaryOps kOps[] = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                                    Instruction::And, Instruction::Or,  Instruction::Xor};
  Value* shared = g.fresh(type);
  Value* left = binary(g, kOps[g.rng.below(6)], shared, g.value(type));
  Value* right = binary(g, kOps[g.rng.below(6)], g.value(type), shared);
  return binary(g, kOps[g.rng.below(6)], left, right);
}

constexpr Production kIdiomProductions[] = {
    {"not", Family::Idiom, 3, any_integer, emit_not},
    {"negate", Family::Idiom, 3, any_integer, emit_negate},
    {"abs by select", Family::Idiom, 2, wide, emit_abs},
    {"min or max by select", Family::Idiom, 3, any_integer, emit_min_max},
    {"clamp", Family::Idiom, 1, wide, emit_clamp},
    {"mask", Family::Idiom, 3, wide, emit_mask},
    {"bit test", Family::Idiom, 5, boolean, emit_bit_test},
    {"shift pair", Family::Idiom, 3, wide, emit_shift_pair},
    {"two constants", Family::Idiom, 3, wide, emit_two_constants},
    {"select of operation", Family::Idiom, 3, any_integer, emit_select_of_operation},
    {"range check", Family::Idiom, 5, boolean, emit_range_check},
    {"joined compares", Family::Idiom, 6, boolean, emit_joined_compares},
    {"rotate", Family::Idiom, 2, wide, emit_rotate},
    {"overflow check", Family::Idiom, 3, boolean, emit_overflow_check},
    {"bool arithmetic", Family::Idiom, 2, wide, emit_bool_arithmetic},
    {"lowest bit", Family::Idiom, 1, any_integer, emit_lowest_bit},
    {"absolute difference", Family::Idiom, 2, wide, emit_absolute_difference},
    {"swapped bytes", Family::Idiom, 1, wide, emit_swapped_bytes},
    {"masked merge", Family::Idiom, 2, any_integer, emit_masked_merge},
    {"divide and multiply", Family::Idiom, 2, wide, emit_divide_multiply},
    {"bitwise sum", Family::Idiom, 2, any_integer, emit_bitwise_sum},
    {"sign splat", Family::Idiom, 2, wide, emit_sign_splat},
    {"De Morgan", Family::Idiom, 2, any_integer, emit_de_morgan},
    {"guarded count", Family::Idiom, 1, wide, emit_guarded_count},
    {"manual saturation", Family::Idiom, 1, any_integer, emit_manual_saturation},
    {"select chain", Family::Idiom, 1, any_integer, emit_select_chain},
    {"extended compare", Family::Idiom, 3, boolean, emit_extended_compare},
    {"equality guard", Family::Idiom, 2, any_integer, emit_equality_guard},
    {"round trip", Family::Idiom, 2, wide, emit_round_trip},
    {"shared value", Family::Idiom, 2, any_integer, emit_shared},
};

}  // namespace

llvm::ArrayRef<Production> idiom_productions() { return kIdiomProductions; }

}  // namespace assay::generate
