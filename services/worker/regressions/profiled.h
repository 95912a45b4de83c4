#pragma once

#include <llvm/IR/LLVMContext.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "services/worker/cost/cost.h"
#include "services/worker/interpret/profile.h"

namespace assay::regressions {

/// Weighs what compilers make of one function by what it executes, with the same inputs for all of them.
class Profiled {
 public:
  /// Of a module with one definition.
  Profiled(const std::string& source, std::uint64_t seed);

  /// Of a version of the function. Nothing: the interpreter can't run it, or the source, to the end.
  std::optional<cost::Costs> costs_of(const llvm::Function& function);

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::optional<semantics::Function> source_;
  std::optional<interpret::Profiler> profiler_;
};

}  // namespace assay::regressions
