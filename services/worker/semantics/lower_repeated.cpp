#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <limits>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_rows.h"

/// Intrinsics that are a fixed number of plain accesses: fills and copies of a constant length, element by element;
/// matrices, column by column; updates of counters, lane by lane. And the masks that say which lanes of such accesses
/// may run at once.
namespace assay::semantics {
namespace {

constexpr std::uint64_t kMostAccesses = 64;

/// The argument, if it is a number that is no larger.
std::optional<std::uint64_t> small_number(const llvm::CallBase& call, unsigned argument, std::uint64_t most) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
  if (number == nullptr || number->getValue().ugt(most)) return std::nullopt;
  return number->getZExtValue();
}

bool is_of_whole_bytes(const llvm::CallBase& call, const llvm::Type& vector) {
  return call.getDataLayout().getTypeSizeInBits(vector.getScalarType()).getFixedValue() % 8 == 0;
}

Slots compare(Emitter& out, const llvm::CallBase& call, Predicate predicate, Slots a, Slots b) {
  return compute(out, call, Op::ICmp, kTruth, {a, b}, predicate);
}

/// One operation on numbers that are as wide as the first one.
Slots compute_like(Emitter& out, const llvm::CallBase& call, Op op, Slots a, Slots b) {
  return compute(out, call, op, out.type_of(a), {a, b});
}

}  // namespace

bool is_short(const llvm::CallBase& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::experimental_memset_pattern:
      return small_number(call, 2, kMostAccesses) && immediate_of(call, 3) == 0;
    case llvm::Intrinsic::memcpy_element_unordered_atomic:
    case llvm::Intrinsic::memmove_element_unordered_atomic:
    case llvm::Intrinsic::memset_element_unordered_atomic: {
      const std::uint64_t bytes = immediate_of(call, 3);
      const auto length = small_number(call, 2, kMostAccesses * bytes);
      return length && bytes <= kMostAccesses && *length % bytes == 0;
    }
    case llvm::Intrinsic::matrix_column_major_load:
      return immediate_of(call, 2) == 0 && is_of_whole_bytes(call, *call.getType());
    case llvm::Intrinsic::matrix_column_major_store:
      return immediate_of(call, 3) == 0 && is_of_whole_bytes(call, *call.getArgOperand(0)->getType());
    default:
      return false;
  }
}

/// The pattern, again and again, each the allocation size of its type after the one before.
Status write_pattern_fill(Emitter& out, const llvm::CallBase& call) {
  llvm::Type* type = call.getArgOperand(1)->getType();
  auto layout = out.add_layout(type);
  if (!layout) return Error{layout.error()};
  const Slots place = out.slots_of(call.getArgOperand(0)), pattern = out.slots_of(call.getArgOperand(1));
  const std::uint64_t align = call.getParamAlign(0).valueOrOne().value();
  const std::uint64_t stride = out.data_layout().getTypeAllocSize(type).getFixedValue();
  for (std::uint64_t i = 0; i < immediate_of(call, 2); ++i)
    emit_access(out, call, Op::Store, {*layout, align_after(align, i * stride), false, false}, {},
                {pattern, emit_offset(out, call, place, static_cast<std::int64_t>(i * stride))});
  return std::nullopt;
}

/// All elements are read before one is written; places of a copy that overlap without being the same are undefined.
/// LangRef: the length is a positive multiple of the element's size.
Status write_unordered_copy(Emitter& out, const llvm::CallBase& call) {
  const std::uint64_t length = immediate_of(call, 2), bytes = immediate_of(call, 3);
  const bool is_fill = call.getIntrinsicID() == llvm::Intrinsic::memset_element_unordered_atomic;
  auto layout = out.add_layout(llvm::IntegerType::get(call.getContext(), static_cast<unsigned>(8 * bytes)));
  if (!layout) return Error{layout.error()};
  if (length == 0) require(out, call, out.number(kTruth.bits, 0), Rule::ImmediateArgument);
  const LaneType element = integer_lane(static_cast<unsigned>(8 * bytes));
  const Slots to = out.slots_of(call.getArgOperand(0)), from = out.slots_of(call.getArgOperand(1));
  if (call.getIntrinsicID() == llvm::Intrinsic::memcpy_element_unordered_atomic) {
    const LaneType word = integer_lane(out.type_of(to).bits);
    const Slots behind =
        compute(out, call, Op::Sub, word,
                {compute(out, call, Op::PtrToAddr, word, {to}), compute(out, call, Op::PtrToAddr, word, {from})});
    const Slots zero = out.number(word.bits, 0), whole = out.number(word.bits, length);
    const Slots before = compute(out, call, Op::Sub, word, {zero, behind});
    const Slots apart = compute_like(out, call, Op::And, compare(out, call, Predicate::Uge, behind, whole),
                                     compare(out, call, Predicate::Uge, before, whole));
    require(out, call, compute_like(out, call, Op::Or, apart, compare(out, call, Predicate::Eq, behind, zero)),
            Rule::OverlappingCopy);
  }
  std::vector<Slots> values;
  if (is_fill) {
    const Slots one = bytes == 1 ? from : compute(out, call, Op::ZExt, element, {from});
    Slots value = one;
    for (std::uint64_t i = 1; i < bytes; ++i)
      value =
          compute_like(out, call, Op::Or, compute_like(out, call, Op::Shl, value, out.number(element.bits, 8)), one);
    values.assign(length / bytes, value);
  }
  const auto access = [&](unsigned argument, std::uint64_t i) {
    return MemoryAccess{*layout, align_after(call.getParamAlign(argument).valueOrOne().value(), i * bytes), false,
                        true};
  };
  const auto place = [&](Slots of, std::uint64_t i) {
    return emit_offset(out, call, of, static_cast<std::int64_t>(i * bytes));
  };
  for (std::uint64_t i = values.size(); i < length / bytes; ++i)
    values.push_back(emit_access(out, call, Op::Load, access(1, i), out.new_slots(element, 1), {place(from, i)}));
  for (std::uint64_t i = 0; i < length / bytes; ++i)
    emit_access(out, call, Op::Store, access(0, i), {}, {values[i], place(to, i)});
  return std::nullopt;
}

/// The second of a matrix's arguments in memory: a positive number, and how wide it is says nothing (LangRef).
Slots stride_of(Emitter& out, const llvm::CallBase& call, unsigned pointer) {
  const llvm::Value& stride = *call.getArgOperand(pointer + 1);
  const unsigned width = out.data_layout().getIndexTypeSizeInBits(call.getArgOperand(pointer)->getType());
  LaneType wide = out.type_of(out.slots_of(&stride));
  if (wide.bits >= width) return out.slots_of(&stride);
  wide.bits = width;
  return compute(out, call, Op::ZExt, wide, {out.slots_of(&stride)});
}

/// A column is a vector in memory; the next one starts `stride` elements after it. LangRef: the stride is no less than
/// the number of rows.
Status write_matrix_access(Emitter& out, const llvm::CallBase& call) {
  const unsigned first = call.getType()->isVoidTy() ? 1 : 0;
  const llvm::Value* matrix = first == 0 ? &call : call.getArgOperand(0);
  const std::uint64_t rows = immediate_of(call, first + 3), columns = immediate_of(call, first + 4);
  auto* column = llvm::FixedVectorType::get(matrix->getType()->getScalarType(), static_cast<unsigned>(rows));
  auto layout = out.add_layout(column);
  if (!layout) return Error{layout.error()};
  const std::uint64_t bytes = out.data_layout().getTypeStoreSize(column->getElementType()).getFixedValue();
  const Slots pointer = out.slots_of(call.getArgOperand(first)), stride = stride_of(out, call, first);
  const auto number = small_number(call, first + 1, std::numeric_limits<std::uint32_t>::max());
  if (!number)
    require(out, call, compare(out, call, Predicate::Uge, stride, out.number(out.type_of(stride).bits, rows)),
            Rule::ImmediateArgument);
  const std::uint64_t align =
      call.getParamAlign(first).value_or(out.data_layout().getABITypeAlign(column->getElementType())).value();
  for (std::uint64_t i = 0; i < columns; ++i) {
    const Slots place =
        i == 0 ? pointer : emit_scaled_offset(out, call, out.new_slots_like(pointer), pointer, stride, i * bytes);
    const Slots lanes{out.slots_of(matrix).first + static_cast<Slot>(i * rows), static_cast<std::uint32_t>(rows)};
    const MemoryAccess access{*layout, align_after(align, i * number.value_or(1) * bytes), false, false};
    if (first == 0)
      emit_access(out, call, Op::Load, access, lanes, {place});
    else
      emit_access(out, call, Op::Store, access, {}, {lanes, place});
  }
  return std::nullopt;
}

/// Each lane that is on reads its counter, updates it and writes it back, one lane after the other.
Status write_histogram(Emitter& out, const llvm::CallBase& call) {
  const auto op = [&] {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::experimental_vector_histogram_uadd_sat:
        return Op::UAddSat;
      case llvm::Intrinsic::experimental_vector_histogram_umax:
        return Op::UMax;
      case llvm::Intrinsic::experimental_vector_histogram_umin:
        return Op::UMin;
      default:
        return Op::Add;
    }
  }();
  llvm::Type* type = call.getArgOperand(1)->getType();
  if (!type->isIntegerTy() || !is_of_whole_bytes(call, *type)) return Error{"counters that are no whole bytes"};
  auto layout = out.add_layout(type);
  if (!layout) return Error{layout.error()};
  const Slots places = out.slots_of(call.getArgOperand(0)), by = out.slots_of(call.getArgOperand(1)),
              active = out.slots_of(call.getArgOperand(2));
  const MemoryAccess access{*layout, call.getParamAlign(0).value_or(out.data_layout().getABITypeAlign(type)).value(),
                            false, false};
  for (std::uint32_t i = 0; i < places.count; ++i) {
    const Slots before =
        emit_access(out, call, Op::MaskedLoad, access, out.new_slots_like(by), {lane(active, i), lane(places, i), by});
    emit_access(out, call, Op::MaskedStore, access, {},
                {lane(active, i), compute_like(out, call, op, before, by), lane(places, i)});
  }
  return std::nullopt;
}

/// LangRef, llvm.loop.dependence.war.mask and raw.mask: a lane is on where its bytes lie before the distance of the two
/// pointers, or the distance is none that counts. Poison where one of the vectors wraps and they are near each other.
Status write_dependence_mask(Emitter& out, const llvm::CallBase& call) {
  const Slots a = out.slots_of(call.getArgOperand(0)), b = out.slots_of(call.getArgOperand(1));
  const Slots result = out.slots_of(&call);
  if (out.type_of(result) != kTruth) return Error{"types of llvm.loop.dependence masks"};
  const LaneType word = integer_lane(out.type_of(a).bits);
  const std::uint64_t bytes = immediate_of(call, 2);
  const Slots first = compute(out, call, Op::PtrToAddr, word, {a}),
              second = compute(out, call, Op::PtrToAddr, word, {b});
  const Slots zero = out.number(word.bits, 0), whole = out.number(word.bits, result.count * bytes);
  const Slots forward = compute_like(out, call, Op::Sub, second, first);
  const Slots is_before = compare(out, call, Predicate::Sle, forward, zero);
  const Slots distance =
      compute(out, call, Op::Select, word, {is_before, compute_like(out, call, Op::Sub, first, second), forward});
  const bool reads_first = call.getIntrinsicID() == llvm::Intrinsic::loop_dependence_war_mask;
  const Slots all_on = reads_first ? is_before : compare(out, call, Predicate::Eq, forward, zero);
  const auto wraps = [&](Slots place) {
    return compare(out, call, Predicate::Ult, compute_like(out, call, Op::Add, place, whole), place);
  };
  const Slots is_poison = compute_like(out, call, Op::And, compare(out, call, Predicate::Ult, distance, whole),
                                       compute_like(out, call, Op::Or, wraps(first), wraps(second)));
  for (std::uint32_t i = 0; i < result.count; ++i) {
    const Slots is_near = compare(out, call, Predicate::Ult, out.number(word.bits, i * bytes), distance);
    const Slots is_on = compute_like(out, call, Op::Or, all_on, is_near);
    emit(out, call, Op::Select, lane(result, i), {is_poison, out.poison_like(lane(result, i)), is_on});
  }
  return std::nullopt;
}

}  // namespace assay::semantics
