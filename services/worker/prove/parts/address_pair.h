#pragma once

#include <llvm/IR/GEPNoWrapFlags.h>

#include <optional>
#include <vector>

#include "services/worker/prove/parts/expression_pair.h"

/// Two addresses that are computed from one, by other steps: is the target's the source's wherever that is no poison?
/// What is asked of the solver are sums of numbers, without memory.
namespace assay::prove {

class AddressPair {
 public:
  /// Nothing if they do not come from one address, or the target's steps promise what the source's do not.
  static std::optional<AddressPair> of(const StepsInCommon::Difference& difference, const StepsInCommon& common,
                                       const llvm::DataLayout& layout);

  std::vector<const llvm::Value*> source_indices() const { return indices(source_); }
  std::vector<const llvm::Value*> target_indices() const { return indices(target_); }
  /// Both sums, in bytes.
  Results sums() const;

 private:
  struct Step {
    const llvm::Value* index = nullptr;
    std::uint64_t bytes = 0;
    llvm::GEPNoWrapFlags flags;
  };
  using Steps = std::vector<Step>;  ///< the first one first
  static Steps steps_between(const llvm::Value* base, const llvm::Value* address, const StepsInCommon& common,
                             const llvm::DataLayout& layout);
  static std::vector<const llvm::Value*> indices(const Steps& steps);
  bool promises() const;
  bool may_promise() const;
  Results wrapping_sums() const;
  Results exact_sums() const;

  llvm::IntegerType* width_ = nullptr;  ///< in which addresses are computed
  Steps source_, target_;
};

}  // namespace assay::prove
