#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/program.h"

namespace assay::semantics {
namespace {

constexpr std::size_t kMostLanes = 1u << 16;

Result<LaneType> scalar_lane(const llvm::DataLayout& layout, llvm::Type* type) {
  const auto bits = [&] { return static_cast<std::uint32_t>(layout.getTypeSizeInBits(type).getFixedValue()); };
  switch (type->getTypeID()) {
    case llvm::Type::IntegerTyID:
      return LaneType{LaneKind::Integer, FloatFormat::None, bits(), 0};
    case llvm::Type::HalfTyID:
      return LaneType{LaneKind::Float, FloatFormat::Half, 16, 0};
    case llvm::Type::BFloatTyID:
      return LaneType{LaneKind::Float, FloatFormat::BFloat, 16, 0};
    case llvm::Type::FloatTyID:
      return LaneType{LaneKind::Float, FloatFormat::Single, 32, 0};
    case llvm::Type::DoubleTyID:
      return LaneType{LaneKind::Float, FloatFormat::Double, 64, 0};
    case llvm::Type::X86_FP80TyID:
      return LaneType{LaneKind::Float, FloatFormat::X87, 80, 0};
    case llvm::Type::FP128TyID:
      return LaneType{LaneKind::Float, FloatFormat::Quad, 128, 0};
    case llvm::Type::PointerTyID:
      return LaneType{LaneKind::Pointer, FloatFormat::None, bits(), type->getPointerAddressSpace()};
    case llvm::Type::PPC_FP128TyID:
      return Error{"ppc_fp128"};
    case llvm::Type::X86_AMXTyID:
      return Error{"x86_amx"};
    case llvm::Type::TokenTyID:
      return Error{"token"};
    case llvm::Type::TargetExtTyID:
      return Error{"target extension type"};
    default:
      return Error{"type"};
  }
}

/// Walks a type once and writes down lanes and chunks.
class LayoutBuilder {
 public:
  LayoutBuilder(const llvm::DataLayout& layout, const LowerOptions& options) : layout_(layout), options_(options) {}

  Status add(llvm::Type* type, std::uint64_t offset) {
    if (type->isVoidTy()) return std::nullopt;
    if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type)) return add_vector(vector, offset);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const std::uint64_t stride = fixed(layout_.getTypeAllocSize(array->getElementType()));
      if (array->getNumElements() > kMostLanes) return Error{"large aggregate"};
      for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
        if (Status bad = add(array->getElementType(), offset + i * stride)) return bad;
      return std::nullopt;
    }
    if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
      if (record->isOpaque()) return Error{"opaque struct"};
      const llvm::StructLayout* places = layout_.getStructLayout(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        if (Status bad = add(record->getElementType(i), offset + fixed(places->getElementOffset(i)))) return bad;
      return std::nullopt;
    }
    auto lane = scalar_lane(layout_, type);
    if (!lane) return Error{lane.error()};
    return add_chunk(*lane, offset, 1);
  }

  std::uint64_t fixed(llvm::TypeSize size) const {
    return size.getKnownMinValue() * (size.isScalable() ? options_.vscale : 1);
  }

  std::vector<LaneType> lanes;
  std::vector<Chunk> chunks;

 private:
  Status add_vector(llvm::VectorType* vector, std::uint64_t offset) {
    auto lane = scalar_lane(layout_, vector->getElementType());
    if (!lane) return Error{lane.error()};
    const auto count = static_cast<std::uint32_t>(vector->getElementCount().getKnownMinValue() *
                                                  (vector->getElementCount().isScalable() ? options_.vscale : 1));
    if (lane->bits % 8 != 0) return add_chunk(*lane, offset, count);
    for (std::uint32_t i = 0; i < count; ++i)
      if (Status bad = add_chunk(*lane, offset + std::uint64_t{i} * (lane->bits / 8), 1)) return bad;
    return std::nullopt;
  }

  Status add_chunk(const LaneType& lane, std::uint64_t offset, std::uint32_t count) {
    if (lanes.size() + count > kMostLanes) return Error{"large aggregate"};
    const auto bytes = static_cast<std::uint32_t>((std::uint64_t{lane.bits} * count + 7) / 8);
    chunks.push_back({offset, bytes, static_cast<std::uint32_t>(lanes.size()), count, lane});
    lanes.insert(lanes.end(), count, lane);
    return std::nullopt;
  }

  const llvm::DataLayout& layout_;
  const LowerOptions& options_;
};

}  // namespace

Result<Layout> layout_of(const llvm::Module& module, llvm::Type* type, const LowerOptions& options) {
  LayoutBuilder builder(module.getDataLayout(), options);
  if (Status bad = builder.add(type, 0)) return *bad;
  Layout layout;
  if (type->isSized()) {
    layout.store_size = builder.fixed(module.getDataLayout().getTypeStoreSize(type));
    layout.alloc_size = builder.fixed(module.getDataLayout().getTypeAllocSize(type));
    layout.abi_align = module.getDataLayout().getABITypeAlign(type).value();
  }
  layout.lanes = static_cast<std::uint32_t>(builder.lanes.size());
  layout.chunks = std::move(builder.chunks);
  return layout;
}

Result<std::vector<LaneType>> lanes_of(const llvm::Module& module, llvm::Type* type, const LowerOptions& options) {
  LayoutBuilder builder(module.getDataLayout(), options);
  if (Status bad = builder.add(type, 0)) return *bad;
  return std::move(builder.lanes);
}

}  // namespace assay::semantics
