#include "services/worker/triage/shape.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

namespace assay::triage {
namespace {

constexpr int kDeepest = 400;  // of nested operations, for the sake of the stack

// "llvm.umax.v4i8" → "umax"; other functions are "call".
std::string name_of_callee(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isIntrinsic()) return "call";
  return llvm::Intrinsic::getBaseName(callee->getIntrinsicID()).drop_front(5).str();
}

// Without fast-math flags: a rewrite that is wrong about one of them mostly is about others, too.
std::string flags_of(const llvm::Instruction& instruction) {
  std::string flags;
  const auto add = [&](bool set, const char* name) {
    if (set) flags += std::string(".") + name;
  };
  if (const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    add(sum->hasNoUnsignedWrap(), "nuw");
    add(sum->hasNoSignedWrap(), "nsw");
  }
  if (const auto* trunc = llvm::dyn_cast<llvm::TruncInst>(&instruction)) {
    add(trunc->hasNoUnsignedWrap(), "nuw");
    add(trunc->hasNoSignedWrap(), "nsw");
  }
  add(llvm::isa<llvm::PossiblyExactOperator>(instruction) && instruction.isExact(), "exact");
  if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
    add(either->isDisjoint(), "disjoint");
  if (const auto* cast = llvm::dyn_cast<llvm::PossiblyNonNegInst>(&instruction)) add(cast->hasNonNeg(), "nneg");
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) add(compare->hasSameSign(), "samesign");
  return flags;
}

std::string operation_of(const llvm::Instruction& instruction, bool swapped = false) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return name_of_callee(*call);
  std::string name = instruction.getOpcodeName();
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    auto predicate = swapped ? compare->getSwappedPredicate() : compare->getPredicate();
    if (predicate == llvm::CmpInst::ICMP_NE) predicate = llvm::CmpInst::ICMP_EQ;  // the one is the other turned round
    name += "." + llvm::CmpInst::getPredicateName(predicate).str();
  }
  return name;
}

// What is neither an operation nor says by itself that anything goes.
constexpr const char* kLeaf = "x";

std::string shape_of_constant(const llvm::Constant& constant) {
  if (llvm::isa<llvm::PoisonValue>(constant)) return "poison";
  return llvm::isa<llvm::UndefValue>(constant) ? "undef" : kLeaf;
}

class Shaper {
 public:
  explicit Shaper(const llvm::Function& function) : function_(function) {
    int number = 0;
    for (const llvm::BasicBlock& block : function) blocks_[&block] = number++;
  }

  std::string shape() {
    std::string text;
    for (const llvm::BasicBlock& block : function_) {
      if (blocks_.size() > 1) text += (text.empty() ? "b" : " b") + std::to_string(blocks_[&block]) + ":";
      for (const llvm::Instruction& instruction : block)
        if (is_effect(instruction)) text += (text.empty() || text.back() == ':' ? "" : ";") + tree(&instruction, 0);
    }
    return text;
  }

 private:
  static bool is_effect(const llvm::Instruction& instruction) {
    return instruction.isTerminator() || instruction.mayHaveSideEffects();
  }

  std::string tree(const llvm::Value* value, int depth) {
    if (const auto* block = llvm::dyn_cast<llvm::BasicBlock>(value)) return "b" + std::to_string(blocks_[block]);
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return shape_of_constant(*constant);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return kLeaf;
    if (const auto seen = numbered_.find(value); seen != numbered_.end())
      return blocks_.size() > 1 ? "$" + std::to_string(seen->second) : kLeaf;
    if (depth == kDeepest) return "...";
    if (instruction->hasNUsesOrMore(2) || llvm::isa<llvm::PHINode>(instruction))
      numbered_.emplace(value, static_cast<int>(numbered_.size()) + 1);
    const bool swapped = wants_swap(*instruction);
    return operation_of(*instruction, swapped) + flags_of(*instruction) + "(" + operands(*instruction, swapped, depth) +
           ")";
  }

  // a + b and b + a, a < b and b > a have one shape: that with the operand of lower rank first. The arms of a select
  // are no other matter: its condition may be turned round.
  static bool wants_swap(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::SelectInst>(instruction))
      return rank(instruction.getOperand(2)) < rank(instruction.getOperand(1));
    const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
    if ((!instruction.isCommutative() && compare == nullptr) || instruction.getNumOperands() < 2) return false;
    const auto first = rank(instruction.getOperand(0)), second = rank(instruction.getOperand(1));
    return second < first ||
           (compare != nullptr && first == second && compare->getSwappedPredicate() < compare->getPredicate());
  }

  std::string operands(const llvm::Instruction& instruction, bool swapped, int depth) {
    std::vector<const llvm::Value*> list;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr)
      for (const llvm::Use& argument : call->args()) list.push_back(argument.get());
    else
      for (const llvm::Use& operand : instruction.operands()) list.push_back(operand.get());
    const std::size_t first = llvm::isa<llvm::SelectInst>(instruction) ? 1 : 0;
    if (swapped) std::swap(list[first], list[first + 1]);
    std::string text;
    for (const llvm::Value* operand : list) text += (text.empty() ? "" : ",") + tree(operand, depth + 1);
    return text;
  }

  // The order of operands: instructions (by name), then all others.
  static std::string rank(const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction != nullptr ? "0" + operation_of(*instruction) : "1";
  }

  const llvm::Function& function_;
  std::map<const llvm::BasicBlock*, int> blocks_;
  std::map<const llvm::Value*, int> numbered_;
};

}  // namespace

std::string shape_of(const llvm::Function& function) { return Shaper(function).shape(); }

std::string operations_of(const llvm::Function& function) {
  std::vector<std::string> operations;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.isTerminator() && !llvm::isa<llvm::SwitchInst>(instruction)) continue;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const std::string name = call != nullptr ? name_of_callee(*call) : instruction.getOpcodeName();
    if (std::find(operations.begin(), operations.end(), name) == operations.end()) operations.push_back(name);
  }
  std::string text;
  for (const std::string& operation : operations) text += (text.empty() ? "" : ", ") + operation;
  return text;
}

}  // namespace assay::triage
