#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/lowering.h"

/// Matrix intrinsics. Elements stand column by column.
namespace assay::semantics {
namespace {

constexpr LaneType kTruth{LaneKind::Integer, FloatFormat::None, 1, 0};

constexpr std::uint64_t kMostProducts = 4096;

}  // namespace

Status Lowering::write_transposed_matrix(const llvm::CallBase& call) {
  const std::uint64_t rows = immediate_of(call, 1), columns = immediate_of(call, 2);
  const Slots result = slots_of(&call);
  std::vector<std::int32_t> mask;
  for (std::uint64_t i = 0; i < result.count; ++i) mask.push_back(static_cast<std::int32_t>(i / columns + i % columns * rows));
  emit_moves(call, result, {slots_of(call.getArgOperand(0))}, std::move(mask));
  return std::nullopt;
}

/// Each element is the sum of its products in the order of the inner index, starting from the first product.
Status Lowering::write_matrix_product(const llvm::CallBase& call) {
  const std::uint64_t rows = immediate_of(call, 2), inner = immediate_of(call, 3), columns = immediate_of(call, 4);
  const Slots a = slots_of(call.getArgOperand(0)), b = slots_of(call.getArgOperand(1)), result = slots_of(&call);
  if (rows * inner * columns > kMostProducts) return Error{"large matrix product"};
  const LaneType type(type_of(result));
  const bool is_float = type.kind == LaneKind::Float;
  Details details;
  details.flags = fast_math_flags_of(call);
  for (std::uint64_t column = 0; column < columns; ++column) {
    Slots sum;
    for (std::uint64_t k = 0; k < inner; ++k) {
      // A whole column of the first matrix by one element of the second.
      const Slots part{a.first + static_cast<Slot>(k * rows), static_cast<std::uint32_t>(rows)};
      const Slots factor = lane(b, static_cast<std::uint32_t>(column * inner + k));
      const Slots into{result.first + static_cast<Slot>(column * rows), static_cast<std::uint32_t>(rows)};
      const Slots product = emit(call, is_float ? Op::FMul : Op::Mul,
                                 inner == 1 ? into : new_slots(type, into.count), {part, factor}, details);
      if (k != 0)
        sum = emit(call, is_float ? Op::FAdd : Op::Add, k + 1 == inner ? into : new_slots(type, into.count),
                   {sum, product}, details);
      else
        sum = product;
    }
  }
  return std::nullopt;
}

Result<MemoryAccess> Lowering::element_access(llvm::Type* element, std::uint64_t align) {
  if (data_layout().getTypeSizeInBits(element).getFixedValue() % 8 != 0)
    return Error{"access to elements that are no whole bytes"};
  auto layout = layout_index(element);
  if (!layout) return Error{layout.error()};
  return MemoryAccess{*layout, align, false, false};
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
      if (is_load) emit_access(call, Op::Load, *access, part, {place});
      if (!is_load) emit_access(call, Op::Store, *access, {}, {part, place});
    }
  }
  return std::nullopt;
}

}  // namespace assay::semantics
