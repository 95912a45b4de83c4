#include "services/worker/check/segment.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <algorithm>

#include "services/worker/check/steps_in_common.h"

namespace assay::check {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

namespace {

/// Blocks at whose beginning the value is still needed.
llvm::DenseSet<const BasicBlock*> blocks_where_live(const Instruction& value) {
  llvm::DenseSet<const BasicBlock*> live;
  std::vector<const BasicBlock*> left;
  const auto needed_at_end = [&](const BasicBlock* block) {
    if (block != value.getParent() && live.insert(block).second) left.push_back(block);
  };
  for (const llvm::Use& use : value.uses()) {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<PHINode>(user))
      needed_at_end(phi->getIncomingBlock(use));
    else
      needed_at_end(user->getParent());
  }
  while (!left.empty()) {
    const BasicBlock* block = left.back();
    left.pop_back();
    for (const BasicBlock* before : llvm::predecessors(block)) needed_at_end(before);
  }
  return live;
}

bool touches_memory(const Instruction& instruction) {
  return (instruction.mayReadOrWriteMemory() ||
          (llvm::isa<llvm::CallBase>(instruction) && !is_expression(instruction))) &&
         !llvm::isa<llvm::AssumeInst>(instruction);
}

/// Takes away what nothing needs.
void drop_unused(llvm::Function& function) {
  for (bool again = true; again;) {
    again = false;
    for (BasicBlock& block : function)
      for (Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
        if (instruction.use_empty() && !instruction.isTerminator() && !instruction.mayHaveSideEffects()) {
          instruction.eraseFromParent();
          again = true;
        }
  }
}

}  // namespace

/// One that is being written.
struct CutFunction::Segment {
  llvm::Function* function = nullptr;
  llvm::StructType* result = nullptr;
  BasicBlock* start = nullptr;
  bool only_numbers = false;
  std::vector<BasicBlock*> blocks;  ///< of the original
  llvm::DenseMap<const BasicBlock*, BasicBlock*> copy_of_block;
  llvm::DenseMap<const Value*, Value*> copies;    ///< what the segment computes itself
  llvm::DenseMap<const Value*, Value*> at_start;  ///< what it is given, and what is computed of that
};

CutFunction::CutFunction(llvm::Function& function, Cuts cuts, Side side)
    : function_(function), cuts_(std::move(cuts)), side_(side) {
  for (BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) order_.push_back(block);
  for (BasicBlock* block : order_)
    for (const Instruction& instruction : *block)
      if (!instruction.use_empty()) live_[&instruction] = blocks_where_live(instruction);
  states_.resize(cuts_.size());
  for (std::size_t cut = 0; cut < cuts_.size(); ++cut) find_state(cut);
}

/// The same at any time, if its operands are.
bool CutFunction::is_computed(const Instruction& instruction) const {
  return is_expression(instruction) && (side_ == Side::Target || !is_choosing(instruction));
}

void CutFunction::take_roots(Instruction* value, llvm::SetVector<Instruction*>& roots) const {
  if (!is_computed(*value)) {
    roots.insert(value);
    return;
  }
  for (Value* operand : value->operand_values())
    if (auto* instruction = llvm::dyn_cast<Instruction>(operand)) take_roots(instruction, roots);
}

void CutFunction::find_state(std::size_t cut) {
  llvm::SetVector<Instruction*> roots;
  for (PHINode& phi : cuts_[cut]->phis())
    if (!phi.use_empty()) roots.insert(&phi);
  for (BasicBlock* block : order_)
    for (Instruction& instruction : *block)
      if (const auto live = live_.find(&instruction); live != live_.end() && live->second.contains(cuts_[cut]))
        take_roots(&instruction, roots);
  states_[cut].assign(roots.begin(), roots.end());
}

std::optional<std::size_t> CutFunction::cut_at(const BasicBlock* block) const {
  const auto found = std::find(cuts_.begin(), cuts_.end(), block);
  if (found == cuts_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cuts_.begin());
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

/// The value when the segment starts; null if it is not known then.
Value* CutFunction::at_start(Segment& segment, Value* value) const {
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) return segment.function->getArg(argument->getArgNo());
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr) return value;
  if (Value* known = segment.at_start.lookup(value)) return known;
  if (!is_computed(*instruction)) return nullptr;
  llvm::SmallVector<Value*, 4> operands;
  for (Value* operand : instruction->operand_values()) {
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

void CutFunction::go_on_if(Segment& segment, Value* condition, bool when) const {
  BasicBlock* next = BasicBlock::Create(function_.getContext(), "", segment.function);
  BasicBlock* never = BasicBlock::Create(function_.getContext(), "", segment.function);
  new llvm::UnreachableInst(function_.getContext(), never);
  llvm::BranchInst::Create(when ? next : never, when ? never : next, condition, segment.start);
  segment.start = next;
}

/// Beside what is assumed (a phi is what it was when control came to its block, for all that this block dominates):
/// what every way to the cut has branched on. Values that it was computed of are still the same: who could have
/// computed them anew would have come by the branch again.
void CutFunction::write_facts(Segment& segment, std::size_t cut) const {
  const BasicBlock* at = cuts_[cut];
  const llvm::DominatorTree tree(function_);
  for (const auto* node = tree.getNode(at)->getIDom(); node != nullptr; node = node->getIDom()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    for (unsigned way = 0; way < 2; ++way) {
      if (!tree.dominates(llvm::BasicBlockEdge(node->getBlock(), branch->getSuccessor(way)), at)) continue;
      if (Value* condition = at_start(segment, branch->getCondition())) go_on_if(segment, condition, way == 0);
    }
  }
  for (const Fact& fact : facts_) {
    if (!tree.dominates(cuts_[fact.cut], at)) continue;
    Value *number = at_start(segment, fact.phi), *bound = at_start(segment, fact.bound);
    if (number == nullptr || bound == nullptr) continue;
    llvm::IRBuilder<llvm::NoFolder> build(segment.start);
    if (fact.more != nullptr) bound = build.CreateAdd(bound, fact.more);
    go_on_if(segment, build.CreateICmp(fact.predicate, number, bound), true);
  }
}

void CutFunction::write_exit(Segment& segment, BasicBlock* exit, const BasicBlock* from, std::size_t cut,
                             const HandedAtCuts& handed, llvm::ArrayRef<Fact> asserted) const {
  llvm::IRBuilder<llvm::NoFolder> build(exit);
  const auto at_edge = [&](Instruction* value) -> Value* {
    auto* phi = llvm::dyn_cast<PHINode>(value);
    return phi != nullptr && phi->getParent() == cuts_[cut] ? phi->getIncomingValueForBlock(from) : value;
  };
  for (const Fact& fact : asserted) {
    if (fact.cut != cut) continue;
    BasicBlock *next = BasicBlock::Create(function_.getContext(), "", segment.function),
               *never = BasicBlock::Create(function_.getContext(), "", segment.function);
    new llvm::UnreachableInst(function_.getContext(), never);
    auto* other = llvm::dyn_cast<PHINode>(fact.bound);
    Value* bound = other != nullptr ? at_edge(other) : fact.bound;
    if (fact.more != nullptr) bound = build.CreateAdd(bound, fact.more);
    build.CreateCondBr(build.CreateICmp(fact.predicate, at_edge(fact.phi), bound), next, never);
    build.SetInsertPoint(next);
  }
  Value* result = llvm::PoisonValue::get(segment.result);
  result = build.CreateInsertValue(result, build.getInt32(static_cast<std::uint32_t>(cut) + 1), 0);
  unsigned lane = function_.getReturnType()->isVoidTy() || segment.only_numbers ? 1 : 2;
  for (std::size_t each = 0; each < handed.size(); ++each) {
    for (const Handed& one : handed[each]) {
      const unsigned place = lane++;
      if (each != cut) continue;
      Value* value = at_edge(side_ == Side::Source ? one.source : one.target);
      if (side_ == Side::Source && one.cast) value = build.CreateCast(*one.cast, value, one.target->getType());
      result = build.CreateInsertValue(result, value, place);
    }
  }
  build.CreateRet(result);
}

void CutFunction::write_exits(Segment& segment, const HandedAtCuts& handed, llvm::ArrayRef<Fact> asserted) const {
  for (BasicBlock* block : segment.blocks) {
    Instruction* end = segment.copy_of_block[block]->getTerminator();
    llvm::DenseMap<const BasicBlock*, BasicBlock*> exits;
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock* to = end->getSuccessor(i);
      const auto cut = cut_at(to);
      if (!cut) {
        end->setSuccessor(i, segment.copy_of_block[to]);
        continue;
      }
      BasicBlock*& exit = exits[to];
      if (exit == nullptr) {
        exit = BasicBlock::Create(function_.getContext(), "", segment.function);
        write_exit(segment, exit, block, *cut, handed, asserted);
      }
      end->setSuccessor(i, exit);
    }
  }
}

void CutFunction::write_returns(Segment& segment) const {
  for (BasicBlock* block : segment.blocks) {
    auto* end = llvm::dyn_cast<llvm::ReturnInst>(segment.copy_of_block[block]->getTerminator());
    if (end == nullptr) continue;
    Value* value = end->getReturnValue();
    BasicBlock* at = end->getParent();
    end->eraseFromParent();
    llvm::IRBuilder<llvm::NoFolder> build(at);
    if (value != nullptr && !segment.only_numbers && function_.hasRetAttribute(llvm::Attribute::NoUndef)) {
      // What is not noundef is undefined behaviour, as it is to branch on it.
      BasicBlock *next = BasicBlock::Create(function_.getContext(), "", segment.function),
                 *never = BasicBlock::Create(function_.getContext(), "", segment.function);
      new llvm::UnreachableInst(function_.getContext(), never);
      build.CreateCondBr(build.CreateICmpEQ(value, value), next, never);
      build.SetInsertPoint(next);
    }
    Value* result = build.CreateInsertValue(llvm::PoisonValue::get(segment.result), build.getInt32(0), 0);
    if (value != nullptr && !segment.only_numbers) result = build.CreateInsertValue(result, value, 1);
    build.CreateRet(result);
  }
}

/// Operands become the segment's own values, or those that it starts with; both where its own come later on some way.
bool CutFunction::connect(Segment& segment) const {
  llvm::MapVector<const Instruction*, llvm::SmallVector<llvm::Use*, 4>> to_join;
  for (BasicBlock& block : *segment.function) {
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
        if (own != nullptr && live_.lookup(original).contains(segment.blocks.front()))
          to_join[original].push_back(&use);
      }
    }
  }
  for (auto& [original, uses] : to_join) {
    auto* own = llvm::dyn_cast<Instruction>(segment.copies.lookup(original));
    if (own == nullptr) {
      // Any value, a parameter: what came before and what comes now would be taken for equal.
      if (segment.copy_of_block.contains(original->getParent())) return false;
      continue;
    }
    Value* given = at_start(segment, const_cast<Instruction*>(original));
    if (given == nullptr) return false;
    llvm::SSAUpdater join;
    join.Initialize(own->getType(), own->getName());
    join.AddAvailableValue(segment.start, given);
    join.AddAvailableValue(own->getParent(), own);
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<Instruction>(use->getUser());
      if (user->getParent() != own->getParent() || llvm::isa<PHINode>(user)) join.RewriteUse(*use);
    }
  }
  return true;
}

CutFunction::Segment CutFunction::begin(std::vector<llvm::Type*> result,
                                        llvm::ArrayRef<Instruction*> parameters) const {
  llvm::LLVMContext& context = function_.getContext();
  result.insert(result.begin(), llvm::Type::getInt32Ty(context));
  Segment segment;
  segment.result = llvm::StructType::get(context, result);
  std::vector<llvm::Type*> types(function_.getFunctionType()->param_begin(), function_.getFunctionType()->param_end());
  for (const Instruction* each : parameters) types.push_back(each->getType());
  segment.function = llvm::Function::Create(llvm::FunctionType::get(segment.result, types, false),
                                            llvm::Function::ExternalLinkage, "segment", function_.getParent());
  segment.function->setCallingConv(function_.getCallingConv());
  segment.function->setAttributes(
      function_.getAttributes().removeAttributesAtIndex(context, llvm::AttributeList::ReturnIndex));
  segment.start = BasicBlock::Create(context, "", segment.function);
  return segment;
}

llvm::Function* CutFunction::write(std::optional<std::size_t> from, llvm::ArrayRef<Instruction*> parameters,
                                   const HandedAtCuts& handed) {
  std::vector<llvm::Type*> types;
  if (!function_.getReturnType()->isVoidTy()) types.push_back(function_.getReturnType());
  for (const auto& cut : handed)
    for (const Handed& each : cut) types.push_back(each.target->getType());
  Segment segment = begin(std::move(types), parameters);
  llvm::DenseMap<const Instruction*, Value*> given;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    given[parameters[i]] = segment.function->getArg(function_.arg_size() + i);
  if (from && side_ == Side::Source) segment.at_start.insert(given.begin(), given.end());
  if (from && side_ == Side::Target)
    for (const Handed& each : handed[*from]) {
      Value* value = given.lookup(each.source);
      segment.at_start[each.target] =
          each.cast ? llvm::IRBuilder<>(segment.start).CreateCast(*each.cast, value, each.target->getType()) : value;
    }
  return finish(segment, from, handed, {});
}

llvm::Function* CutFunction::write_numbers(std::optional<std::size_t> from, llvm::ArrayRef<Fact> asserted) {
  std::vector<Instruction*> parameters, given;
  for (BasicBlock* block : order_)
    for (Instruction& instruction : *block)
      if (touches_memory(instruction) && !instruction.getType()->isVoidTy()) given.push_back(&instruction);
  const std::size_t unknown = given.size();
  if (from) given.insert(given.end(), states_[*from].begin(), states_[*from].end());
  Segment segment = begin({}, given);
  segment.only_numbers = true;
  for (std::size_t i = 0; i < given.size(); ++i)
    (i < unknown ? segment.copies : segment.at_start)[given[i]] = segment.function->getArg(function_.arg_size() + i);
  llvm::Function* written = finish(segment, from, HandedAtCuts(cuts_.size()), asserted);
  if (written != nullptr) drop_unused(*written);
  return written;
}

llvm::Function* CutFunction::finish(Segment& segment, std::optional<std::size_t> from, const HandedAtCuts& handed,
                                    llvm::ArrayRef<Fact> asserted) const {
  BasicBlock* first = from ? cuts_[*from] : &function_.getEntryBlock();
  clone_blocks(segment, first);
  // What memory and calls give is one parameter each, so that nothing may run twice.
  if (segment.only_numbers && has_cycle(segment)) return dropped(segment);
  write_exits(segment, handed, asserted);
  write_returns(segment);
  if (from && side_ == Side::Source) write_facts(segment, *from);
  llvm::BranchInst::Create(segment.copy_of_block[first], segment.start);
  return connect(segment) ? segment.function : dropped(segment);
}

llvm::Function* CutFunction::dropped(Segment& segment) {
  segment.function->deleteBody();
  segment.function->eraseFromParent();
  return nullptr;
}

}  // namespace assay::check
