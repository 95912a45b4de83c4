#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Intrinsics.h>

#include "fuzzers/generate/constants.h"
#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

// Sometimes the call promises a range for its result; one that holds it often, not always.
Value* with_range(Generator& g, Value* made, std::uint64_t natural_bound) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(made);
  const unsigned bits = made->getType()->getScalarSizeInBits();
  if (call == nullptr || bits < 4 || !g.rng.chance(g.profile.attribute_percent, 500)) return made;
  const llvm::APInt low(bits, g.rng.below(2));
  const llvm::APInt high(bits, natural_bound + 1, false, true);
  if (low == high || low.ugt(high)) return made;
  if (g.profile.language >= 19 && g.rng.chance(1, 2)) {
    call->addRetAttr(llvm::Attribute::get(g.context, llvm::Attribute::Range, llvm::ConstantRange(low, high)));
  } else if (!made->getType()->isVectorTy() || g.profile.language >= 19) {
    llvm::Type* element = made->getType()->getScalarType();
    call->setMetadata(
        llvm::LLVMContext::MD_range,
        llvm::MDNode::get(g.context, {llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(element, low)),
                                      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(element, high))}));
  }
  return made;
}

template <Intrinsic::ID Id>
Value* emit_unary(Generator& g, Type* type) {
  return g.builder.CreateUnaryIntrinsic(Id, g.variable(type));
}

Value* emit_ctpop(Generator& g, Type* type) {
  return with_range(g, g.builder.CreateUnaryIntrinsic(Intrinsic::ctpop, g.variable(type)), type->getScalarSizeInBits());
}

// ctlz, cttz, abs: the second argument says whether a special input gives poison.
template <Intrinsic::ID Id>
Value* emit_flagged(Generator& g, Type* type) {
  Value* operand = g.variable(type);
  Value* made = g.builder.CreateIntrinsic(Id, {type}, {operand, g.builder.getInt1(g.flag())});
  return Id == Intrinsic::abs ? made : with_range(g, made, type->getScalarSizeInBits());
}

template <Intrinsic::ID Id>
Value* emit_binary(Generator& g, Type* type) {
  Value* left = g.variable(type);
  Value* right = g.value_beside(left);
  if (g.rng.chance(1, 6)) std::swap(left, right);
  return g.builder.CreateIntrinsic(Id, {type}, {left, right});
}

template <Intrinsic::ID Id>
Value* emit_funnel(Generator& g, Type* type) {
  Value* high = g.value(type);
  Value* low = g.rng.chance(1, 3) ? high : g.value(type);
  const unsigned bits = type->getScalarSizeInBits();
  Value* amount = g.rng.chance(1, 2) && bits > 2 ? g.number(type, 1, bits) : g.value(type);
  return g.builder.CreateIntrinsic(Id, {type}, {high, low, amount});
}

template <Intrinsic::ID Id>
Value* emit_three_way(Generator& g, Type* type) {
  Type* operands = with_width(type, g.types.integer()->getScalarSizeInBits());
  Value* left = g.variable(operands);
  return g.builder.CreateIntrinsic(Id, {type, operands}, {left, g.value_beside(left)});
}

constexpr Intrinsic::ID kOverflowing[] = {Intrinsic::sadd_with_overflow, Intrinsic::uadd_with_overflow,
                                          Intrinsic::ssub_with_overflow, Intrinsic::usub_with_overflow,
                                          Intrinsic::smul_with_overflow, Intrinsic::umul_with_overflow};

Value* overflow_call(Generator& g, Type* operands) {
  Value* left = g.variable(operands);
  return g.builder.CreateIntrinsic(kOverflowing[g.rng.below(6)], {operands}, {left, g.value_beside(left)});
}

Value* emit_overflow_result(Generator& g, Type* type) {
  Value* pair = overflow_call(g, type);
  Value* result = g.builder.CreateExtractValue(pair, 0);
  if (g.rng.chance(1, 3)) return result;
  Value* overflow = g.builder.CreateExtractValue(pair, 1);
  return g.builder.CreateSelect(overflow, g.value(type), result);
}

Value* emit_overflow_bit(Generator& g, Type* type) {
  return g.builder.CreateExtractValue(overflow_call(g, with_width(type, g.types.integer()->getScalarSizeInBits())), 1);
}

Value* emit_expect(Generator& g, Type* type) {
  Value* actual = g.variable(type);
  return g.builder.CreateIntrinsic(Intrinsic::expect, {type}, {actual, g.constant(type)});
}

bool scalar_integer(const Generator&, Type* type) { return type->isIntegerTy(); }
bool bytes_in_pairs(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() % 16 == 0; }
bool wider_than_bool(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() > 1; }
bool three_way(const Generator& g, Type* type) {
  return g.profile.language >= 19 && is_integer(type) && type->getScalarSizeInBits() > 1;
}
bool overflow_bit(const Generator&, Type* type) { return is_integer(type) && type->getScalarSizeInBits() == 1; }

constexpr Production kIntrinsicProductions[] = {
    {"ctpop", Family::Intrinsic, 3, any_integer, emit_ctpop},
    {"ctlz", Family::Intrinsic, 3, any_integer, emit_flagged<Intrinsic::ctlz>},
    {"cttz", Family::Intrinsic, 3, any_integer, emit_flagged<Intrinsic::cttz>},
    {"abs", Family::Intrinsic, 4, any_integer, emit_flagged<Intrinsic::abs>},
    {"bswap", Family::Intrinsic, 4, bytes_in_pairs, emit_unary<Intrinsic::bswap>},
    {"bitreverse", Family::Intrinsic, 2, any_integer, emit_unary<Intrinsic::bitreverse>},
    {"fshl", Family::Intrinsic, 3, any_integer, emit_funnel<Intrinsic::fshl>},
    {"fshr", Family::Intrinsic, 3, any_integer, emit_funnel<Intrinsic::fshr>},
    {"smin", Family::Intrinsic, 3, any_integer, emit_binary<Intrinsic::smin>},
    {"smax", Family::Intrinsic, 3, any_integer, emit_binary<Intrinsic::smax>},
    {"umin", Family::Intrinsic, 3, any_integer, emit_binary<Intrinsic::umin>},
    {"umax", Family::Intrinsic, 3, any_integer, emit_binary<Intrinsic::umax>},
    {"scmp", Family::Intrinsic, 2, three_way, emit_three_way<Intrinsic::scmp>},
    {"ucmp", Family::Intrinsic, 2, three_way, emit_three_way<Intrinsic::ucmp>},
    {"sadd.sat", Family::Intrinsic, 2, any_integer, emit_binary<Intrinsic::sadd_sat>},
    {"uadd.sat", Family::Intrinsic, 2, any_integer, emit_binary<Intrinsic::uadd_sat>},
    {"ssub.sat", Family::Intrinsic, 2, any_integer, emit_binary<Intrinsic::ssub_sat>},
    {"usub.sat", Family::Intrinsic, 2, any_integer, emit_binary<Intrinsic::usub_sat>},
    {"sshl.sat", Family::Intrinsic, 1, wider_than_bool, emit_binary<Intrinsic::sshl_sat>},
    {"ushl.sat", Family::Intrinsic, 1, wider_than_bool, emit_binary<Intrinsic::ushl_sat>},
    {"with.overflow", Family::Intrinsic, 5, any_integer, emit_overflow_result},
    {"overflow bit", Family::Intrinsic, 5, overflow_bit, emit_overflow_bit},
    {"expect", Family::Intrinsic, 1, scalar_integer, emit_expect},
};

}  // namespace

llvm::ArrayRef<Production> intrinsic_productions() { return kIntrinsicProductions; }

}  // namespace assay::generate
