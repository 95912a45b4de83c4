#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/segment_under_way.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

bool touches_memory(const Instruction& instruction) {
  return (instruction.mayReadOrWriteMemory() ||
          (llvm::isa<llvm::CallBase>(instruction) && !normalize::is_expression(instruction))) &&
         !llvm::isa<llvm::AssumeInst>(instruction);
}

/// Does a way from a block lead back to it without coming to a cut?
bool CutFunction::has_cycle(const Segment& segment) const {
  llvm::DenseMap<const BasicBlock*, std::size_t> before;  // edges from blocks whose own are not followed yet
  const auto each_edge = [&](const BasicBlock* from, const auto& take) {
    for (const BasicBlock* to : llvm::successors(from))
      if (!cut_at(to)) take(to);
  };
  for (const BasicBlock* block : segment.blocks) each_edge(block, [&](const BasicBlock* to) { ++before[to]; });
  std::vector<const BasicBlock*> open;
  for (const BasicBlock* block : segment.blocks)
    if (before.lookup(block) == 0) open.push_back(block);
  std::size_t followed = 0;
  for (; !open.empty(); ++followed) {
    const BasicBlock* block = open.back();
    open.pop_back();
    each_edge(block, [&](const BasicBlock* to) {
      if (--before[to] == 0) open.push_back(to);
    });
  }
  return followed != segment.blocks.size();
}

/// Copies the blocks that are reached without coming to a cut; their operands are still the original's.
void CutFunction::clone_blocks(Segment& segment, BasicBlock* first) const {
  segment.blocks.push_back(first);
  llvm::DenseSet<const BasicBlock*> seen{first};
  for (std::size_t i = 0; i < segment.blocks.size(); ++i)
    for (BasicBlock* next : llvm::successors(segment.blocks[i]))
      if (!cut_at(next) && seen.insert(next).second) segment.blocks.push_back(next);
  for (BasicBlock* block : segment.blocks) {
    BasicBlock* copy = BasicBlock::Create(block->getContext(), block->getName(), segment.function);
    segment.copy_of_block[block] = copy;
    for (Instruction& instruction : *block) {
      if (block == first && cut_at(first) && llvm::isa<PHINode>(instruction)) continue;  // given
      if (segment.only_numbers && touches_memory(instruction)) continue;                 // given, too
      Instruction* made = instruction.clone();
      made->insertInto(copy, copy->end());
      made->setDebugLoc({});
      made->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
      made->setName(instruction.getName());
      segment.copies[&instruction] = made;
    }
  }
}

/// What is global is named in each side's own module. Null if the segment's has none of that name.
Value* CutFunction::in_module_of(const Segment& segment, Value* value) {
  auto* global = llvm::dyn_cast<llvm::GlobalValue>(value);
  llvm::Module& module = *segment.function->getParent();
  if (global == nullptr || global->getParent() == &module) return value;
  llvm::GlobalValue* named = module.getNamedValue(global->getName());
  const auto* function = llvm::dyn_cast<llvm::Function>(global);
  if (named == nullptr && function != nullptr && function->isIntrinsic()) {
    auto* made = llvm::Function::Create(function->getFunctionType(), llvm::Function::ExternalLinkage,
                                        function->getName(), module);
    made->copyAttributesFrom(function);
    return made;
  }
  return named != nullptr && named->getValueType() == global->getValueType() ? named : nullptr;
}

/// The value when the segment starts; null if it is not known then.
Value* CutFunction::at_start(Segment& segment, Value* value) const {
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) return segment.function->getArg(argument->getArgNo());
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr) return in_module_of(segment, value);
  if (Value* known = segment.at_start.lookup(value)) return known;
  if (!is_computed_at(segment.from, *instruction)) return nullptr;
  if (segment.no_choices && normalize::is_choosing(*instruction)) return nullptr;
  llvm::SmallVector<Value*, 4> operands;
  for (Value* operand : instruction->operand_values()) {  // of a call: the callee, too
    operands.push_back(at_start(segment, operand));
    if (operands.back() == nullptr) return nullptr;
  }
  Instruction* made = instruction->clone();
  Instruction* end = segment.start->getTerminator();
  made->insertInto(segment.start, end == nullptr ? segment.start->end() : end->getIterator());
  made->setDebugLoc({});
  for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
  segment.at_start[value] = made;
  return made;
}

/// Operands become the segment's own values, or those that it starts with; both where its own come later on some way.
bool CutFunction::connect(Segment& segment) const {
  llvm::MapVector<const Instruction*, llvm::SmallVector<llvm::Use*, 4>> to_join;
  for (BasicBlock& block : *segment.function) {
    if (segment.foreign.contains(&block)) continue;
    for (Instruction& instruction : block) {
      if (auto* phi = llvm::dyn_cast<PHINode>(&instruction)) {
        for (unsigned i = phi->getNumIncomingValues(); i-- > 0;) {
          BasicBlock* from = segment.copy_of_block.lookup(phi->getIncomingBlock(i));
          if (from != nullptr && llvm::is_contained(llvm::successors(from), &block))
            phi->setIncomingBlock(i, from);
          else
            phi->removeIncomingValue(i, false);
        }
        if (phi->getNumIncomingValues() == 0) return false;
      }
      for (llvm::Use& use : instruction.operands()) {
        auto* argument = llvm::dyn_cast<llvm::Argument>(use);
        if (argument != nullptr && argument->getParent() == &function_)
          use.set(segment.function->getArg(argument->getArgNo()));
        auto* original = llvm::dyn_cast<Instruction>(use);
        if (original == nullptr || original->getFunction() != &function_) continue;
        Value* own = segment.copies.lookup(original);
        Value* given = segment.at_start.lookup(original);
        if (own == nullptr && given == nullptr) given = at_start(segment, original);
        if (own == nullptr && given == nullptr) return false;
        use.set(own != nullptr ? own : given);
        if (own != nullptr) to_join[original].push_back(&use);
      }
    }
  }
  const llvm::DominatorTree tree(*segment.function);
  for (auto& [original, uses] : to_join) {
    Value* own = segment.copies.lookup(original);  // a parameter, if it is any value
    BasicBlock* place = segment.copy_of_block.lookup(original->getParent());
    // What a state is computed of, too, may be used where the segment has not come to it.
    const auto comes_first = [&](const llvm::Use* use) {
      const auto* user = llvm::cast<Instruction>(use->getUser());
      return tree.dominates(place, *use) || (user->getParent() == place && !llvm::isa<PHINode>(user));
    };
    if (place == nullptr || llvm::all_of(uses, comes_first)) continue;
    Value* given = at_start(segment, const_cast<Instruction*>(original));
    if (given == nullptr) return false;
    llvm::SSAUpdater join;
    join.Initialize(own->getType(), own->getName());
    join.AddAvailableValue(segment.start, given);
    join.AddAvailableValue(place, own);
    for (llvm::Use* use : uses)
      if (!comes_first(use)) join.RewriteUse(*use);
  }
  return true;
}

}  // namespace assay::prove
