#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

// Nothing defined in the block is used elsewhere but by phis of its successors, for the edge from it.
bool keeps_to_itself(const BasicBlock& block) {
  for (const Instruction& instruction : block)
    for (const llvm::Use& use : instruction.uses()) {
      const auto& user = *llvm::cast<Instruction>(use.getUser());
      if (user.getParent() == &block && !llvm::isa<llvm::PHINode>(user)) continue;
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
      if (phi == nullptr || phi->getParent() == &block || phi->getIncomingBlock(use) != &block) return false;
    }
  return true;
}

bool clonable(const BasicBlock& block) {
  if (block.isEntryBlock() || block.isEHPad() || block.size() > 12 || !block.hasNPredecessorsOrMore(2)) return false;
  if (!llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::SwitchInst, llvm::UnreachableInst>(block.getTerminator()))
    return false;
  for (const BasicBlock* predecessor : llvm::predecessors(&block))
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(predecessor->getTerminator())) return false;
  for (const Instruction& instruction : block)
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call != nullptr && (call->cannotDuplicate() || call->isMustTailCall()))
      return false;
  return keeps_to_itself(block);
}

}  // namespace

bool CloneBlock::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  std::vector<BasicBlock*> candidates;
  for (BasicBlock& block : *subject.function)
    if (clonable(block)) candidates.push_back(&block);
  if (candidates.empty()) return false;
  BasicBlock* block = candidates[subject.rng.below(candidates.size())];
  std::vector<BasicBlock*> predecessors;
  for (BasicBlock* each : llvm::predecessors(block))
    if (!llvm::is_contained(predecessors, each)) predecessors.push_back(each);
  if (predecessors.size() < 2) return false;
  BasicBlock* from = predecessors[subject.rng.below(predecessors.size())];
  llvm::ValueToValueMapTy map;
  BasicBlock* copy = llvm::CloneBasicBlock(block, map, "", subject.function);
  for (Instruction& instruction : *copy)
    llvm::RemapInstruction(&instruction, map, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  for (BasicBlock* successor : llvm::successors(copy))
    for (llvm::PHINode& phi : successor->phis())
      while (phi.getBasicBlockIndex(copy) < 0 || llvm::count(phi.blocks(), copy) < llvm::count(phi.blocks(), block)) {
        Value* incoming = phi.getIncomingValueForBlock(block);
        const auto mapped = map.find(incoming);
        phi.addIncoming(mapped != map.end() ? static_cast<Value*>(mapped->second) : incoming, copy);
      }
  // The copy has one predecessor: what its phis choose is known.
  for (llvm::PHINode& phi : llvm::make_early_inc_range(copy->phis())) {
    Value* incoming = phi.getIncomingValueForBlock(from);
    phi.replaceAllUsesWith(incoming);
    phi.eraseFromParent();
  }
  const auto edges = llvm::count(llvm::successors(from), block);
  from->getTerminator()->replaceSuccessorWith(block, copy);
  for (std::ptrdiff_t edge = 0; edge < edges; ++edge) block->removePredecessor(from, true);
  return true;
}

// The operation runs a few times in a loop: on its own result where that fits, else on the same operands.
bool WrapInLoop::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::CastInst, llvm::CmpInst>(each);
  });
  if (chosen == nullptr || !subject.may_grow()) return false;
  BasicBlock* head = chosen->getParent();
  BasicBlock* body = head->splitBasicBlock(chosen->getIterator(), "loop");
  BasicBlock* tail = body->splitBasicBlock(std::next(chosen->getIterator()), "after");
  auto* type = llvm::IntegerType::get(chosen->getContext(), subject.rng.chance(1, 2) ? 8 : 32);
  const std::uint64_t trips = 1 + subject.rng.below(4);
  body->getTerminator()->eraseFromParent();
  Builder at_start(body, body->begin());
  llvm::PHINode* counter = at_start.CreatePHI(type, 2);
  if (llvm::isa<llvm::BinaryOperator>(chosen) && subject.rng.chance(2, 3)) {
    llvm::PHINode* carried = at_start.CreatePHI(chosen->getType(), 2);
    carried->addIncoming(chosen->getOperand(0), head);
    carried->addIncoming(chosen, body);
    chosen->setOperand(0, carried);
  }
  Builder at_end(body);
  auto* next = llvm::cast<Instruction>(at_end.CreateAdd(counter, llvm::ConstantInt::get(type, 1)));
  next->setHasNoUnsignedWrap(subject.rng.chance(1, 2));
  next->setHasNoSignedWrap(subject.rng.chance(1, 2));
  Value* again = at_end.CreateICmp(subject.rng.chance(1, 2) ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_ULT, next,
                                   llvm::ConstantInt::get(type, trips));
  at_end.CreateCondBr(again, body, tail);
  counter->addIncoming(llvm::ConstantInt::get(type, 0), head);
  counter->addIncoming(next, body);
  return true;
}

// A select's choice is made by a branch instead, and all that follows in its block, up to the return, stands once for
// each side.
bool Unswitch::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  auto* select = llvm::cast_or_null<llvm::SelectInst>(any_instruction(subject, [](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::SelectInst>(&each);
    return candidate != nullptr && candidate->getCondition()->getType()->isIntegerTy(1) &&
           candidate->getParent()->size() <= 16 &&
           llvm::isa<llvm::ReturnInst>(candidate->getParent()->getTerminator()) &&
           candidate->getParent()->getTerminator()->getPrevNode() != nullptr &&
           !llvm::isa<llvm::CallInst>(candidate->getParent()->getTerminator()->getPrevNode());
  }));
  if (select == nullptr) return false;
  BasicBlock* head = select->getParent();
  BasicBlock* tail = head->splitBasicBlock(select->getIterator(), "true.side");
  llvm::ValueToValueMapTy map;
  BasicBlock* other = llvm::CloneBasicBlock(tail, map, "", subject.function);
  for (Instruction& instruction : *other)
    llvm::RemapInstruction(&instruction, map, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  head->getTerminator()->eraseFromParent();
  Builder(head).CreateCondBr(select->getCondition(), tail, other);
  auto* false_side = llvm::cast<Instruction>(static_cast<Value*>(map[select]));
  false_side->replaceAllUsesWith(select->getFalseValue());
  false_side->eraseFromParent();
  select->replaceAllUsesWith(select->getTrueValue());
  select->eraseFromParent();
  return true;
}

bool InlineCall::apply(Subject& subject) const {
  auto* call = llvm::cast_or_null<llvm::CallBase>(any_instruction(subject, [&](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::CallInst>(&each);
    const llvm::Function* callee = candidate == nullptr ? nullptr : candidate->getCalledFunction();
    return callee != nullptr && !callee->isDeclaration() && !callee->isVarArg() && callee != subject.function;
  }));
  if (call == nullptr || !subject.may_grow()) return false;
  llvm::InlineFunctionInfo info;
  return llvm::InlineFunction(*call, info).isSuccess();
}

// One operation becomes a function of its own, which is called in its place.
bool OutlineOperation::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst, llvm::FreezeInst>(each);
  });
  if (chosen == nullptr || !subject.may_grow()) return false;
  std::vector<llvm::Type*> parameters;
  std::vector<Value*> arguments;
  for (Value* operand : chosen->operands()) {
    if (llvm::isa<llvm::Constant>(operand)) continue;
    parameters.push_back(operand->getType());
    arguments.push_back(operand);
  }
  auto* type = llvm::FunctionType::get(chosen->getType(), parameters, false);
  auto* made = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                      subject.function->getName() + ".outlined", subject.function->getParent());
  Builder inside(BasicBlock::Create(chosen->getContext(), "", made));
  Instruction* copy = chosen->clone();
  inside.Insert(copy);
  unsigned parameter = 0;
  for (llvm::Use& use : copy->operands())
    if (!llvm::isa<llvm::Constant>(use.get())) use.set(made->getArg(parameter++));
  inside.CreateRet(copy);
  Builder outside(chosen);
  chosen->replaceAllUsesWith(outside.CreateCall(made, arguments));
  chosen->eraseFromParent();
  return true;
}

}  // namespace assay::mutate
