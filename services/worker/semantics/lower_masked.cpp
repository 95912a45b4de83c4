#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/lowering.h"

/// Masked and vector-predicated accesses to memory: one conditional access for each lane (LangRef: masked vector load
/// and store, gather and scatter, expanding load and compressing store, and their vp forms).
namespace assay::semantics {

struct Lowering::MaskedAccess {
  Slots pointer;                        ///< one lane, or one for each
  Slots condition;                      ///< one for each lane
  std::vector<Slots> places;            ///< filled in: the address of each lane
  std::vector<std::uint64_t> align;     ///< filled in, for each lane
  std::uint64_t base_align = 1;
  std::uint32_t layout = 0;             ///< of an element
  std::uint64_t stride = 0;             ///< bytes from element to element in a vector
  std::uint32_t count = 0;
};

Result<Lowering::MaskedAccess> Lowering::masked_access(const llvm::CallBase& call, unsigned pointer,
                                                       llvm::Type* vector) {
  MaskedAccess access;
  llvm::Type* element = llvm::cast<llvm::VectorType>(vector)->getElementType();
  if (data_layout().getTypeSizeInBits(element).getFixedValue() % 8 != 0)
    return Error{"masked access to elements that are no whole bytes"};
  auto layout = layout_index(element);
  if (!layout) return Error{layout.error()};
  access.layout = *layout;
  access.stride = data_layout().getTypeSizeInBits(element).getFixedValue() / 8;
  access.pointer = slots_of(call.getArgOperand(pointer));
  access.count = lanes_in(vector);
  const llvm::MaybeAlign align = call.getParamAlign(pointer);
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (const auto mask = llvm::VPIntrinsic::getMaskParamPos(id)) {
    access.condition = active_lanes(call);
    const bool scattered = access.pointer.count == access.count && access.count != 1;
    llvm::Type* accessed =
        scattered || id == llvm::Intrinsic::experimental_vp_strided_load ||
                id == llvm::Intrinsic::experimental_vp_strided_store || id == llvm::Intrinsic::vp_gather ||
                id == llvm::Intrinsic::vp_scatter
            ? element
            : vector;
    access.base_align = align ? align->value() : data_layout().getABITypeAlign(accessed).value();
  } else {
    access.condition = slots_of(call.getArgOperand(call.getType()->isVoidTy() ? 2 : 1));
    access.base_align = align ? align->value() : 1;
  }
  return access;
}

/// What is known of the alignment `bytes` after a place of this alignment.
static std::uint64_t align_after(std::uint64_t align, std::uint64_t bytes) {
  return bytes == 0 ? align : std::min(align, bytes & (~bytes + 1));
}

Status Lowering::load_masked_lanes(const llvm::CallBase& call, const MaskedAccess& access, Slots otherwise,
                                   Slots result) {
  for (std::uint32_t i = 0; i < access.count; ++i) {
    Instruction load;
    load.op = Op::MaskedLoad;
    load.origin = &call;
    load.result = lane(result, i);
    load.detail = static_cast<std::uint32_t>(out_.accesses.size());
    out_.accesses.push_back({access.layout, access.align[i], false, false});
    finish(load, {lane(access.condition, i), access.places[i], lane(otherwise, i)});
  }
  return std::nullopt;
}

Status Lowering::store_masked_lanes(const llvm::CallBase& call, const MaskedAccess& access, Slots value) {
  for (std::uint32_t i = 0; i < access.count; ++i) {
    Instruction store;
    store.op = Op::MaskedStore;
    store.origin = &call;
    store.detail = static_cast<std::uint32_t>(out_.accesses.size());
    out_.accesses.push_back({access.layout, access.align[i], false, false});
    finish(store, {lane(access.condition, i), lane(value, i), access.places[i]});
  }
  return std::nullopt;
}

namespace {

/// The vp forms have no value for lanes that are off: they are poison.
bool has_value_otherwise(const llvm::CallBase& call) {
  return !llvm::VPIntrinsic::isVPIntrinsic(call.getIntrinsicID());
}

}  // namespace

Status Lowering::write_masked_load(const llvm::CallBase& call) {
  auto access = masked_access(call, 0, call.getType());
  if (!access) return Error{access.error()};
  const Slots result = slots_of(&call);
  for (std::uint32_t i = 0; i < access->count; ++i) {
    access->places.push_back(i == 0 ? access->pointer
                                    : emit_offset(call, access->pointer, static_cast<std::int64_t>(i * access->stride)));
    access->align.push_back(align_after(access->base_align, i * access->stride));
  }
  const Slots otherwise = has_value_otherwise(call) ? slots_of(call.getArgOperand(2)) : poison_like(result);
  return load_masked_lanes(call, *access, otherwise, result);
}

Status Lowering::write_masked_store(const llvm::CallBase& call) {
  auto access = masked_access(call, 1, call.getArgOperand(0)->getType());
  if (!access) return Error{access.error()};
  for (std::uint32_t i = 0; i < access->count; ++i) {
    access->places.push_back(i == 0 ? access->pointer
                                    : emit_offset(call, access->pointer, static_cast<std::int64_t>(i * access->stride)));
    access->align.push_back(align_after(access->base_align, i * access->stride));
  }
  return store_masked_lanes(call, *access, slots_of(call.getArgOperand(0)));
}

Status Lowering::write_gather(const llvm::CallBase& call) {
  auto access = masked_access(call, 0, call.getType());
  if (!access) return Error{access.error()};
  const Slots result = slots_of(&call);
  for (std::uint32_t i = 0; i < access->count; ++i) access->places.push_back(lane(access->pointer, i));
  access->align.assign(access->count, access->base_align);
  const Slots otherwise = has_value_otherwise(call) ? slots_of(call.getArgOperand(2)) : poison_like(result);
  return load_masked_lanes(call, *access, otherwise, result);
}

Status Lowering::write_scatter(const llvm::CallBase& call) {
  auto access = masked_access(call, 1, call.getArgOperand(0)->getType());
  if (!access) return Error{access.error()};
  for (std::uint32_t i = 0; i < access->count; ++i) access->places.push_back(lane(access->pointer, i));
  access->align.assign(access->count, access->base_align);
  return store_masked_lanes(call, *access, slots_of(call.getArgOperand(0)));
}

/// Each lane that is on has the place after the last one that was.
Status Lowering::place_in_sequence(const llvm::CallBase& call, MaskedAccess& access) {
  const LaneType pointer(type_of(access.pointer));
  const LaneType word{LaneKind::Integer, FloatFormat::None, 32, 0};
  Slots before = number(32, 0);
  for (std::uint32_t i = 0; i < access.count; ++i) {
    access.places.push_back(
        emit_scaled_offset(call, new_slots(pointer, 1), access.pointer, before, access.stride));
    access.align.push_back(align_after(access.base_align, i == 0 ? 0 : access.stride));
    if (i + 1 == access.count) break;
    const Slots one = emit(call, Op::ZExt, new_slots(word, 1), {lane(access.condition, i)});
    before = emit(call, Op::Add, new_slots(word, 1), {before, one});
  }
  return std::nullopt;
}

Status Lowering::write_expanding_load(const llvm::CallBase& call) {
  auto access = masked_access(call, 0, call.getType());
  if (!access) return Error{access.error()};
  if (Status bad = place_in_sequence(call, *access)) return bad;
  return load_masked_lanes(call, *access, slots_of(call.getArgOperand(2)), slots_of(&call));
}

Status Lowering::write_compressing_store(const llvm::CallBase& call) {
  auto access = masked_access(call, 1, call.getArgOperand(0)->getType());
  if (!access) return Error{access.error()};
  if (Status bad = place_in_sequence(call, *access)) return bad;
  return store_masked_lanes(call, *access, slots_of(call.getArgOperand(0)));
}

Status Lowering::place_by_stride(const llvm::CallBase& call, MaskedAccess& access, unsigned stride) {
  const LaneType pointer(type_of(access.pointer));
  const Slots step = slots_of(call.getArgOperand(stride));
  for (std::uint32_t i = 0; i < access.count; ++i) {
    access.places.push_back(i == 0 ? access.pointer
                                   : emit_scaled_offset(call, new_slots(pointer, 1), access.pointer, step, i));
    access.align.push_back(access.base_align);
  }
  return std::nullopt;
}

Status Lowering::write_strided_load(const llvm::CallBase& call) {
  auto access = masked_access(call, 0, call.getType());
  if (!access) return Error{access.error()};
  if (Status bad = place_by_stride(call, *access, 1)) return bad;
  return load_masked_lanes(call, *access, poison_like(slots_of(&call)), slots_of(&call));
}

Status Lowering::write_strided_store(const llvm::CallBase& call) {
  auto access = masked_access(call, 1, call.getArgOperand(0)->getType());
  if (!access) return Error{access.error()};
  if (Status bad = place_by_stride(call, *access, 2)) return bad;
  return store_masked_lanes(call, *access, slots_of(call.getArgOperand(0)));
}

}  // namespace assay::semantics
