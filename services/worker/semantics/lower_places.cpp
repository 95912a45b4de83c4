#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/lowering.h"

/// Intrinsics that access several places one after the other: columns of a matrix, a histogram's counters, copies and
/// fills in atomic elements.
namespace assay::semantics {
namespace {

constexpr LaneType kTruth{LaneKind::Integer, FloatFormat::None, 1, 0};

Instruction plain(const llvm::Instruction& origin, Op op) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  return instruction;
}

std::uint64_t immediate_of(const llvm::CallBase& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

}  // namespace

/// The access to the element at a place, on or off.
Result<std::uint32_t> Lowering::element_access(llvm::Type* element, std::uint64_t align) {
  if (data_layout().getTypeSizeInBits(element).getFixedValue() % 8 != 0)
    return Error{"access to elements that are no whole bytes"};
  auto layout = layout_index(element);
  if (!layout) return Error{layout.error()};
  out_.accesses.push_back({*layout, align, false, false});
  return static_cast<std::uint32_t>(out_.accesses.size() - 1);
}

/// LangRef, matrix intrinsics: column j starts j times the stride, in elements, behind the pointer. The stride is at least
/// the number of rows.
Status Lowering::write_matrix_access(const llvm::CallBase& call) {
  const bool is_load = call.getIntrinsicID() == llvm::Intrinsic::matrix_column_major_load;
  const unsigned first = is_load ? 0 : 1;  // operand: the pointer; then stride, volatile, rows, columns
  if (immediate_of(call, first + 2) != 0) return Error{"volatile matrix access"};
  const std::uint64_t rows = immediate_of(call, first + 3), columns = immediate_of(call, first + 4);
  llvm::Type* vector = is_load ? call.getType() : call.getArgOperand(0)->getType();
  llvm::Type* element = llvm::cast<llvm::VectorType>(vector)->getElementType();
  const std::uint64_t natural = data_layout().getABITypeAlign(element).value();
  const Slots value = is_load ? slots_of(&call) : slots_of(call.getArgOperand(0));
  const Slots pointer = slots_of(call.getArgOperand(first)), stride = slots_of(call.getArgOperand(first + 1));
  const Slots wide = emit(call, Op::ICmp, new_slots(kTruth, 1), {stride, number(type_of(stride).bits, rows)},
                          {.predicate = Predicate::Uge});
  require(call, wide, Rule::ImmediateArgument);
  const std::uint64_t bytes = data_layout().getTypeAllocSize(element).getFixedValue();
  for (std::uint64_t column = 0; column < columns; ++column) {
    const Slots start = emit_scaled_offset(call, new_slots(LaneType(type_of(pointer)), 1), pointer, stride, column * bytes);
    for (std::uint64_t row = 0; row < rows; ++row) {
      const bool is_first = column == 0 && row == 0;
      auto access = element_access(element, is_first ? call.getParamAlign(first).value_or(llvm::Align(natural)).value() : natural);
      if (!access) return Error{access.error()};
      const Slots place = emit_offset(call, start, static_cast<std::int64_t>(row * bytes));
      const Slots part = lane(value, static_cast<std::uint32_t>(column * rows + row));
      Instruction each = plain(call, is_load ? Op::Load : Op::Store);
      each.detail = *access;
      if (is_load) each.result = part;
      if (is_load) finish(each, {place});
      if (!is_load) finish(each, {part, place});
    }
  }
  return std::nullopt;
}

/// LangRef, vector histogram: one update after the other, so that places may coincide.
Status Lowering::write_histogram(const llvm::CallBase& call) {
  const Slots places = slots_of(call.getArgOperand(0)), by = slots_of(call.getArgOperand(1));
  const Slots mask = slots_of(call.getArgOperand(2));
  llvm::Type* element = call.getArgOperand(1)->getType();
  const LaneType type(type_of(by));
  const Op op = [&] {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::experimental_vector_histogram_uadd_sat: return Op::UAddSat;
      case llvm::Intrinsic::experimental_vector_histogram_umax: return Op::UMax;
      case llvm::Intrinsic::experimental_vector_histogram_umin: return Op::UMin;
      default: return Op::Add;
    }
  }();
  for (std::uint32_t i = 0; i < places.count; ++i) {
    auto access = element_access(element, data_layout().getABITypeAlign(element).value());
    if (!access) return Error{access.error()};
    Instruction load = plain(call, Op::MaskedLoad);
    load.detail = *access;
    load.result = new_slots(type, 1);
    finish(load, {lane(mask, i), lane(places, i), number(type.bits, 0)});
    const Slots sum = emit(call, op, new_slots(type, 1), {load.result, by});
    Instruction store = plain(call, Op::MaskedStore);
    store.detail = *access;
    finish(store, {lane(mask, i), sum, lane(places, i)});
  }
  return std::nullopt;
}

/// One thread sees a copy or fill; its length is a multiple of the elements' size.
Status Lowering::write_element_copy(const llvm::CallBase& call) {
  const Op op = call.getIntrinsicID() == llvm::Intrinsic::memcpy_element_unordered_atomic    ? Op::MemCpy
                : call.getIntrinsicID() == llvm::Intrinsic::memmove_element_unordered_atomic ? Op::MemMove
                                                                                             : Op::MemSet;
  const Slots length = slots_of(call.getArgOperand(2));
  const LaneType type(type_of(length));
  const Slots rest = emit(call, Op::URem, new_slots(type, 1), {length, number(type.bits, immediate_of(call, 3))});
  const Slots whole = emit(call, Op::ICmp, new_slots(kTruth, 1), {rest, number(type.bits, 0)}, {.predicate = Predicate::Eq});
  require(call, whole, Rule::ImmediateArgument);
  finish(start(call, op), {slots_of(call.getArgOperand(0)), slots_of(call.getArgOperand(1)), length});
  return std::nullopt;
}

}  // namespace assay::semantics
