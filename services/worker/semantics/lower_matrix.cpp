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

}  // namespace assay::semantics
