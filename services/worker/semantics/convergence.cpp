#include "services/worker/semantics/convergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::semantics {
namespace {

using llvm::BasicBlock;

/// The branches that decide whether a block is reached, those that decide about them included.
class Controls {
 public:
  explicit Controls(const llvm::Function& function) : tree_(const_cast<llvm::Function&>(function)) {
    for (const BasicBlock& from : function)
      for (const BasicBlock* to : llvm::successors(&from))
        for (const BasicBlock& block : function)
          if (tree_.dominates(&block, to) && !tree_.properlyDominates(&block, &from)) deciding_[&block].insert(&from);
  }
  std::size_t number_of(const BasicBlock& block) const {
    std::set<const BasicBlock*> all;
    std::vector<const BasicBlock*> open{&block};
    while (!open.empty()) {
      const auto found = deciding_.find(open.back());
      open.pop_back();
      if (found == deciding_.end()) continue;
      for (const BasicBlock* each : found->second)
        if (all.insert(each).second) open.push_back(each);
    }
    return all.size();
  }

 private:
  llvm::PostDominatorTree tree_;
  std::map<const BasicBlock*, std::set<const BasicBlock*>> deciding_;
};

/// The same of both functions, whatever values are called in them.
std::string name_of_callee(const llvm::CallBase& call) {
  const llvm::Value& callee = *call.getCalledOperand();
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&callee)) return assembly->getAsmString().str();
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&callee))
    return "argument " + std::to_string(argument->getArgNo());
  return llvm::isa<llvm::GlobalValue>(callee) ? callee.getName().str() : "a pointer";
}

/// By what is called: on how many branches the call depends that depends on the most.
std::map<std::string, std::size_t> most_controls(const llvm::Function& function) {
  std::map<std::string, std::size_t> most;
  std::optional<Controls> controls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !call->isConvergent()) continue;
    if (!controls) controls.emplace(function);
    std::size_t& known = most[name_of_callee(*call)];
    known = std::max(known, controls->number_of(*call->getParent()));
  }
  return most;
}

}  // namespace

std::string more_controlled_call(const llvm::Function& source, const llvm::Function& target) {
  const std::map<std::string, std::size_t> after = most_controls(target);
  if (after.empty()) return {};
  const std::map<std::string, std::size_t> before = most_controls(source);
  for (const auto& [callee, count] : after)
    if (const auto known = before.find(callee); known != before.end() && known->second < count) return callee;
  return {};
}

}  // namespace assay::semantics
