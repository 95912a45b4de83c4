#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;

bool edit_switch(Subject& subject, llvm::SwitchInst& chooser) {
  const auto cases = chooser.getNumCases();
  const auto first = chooser.case_begin() + static_cast<std::ptrdiff_t>(subject.rng.below(cases));
  if (subject.rng.chance(1, 3)) {
    llvm::ConstantInt* label = first->getCaseValue();
    auto* other = llvm::ConstantInt::get(chooser.getContext(), generate::relative_of(label->getValue(), subject.rng));
    if (chooser.findCaseValue(other) != chooser.case_default()) return false;
    first->setValue(other);
    return true;
  }
  if (subject.rng.chance(1, 3)) {
    // Phis have an entry for each edge.
    for (llvm::PHINode& phi : first->getCaseSuccessor()->phis()) phi.removeIncomingValue(chooser.getParent(), false);
    chooser.removeCase(first);
    return true;
  }
  const unsigned left = static_cast<unsigned>(subject.rng.below(chooser.getNumSuccessors()));
  const unsigned right = static_cast<unsigned>(subject.rng.below(chooser.getNumSuccessors()));
  llvm::BasicBlock* one = chooser.getSuccessor(left);
  llvm::BasicBlock* two = chooser.getSuccessor(right);
  if (one == two) return false;
  chooser.setSuccessor(left, two);
  chooser.setSuccessor(right, one);
  return true;
}

}  // namespace

// Swaps the targets of a branch; changes value or target of a switch's case, or removes it.
bool EditTerminator::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    if (const auto* chooser = llvm::dyn_cast<llvm::SwitchInst>(&each)) return chooser->getNumCases() > 0;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
    return branch != nullptr && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1);
  });
  if (chosen == nullptr) return false;
  if (auto* chooser = llvm::dyn_cast<llvm::SwitchInst>(chosen)) return edit_switch(subject, *chooser);
  auto* branch = llvm::cast<llvm::BranchInst>(chosen);
  branch->swapSuccessors();
  if (!subject.rng.chance(1, 2)) return true;
  llvm::IRBuilder<llvm::NoFolder> builder(branch);  // the same as before, said otherwise
  branch->setCondition(builder.CreateNot(branch->getCondition()));
  return true;
}

}  // namespace assay::mutate
