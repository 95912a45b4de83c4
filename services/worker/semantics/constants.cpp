#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/program.h"

namespace assay::semantics {
namespace {

ConstantLane lane_of_kind(ConstantLane::Kind kind) {
  ConstantLane lane;
  lane.kind = kind;
  return lane;
}

ConstantLane lane_of_bits(llvm::APInt bits) {
  ConstantLane lane;
  lane.bits = std::move(bits);
  return lane;
}

class ConstantWriter {
 public:
  ConstantWriter(const llvm::Module& module, const LowerOptions& options) : module_(module), options_(options) {}

  Status add(const llvm::Constant& constant) {
    if (llvm::isa<llvm::PoisonValue>(constant)) return add_all(constant.getType(), ConstantLane::Kind::Poison);
    if (llvm::isa<llvm::UndefValue>(constant))
      return add_all(constant.getType(),
                     options_.variant.undef ? ConstantLane::Kind::Undef : ConstantLane::Kind::Poison);
    if (llvm::isa<llvm::ConstantAggregateZero>(constant)) return add_zero(constant.getType());
    if (llvm::isa<llvm::ConstantPointerNull>(constant)) return add_zero(constant.getType());
    if (llvm::isa<llvm::VectorType, llvm::ArrayType, llvm::StructType>(constant.getType()))
      return add_elements(constant);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
      lanes.push_back(lane_of_bits(integer->getValue()));
    } else if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
      if (number->getType()->isPPC_FP128Ty()) return Error{"ppc_fp128"};
      lanes.push_back(lane_of_bits(number->getValueAPF().bitcastToAPInt()));
    } else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
      add_global(global);
    } else if (const auto* equivalent = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&constant)) {
      // It does the same as the function, but may have another address (LangRef, DSO Local Equivalent).
      const auto is_called = [&](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        return call != nullptr && call->getCalledOperand() == equivalent;
      };
      if (!llvm::all_of(equivalent->users(), is_called)) return Error{"the address of dso_local_equivalent"};
      add_global(equivalent->getGlobalValue());
    } else if (const auto* no_cfi = llvm::dyn_cast<llvm::NoCFIValue>(&constant)) {
      add_global(no_cfi->getGlobalValue());
    } else if (const auto* address = llvm::dyn_cast<llvm::BlockAddress>(&constant)) {
      lanes.push_back(lane_of_kind(ConstantLane::Kind::BlockAddress));
      lanes.back().block = address->getBasicBlock();
    } else if (llvm::isa<llvm::ConstantExpr>(constant)) {
      return Error{"constant expression"};
    } else if (llvm::isa<llvm::ConstantTokenNone>(constant)) {
      return Error{"token"};
    } else {
      return Error{"constant"};
    }
    return std::nullopt;
  }

  std::vector<ConstantLane> lanes;

 private:
  void add_global(const llvm::GlobalValue* global) {
    lanes.push_back(lane_of_kind(ConstantLane::Kind::Global));
    lanes.back().global = global;
  }

  Status add_all(llvm::Type* type, ConstantLane::Kind kind) {
    auto types = lanes_of(module_, type, options_);
    if (!types) return Error{types.error()};
    for (const LaneType& lane : *types) {
      lanes.push_back(lane_of_kind(kind));
      lanes.back().bits = llvm::APInt(lane.bits, 0);
    }
    return std::nullopt;
  }

  Status add_zero(llvm::Type* type) {
    auto types = lanes_of(module_, type, options_);
    if (!types) return Error{types.error()};
    for (const LaneType& lane : *types) {
      lanes.push_back(lane_of_bits(llvm::APInt(lane.bits, 0)));
      if (lane.kind == LaneKind::Pointer) lanes.back().kind = ConstantLane::Kind::NullPointer;
    }
    return std::nullopt;
  }

  Status add_elements(const llvm::Constant& constant) {
    if (const llvm::Constant* splat =
            llvm::isa<llvm::ScalableVectorType>(constant.getType()) ? constant.getSplatValue() : nullptr) {
      const auto* vector = llvm::cast<llvm::ScalableVectorType>(constant.getType());
      for (unsigned i = 0; i < vector->getMinNumElements() * options_.vscale; ++i)
        if (Status bad = add(*splat)) return bad;
      return std::nullopt;
    }
    if (llvm::isa<llvm::ConstantExpr>(constant)) return Error{"constant expression"};
    const auto count = element_count(constant.getType());
    for (unsigned i = 0; i < count; ++i) {
      const llvm::Constant* element = constant.getAggregateElement(i);
      if (element == nullptr) return Error{"constant"};
      if (Status bad = add(*element)) return bad;
    }
    return std::nullopt;
  }

  static unsigned element_count(llvm::Type* type) {
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector->getNumElements();
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return static_cast<unsigned>(array->getNumElements());
    return type->getStructNumElements();
  }

  const llvm::Module& module_;
  const LowerOptions& options_;
};

}  // namespace

Result<std::vector<ConstantLane>> constant_lanes(const llvm::Module& module, const llvm::Value& constant,
                                                 const LowerOptions& options) {
  const auto* value = llvm::dyn_cast<llvm::Constant>(&constant);
  if (value == nullptr) return Error{"constant"};
  ConstantWriter writer(module, options);
  if (Status bad = writer.add(*value)) return *bad;
  return std::move(writer.lanes);
}

}  // namespace assay::semantics
