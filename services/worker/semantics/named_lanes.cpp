#include "services/worker/semantics/named_lanes.h"

#include <string_view>

namespace assay::semantics {
namespace {

/// By the row's meaning; all have the lanes' names as the second operand.
constexpr bool is_permutation(std::string_view meaning) {
  return meaning.starts_with("x86_permute") || meaning.starts_with("x86_shuffle_bytes");
}

}  // namespace

bool names_lanes(Op op, std::size_t operand) {
  if (operand != 1) return false;
  switch (op) {
#define ASSAY_X86_ROW(name, spelling, ...) \
  case Op::name:                           \
    return is_permutation(#__VA_ARGS__);
#define ASSAY_X86_LANE_ROW(name, spelling, ...)
#include "services/worker/semantics/x86_rows.def"
#undef ASSAY_X86_LANE_ROW
#undef ASSAY_X86_ROW
    default:
      return false;
  }
}

bool makes_all_undef(Op op, std::size_t operand) { return op == Op::VectorCompress && operand == 1; }

}  // namespace assay::semantics
