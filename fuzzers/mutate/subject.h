#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "fuzzers/generate/constants.h"
#include "fuzzers/mutate/mutate.h"

/// What every mutator works on and with; private to this room.
namespace assay::mutate {

/// The function that is mutated. An edit that changes the signature puts another function in its place.
struct Subject {
  llvm::Function* function;
  Rng& rng;
  const Options& options;
  const Seeds* donors;

  bool may_grow() const { return function->getInstructionCount() < options.max_instructions; }
  unsigned language() const { return options.profile.language; }
  /// A constant worth trying, rarely poison; null for types that have none.
  llvm::Constant* constant(llvm::Type* type);
};

/// The instructions for which the test holds, in order of appearance.
std::vector<llvm::Instruction*> instructions_where(llvm::Function& function,
                                                   llvm::function_ref<bool(llvm::Instruction&)> test);
/// One of them at random, or null.
llvm::Instruction* any_instruction(Subject& subject, llvm::function_ref<bool(llvm::Instruction&)> test);

/// Whether any other value of its type may stand in an operand's place: not so for immediate arguments, callees,
/// labels, switch cases, structure indices and metadata.
bool is_free_operand(const llvm::Use& use);
/// The free operands of the whole function for which the test holds.
std::vector<llvm::Use*> operands_where(llvm::Function& function, llvm::function_ref<bool(const llvm::Use&)> test);

/// Where a value must be available to be an operand: the instruction itself or, for a phi, the end of the block it
/// comes from.
llvm::Instruction& availability_point(const llvm::Use& use);
/// Whether instructions can be inserted before this one (not among phis, nor before a pad).
bool can_insert_before(const llvm::Instruction& instruction);

/// Memory that is read before it is written gives undef. Where undef is not allowed, each alloca that isn't filled by
/// the first thing that happens to it is cleared.
void fill_slots(llvm::Function& function);

/// The range with one bound elsewhere; nothing if it would be empty or full.
std::optional<llvm::ConstantRange> moved_bound(Subject& subject, const llvm::ConstantRange& range);

/// The dominator tree of the function as it is now. An edit makes it stale.
class Scope {
 public:
  explicit Scope(llvm::Function& function) : function_(function), tree_(function) {}
  /// Arguments and instructions available before `at`; of the type, or of any type that a value can have if null.
  std::vector<llvm::Value*> values_before(llvm::Instruction& at, llvm::Type* type = nullptr) const;
  const llvm::DominatorTree& tree() const { return tree_; }

 private:
  llvm::Function& function_;
  llvm::DominatorTree tree_;
};

}  // namespace assay::mutate
