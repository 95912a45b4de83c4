#include "services/coordinator/facts/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace assay::facts {
namespace {

using llvm::Instruction;

/// Operands in LLVM's order; the last role is that of all further ones.
std::vector<const char*> roles_in_order(unsigned opcode) {
  if (Instruction::isBinaryOp(opcode)) return {"left", "right"};
  if (Instruction::isCast(opcode)) return {"value"};
  switch (opcode) {
    case Instruction::ICmp:
    case Instruction::FCmp:
    case Instruction::ShuffleVector:
      return {"left", "right"};
    case Instruction::Load:
      return {"pointer"};
    case Instruction::Store:
      return {"value", "pointer"};
    case Instruction::Alloca:
      return {"count"};
    case Instruction::Select:
      return {"condition", "true", "false"};
    case Instruction::ExtractElement:
      return {"vector", "index"};
    case Instruction::InsertElement:
      return {"vector", "element", "index"};
    case Instruction::ExtractValue:
      return {"aggregate"};
    case Instruction::InsertValue:
      return {"aggregate", "element"};
    case Instruction::AtomicRMW:
      return {"pointer", "value"};
    case Instruction::AtomicCmpXchg:
      return {"pointer", "compare", "new"};
    case Instruction::VAArg:
      return {"list"};
    case Instruction::GetElementPtr:
      return {"pointer", "index"};
    case Instruction::LandingPad:
      return {"clause"};
    case Instruction::IndirectBr:
      return {"address", "destination"};
    case Instruction::CatchRet:
      return {"pad", "destination"};
    case Instruction::CleanupRet:
      return {"pad", "unwind"};
    default:
      return {"value"};  // ret, resume, fneg, freeze
  }
}

class Operands {
 public:
  explicit Operands(Entities& entities) : entities_(entities) {}

  void add(const std::string& role, const llvm::Value& value) {
    found_.push_back(entities_.operand(role, counts_[role]++, value));
  }

  void add_call(const llvm::CallBase& call) {
    add("callee", *call.getCalledOperand());
    for (const llvm::Use& argument : call.args()) add("argument", *argument);
    for (unsigned i = 0; i < call.getNumOperandBundles(); ++i)
      for (const llvm::Use& input : call.getOperandBundleAt(i).Inputs) add("bundle", *input);
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      add("normal", *invoke->getNormalDest());
      add("unwind", *invoke->getUnwindDest());
    } else if (const auto* branch = llvm::dyn_cast<llvm::CallBrInst>(&call)) {
      add("normal", *branch->getDefaultDest());
      for (const llvm::BasicBlock* block : branch->getIndirectDests()) add("indirect", *block);
    }
  }

  std::vector<store::IrOperand> take() { return std::move(found_); }

 private:
  Entities& entities_;
  std::map<std::string, std::uint64_t> counts_;
  std::vector<store::IrOperand> found_;
};

}  // namespace

std::vector<store::IrOperand> operands_of(const Instruction& instruction, Entities& entities) {
  Operands operands(entities);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    operands.add_call(*call);
  } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isUnconditional()) {
      operands.add("destination", *branch->getSuccessor(0));
    } else {
      operands.add("condition", *branch->getCondition());
      operands.add("true", *branch->getSuccessor(0));
      operands.add("false", *branch->getSuccessor(1));
    }
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    operands.add("condition", *choice->getCondition());
    operands.add("default", *choice->getDefaultDest());
    for (const auto& each : choice->cases()) {
      operands.add("case", *each.getCaseValue());
      operands.add("destination", *each.getCaseSuccessor());
    }
  } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      operands.add("value", *phi->getIncomingValue(i));
      operands.add("block", *phi->getIncomingBlock(i));
    }
  } else if (const auto* choices = llvm::dyn_cast<llvm::CatchSwitchInst>(&instruction)) {
    operands.add("pad", *choices->getParentPad());
    for (const llvm::BasicBlock* handler : choices->handlers()) operands.add("handler", *handler);
    if (choices->hasUnwindDest()) operands.add("unwind", *choices->getUnwindDest());
  } else if (const auto* pad = llvm::dyn_cast<llvm::FuncletPadInst>(&instruction)) {
    operands.add("pad", *pad->getParentPad());
    for (const llvm::Use& argument : pad->arg_operands()) operands.add("argument", *argument);
  } else {
    const std::vector<const char*> roles = roles_in_order(instruction.getOpcode());
    for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
      operands.add(roles[std::min<std::size_t>(i, roles.size() - 1)], *instruction.getOperand(i));
  }
  return operands.take();
}

}  // namespace assay::facts
