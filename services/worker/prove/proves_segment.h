#pragma once

#include <llvm/IR/Function.h>

#include <concepts>
#include <functional>
#include <utility>

#include "services/worker/budget/budget.h"

namespace assay::prove {

using budget::Effort;
/// Asked whether the second function refines the first for all arguments, undef and poison included.
class ProvesSegment {
 public:
  using Ask = std::function<bool(const llvm::Function& before, const llvm::Function& after, Effort effort)>;

  template <class Proves>
  requires std::convertible_to<Proves, Ask> ProvesSegment(Proves ask) : ask_(std::move(ask)) {}
  /// After the time is over the answer is no, unless the question is a brief one.
  ProvesSegment(Ask ask, std::function<bool()> has_time) : ask_(std::move(ask)), has_time_(std::move(has_time)) {}

  bool operator()(const llvm::Function& before, const llvm::Function& after, Effort effort) const {
    return ask_(before, after, effort);
  }
  /// Is it worth while to write what is to be asked?
  bool has_time_for(Effort effort) const { return effort == Effort::Brief || !has_time_ || has_time_(); }

 private:
  Ask ask_;
  std::function<bool()> has_time_;
};

}  // namespace assay::prove
