#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <vector>

#include "services/common/status.h"
#include "services/worker/improve/improve.h"

namespace assay::improve {

/// A value on each input of the sample; null where it is not one constant: not computed there, or undef.
using Row = std::vector<llvm::Constant*>;

/// What the arguments and operations of a function are on a sample of inputs, by the interpreter. It only serves to
/// throw candidates out early: nothing is proved by it.
class Values {
 public:
  /// The error: what the interpreter does not know. Inputs for which the function is undefined are left out.
  static Result<Values> of(const llvm::Function& function, const Options& options);

  std::size_t inputs() const { return inputs_; }
  /// Of a constant the constant itself, of what is unknown nulls.
  Row row_of(llvm::Value& value) const;

 private:
  llvm::DenseMap<const llvm::Value*, Row> rows_;
  std::size_t inputs_ = 0;
};

/// May `candidate` stand for `expected` as far as the sample tells? What is poison may become anything, lane by lane.
bool agrees(llvm::Constant* expected, llvm::Constant* candidate);
bool agrees(const Row& expected, const Row& candidate);

}  // namespace assay::improve
