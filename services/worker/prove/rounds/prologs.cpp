#include "services/worker/prove/rounds/prologs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <optional>

#include "services/worker/prove/rounds/counts.h"

namespace assay::prove {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMostBefore = 8;  ///< blocks between a join and the loop

/// Before one loop of the target's.
class Prolog {
 public:
  Prolog(BasicBlock& source_head, ScalarEvolutions& source, BasicBlock& head, ScalarEvolutions& target)
      : source_(source), target_(target), loop_(target.loops().getLoopFor(&head)) {
    if (loop_ == nullptr || loop_->getHeader() != &head) return;
    for (PHINode& phi : source_head.phis()) {
      const auto is_alike = [&](const PHINode& each) {
        return each.getType() == phi.getType() && !stem(phi.getName()).empty() &&
               stem(phi.getName()) == stem(each.getName());
      };
      const auto alike = llvm::find_if(head.phis(), is_alike);
      if (alike != head.phis().end()) numbers_.emplace_back(&phi, start_of(*alike, *loop_));
    }
    find_join();
  }

  /// Where rounds begin that are made before the loop.
  std::vector<BasicBlock*> rounds() const {
    std::vector<BasicBlock*> rounds;
    if (join_ == nullptr || !counts_rounds()) return rounds;
    for (BasicBlock* from : llvm::predecessors(join_))
      for (BasicBlock* next : llvm::successors(from))
        if (next != join_ && next->getSinglePredecessor() == from && next->phis().empty() &&
            target_.loops().getLoopFor(next) == loop_->getParentLoop() && comes_to_join(*next))
          rounds.push_back(next);
    return rounds;
  }

  /// Written as choices of a number and itself: nothing else computes them.
  void tell(std::size_t cut, BasicBlock& round, ToldState& told) const {
    llvm::IRBuilder<llvm::NoFolder> build(&round, round.getFirstInsertionPt());
    for (const auto& [phi, start] : numbers_)
      if (Value* value = start == nullptr ? nullptr : coming_from(*start, *round.getSinglePredecessor()))
        told.told.push_back({cut, phi, llvm::cast<Instruction>(build.CreateSelect(build.getTrue(), value, value))});
  }

 private:
  /// The nearest block before the loop where numbers that it starts with come together, none of them of another loop.
  void find_join() {
    BasicBlock* block = loop_->getLoopPredecessor();
    for (unsigned i = 0; i < kMostBefore && block != nullptr; ++i, block = block->getSinglePredecessor()) {
      if (block->hasNPredecessors(0) || block->getSinglePredecessor() != nullptr) continue;
      const auto is_beside = [&](const BasicBlock* from) {
        return target_.loops().getLoopFor(from) == loop_->getParentLoop();
      };
      if (llvm::all_of(llvm::predecessors(block), is_beside)) join_ = block;
      return;
    }
  }
  /// What would come to the join from there.
  Value* coming_from(Value& start, const BasicBlock& from) const {
    auto* phi = llvm::dyn_cast<PHINode>(&start);
    if (phi != nullptr && phi->getParent() == join_) return phi->getIncomingValueForBlock(&from);
    const auto* before = llvm::dyn_cast<Instruction>(&start);
    return before == nullptr || target_.tree().properlyDominates(before->getParent(), join_) ? &start : nullptr;
  }
  /// Is some number as far from the source's start as whole rounds count, on each way to the join, and not always as
  /// far?
  bool counts_rounds() const {
    return llvm::any_of(numbers_, [&](const auto& number) {
      const auto step = source_.step(*number.first), start = source_.start(*number.first);
      if (!step || step->isZero() || !start || number.second == nullptr) return false;
      bool more = false;
      for (const BasicBlock* from : llvm::predecessors(join_)) {
        const auto* value = llvm::dyn_cast_or_null<llvm::ConstantInt>(coming_from(*number.second, *from));
        if (value == nullptr || value->getType() != number.first->getType()) return false;
        if (!(value->getValue() - *start).srem(*step).isZero()) return false;
        more |= value->getValue() != *start;
      }
      return more;
    });
  }
  bool comes_to_join(const BasicBlock& block) const {
    return llvm::any_of(llvm::predecessors(join_),
                        [&](const BasicBlock* from) { return target_.tree().dominates(&block, from); });
  }

  ScalarEvolutions &source_, &target_;
  const llvm::Loop* loop_;
  std::vector<std::pair<PHINode*, Value*>> numbers_;  ///< of the source's head, and what the target's starts with
  BasicBlock* join_ = nullptr;
};

}  // namespace

Pairing add_prologs(Pairing pairs, ToldState& told) {
  if (llvm::all_of(pairs.rounds, [](unsigned rounds) { return rounds == 1; })) return pairs;
  ScalarEvolutions source(*pairs.source.front()->getParent()), target(*pairs.target.front()->getParent());
  for (std::size_t i = 0, all = pairs.target.size(); i < all; ++i) {
    if (pairs.rounds[i] < 2) continue;
    const Prolog prolog(*pairs.source[i], source, *pairs.target[i], target);
    for (BasicBlock* round : prolog.rounds()) {
      prolog.tell(pairs.target.size(), *round, told);
      pairs.target.push_back(round);
      pairs.source.push_back(pairs.source[i]);
      pairs.rounds.push_back(1);
      pairs.peeled.push_back(0);
    }
  }
  return pairs;
}

}  // namespace assay::prove
