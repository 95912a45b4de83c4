#include "services/worker/prove/order/adjacent_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/counts.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

/// Compares what two loops compute, by their text.
class Alike {
 public:
  Alike(const SimpleLoop& first, const SimpleLoop& second) : first_(*first.loop), second_(*second.loop) {}

  bool are(Value* first, Value* second) {
    auto* one = llvm::dyn_cast<Instruction>(first);
    auto* other = llvm::dyn_cast<Instruction>(second);
    if (one == nullptr || other == nullptr || !first_.contains(one) || !second_.contains(other)) return first == second;
    const auto [known, is_new] = of_second_.try_emplace(other, one);
    if (!is_new) return known->second == one;
    if (llvm::isa<PHINode>(one) || llvm::isa<PHINode>(other)) return are_phis(one, other);
    return normalize::is_expression(*one) && !normalize::is_choosing(*one) && are_operations(*one, *other);
  }
  auto phis() const {
    llvm::SmallVector<std::pair<PHINode*, PHINode*>, 4> all;
    for (PHINode& phi : second_.getHeader()->phis())
      if (const auto found = of_second_.find(&phi); found != of_second_.end())
        all.emplace_back(&phi, llvm::cast<PHINode>(found->second));
    return all;
  }

 private:
  /// Of the loops' heads: they start and go on alike.
  bool are_phis(Instruction* first, Instruction* second) {
    auto* one = llvm::dyn_cast<PHINode>(first);
    auto* other = llvm::dyn_cast<PHINode>(second);
    if (one == nullptr || other == nullptr || one->getParent() != first_.getHeader() ||
        other->getParent() != second_.getHeader())
      return false;
    Value *start = start_of(*one, first_), *next = next_of(*one, first_);
    return start != nullptr && next != nullptr && start == start_of(*other, second_) &&
           next_of(*other, second_) != nullptr && are(next, next_of(*other, second_));
  }
  bool are_operations(Instruction& one, Instruction& other) {
    if (!one.isSameOperationAs(&other) || one.getNumOperands() != other.getNumOperands()) return false;
    Instruction* copy = other.clone();  // with the other's flags
    copy->copyIRFlags(&one);
    const bool has_same_flags = copy->isIdenticalTo(&other);
    copy->deleteValue();
    return has_same_flags && !one.hasPoisonGeneratingMetadata() && !other.hasPoisonGeneratingMetadata() &&
           llvm::all_of(llvm::zip(one.operands(), other.operands()),
                        [&](const auto& both) { return are(std::get<0>(both), std::get<1>(both)); });
  }

  const llvm::Loop &first_, &second_;
  llvm::DenseMap<Instruction*, Instruction*> of_second_;  ///< guessed to be alike: if all that follows from it holds
};

/// Does it depend on what the loop, or the blocks between, compute?
bool is_used_in(const Instruction& instruction, const SimpleLoop& loop) {
  return llvm::any_of(instruction.users(),
                      [&](const llvm::User* each) { return loop.loop->contains(llvm::cast<Instruction>(each)); });
}

std::optional<AdjacentLoops> adjacent(const SimpleLoop& first, const SimpleLoop& second) {
  AdjacentLoops found{first, second, {}, {}};
  for (BasicBlock* block = first.after; block != second.head;) {
    if (block->getSinglePredecessor() == nullptr || block->getSingleSuccessor() == nullptr) return std::nullopt;
    found.between.push_back(block);
    if (llvm::any_of(*block, [&](const Instruction& each) {
          const bool is_plain = llvm::isa<PHINode>(each) || each.isTerminator() || normalize::is_expression(each);
          return !is_plain || is_used_in(each, second);
        }))
      return std::nullopt;
    block = block->getSingleSuccessor();
  }
  if (first.goes_on_if_true() != second.goes_on_if_true()) return std::nullopt;
  Alike alike(first, second);
  if (!alike.are(first.end->getCondition(), second.end->getCondition())) return std::nullopt;
  for (const BasicBlock* block : first.loop->blocks())
    if (llvm::any_of(*block, [&](const Instruction& each) { return is_used_in(each, second); })) return std::nullopt;
  found.alike = alike.phis();
  return found;
}

}  // namespace

std::optional<AdjacentLoops> find_adjacent_loops(const llvm::LoopInfo& loops) {
  for (llvm::Loop* each : loops.getLoopsInPreorder()) {
    const auto first = simple_loop(*each);
    if (!first) continue;
    BasicBlock* next = first->after;
    while (loops.getLoopFor(next) == each->getParentLoop() && next->getSingleSuccessor() != nullptr &&
           next->getSinglePredecessor() != nullptr)
      next = next->getSingleSuccessor();
    llvm::Loop* loop = loops.getLoopFor(next);
    if (loop == nullptr || loop == each || loop->getHeader() != next || loop->getParentLoop() != each->getParentLoop())
      continue;
    const auto second = simple_loop(*loop);
    if (!second) continue;
    if (auto found = adjacent(*first, *second)) return found;
  }
  return std::nullopt;
}

bool has_adjacent_loops(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  return find_adjacent_loops(llvm::LoopInfo(tree)).has_value();
}

void fuse(const AdjacentLoops& loops) {
  const auto& [first, second, between, alike] = loops;
  for (const auto& [phi, same] : alike) phi->replaceAllUsesWith(same);
  for (PHINode& phi : llvm::make_early_inc_range(second.head->phis())) {
    if (phi.use_empty()) {
      phi.eraseFromParent();
      continue;
    }
    phi.replaceIncomingBlockWith(second.before, first.before);
    phi.moveBefore(first.head->begin());
  }
  first.head->replacePhiUsesWith(first.latch, second.latch);
  first.after->replacePhiUsesWith(first.latch, second.latch);
  BasicBlock* end = between.empty() ? second.after : between.front();
  if (!between.empty()) {
    between.back()->getTerminator()->replaceSuccessorWith(second.head, second.after);
    second.after->replacePhiUsesWith(second.latch, between.back());
  }
  second.end->replaceSuccessorWith(second.head, first.head);
  second.end->replaceSuccessorWith(second.after, end);
  second.end->setCondition(first.end->getCondition());
  second.end->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  llvm::BranchInst::Create(second.head, first.end->getIterator());
  first.end->eraseFromParent();
}

}  // namespace assay::prove
