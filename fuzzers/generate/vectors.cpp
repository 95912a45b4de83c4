#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Intrinsics.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;

Value* index(Generator& g, unsigned lanes) {
  if (g.rng.chance(1, 8)) {
    // A variable index: in range when masked, else sometimes out of it, which gives poison.
    Type* type = with_width(Type::getInt1Ty(g.context), 8);
    Value* any = g.variable(type);
    return llvm::isPowerOf2_32(lanes) && g.rng.chance(2, 3)
               ? g.builder.CreateAnd(any, g.number(type, lanes - 1, lanes - 1))
               : any;
  }
  const bool outside = g.rng.chance(1, 60);
  return g.builder.getInt32(static_cast<unsigned>(outside ? lanes : g.rng.below(lanes)));
}

Value* emit_extract(Generator& g, Type* type) {
  Value* vector = g.variable(llvm::FixedVectorType::get(type, g.types.lanes()));
  return g.builder.CreateExtractElement(vector, index(g, g.types.lanes()));
}

Value* emit_insert(Generator& g, Type* type) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  Value* into = g.rng.chance(1, 4) ? llvm::PoisonValue::get(type) : g.value(type);
  Value* element = g.variable(vector->getElementType());
  return g.builder.CreateInsertElement(into, element, index(g, vector->getNumElements()));
}

Value* emit_splat(Generator& g, Type* type) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  Value* one = g.builder.CreateInsertElement(llvm::PoisonValue::get(type), g.variable(vector->getElementType()),
                                             std::uint64_t{0});
  const std::vector<int> mask(vector->getNumElements(), 0);
  return g.builder.CreateShuffleVector(one, llvm::PoisonValue::get(type), mask);
}

Value* emit_shuffle(Generator& g, Type* type) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  const unsigned result_lanes = vector->getNumElements();
  const unsigned lanes = g.rng.chance(1, 4) ? g.types.lanes() : result_lanes;
  Type* operands = llvm::FixedVectorType::get(vector->getElementType(), lanes);
  Value* left = g.variable(operands);
  Value* right = g.rng.chance(1, 3) ? llvm::PoisonValue::get(operands) : g.value(operands);
  const bool one_source = llvm::isa<llvm::PoisonValue>(right);
  const std::uint64_t style = g.rng.below(4);
  std::vector<int> mask;
  for (unsigned lane = 0; lane < result_lanes; ++lane) {
    int from = static_cast<int>(g.rng.below(one_source ? lanes : 2 * lanes));
    if (style == 0) from = static_cast<int>(result_lanes - 1 - lane) % static_cast<int>(lanes);              // reverse
    if (style == 1) from = static_cast<int>(lane % lanes + (one_source || g.rng.chance(1, 2) ? 0 : lanes));  // blend
    mask.push_back(g.percent(g.profile.poison_lane_percent / 2) ? -1 : from);
  }
  return g.builder.CreateShuffleVector(left, right, mask);
}

// A bitcast between a vector and the integer of as many bits, or between vectors.
Value* emit_bitcast(Generator& g, Type* type) {
  const unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  std::vector<Type*> sources;
  if (type->isVectorTy()) sources.push_back(llvm::IntegerType::get(g.context, bits));
  for (unsigned lanes = 2; lanes <= 8; ++lanes) {
    if (bits % lanes != 0) continue;
    Type* vector = llvm::FixedVectorType::get(llvm::IntegerType::get(g.context, bits / lanes), lanes);
    if (vector != type) sources.push_back(vector);
  }
  return g.builder.CreateBitCast(g.variable(g.rng.pick(sources)), type);
}

template <llvm::Intrinsic::ID Id>
Value* emit_reduction(Generator& g, Type* type) {
  auto* vector = llvm::FixedVectorType::get(type, g.types.lanes());
  return g.builder.CreateIntrinsic(Id, {vector}, {g.variable(vector)});
}

bool has_lanes(const Generator&, Type* type) { return is_integer(type) && type->isVectorTy(); }
bool is_lane(const Generator& g, Type* type) {
  return g.types.has_vectors() && type->isIntegerTy() && g.types.lanes() >= 2;
}
bool castable(const Generator&, Type* type) {
  if (!is_integer(type)) return false;
  const unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  return bits <= 128 && (type->isVectorTy() || bits % 2 == 0);
}

constexpr Production kVectorProductions[] = {
    {"extractelement", Family::Vector, 2, is_lane, emit_extract},
    {"insertelement", Family::Vector, 6, has_lanes, emit_insert},
    {"splat", Family::Vector, 3, has_lanes, emit_splat},
    {"shufflevector", Family::Vector, 8, has_lanes, emit_shuffle},
    {"reduce.add", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_add>},
    {"reduce.mul", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_mul>},
    {"reduce.and", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_and>},
    {"reduce.or", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_or>},
    {"reduce.xor", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_xor>},
    {"reduce.smin", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_smin>},
    {"reduce.smax", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_smax>},
    {"reduce.umin", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_umin>},
    {"reduce.umax", Family::Vector, 1, is_lane, emit_reduction<llvm::Intrinsic::vector_reduce_umax>},
    {"bitcast", Family::Vector, 1, castable, emit_bitcast},
};

}  // namespace

llvm::ArrayRef<Production> vector_productions() { return kVectorProductions; }

}  // namespace assay::generate
