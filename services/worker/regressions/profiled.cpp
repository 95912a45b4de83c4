#include "services/worker/regressions/profiled.h"

#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/regressions/comparison.h"

namespace assay::regressions {

Profiled::Profiled(const std::string& source, std::uint64_t seed) {
  constexpr std::size_t kInputs = 24;
  interpret::Limits limits;
  limits.steps = 1u << 14;
  auto module = ir::parse(context_, source, "source");
  const llvm::Function* function = module ? only_definition(**module) : nullptr;
  if (function == nullptr) return;
  module_ = std::move(*module);
  if (auto lowered = semantics::lower(*function)) {
    source_ = std::move(*lowered);
    profiler_.emplace(*source_, kInputs, seed, limits);
  }
}

std::optional<cost::Costs> Profiled::costs_of(const llvm::Function& function) {
  if (!profiler_) return std::nullopt;
  const auto lowered = semantics::lower(function);
  const auto counts = lowered ? profiler_->run(*lowered) : std::nullopt;
  if (!counts) return std::nullopt;
  return cost::run_costs(function, *counts);
}

}  // namespace assay::regressions
