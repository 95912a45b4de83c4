#include "services/worker/prove/regions/region.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/normalize/expressions.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

bool RegionSide::contains(const Value& value) const {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  return instruction != nullptr && blocks.contains(instruction->getParent()) &&
         !(instruction->getParent() == entry && llvm::isa<PHINode>(instruction));
}

static bool is_number_of_address(const Instruction& instruction) {
  const auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
  return number != nullptr &&
         number->getType() == instruction.getDataLayout().getAddressType(number->getPointerOperand()->getType());
}

bool can_be_computed_again(const Instruction& instruction) {
  return is_number_of_address(instruction) ||
         (normalize::is_expression(instruction) && !normalize::is_choosing(instruction));
}

const llvm::GetElementPtrInst* step_to_number(const Instruction& instruction) {
  if (!is_number_of_address(instruction)) return nullptr;
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction.getOperand(0));
  const bool is_of_bytes = step != nullptr && step->getNumIndices() == 1 && step->getType()->isPointerTy() &&
                           step->getSourceElementType()->isIntegerTy(8) &&
                           step->getOperand(1)->getType() == instruction.getType();
  return is_of_bytes ? step : nullptr;
}

Instruction* computed_again(const Instruction& instruction) {
  if (is_number_of_address(instruction))
    return new llvm::PtrToAddrInst(instruction.getOperand(0), instruction.getType());
  Instruction* copy = instruction.clone();
  copy->setDebugLoc({});
  return copy;
}

llvm::SetVector<const BasicBlock*> RegionSide::exits() const {
  llvm::SetVector<const BasicBlock*> exits;
  for (const BasicBlock* block : blocks)
    for (const BasicBlock* next : llvm::successors(block))
      if (is_left_to(*next)) exits.insert(next);
  return exits;
}

llvm::SetVector<const Value*> RegionSide::needed() const {
  llvm::SetVector<const Value*> needed;
  const auto add = [&](const Value* value) {
    if (llvm::isa<llvm::Argument, Instruction>(value) && !contains(*value)) needed.insert(value);
  };
  for (const BasicBlock* block : blocks) {
    for (const Instruction& each : *block)
      if (contains(each))
        for (const Value* operand : each.operand_values()) add(operand);
    // What comes into phis outside along an edge of the region.
    for (const BasicBlock* next : llvm::successors(block))
      if (is_left_to(*next))
        for (const PHINode& phi : next->phis()) add(phi.getIncomingValueForBlock(block));
  }
  return needed;
}

llvm::SetVector<const Instruction*> RegionSide::given() const {
  llvm::SetVector<const Instruction*> given;
  for (const BasicBlock* block : blocks)
    for (const Instruction& each : *block) {
      if (!contains(each)) continue;
      const bool is_used_outside = llvm::any_of(each.uses(), [&](const llvm::Use& use) {
        const auto* user = llvm::cast<Instruction>(use.getUser());
        if (const auto* phi = llvm::dyn_cast<PHINode>(user)) return !blocks.contains(phi->getIncomingBlock(use));
        return !blocks.contains(user->getParent());
      });
      if (is_used_outside) given.insert(&each);
    }
  return given;
}

}  // namespace assay::prove
