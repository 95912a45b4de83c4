#include "services/worker/semantics/padding.h"

#include <algorithm>

namespace assay::semantics {
namespace {

bool has_padding(const Layout& layout) {
  std::uint64_t used = 0;
  for (const Chunk& chunk : layout.chunks) used += chunk.bytes;
  return used < layout.store_size;
}

bool stores_padding(const Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), [&](const Instruction& each) {
    return each.op == Op::Store && has_padding(function.layouts[function.accesses[each.detail].layout]);
  });
}

std::ptrdiff_t copies(const Function& function) {
  return std::count_if(function.instructions.begin(), function.instructions.end(),
                       [](const Instruction& each) { return each.op == Op::MemCpy || each.op == Op::MemMove; });
}

}  // namespace

bool copies_padding(const Function& source, const Function& target) {
  return stores_padding(source) && copies(source) < copies(target);
}

}  // namespace assay::semantics
