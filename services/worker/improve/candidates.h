#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>

#include <vector>

#include "services/worker/improve/edit.h"
#include "services/worker/improve/values.h"

namespace assay::improve {

/// All edits of a function that agree with it on the sample, by increasing effort; those of one effort in the order of
/// the operations from the last to the first.
class Candidates {
 public:
  Candidates(llvm::Function& function, const Values& values, const Options& options);

  /// A constant, an argument or another value takes an operation's place.
  std::vector<Edit> known_values();
  /// New operations do, as many as `count`. Only for operations that leave, or are dear, where one could be cheaper.
  std::vector<Edit> operations(unsigned count);
  /// Single flags.
  std::vector<Edit> flags() const;

  std::uint64_t evaluated() const { return evaluated_; }
  /// Was the limit of evaluations reached?
  bool ended_early() const { return ended_early_; }

 private:
  /// Those of the function, and what can be made of them; of numbers that are no floats.
  std::vector<llvm::Constant*> constants_of(llvm::Type* type, std::size_t most) const;
  void add_integers(llvm::Type* type, std::size_t most, llvm::SmallSetVector<llvm::Constant*, 32>& found) const;
  /// Of the root's type, and of types that may be compared for it.
  std::vector<llvm::Constant*> constants_for(llvm::Instruction& root, const std::vector<llvm::Value*>& values) const;
  std::vector<llvm::Value*> values_at(llvm::Instruction& root) const;
  /// How many operations go if something else takes this one's place.
  unsigned leaving_with(const llvm::Instruction& root) const;

  llvm::Function& function_;
  const Values& values_;
  const Options& options_;
  llvm::DominatorTree tree_;
  std::vector<llvm::Instruction*> roots_;  ///< of numbers, the last first
  std::uint64_t evaluated_ = 0;
  bool ended_early_ = false;
};

}  // namespace assay::improve
