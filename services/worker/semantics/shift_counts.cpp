#include "services/worker/semantics/shift_counts.h"

#include <algorithm>
#include <string_view>

namespace assay::semantics {
namespace {

/// By the row's meaning; all have the count as the second operand.
constexpr bool is_x86_shift(std::string_view meaning) {
  return meaning.starts_with("x86_shift_by_lane") || meaning.starts_with("x86_shift_by_number");
}

/// Is `operand` a count of places, of which all from the lane's width on are the same?
bool is_shift_count(Op op, std::size_t operand) {
  switch (op) {
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::SShlSat:
    case Op::UShlSat:
      return operand == 1;
#define ASSAY_X86_ROW(name, spelling, ...) \
  case Op::name:                           \
    return operand == 1 && is_x86_shift(#__VA_ARGS__);
#define ASSAY_X86_LANE_ROW(name, spelling, ...) ASSAY_X86_ROW(name, spelling, __VA_ARGS__)
#include "services/worker/semantics/x86_rows.def"
#undef ASSAY_X86_LANE_ROW
#undef ASSAY_X86_ROW
    default:
      return false;
  }
}

}  // namespace

std::uint64_t counts_that_matter(const ValueInfo& info, std::size_t operand, unsigned width) {
  const std::uint64_t lane = info.result.bits;
  const bool rotates = (info.op == Op::FShl || info.op == Op::FShr) && operand == 2;
  if (!rotates && !is_shift_count(info.op, operand)) return 0;
  const std::uint64_t counts = rotates ? lane : lane + 1;
  return width < 64 ? std::min(counts, std::uint64_t{1} << width) : counts;
}

}  // namespace assay::semantics
