#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"

/// Loads and stores of several vectors at once, as targets have them: element k of vector r is the (k * ways + r)-th in
/// memory (Arm's LD2 to ST4, RISC-V's segment loads and stores). Interleaved accesses of loops become these.
namespace assay::semantics {
namespace {

struct Segments {
  unsigned ways = 0;  ///< vectors
  bool is_store = false;
  bool is_zero_where_off = false;  ///< lanes that the mask leaves out; else poison
  // Arguments.
  unsigned first_value = 0;  ///< of a store
  unsigned pointer = 0;
  std::optional<unsigned> mask{}, length{};
  std::optional<unsigned> align{};  ///< says how the place is aligned
};

/// The digit behind a prefix, where that and the rest are all of the name; 0: they aren't.
unsigned digit_between(llvm::StringRef name, llvm::StringRef before, llvm::StringRef behind) {
  if (!name.consume_front(before) || !name.consume_back(behind) || name.size() != 1) return 0;
  return name[0] >= '2' && name[0] <= '8' ? static_cast<unsigned>(name[0] - '0') : 0;
}

std::optional<Segments> segments_of(llvm::Intrinsic::ID id) {
  if (!llvm::Intrinsic::isTargetIntrinsic(id)) return std::nullopt;
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  if (const unsigned n = digit_between(name, "llvm.aarch64.neon.ld", "")) return Segments{.ways = n};
  if (const unsigned n = digit_between(name, "llvm.aarch64.neon.st", ""))
    return Segments{.ways = n, .is_store = true, .pointer = n};
  if (const unsigned n = digit_between(name, "llvm.arm.neon.vld", "")) return Segments{.ways = n, .align = 1};
  if (const unsigned n = digit_between(name, "llvm.arm.neon.vst", ""))
    return Segments{.ways = n, .is_store = true, .first_value = 1, .align = n + 1};
  if (const unsigned n = digit_between(name, "llvm.aarch64.sve.ld", ".sret"))
    return Segments{.ways = n, .is_zero_where_off = true, .pointer = 1, .mask = 0};
  if (const unsigned n = digit_between(name, "llvm.aarch64.sve.st", ""))
    return Segments{.ways = n, .is_store = true, .pointer = n + 1, .mask = n};
  if (const unsigned n = digit_between(name, "llvm.riscv.seg", ".load.mask"))
    return Segments{.ways = n, .mask = 1, .length = 2};
  if (const unsigned n = digit_between(name, "llvm.riscv.seg", ".store.mask"))
    return Segments{.ways = n, .is_store = true, .pointer = n, .mask = n + 1, .length = n + 2};
  return std::nullopt;
}

/// Which lanes take part; nothing where all do.
std::optional<Slots> active_lanes_of(Emitter& out, const llvm::CallBase& call, const Segments& segments,
                                     std::uint32_t lanes) {
  const auto is_all = [&] {
    const auto* mask = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(*segments.mask));
    const auto* length =
        segments.length ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(*segments.length)) : nullptr;
    return mask != nullptr && mask->isAllOnesValue() &&
           (!segments.length || (length != nullptr && length->getValue().uge(lanes)));
  };
  if (!segments.mask || is_all()) return std::nullopt;
  Slots active = out.slots_of(call.getArgOperand(*segments.mask));
  if (!segments.length) return active;
  const Slots length = out.slots_of(call.getArgOperand(*segments.length));
  const Slots both = out.new_slots(kTruth, lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const Slots within =
        compute(out, call, Op::ICmp, kTruth, {out.number(out.type_of(length).bits, i), length}, Predicate::Ult);
    emit(out, call, Op::And, lane(both, i), {lane(active, i), within});
  }
  return both;
}

/// From the lanes of all vectors, one after the other, to those in memory, or back.
Mask interleaving(std::uint32_t ways, std::uint32_t each) {
  Mask mask;
  for (std::uint32_t i = 0; i < ways * each; ++i) mask.push_back(static_cast<std::int32_t>(i % ways * each + i / ways));
  return mask;
}
Mask deinterleaving(std::uint32_t ways, std::uint32_t each) {
  Mask mask;
  for (std::uint32_t i = 0; i < ways * each; ++i) mask.push_back(static_cast<std::int32_t>(i % each * ways + i / each));
  return mask;
}

/// What the pointer's attribute promises, or an operand: an instruction is chosen by it that faults elsewhere.
std::uint64_t alignment_of(const llvm::CallBase& call, const Segments& segments) {
  const std::uint64_t promised = call.getParamAlign(segments.pointer).valueOrOne().value();
  if (!segments.align) return promised;
  const auto* asked = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(*segments.align));
  return asked != nullptr && asked->getValue().isPowerOf2() ? std::max(promised, asked->getZExtValue()) : promised;
}

/// The access, of all lanes at once or, where a mask may leave some out, lane by lane.
Status access_memory(Emitter& out, const llvm::CallBase& call, const Segments& segments, llvm::Type* element,
                     Slots memory, std::uint32_t each) {
  const Slots pointer = out.slots_of(call.getArgOperand(segments.pointer));
  const std::uint64_t align = alignment_of(call, segments);
  const auto active = active_lanes_of(out, call, segments, each);
  auto layout = out.add_layout(active ? element : llvm::FixedVectorType::get(element, memory.count));
  if (!layout) return Error{layout.error()};
  if (!active) {
    if (segments.is_store)
      emit_access(out, call, Op::Store, {*layout, align, false, false}, {}, {memory, pointer});
    else
      emit_access(out, call, Op::Load, {*layout, align, false, false}, memory, {pointer});
    return std::nullopt;
  }
  const std::uint64_t bytes = out.data_layout().getTypeStoreSize(element).getFixedValue();
  const Slots off = segments.is_zero_where_off ? out.number(out.type_of(memory).bits, 0) : out.poison_like(memory);
  for (std::uint32_t i = 0; i < memory.count; ++i) {
    const Slots place = emit_offset(out, call, pointer, static_cast<std::int64_t>(i * bytes));
    const Slots is_on = lane(*active, i / segments.ways);
    const MemoryAccess access{*layout, align_after(align, i * bytes), false, false};
    if (segments.is_store)
      emit_access(out, call, Op::MaskedStore, access, {}, {is_on, lane(memory, i), place});
    else
      emit_access(out, call, Op::MaskedLoad, access, lane(memory, i),
                  {is_on, place, lane(off, segments.is_zero_where_off ? 0 : i)});
  }
  return std::nullopt;
}

}  // namespace

bool is_segmented(llvm::Intrinsic::ID id) { return segments_of(id).has_value(); }

Status write_segments(Emitter& out, const llvm::CallBase& call) {
  const Segments segments = *segments_of(call.getIntrinsicID());
  llvm::Type* vector =
      segments.is_store ? call.getArgOperand(segments.first_value)->getType() : call.getType()->getStructElementType(0);
  llvm::Type* element = vector->getScalarType();
  if (out.data_layout().getTypeSizeInBits(element) % 8 != 0)
    return Error{"segments of elements that are no whole bytes"};
  const std::uint32_t each = lanes_in(out, vector);
  auto type = out.new_slots(element);
  if (!type) return Error{type.error()};
  const Slots memory = out.new_slots(out.type_of(*type), segments.ways * each);
  if (!segments.is_store) {
    if (Status bad = access_memory(out, call, segments, element, memory, each)) return bad;
    emit_moves(out, call, out.slots_of(&call), {memory}, deinterleaving(segments.ways, each));
    return std::nullopt;
  }
  std::vector<Slots> values;
  for (unsigned i = 0; i < segments.ways; ++i)
    values.push_back(out.slots_of(call.getArgOperand(segments.first_value + i)));
  emit_moves(out, call, memory, values, interleaving(segments.ways, each));
  return access_memory(out, call, segments, element, memory, each);
}

/// SVE's predicates by a pattern: all lanes, or as many as its name says where the vector has them.
Status write_pattern_of_lanes(Emitter& out, const llvm::CallBase& call) {
  constexpr std::uint64_t kAll = 31, kFirstPower = 9, kLastPower = 13, kSmall = 8;
  const auto* pattern = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (pattern == nullptr) return Error{"a predicate pattern that is no constant"};
  const Slots result = out.slots_of(&call);
  const std::uint64_t given = pattern->getZExtValue();
  std::uint64_t count = 0;
  if (given == kAll)
    count = result.count;
  else if (given >= 1 && given <= kSmall)
    count = given;
  else if (given >= kFirstPower && given <= kLastPower)
    count = std::uint64_t{16} << (given - kFirstPower);
  else
    return Error{"predicate pattern " + std::to_string(given)};
  if (count > result.count) count = 0;
  Mask mask;
  for (std::uint32_t i = 0; i < result.count; ++i) mask.push_back(i < count ? 1 : 0);
  const unsigned bits = out.type_of(result).bits;
  emit_moves(out, call, result, {out.number(bits, 0), out.number(bits, 1)}, std::move(mask));
  return std::nullopt;
}

}  // namespace assay::semantics
