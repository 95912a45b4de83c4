// The numbers of programs: expressions whose operations are defined for all that their operands can be.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "fuzzers/generate/constants.h"
#include "fuzzers/generate/program_writer.h"

namespace assay::generate {

using llvm::Instruction;
using llvm::IntegerType;
using llvm::Value;
using llvm::Intrinsic::ID;

namespace {

constexpr unsigned kDeepestExpression = 4;

unsigned bits_of(std::uint64_t value) { return value == 0 ? 0 : llvm::Log2_64(value) + 1; }

bool fits_signed(const Number& number) { return number.bits < number.width(); }

}  // namespace

IntegerType* Program::any_type() {
  static constexpr unsigned kWidths[] = {8, 16, 32, 32, 32, 64, 64};
  return IntegerType::get(module.getContext(), kWidths[rng.below(std::size(kWidths))]);
}

Number FunctionWriter::constant(IntegerType* type, std::uint64_t value) {
  return {llvm::ConstantInt::get(type, value), bits_of(value)};
}

Number FunctionWriter::load(Value* pointer, IntegerType* type) {
  return {builder.CreateLoad(type, pointer), type->getBitWidth()};
}

Number FunctionWriter::converted(const Number& from, IntegerType* type, bool is_signed) {
  const unsigned width = type->getBitWidth();
  if (from.width() == width) return from;
  if (from.width() > width) {
    Value* narrow = builder.CreateTrunc(from.value, type, "", from.bits <= width, from.bits < width);
    return {narrow, std::min(from.bits, width)};
  }
  if (is_signed) return {builder.CreateSExt(from.value, type), fits_signed(from) ? from.bits : width};
  return {builder.CreateZExt(from.value, type, "", fits_signed(from) && rng_.chance(1, 2)), from.bits};
}

Value* FunctionWriter::element(const Array& array, const Number& index) {
  const Number wide = converted(index, builder.getInt64Ty());
  return builder.CreateGEP(array.element, array.pointer, wide.value, "",
                           rng_.chance(1, 2) ? llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap()
                                             : llvm::GEPNoWrapFlags::inBounds());
}

Number FunctionWriter::index_into(const Array& array) {
  for (const Counter& counter : counters_)
    if (counter.end <= array.count && rng_.chance(2, 3))
      return {builder.CreateLoad(counter.type, counter.place), bits_of(counter.end - 1)};
  if (rng_.chance(1, 3)) return constant(builder.getInt64Ty(), rng_.below(array.count));
  IntegerType* type = rng_.chance(1, 2) ? builder.getInt64Ty() : builder.getInt32Ty();
  return divided(Instruction::URem, leaf(type), constant(type, array.count));
}

Number FunctionWriter::leaf(IntegerType* type) {
  const std::uint64_t kind = rng_.below(10);
  if (kind < 2) {
    const llvm::APInt value = interesting_integer(type->getBitWidth(), rng_);
    return {llvm::ConstantInt::get(type, value), value.getActiveBits()};
  }
  const bool is_signed = rng_.chance(1, 2);
  if (kind < 3 && !counters_.empty()) {
    const Counter& counter = rng_.pick(counters_);
    const Number now{builder.CreateLoad(counter.type, counter.place), bits_of(counter.end - 1)};
    return converted(now, type, is_signed);
  }
  if (kind < 6 && !arrays_.empty()) {
    const Array& array = any_array();
    return converted(load(element(array, index_into(array)), array.element), type, is_signed);
  }
  const Local& local = rng_.pick(locals_);
  return converted(load(local.place, local.type), type, is_signed);
}

Number FunctionWriter::binary(Kind kind, Number a, Number b) {
  const unsigned width = a.width();
  Value* value = builder.CreateBinOp(kind, a.value, b.value);
  auto* made = llvm::cast<Instruction>(value);
  const auto promise = [&](unsigned bits) {
    if (rng_.chance(1, 4)) return;
    if (bits <= width) made->setHasNoUnsignedWrap();
    if (bits < width) made->setHasNoSignedWrap();
  };
  switch (kind) {
    case Instruction::Add:
      promise(std::max(a.bits, b.bits) + 1);
      return {value, std::min(std::max(a.bits, b.bits) + 1, width)};
    case Instruction::Mul:
      promise(a.bits + b.bits);
      return {value, std::min(a.bits + b.bits, width)};
    case Instruction::Sub:
      if (fits_signed(a) && fits_signed(b) && rng_.chance(1, 2)) made->setHasNoSignedWrap();
      return {value, width};
    case Instruction::And:
      return {value, std::min(a.bits, b.bits)};
    default:
      return {value, std::max(a.bits, b.bits)};
  }
}

Number FunctionWriter::divided(Kind kind, const Number& a, const Number& by) {
  const bool is_signed = kind == Instruction::SDiv || kind == Instruction::SRem;
  Number divisor = by;
  if (!llvm::isa<llvm::ConstantInt>(by.value)) {
    // Neither 0 nor -1.
    if (is_signed)
      divisor = binary(Instruction::Add, binary(Instruction::And, by, constant(by.type(), 31)), constant(by.type(), 1));
    else
      divisor = binary(Instruction::Or, by, constant(by.type(), 1));
  } else if (divisor.bits == 0 || (is_signed && !fits_signed(divisor))) {
    divisor = constant(by.type(), 7);
  }
  const bool may_be_negative = is_signed && !fits_signed(a);
  Value* value = builder.CreateBinOp(kind, a.value, divisor.value);
  if (may_be_negative) return {value, a.width()};
  return {value, kind == Instruction::URem || kind == Instruction::SRem ? std::min(a.bits, divisor.bits) : a.bits};
}

Number FunctionWriter::shifted(Kind kind, const Number& a) {
  const unsigned width = a.width();
  if (rng_.chance(1, 3)) {
    const Number amount = binary(Instruction::And, leaf(a.type()), constant(a.type(), width - 1));
    Value* value = builder.CreateBinOp(kind, a.value, amount.value);
    return {value, kind == Instruction::LShr || (kind == Instruction::AShr && fits_signed(a)) ? a.bits : width};
  }
  const auto amount = static_cast<unsigned>(rng_.below(width));
  Value* value = builder.CreateBinOp(kind, a.value, llvm::ConstantInt::get(a.type(), amount));
  if (kind != Instruction::Shl) {
    if (kind == Instruction::AShr && !fits_signed(a)) return {value, width};
    return {value, a.bits > amount ? a.bits - amount : 0};
  }
  auto* made = llvm::cast<Instruction>(value);
  if (a.bits + amount <= width && rng_.chance(3, 4)) made->setHasNoUnsignedWrap();
  if (a.bits + amount < width && rng_.chance(3, 4)) made->setHasNoSignedWrap();
  return {value, std::min(a.bits + amount, width)};
}

/// Two numbers in one, as halves of words and bit-fields are put together.
Number FunctionWriter::joined(IntegerType* type, unsigned depth) {
  const unsigned width = type->getBitWidth(), low_bits = 1 + static_cast<unsigned>(rng_.below(width - 1));
  const Number low =
      binary(Instruction::And, number(type, depth), constant(type, llvm::maskTrailingOnes<std::uint64_t>(low_bits)));
  const Number high = number(type, depth);
  Value* moved = builder.CreateShl(high.value, low_bits);
  static constexpr Kind kKinds[] = {Instruction::Or, Instruction::Add, Instruction::Xor};
  Value* both = builder.CreateBinOp(kKinds[rng_.below(3)], moved, low.value);
  if (auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(both)) disjoint->setIsDisjoint(rng_.chance(1, 2));
  return {both, width};
}

Value* FunctionWriter::condition(unsigned depth) {
  IntegerType* type = program_.any_type();
  const Number a = number(type, depth), b = rng_.chance(1, 2) ? leaf(type) : number(type, depth);
  const auto predicate = static_cast<llvm::CmpInst::Predicate>(
      llvm::CmpInst::FIRST_ICMP_PREDICATE +
      rng_.below(llvm::CmpInst::LAST_ICMP_PREDICATE - llvm::CmpInst::FIRST_ICMP_PREDICATE + 1));
  Value* compare = builder.CreateICmp(predicate, a.value, b.value);
  if (fits_signed(a) && fits_signed(b) && rng_.chance(1, 2)) llvm::cast<llvm::ICmpInst>(compare)->setSameSign();
  return compare;
}

Number FunctionWriter::chosen(IntegerType* type, unsigned depth) {
  if (rng_.chance(1, 3)) return {builder.CreateZExt(condition(depth), type), 1};
  Value* asked = condition(depth);
  const Number a = number(type, depth), b = number(type, depth);
  return {builder.CreateSelect(asked, a.value, b.value), std::max(a.bits, b.bits)};
}

Number FunctionWriter::called(IntegerType* type, unsigned depth) {
  const unsigned width = type->getBitWidth();
  const Number a = number(type, depth);
  const auto unary = [&](ID id, unsigned bits) { return Number{builder.CreateUnaryIntrinsic(id, a.value), bits}; };
  const auto counting = [&](ID id) {
    return Number{builder.CreateBinaryIntrinsic(id, a.value, builder.getFalse()), bits_of(width)};
  };
  const auto two = [&](ID id, const Number& b, unsigned bits) {
    return Number{builder.CreateBinaryIntrinsic(id, a.value, b.value), bits};
  };
  switch (rng_.below(12)) {
    case 0:
      return unary(llvm::Intrinsic::ctpop, bits_of(width));
    case 1:
      return counting(llvm::Intrinsic::ctlz);
    case 2:
      return counting(llvm::Intrinsic::cttz);
    case 3:
      return width == 8 ? unary(llvm::Intrinsic::bitreverse, width) : unary(llvm::Intrinsic::bswap, width);
    case 4:
      return {builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a.value, builder.getInt1(fits_signed(a))),
              fits_signed(a) ? a.bits : width};
    case 5: {
      const Number b = number(type, depth);
      return two(rng_.chance(1, 2) ? llvm::Intrinsic::umin : llvm::Intrinsic::umax, b, std::max(a.bits, b.bits));
    }
    case 6: {
      const Number b = number(type, depth);
      const bool are_signed = fits_signed(a) && fits_signed(b);
      return two(rng_.chance(1, 2) ? llvm::Intrinsic::smin : llvm::Intrinsic::smax, b,
                 are_signed ? std::max(a.bits, b.bits) : width);
    }
    case 7:
      return two(llvm::Intrinsic::usub_sat, number(type, depth), a.bits);
    case 8:
      return two(rng_.chance(1, 2) ? llvm::Intrinsic::uadd_sat : llvm::Intrinsic::sadd_sat, number(type, depth), width);
    case 9: {
      const Number b = number(type, depth), amount = leaf(type);
      return {builder.CreateIntrinsic(rng_.chance(1, 2) ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {type},
                                      {a.value, b.value, amount.value}),
              width};
    }
    default: {
      static constexpr ID kOverflows[] = {llvm::Intrinsic::uadd_with_overflow, llvm::Intrinsic::sadd_with_overflow,
                                          llvm::Intrinsic::usub_with_overflow, llvm::Intrinsic::smul_with_overflow,
                                          llvm::Intrinsic::umul_with_overflow};
      Value* both = builder.CreateBinaryIntrinsic(kOverflows[rng_.below(std::size(kOverflows))], a.value,
                                                  number(type, depth).value);
      if (rng_.chance(1, 2)) return {builder.CreateExtractValue(both, 0), width};
      return {builder.CreateZExt(builder.CreateExtractValue(both, 1), type), 1};
    }
  }
}

/// By way of floating point, without a NaN: which bits it has would be a choice.
Number FunctionWriter::rounded(IntegerType* type, unsigned depth) {
  llvm::Type* real = rng_.chance(1, 2) ? builder.getFloatTy() : builder.getDoubleTy();
  const auto operand = [&](bool is_zero_allowed = true) {
    Number from = number(program_.any_type(), depth);
    if (!is_zero_allowed) from = binary(Instruction::Or, from, constant(from.type(), 1));
    return rng_.chance(1, 2) ? builder.CreateUIToFP(from.value, real) : builder.CreateSIToFP(from.value, real);
  };
  static constexpr Kind kKinds[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv};
  const Kind kind = kKinds[rng_.below(std::size(kKinds))];
  Value* first = operand();
  Value* made = builder.CreateBinOp(kind, first, operand(kind != Instruction::FDiv));
  if (rng_.chance(1, 3)) made = builder.CreateSelect(builder.CreateFCmpOLT(made, operand()), made, operand());
  return {builder.CreateIntrinsic(rng_.chance(1, 2) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                                  {type, real}, {made}),
          type->getBitWidth()};
}

Number FunctionWriter::number(IntegerType* type, unsigned depth) {
  if (depth >= kDeepestExpression || rng_.chance(1, 4)) return leaf(type);
  static constexpr Kind kPlain[] = {Instruction::Add, Instruction::Add, Instruction::Sub, Instruction::Mul,
                                    Instruction::And, Instruction::Or,  Instruction::Xor};
  static constexpr Kind kShifts[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
  static constexpr Kind kDivisions[] = {Instruction::UDiv, Instruction::URem, Instruction::SDiv, Instruction::SRem};
  const std::uint64_t kind = rng_.below(20);
  if (kind < 8) {
    const Number a = number(type, depth + 1);
    return binary(kPlain[rng_.below(std::size(kPlain))], a, number(type, depth + 1));
  }
  if (kind < 10) return shifted(kShifts[rng_.below(std::size(kShifts))], number(type, depth + 1));
  if (kind < 11) {
    const Number a = number(type, depth + 1);
    return divided(kDivisions[rng_.below(std::size(kDivisions))], a, leaf(type));
  }
  if (kind < 13) return converted(number(program_.any_type(), depth + 1), type, rng_.chance(1, 2));
  if (kind < 15) return chosen(type, depth + 1);
  if (kind < 18) return called(type, depth + 1);
  if (kind < 19) return joined(type, depth + 1);
  return rounded(type, depth + 1);
}

}  // namespace assay::generate
