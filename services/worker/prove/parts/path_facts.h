#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace assay::prove {

/// What a value of a function is, or is not.
struct PathFact {
  const llvm::Value* value = nullptr;
  llvm::ConstantInt* constant = nullptr;
  bool is_equal = true;
};

/// Where in a function: at the end of a block, and on its way to the next one where that is named.
struct PathPlace {
  const llvm::BasicBlock* block = nullptr;
  const llvm::BasicBlock* next = nullptr;

  friend auto operator<=>(const PathPlace&, const PathPlace&) = default;
};

/// What the branches, switches and assumptions that every way to a place has taken say of values. To branch on undef or
/// poison is undefined behaviour (LangRef, br, switch), so whatever a value that may be undef is taken for later, the
/// fact holds of it: a condition that depends on the choice would have been undef.
class PathFacts {
 public:
  explicit PathFacts(const llvm::Function& function) : tree_(const_cast<llvm::Function&>(function)) {}
  /// The nearest first.
  std::vector<PathFact> at(const PathPlace& place) const;

 private:
  llvm::DominatorTree tree_;
};

}  // namespace assay::prove
