#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;

/// An aggregate type that holds `type` somewhere, and the way to it.
struct Path {
  Type* aggregate;
  std::vector<unsigned> indices;
};

Path path_to(Generator& g, Type* type) {
  const unsigned index = static_cast<unsigned>(g.rng.below(2));
  switch (g.rng.below(3)) {
    case 0:
      return {llvm::ArrayType::get(type, 2), {index}};
    case 1: {
      Type* other = g.types.any();
      return {llvm::StructType::get(g.context,
                                    index == 0 ? std::vector<Type*>{type, other} : std::vector<Type*>{other, type}),
              {index}};
    }
    default: {
      Type* inner = llvm::ArrayType::get(type, 2);
      return {llvm::StructType::get(g.context, {g.types.any(), inner}), {1, index}};
    }
  }
}

Value* filled(Generator& g, Type* aggregate, const std::vector<unsigned>& indices, Type* element) {
  Value* base = g.rng.chance(1, 2) ? llvm::PoisonValue::get(aggregate) : static_cast<Value*>(g.constant(aggregate));
  return g.builder.CreateInsertValue(base, g.variable(element), indices);
}

// A value put into an aggregate, perhaps chosen between two such, and taken out again.
Value* emit_aggregate_round_trip(Generator& g, Type* type) {
  const Path path = path_to(g, type);
  Value* made = filled(g, path.aggregate, path.indices, type);
  if (g.rng.chance(1, 3)) {
    Value* other = filled(g, path.aggregate, path.indices, type);
    made = g.builder.CreateSelect(g.variable(g.builder.getInt1Ty()), made, other);
  }
  if (g.rng.chance(1, 6)) made = g.builder.CreateFreeze(made);
  return g.builder.CreateExtractValue(made, path.indices);
}

// A constant aggregate with one element replaced; another one is read.
Value* emit_neighbour(Generator& g, Type* type) {
  Type* aggregate = llvm::ArrayType::get(type, 3);
  Value* made =
      g.builder.CreateInsertValue(g.constant(aggregate), g.variable(type), {static_cast<unsigned>(g.rng.below(3))});
  made = g.builder.CreateInsertValue(made, g.variable(type), {static_cast<unsigned>(g.rng.below(3))});
  return g.builder.CreateExtractValue(made, {static_cast<unsigned>(g.rng.below(3))});
}

bool element(const Generator&, Type* type) { return type->isSingleValueType(); }

constexpr Production kAggregateProductions[] = {
    {"aggregate round trip", Family::Aggregate, 3, element, emit_aggregate_round_trip},
    {"aggregate neighbour", Family::Aggregate, 1, element, emit_neighbour},
};

}  // namespace

llvm::ArrayRef<Production> aggregate_productions() { return kAggregateProductions; }

}  // namespace assay::generate
