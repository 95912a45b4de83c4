#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "services/worker/hunt/mutants.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::bench {

/// Makes a batch of mutants, runs the linked compiler over them, and shows each function that it changed: visit(before,
/// after). Ends early where `enough()`. False if the compiler refuses the passes.
template <class Visit, class Enough>
bool visit_changed_pairs(hunt::MutantSource& source, optimize::PassRunner& runner, const std::string& passes,
                         std::uint64_t batch_seed, const Visit& visit, const Enough& enough) {
  constexpr std::uint64_t kSlice = 64, kBatch = 2'048;
  source.begin_batch(batch_seed, hunt::mix_for({passes}));
  for (std::uint64_t first = 0; first < kBatch && !enough(); first += kSlice) {
    llvm::Module slice("slice", source.context());
    for (std::uint64_t i = first; i < first + kSlice; ++i) source.make(slice, i, "f" + std::to_string(i));
    const auto after = ir::clone(slice);
    if (runner.run_passes(*after, passes)) return false;
    for (const llvm::Function& function : slice) {
      const llvm::Function* partner = after->getFunction(function.getName());
      if (function.isDeclaration() || partner == nullptr || partner->isDeclaration()) continue;
      if (!ir::same_text(function, *partner)) visit(function, *partner);
    }
  }
  return true;
}

}  // namespace assay::bench
