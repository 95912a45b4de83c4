#include "services/worker/normalize/target_shape.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <utility>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/shape_walk.h"
#include "services/worker/semantics/progress.h"

namespace assay::normalize {
namespace {

using llvm::AllocaInst;
using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::SwitchInst;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

constexpr std::size_t kMostBlocks = 1024;

/// Is it made of what can be written several times?
bool can_be_written(const llvm::Function& function) {
  const auto is_named = [](const BasicBlock& block) { return block.hasAddressTaken(); };
  return function.size() <= kMostBlocks && llvm::none_of(function, is_named) &&
         llvm::all_of(llvm::instructions(function), [](const Instruction& each) {
           if (each.isTerminator() && !llvm::isa<BranchInst, SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(each))
             return false;
           return !each.getType()->isTokenTy() && !each.isEHPad() && !each.getType()->isScalableTy();
         });
}

/// Writes the stretches of code, each value by way of a stack object, which is a register in the end.
class ShapeWriter {
 public:
  ShapeWriter(const ShapeWalk& walk, const llvm::Function& target, llvm::Function& source)
      : walk_(walk), target_(target), source_(source), tree_(source), loops_(tree_) {
    for (BasicBlock& block : source) {
      old_.push_back(&block);
      if (semantics::asks_for_progress(block)) latches_.push_back(&block);
    }
  }

  bool write() {
    for (const BasicBlock& block : target_) blocks_[&block] = BasicBlock::Create(source_.getContext(), "", &source_);
    for (const BasicBlock& block : target_) write(block);
    blocks_[&target_.getEntryBlock()]->moveBefore(&source_.getEntryBlock());
    write_promises();
    for (BasicBlock* block : old_) block->dropAllReferences();
    for (BasicBlock* block : old_) block->eraseFromParent();
    for (const BasicBlock& block : target_)
      if (block.hasName()) blocks_[&block]->setName(block.getName());
    llvm::DominatorTree tree(source_);
    std::vector<AllocaInst*> objects;
    for (const auto& [value, object] : objects_) objects.push_back(object);
    llvm::PromoteMemToReg(objects, tree);
    return llvm::all_of(edges_, [](BasicBlock* edge) { return leave_out(*edge); }) && source_.size() == target_.size();
  }

 private:
  void write(const BasicBlock& block) {
    const Stop& stop = walk_.stop_at(block);
    at_ = blocks_[&block];
    local_.clear();
    write(stop.passed);
    if (stop.end == nullptr) {
      const Stop::Way& way = stop.ways.front();
      write(way.passed);
      BranchInst::Create(blocks_[way.to], at_);
    } else if (stop.ways.empty()) {
      write(*stop.end);
      passed_[blocks_[&block]].insert(stop.end->getParent());
    } else {
      write_ways(
          stop, llvm::isa<SwitchInst>(block.getTerminator()) ? llvm::cast<SwitchInst>(block.getTerminator()) : nullptr);
    }
  }

  void write_ways(const Stop& stop, const SwitchInst* choice) {
    BasicBlock* from = at_;
    passed_[from].insert(stop.end->getParent());
    Value* condition = choice != nullptr ? now(*llvm::cast<SwitchInst>(stop.end)->getCondition()) : decision(stop);
    const llvm::DenseMap<const Value*, Value*> here = local_;
    std::vector<BasicBlock*> ways;
    for (const Stop::Way& way : stop.ways) {
      BasicBlock* edge = BasicBlock::Create(source_.getContext(), "", &source_);
      edges_.push_back(edge);
      ways.push_back(edge);
      at_ = edge;
      local_ = here;
      write(way.passed);
      BranchInst::Create(blocks_[way.to], at_);
    }
    if (choice == nullptr) {
      BranchInst::Create(ways[0], ways[1], condition, from);
      return;
    }
    SwitchInst* written = SwitchInst::Create(condition, ways[0], choice->getNumCases(), from);
    for (unsigned i = 1; const auto& each : choice->cases())
      written->addCase(llvm::ConstantInt::get(source_.getContext(), each.getCaseValue()->getValue()), ways[i++]);
  }

  /// What the target's branch is on, as the source says it: where a switch has two ways, is it one of the cases?
  Value* decision(const Stop& stop) {
    Builder build(at_);
    Value* decides = nullptr;
    if (stop.decides != nullptr) {
      decides = now(*stop.decides);
    } else if (const auto* branch = llvm::dyn_cast<BranchInst>(stop.end)) {
      decides = now(*branch->getCondition());
    } else {
      const auto& choice = llvm::cast<SwitchInst>(*stop.end);
      const BasicBlock* second = two_ways(choice).second;
      for (const auto& each : choice.cases()) {
        if (each.getCaseSuccessor() != second) continue;
        Value* is_this = build.CreateICmpEQ(
            now(*choice.getCondition()), llvm::ConstantInt::get(source_.getContext(), each.getCaseValue()->getValue()));
        decides = decides == nullptr ? is_this : build.CreateOr(decides, is_this);
      }
    }
    if (!stop.is_inverted) return decides;
    auto* compare = llvm::dyn_cast<llvm::CmpInst>(decides);
    if (compare == nullptr) return build.CreateNot(decides);
    auto* inverse = llvm::cast<llvm::CmpInst>(compare->clone());
    inverse->setPredicate(compare->getInversePredicate());
    inverse->insertInto(at_, at_->end());
    return inverse;
  }

  void write(const Stretch& passed) {
    for (const Passed& each : passed) {
      if (each.run != nullptr) {
        write(*each.run);
        passed_[at_].insert(each.run->getParent());
        continue;
      }
      passed_[at_].insert(each.from);
      passed_[at_].insert(each.to);
      std::vector<std::pair<const llvm::PHINode*, Value*>> taken;
      for (const llvm::PHINode& phi : each.to->phis())
        taken.emplace_back(&phi, now(*phi.getIncomingValueForBlock(each.from)));
      for (const auto& [phi, value] : taken) keep(*phi, *value);
    }
  }
  void write(const Instruction& instruction) {
    Instruction* copy = instruction.clone();
    for (llvm::Use& operand : copy->operands()) operand.set(now(*operand));
    copy->insertInto(at_, at_->end());
    if (!copy->getType()->isVoidTy()) {
      copy->setName(instruction.getName());
      keep(instruction, *copy);
    }
  }

  Value* now(const Value& value) {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr) return const_cast<Value*>(&value);
    Value*& local = local_[instruction];
    if (local == nullptr) local = new llvm::LoadInst(value.getType(), &object_of(value), "", at_);
    return local;
  }
  void keep(const Value& value, Value& is) {
    local_[&value] = &is;
    new llvm::StoreInst(&is, &object_of(value), at_);
  }
  AllocaInst& object_of(const Value& value) {
    AllocaInst*& object = objects_[&value];
    if (object == nullptr) {
      BasicBlock& entry = *blocks_[&target_.getEntryBlock()];
      object = new AllocaInst(value.getType(), source_.getDataLayout().getAllocaAddrSpace(), nullptr, value.getName(),
                              entry.begin());
    }
    return *object;
  }

  /// Where a loop of what was written stays within one of the source's that must make progress, it must, too.
  void write_promises() {
    llvm::DominatorTree tree(source_);
    const llvm::LoopInfo loops(tree);
    llvm::SmallPtrSet<const BasicBlock*, 8> ends;
    for (const BasicBlock& block : target_)
      if (semantics::asks_for_progress(block)) ends.insert(blocks_[&block]);
    for (const BasicBlock& block : target_)
      if (ends.contains(blocks_[&block]))
        if (llvm::MDNode* promise = promise_at(*blocks_[&block], loops, ends))
          blocks_[&block]->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, promise);
  }
  BasicBlock& written_before(BasicBlock& edge) const {
    return llvm::is_contained(edges_, &edge) ? *edge.getSinglePredecessor() : edge;
  }
  /// For all loops that the block leads back to: the others have more ends, and promise nothing at one of them. `ends`:
  /// what is to promise something.
  llvm::MDNode* promise_at(BasicBlock& block, const llvm::LoopInfo& loops,
                           const llvm::SmallPtrSetImpl<const BasicBlock*>& ends) const {
    llvm::MDNode* promise = nullptr;
    for (BasicBlock* next : llvm::successors(&block)) {
      const bool is_edge = llvm::is_contained(edges_, next);
      BasicBlock *from = is_edge ? next : &block, *to = is_edge ? next->getSingleSuccessor() : next;
      const llvm::Loop* loop = loops.getLoopFor(from);
      while (loop != nullptr && loop->getHeader() != to) loop = loop->getParentLoop();
      if (loop == nullptr) continue;
      llvm::SmallVector<BasicBlock*, 4> latches;
      loop->getLoopLatches(latches);
      if (llvm::MDNode* its = promise_of(*loop))
        promise = its;
      else if (llvm::all_of(latches, [&](BasicBlock* each) { return ends.contains(&written_before(*each)); }))
        return nullptr;
    }
    return promise;
  }
  llvm::MDNode* promise_of(const llvm::Loop& loop) const {
    for (BasicBlock* latch : latches_) {
      const llvm::Loop* own = loops_.getLoopFor(latch);
      llvm::MDNode* promise = latch->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
      if (own == nullptr || own->getLoopID() != promise) continue;
      const auto stays = [&](const BasicBlock* each) {
        const auto passed = passed_.find(each);
        return passed == passed_.end() ||
               llvm::all_of(passed->second, [&](const BasicBlock* one) { return own->contains(one); });
      };
      if (llvm::all_of(loop.blocks(), stays)) return promise;
    }
    return nullptr;
  }

  /// What is computed on an edge is computed before the branch. What may be undefined there would be so on the other
  /// way, too: that is left out, and so less is undefined. False if somebody needs it, or the edge is one of two
  /// between the same blocks.
  static bool leave_out(BasicBlock& edge) {
    BasicBlock *from = edge.getSinglePredecessor(), *to = edge.getSingleSuccessor();
    if (from == nullptr || to == nullptr) return false;
    const bool is_double = llvm::is_contained(llvm::successors(from), to);
    for (Instruction& each : llvm::make_early_inc_range(llvm::drop_begin(llvm::reverse(edge)))) {
      if (is_expression(each)) continue;
      if (!each.use_empty()) return false;
      each.eraseFromParent();
    }
    Instruction* end = from->getTerminator();
    from->splice(end->getIterator(), &edge, edge.begin(), edge.getTerminator()->getIterator());
    for (llvm::PHINode& phi : to->phis())
      if (is_double && phi.getIncomingValueForBlock(from) != phi.getIncomingValueForBlock(&edge)) return false;
    to->replacePhiUsesWith(&edge, from);
    end->replaceSuccessorWith(&edge, to);
    edge.getTerminator()->eraseFromParent();
    edge.eraseFromParent();
    return true;
  }

  const ShapeWalk& walk_;
  const llvm::Function& target_;
  llvm::Function& source_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  std::vector<BasicBlock*> old_, edges_;
  std::vector<BasicBlock*> latches_;  ///< of the source, that say that their loops make progress
  llvm::DenseMap<const BasicBlock*, BasicBlock*> blocks_;
  llvm::DenseMap<const BasicBlock*, llvm::SmallPtrSet<const BasicBlock*, 4>>
      passed_;  ///< the source's, by what is written
  llvm::DenseMap<const Value*, AllocaInst*> objects_;
  llvm::DenseMap<const Value*, Value*> local_;  ///< what is known to be in the objects
  BasicBlock* at_ = nullptr;
};

}  // namespace

bool write_in_shape_of(const llvm::Function& target, llvm::Function& source) {
  if (!can_be_written(source) || !can_be_written(target)) return false;
  ShapeWalk walk(source, target);
  return walk.run() && ShapeWriter(walk, target, source).write() && !llvm::verifyFunction(source);
}

}  // namespace assay::normalize
