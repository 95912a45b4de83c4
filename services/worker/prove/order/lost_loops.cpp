#include "services/worker/prove/order/lost_loops.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/order/called_loop.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

namespace {

constexpr unsigned kMostOperands = 16;  ///< one in the other

class InTarget {
 public:
  InTarget(Instruction& at, const llvm::DominatorTree& target) : at_(at), function_(*at.getFunction()), tree_(target) {}

  Value* find(Value& value, unsigned depth = 0) {
    if (llvm::isa<llvm::ConstantData>(value)) return &value;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return function_.getArg(argument->getArgNo());
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth == kMostOperands) return nullptr;
    const bool is_written = normalize::is_expression(*instruction) && !normalize::is_choosing(*instruction);
    return is_written ? write(*instruction, depth) : namesake(*instruction);
  }

 private:
  Value* write(Instruction& instruction, unsigned depth) {
    llvm::SmallVector<Value*, 4> operands;
    for (Value* operand : instruction.operands()) {
      operands.push_back(find(*operand, depth + 1));
      if (operands.back() == nullptr) return nullptr;
    }
    Instruction* made = instruction.clone();
    made->setDebugLoc({});
    for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
    made->insertBefore(at_.getIterator());
    return made;
  }
  Value* namesake(const Instruction& instruction) const {
    if (!instruction.hasName()) return nullptr;
    auto* found = llvm::dyn_cast_or_null<Instruction>(function_.getValueSymbolTable()->lookup(instruction.getName()));
    const bool is_known = found != nullptr && found->getType() == instruction.getType() && tree_.dominates(found, &at_);
    return is_known ? found : nullptr;
  }

  Instruction& at_;
  llvm::Function& function_;
  const llvm::DominatorTree& tree_;
};

}  // namespace

Value* value_in_target(Value& value, Instruction& at, const llvm::DominatorTree& target) {
  return InTarget(at, target).find(value);
}

void write_lost_loop(const SimpleLoop& loop, llvm::Instruction& call) {
  llvm::Function& target = *call.getFunction();
  const llvm::DominatorTree tree(target);
  llvm::ValueToValueMapTy copies;
  for (BasicBlock* block : loop.loop->blocks())
    for (Instruction& each : *block)
      for (Value* operand : each.operands()) {
        auto* outside = llvm::dyn_cast<Instruction>(operand);
        const bool is_known =
            llvm::isa<llvm::Argument>(operand) || (outside != nullptr && !loop.loop->contains(outside));
        if (!is_known || copies.count(operand) != 0) continue;
        Value* known = value_in_target(*operand, call, tree);
        copies[operand] = known == nullptr ? llvm::PoisonValue::get(operand->getType()) : known;
      }
  BasicBlock *before = call.getParent(), *behind = before->splitBasicBlock(std::next(call.getIterator()));
  std::vector<BasicBlock*> made;
  for (BasicBlock* block : loop.loop->blocks()) {
    BasicBlock* copy = llvm::CloneBasicBlock(block, copies, "", &target);
    copy->moveBefore(behind);
    copies[block] = copy;
    made.push_back(copy);
  }
  copies[loop.before] = before;
  copies[loop.after] = behind;
  for (BasicBlock* block : made) {
    for (Instruction& each : *block) {
      llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      each.setDebugLoc({});
    }
    drop_accesses(*block);
  }
  before->getTerminator()->replaceSuccessorWith(behind, made.front());
}

}  // namespace assay::prove
