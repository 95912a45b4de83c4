#include "services/worker/prove/rounds/prologs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <vector>

#include "services/worker/prove/rounds/counts.h"

namespace assay::prove {
namespace {

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

  struct Way {
    BasicBlock* from;
    llvm::SmallVector<BasicBlock*, 4> through;  ///< the join, and what comes before it and only joins others
  };
  /// Where a round begins that is made before the loop, and the way that goes past it.
  struct Round {
    BasicBlock* block;
    const Way* past;
  };
  std::vector<Round> rounds() const {
    std::vector<Round> rounds;
    if (!counts_rounds()) return rounds;
    for (const Way& way : ways_)
      for (BasicBlock* next : llvm::successors(way.from))
        if (next != way.through.back() && next->getSinglePredecessor() == way.from && next->phis().empty() &&
            target_.loops().getLoopFor(next) == loop_->getParentLoop() && comes_to_join(*next))
          rounds.push_back({next, &way});
    return rounds;
  }

  /// Written as choices of a number and itself: nothing else computes them.
  void tell(std::size_t cut, const Round& round, ToldState& told) const {
    llvm::IRBuilder<llvm::NoFolder> build(round.block, round.block->getFirstInsertionPt());
    for (const auto& [phi, start] : numbers_)
      if (Value* value = coming_by(start, *round.past))
        told.told.push_back({cut, phi, llvm::cast<Instruction>(build.CreateSelect(build.getTrue(), value, value))});
  }

 private:
  /// The nearest block before the loop where numbers that it starts with come together, none of them of another loop.
  void find_join() {
    BasicBlock* block = loop_->getLoopPredecessor();
    for (unsigned i = 0; i < kMostBefore && block != nullptr && block->getSinglePredecessor() != nullptr; ++i)
      block = block->getSinglePredecessor();
    if (block == nullptr || block->hasNPredecessors(0) || block->getSinglePredecessor() != nullptr) return;
    add_ways(*block, {});
    const auto is_beside = [&](const Way& way) {
      return target_.loops().getLoopFor(way.from) == loop_->getParentLoop();
    };
    if (!llvm::all_of(ways_, is_beside)) ways_.clear();
  }
  void add_ways(BasicBlock& block, llvm::SmallVector<BasicBlock*, 4> through) {
    const auto only_joins = [](const BasicBlock& each) {
      return each.getSingleSuccessor() != nullptr && each.hasNPredecessorsOrMore(2) &&
             each.getFirstNonPHIIt()->isTerminator();
    };
    through.push_back(&block);
    for (BasicBlock* from : llvm::predecessors(&block)) {
      if (only_joins(*from) && through.size() < kMostBefore)
        add_ways(*from, through);
      else
        ways_.push_back({from, through});
    }
  }
  /// What comes to the loop by that way; null: it is not known where the join is.
  Value* coming_by(Value* start, const Way& way) const {
    for (std::size_t i = 0; i < way.through.size(); ++i) {
      auto* phi = llvm::dyn_cast_or_null<PHINode>(start);
      if (phi == nullptr || phi->getParent() != way.through[i]) continue;
      start = phi->getIncomingValueForBlock(i + 1 < way.through.size() ? way.through[i + 1] : way.from);
    }
    const auto* instruction = llvm::dyn_cast_or_null<Instruction>(start);
    return instruction == nullptr || target_.tree().dominates(instruction, way.from->getTerminator()) ? start : nullptr;
  }
  /// Is some number as far from the source's start as whole rounds count, on each way to the join, and not always as
  /// far?
  bool counts_rounds() const {
    return !ways_.empty() && llvm::any_of(numbers_, [&](const auto& number) {
      const auto step = source_.step(*number.first), start = source_.start(*number.first);
      if (!step || step->isZero() || !start) return false;
      bool more = false;
      for (const Way& way : ways_) {
        const auto* value = llvm::dyn_cast_or_null<llvm::ConstantInt>(coming_by(number.second, way));
        if (value == nullptr || value->getType() != number.first->getType()) return false;
        if (!(value->getValue() - *start).srem(*step).isZero()) return false;
        more |= value->getValue() != *start;
      }
      return more;
    });
  }
  bool comes_to_join(const BasicBlock& block) const {
    return llvm::any_of(ways_, [&](const Way& way) { return target_.tree().dominates(&block, way.from); });
  }

  ScalarEvolutions &source_, &target_;
  const llvm::Loop* loop_;
  std::vector<std::pair<PHINode*, Value*>> numbers_;  ///< of the source's head, and what the target's starts with
  std::vector<Way> ways_;                             ///< to where these come together before the loop
};

}  // namespace

Pairing add_prologs(Pairing pairs, ToldState& told) {
  if (llvm::all_of(pairs.rounds, [](unsigned rounds) { return rounds == 1; })) return pairs;
  ScalarEvolutions source(*pairs.source.front()->getParent()), target(*pairs.target.front()->getParent());
  for (std::size_t i = 0, all = pairs.target.size(); i < all; ++i) {
    if (pairs.rounds[i] < 2) continue;
    const Prolog prolog(*pairs.source[i], source, *pairs.target[i], target);
    for (const auto& round : prolog.rounds()) {
      prolog.tell(pairs.target.size(), round, told);
      pairs.target.push_back(round.block);
      pairs.source.push_back(pairs.source[i]);
      pairs.rounds.push_back(1);
      pairs.peeled.push_back(0);
    }
  }
  return pairs;
}

}  // namespace assay::prove
