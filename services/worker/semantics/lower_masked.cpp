#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"

/// Masked and vector-predicated accesses to memory: one conditional access for each lane (LangRef: masked vector load
/// and store, gather and scatter, expanding load and compressing store, and their vp forms).
namespace assay::semantics {
namespace {

struct MaskedAccess {
  Slots pointer;                     ///< one lane, or one for each
  Slots condition;                   ///< one for each lane
  std::vector<Slots> places;         ///< filled in: the address of each lane
  std::vector<std::uint64_t> align;  ///< filled in, for each lane
  std::uint64_t base_align = 1;
  std::uint32_t layout = 0;  ///< of an element
  std::uint64_t stride = 0;  ///< bytes from element to element in a vector
  std::uint32_t count = 0;
};

/// The vp forms differ: an explicit vector length, alignment by the type's, poison for lanes that are off.
bool is_predicated(const llvm::CallBase& call) { return llvm::VPIntrinsic::isVPIntrinsic(call.getIntrinsicID()); }

/// Do the lanes of a vp access lie at places of their own, each with the alignment of an element?
bool is_scattered(const llvm::CallBase& call, const MaskedAccess& access) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::experimental_vp_strided_load:
    case llvm::Intrinsic::experimental_vp_strided_store:
    case llvm::Intrinsic::vp_gather:
    case llvm::Intrinsic::vp_scatter:
      return true;
    default:
      return access.pointer.count == access.count && access.count != 1;
  }
}

Result<MaskedAccess> masked_access(Emitter& out, const llvm::CallBase& call, unsigned pointer, llvm::Type* vector) {
  MaskedAccess access;
  llvm::Type* element = llvm::cast<llvm::VectorType>(vector)->getElementType();
  const std::uint64_t bits = out.data_layout().getTypeSizeInBits(element).getFixedValue();
  if (bits % 8 != 0) return Error{"masked access to elements that are no whole bytes"};
  auto layout = out.add_layout(element);
  if (!layout) return Error{layout.error()};
  access.layout = *layout;
  access.stride = bits / 8;
  access.pointer = out.slots_of(call.getArgOperand(pointer));
  access.count = lanes_in(out, vector);
  const llvm::MaybeAlign align = call.getParamAlign(pointer);
  if (is_predicated(call)) {
    access.condition = active_lanes(out, call);
    llvm::Type* accessed = is_scattered(call, access) ? element : vector;
    access.base_align = align ? align->value() : out.data_layout().getABITypeAlign(accessed).value();
    if (!align && !is_scattered(call, access)) {  // else it is a promise of the argument
      Promises promises;
      promises.align = access.base_align;
      access.pointer = with_promises(out, access.pointer, std::move(promises), call);
    }
  } else {
    access.condition = out.slots_of(call.getArgOperand(call.getType()->isVoidTy() ? 2 : 1));
    access.base_align = align ? align->value() : 1;
  }
  return access;
}

// Where the lanes are.

void place_as_vector(Emitter& out, const llvm::CallBase& call, MaskedAccess& access) {
  for (std::uint32_t i = 0; i < access.count; ++i) {
    const std::uint64_t bytes = i * access.stride;
    access.places.push_back(i == 0 ? access.pointer
                                   : emit_offset(out, call, access.pointer, static_cast<std::int64_t>(bytes)));
    access.align.push_back(align_after(access.base_align, bytes));
  }
}

void place_by_pointers(MaskedAccess& access) {
  for (std::uint32_t i = 0; i < access.count; ++i) access.places.push_back(lane(access.pointer, i));
  access.align.assign(access.count, access.base_align);
}

/// Each lane that is on has the place after the last one that was.
void place_in_sequence(Emitter& out, const llvm::CallBase& call, MaskedAccess& access) {
  const LaneType pointer = out.type_of(access.pointer), word = integer_lane(32);
  Slots before = out.number(32, 0);
  for (std::uint32_t i = 0; i < access.count; ++i) {
    access.places.push_back(
        emit_scaled_offset(out, call, out.new_slots(pointer, 1), access.pointer, before, access.stride));
    access.align.push_back(align_after(access.base_align, i == 0 ? 0 : access.stride));
    if (i + 1 == access.count) break;
    const Slots one = compute(out, call, Op::ZExt, word, {lane(access.condition, i)});
    before = compute(out, call, Op::Add, word, {before, one});
  }
}

/// `stride` is the number of the argument that says how many bytes a lane is after the one before.
void place_by_stride(Emitter& out, const llvm::CallBase& call, MaskedAccess& access, unsigned stride) {
  const LaneType pointer = out.type_of(access.pointer);
  const Slots step = out.slots_of(call.getArgOperand(stride));
  for (std::uint32_t i = 0; i < access.count; ++i) {
    access.places.push_back(i == 0 ? access.pointer
                                   : emit_scaled_offset(out, call, out.new_slots(pointer, 1), access.pointer, step, i));
    access.align.push_back(access.base_align);
  }
}

/// Places the lanes of the load `call` and loads them. A lane that is off has its value from argument 2; in a vp form
/// it is poison.
template <class Place>
Status write_load(Emitter& out, const llvm::CallBase& call, const Place& place) {
  auto access = masked_access(out, call, 0, call.getType());
  if (!access) return Error{access.error()};
  place(*access);
  const Slots result = out.slots_of(&call);
  const Slots otherwise = is_predicated(call) ? out.poison_like(result) : out.slots_of(call.getArgOperand(2));
  for (std::uint32_t i = 0; i < access->count; ++i)
    emit_access(out, call, Op::MaskedLoad, {access->layout, access->align[i], false, false}, lane(result, i),
                {lane(access->condition, i), access->places[i], lane(otherwise, i)});
  return std::nullopt;
}

template <class Place>
Status write_store(Emitter& out, const llvm::CallBase& call, const Place& place) {
  auto access = masked_access(out, call, 1, call.getArgOperand(0)->getType());
  if (!access) return Error{access.error()};
  place(*access);
  const Slots value = out.slots_of(call.getArgOperand(0));
  for (std::uint32_t i = 0; i < access->count; ++i)
    emit_access(out, call, Op::MaskedStore, {access->layout, access->align[i], false, false}, {},
                {lane(access->condition, i), lane(value, i), access->places[i]});
  return std::nullopt;
}

}  // namespace

Status write_masked_load(Emitter& out, const llvm::CallBase& call) {
  return write_load(out, call, [&](MaskedAccess& access) { place_as_vector(out, call, access); });
}

Status write_masked_store(Emitter& out, const llvm::CallBase& call) {
  return write_store(out, call, [&](MaskedAccess& access) { place_as_vector(out, call, access); });
}

Status write_gather(Emitter& out, const llvm::CallBase& call) { return write_load(out, call, place_by_pointers); }

Status write_scatter(Emitter& out, const llvm::CallBase& call) { return write_store(out, call, place_by_pointers); }

Status write_expanding_load(Emitter& out, const llvm::CallBase& call) {
  return write_load(out, call, [&](MaskedAccess& access) { place_in_sequence(out, call, access); });
}

Status write_compressing_store(Emitter& out, const llvm::CallBase& call) {
  return write_store(out, call, [&](MaskedAccess& access) { place_in_sequence(out, call, access); });
}

Status write_strided_load(Emitter& out, const llvm::CallBase& call) {
  return write_load(out, call, [&](MaskedAccess& access) { place_by_stride(out, call, access, 1); });
}

Status write_strided_store(Emitter& out, const llvm::CallBase& call) {
  return write_store(out, call, [&](MaskedAccess& access) { place_by_stride(out, call, access, 2); });
}

}  // namespace assay::semantics
