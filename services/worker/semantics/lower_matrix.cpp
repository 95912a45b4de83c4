#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_rows.h"

/// Matrix intrinsics. Elements stand column by column.
namespace assay::semantics {
namespace {

constexpr std::uint64_t kMostProducts = 4096;

}  // namespace

Status write_transposed_matrix(Emitter& out, const llvm::CallBase& call) {
  const std::uint64_t rows = immediate_of(call, 1), columns = immediate_of(call, 2);
  const Slots result = out.slots_of(&call);
  Mask mask;
  for (std::uint64_t i = 0; i < result.count; ++i)
    mask.push_back(static_cast<std::int32_t>(i / columns + i % columns * rows));
  emit_moves(out, call, result, {out.slots_of(call.getArgOperand(0))}, std::move(mask));
  return std::nullopt;
}

/// Each element is the sum of its products in the order of the inner index, starting from the first product.
Status write_matrix_product(Emitter& out, const llvm::CallBase& call) {
  const std::uint64_t rows = immediate_of(call, 2), inner = immediate_of(call, 3), columns = immediate_of(call, 4);
  const Slots a = out.slots_of(call.getArgOperand(0)), b = out.slots_of(call.getArgOperand(1)),
              result = out.slots_of(&call);
  if (rows * inner * columns > kMostProducts) return Error{"large matrix product"};
  const LaneType type = out.type_of(result);
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
      const Slots product = emit(out, call, is_float ? Op::FMul : Op::Mul,
                                 inner == 1 ? into : out.new_slots(type, into.count), {part, factor}, details);
      if (k != 0)
        sum = emit(out, call, is_float ? Op::FAdd : Op::Add, k + 1 == inner ? into : out.new_slots(type, into.count),
                   {sum, product}, details);
      else
        sum = product;
    }
  }
  return std::nullopt;
}

namespace {

/// Columns in memory, one after the other at a distance of some elements.
struct Columns {
  std::vector<Slots> places;
  std::vector<MemoryAccess> accesses;
  std::uint32_t rows = 0;
};

/// `pointer` is the number of the argument; those after it are the distance, whether it is volatile, rows and columns.
/// A distance of less than the rows is not allowed.
Result<Columns> columns_of(Emitter& out, const llvm::CallBase& call, unsigned pointer, llvm::Type* matrix) {
  Columns columns;
  llvm::Type* element = llvm::cast<llvm::VectorType>(matrix)->getElementType();
  if (out.data_layout().getTypeSizeInBits(element) % 8 != 0) return Error{"matrix of elements that are no whole bytes"};
  columns.rows = static_cast<std::uint32_t>(immediate_of(call, pointer + 3));
  auto layout = out.add_layout(llvm::FixedVectorType::get(element, columns.rows));
  if (!layout) return Error{layout.error()};
  const std::uint64_t bytes = out.data_layout().getTypeAllocSize(element).getFixedValue();
  const llvm::Align align = call.getParamAlign(pointer).value_or(out.data_layout().getABITypeAlign(element));
  const Slots first = out.slots_of(call.getArgOperand(pointer)),
              distance = out.slots_of(call.getArgOperand(pointer + 1));
  const Slots least = out.number(out.type_of(distance).bits, columns.rows);
  require(out, call, compute(out, call, Op::ICmp, kTruth, {distance, least}, Predicate::Uge), Rule::ImmediateArgument);
  for (std::uint64_t i = 0; i < immediate_of(call, pointer + 4); ++i) {
    columns.places.push_back(
        i == 0 ? first : emit_scaled_offset(out, call, out.new_slots_like(first), first, distance, i * bytes));
    const llvm::Align here = i == 0 ? align : llvm::commonAlignment(align, bytes);
    columns.accesses.push_back({*layout, here.value(), immediate_of(call, pointer + 2) != 0, false});
  }
  return columns;
}

}  // namespace

Status write_column_load(Emitter& out, const llvm::CallBase& call) {
  auto columns = columns_of(out, call, 0, call.getType());
  if (!columns) return Error{columns.error()};
  Slots column{out.slots_of(&call).first, columns->rows};
  for (std::size_t i = 0; i < columns->places.size(); ++i, column.first += columns->rows)
    emit_access(out, call, Op::Load, columns->accesses[i], column, {columns->places[i]});
  return std::nullopt;
}

Status write_column_store(Emitter& out, const llvm::CallBase& call) {
  auto columns = columns_of(out, call, 1, call.getArgOperand(0)->getType());
  if (!columns) return Error{columns.error()};
  Slots column{out.slots_of(call.getArgOperand(0)).first, columns->rows};
  for (std::size_t i = 0; i < columns->places.size(); ++i, column.first += columns->rows)
    emit_access(out, call, Op::Store, columns->accesses[i], {}, {column, columns->places[i]});
  return std::nullopt;
}

}  // namespace assay::semantics
