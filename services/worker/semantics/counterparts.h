#pragma once

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include <optional>

namespace llvm {
class CallBase;
class Function;
class Instruction;
}  // namespace llvm

/// Which instruction of the source one of the target may be, whatever was done to what it computes with. Texts are
/// compared, not values.
namespace assay::semantics {

enum class Match : unsigned char {
  No,     ///< does something else, or to something else
  Maybe,  ///< with operands that are computed
  Yes,    ///< does the same with the same arguments, variables and constants
};

/// Accesses match by location and width, calls by callee and arguments, others by operation and operands.
Match match(const llvm::Instruction& a, const llvm::Instruction& b);

/// Can one call stand for the other: do both call the function of a name, an argument, assembly, or a pointer that is
/// computed?
bool may_be_of_one_callee(const llvm::CallBase& a, const llvm::CallBase& b);

/// Is one instruction of a function run whenever another is, before it or behind it?
class OnEachWay {
 public:
  explicit OnEachWay(const llvm::Function& function) : function_(function) {}
  bool operator()(const llvm::Instruction& runs, const llvm::Instruction& wherever);

 private:
  const llvm::Function& function_;
  std::optional<llvm::DominatorTree> before_;
  std::optional<llvm::PostDominatorTree> behind_;
};

}  // namespace assay::semantics
