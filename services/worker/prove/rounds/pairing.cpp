#include "services/worker/prove/rounds/pairing.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <map>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::PHINode;

constexpr unsigned kMostRounds = 64;

/// The head whose name, with something appended, is that of a copy of its loop.
BasicBlock* named_before(const BasicBlock& copy, const Pairing::Cuts& heads) {
  BasicBlock* best = nullptr;
  for (BasicBlock* head : heads) {
    const llvm::StringRef name = head->getName();
    if (name.empty() || !copy.getName().starts_with(name)) continue;
    const llvm::StringRef rest = copy.getName().substr(name.size());
    const bool is_appended = rest.empty() || rest.front() == '.' || llvm::isDigit(rest.front());
    if (is_appended && (best == nullptr || best->getName().size() < name.size())) best = head;
  }
  return best;
}

/// The head of a loop is paired like that of the nearest loop beside it, first of those that follow: what is left to do
/// comes behind.
BasicBlock* like_neighbour(std::size_t head, const Pairing& pairs, const llvm::LoopInfo& loops) {
  const auto parent = [&](std::size_t each) {
    const llvm::Loop* loop = loops.getLoopFor(pairs.target[each]);
    return loop == nullptr ? nullptr : loop->getParentLoop();
  };
  const auto is_beside = [&](std::size_t each) {
    return pairs.source[each] != nullptr && parent(each) == parent(head);
  };
  for (std::size_t each = head + 1; each < pairs.target.size(); ++each)
    if (is_beside(each)) return pairs.source[each];
  for (std::size_t each = head; each-- > 0;)
    if (is_beside(each)) return pairs.source[each];
  return nullptr;
}

/// How many times as far numbers count in a round of the target's loop: what most of them say, or those of one name.
unsigned rounds_in_one(const BasicBlock& head, ScalarEvolutions& source, const BasicBlock& copy,
                       ScalarEvolutions& target) {
  std::map<unsigned, unsigned> votes;
  for (const PHINode& s : head.phis()) {
    const auto step = source.step(const_cast<PHINode&>(s));
    if (!step || step->isZero()) continue;
    for (const PHINode& t : copy.phis()) {
      const auto other = target.step(const_cast<PHINode&>(t));
      if (!other || s.getType()->isIntegerTy() != t.getType()->isIntegerTy()) continue;
      const unsigned width = std::max(step->getBitWidth(), other->getBitWidth());
      const APInt by = step->sext(width), more = other->sext(width), ratio = more.sdiv(by);
      if (ratio.sgt(kMostRounds) || ratio.slt(1) || ratio * by != more) continue;
      const unsigned vote = t.hasName() && s.getName() == t.getName() ? 64 : s.getType() == t.getType() ? 8 : 1;
      votes[static_cast<unsigned>(ratio.getZExtValue())] += vote;
    }
  }
  const auto most = llvm::max_element(votes, [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == votes.end() ? 1 : most->first;
}

/// How many rounds numbers of one name are ahead when the target's loop is entered.
unsigned rounds_before(const BasicBlock& head, ScalarEvolutions& source, const BasicBlock& copy,
                       ScalarEvolutions& target) {
  for (const PHINode& s : head.phis())
    for (const PHINode& t : copy.phis()) {
      if (!t.hasName() || s.getName() != t.getName() || s.getType() != t.getType()) continue;
      const auto step = source.step(const_cast<PHINode&>(s));
      const auto from = source.start(const_cast<PHINode&>(s)), other = target.start(const_cast<PHINode&>(t));
      if (!step || step->isZero() || !from || !other) continue;
      const APInt rounds = (*other - *from).sdiv(*step);
      if (rounds.sgt(0) && rounds.slt(kMostRounds) && rounds * *step == *other - *from)
        return static_cast<unsigned>(rounds.getZExtValue());
    }
  return 0;
}

/// Does the block have a phi for each of the head's, by their names?
bool has_all_numbers(BasicBlock& block, BasicBlock& head) {
  return !head.phis().empty() && llvm::all_of(head.phis(), [&](const PHINode& number) {
    return llvm::any_of(block.phis(), [&](const PHINode& each) {
      return each.getType() == number.getType() && number.hasName() && stem(each.getName()) == stem(number.getName());
    });
  });
}

/// The block, or what is left of it behind what it assumes at its beginning, where that holds.
BasicBlock* behind_assumed(BasicBlock& block) {
  llvm::Instruction* last = nullptr;
  for (llvm::Instruction& each : block) {
    if (llvm::isa<llvm::AssumeInst>(each)) last = &each;
    if (last != &each && !llvm::isa<PHINode>(each) && !normalize::is_expression(each)) break;
  }
  return last == nullptr ? &block : block.splitBasicBlock(std::next(last->getIterator()));
}

/// Does every cycle go through one of the cuts?
bool cut_all_cycles(llvm::Function& function, const Pairing::Cuts& cuts) {
  llvm::SmallPtrSet<const BasicBlock*, 16> done, open;
  const std::function<bool(BasicBlock&)> has_no_cycle = [&](BasicBlock& block) {
    if (done.contains(&block)) return true;
    if (!open.insert(&block).second) return false;
    for (BasicBlock* next : llvm::successors(&block))
      if (!llvm::is_contained(cuts, next) && !has_no_cycle(*next)) return false;
    open.erase(&block);
    return done.insert(&block).second;
  };
  return has_no_cycle(function.getEntryBlock()) &&
         llvm::all_of(cuts, [&](BasicBlock* cut) { return has_no_cycle(*cut); });
}

}  // namespace

llvm::StringRef stem(llvm::StringRef name) { return name.substr(0, name.find('.', 1)).rtrim("0123456789"); }

bool Pairing::has_more() const {
  for (std::size_t i = 0; i < source.size(); ++i)
    if (rounds[i] != 1 || peeled[i] != 0 || llvm::count(source, source[i]) > 1) return true;
  return false;
}

Pairing pair_one_by_one(llvm::Function& source, llvm::Function& target) {
  Pairing pairs;
  pairs.target = normalize::heads_of_loops(target);
  pairs.source.assign(pairs.target.size(), nullptr);
  pairs.rounds.assign(pairs.target.size(), 1);
  pairs.peeled.assign(pairs.target.size(), 0);
  for (std::size_t i = 0; i < pairs.target.size(); ++i)
    for (BasicBlock& block : source)
      if (block.hasName() && block.getName() == pairs.target[i]->getName() && !block.isEntryBlock())
        pairs.source[i] = &block;
  const Pairing::Cuts own = normalize::heads_of_loops(source);
  const auto is_free = [&](const BasicBlock* block) { return !llvm::is_contained(pairs.source, block); };
  for (BasicBlock*& partner : pairs.source) {
    if (partner != nullptr) continue;
    const auto next = llvm::find_if(own, is_free);
    if (next == own.end()) return {};
    partner = *next;
  }
  return pairs;
}

Pairing pair_loops(llvm::Function& source, llvm::Function& target) {
  const Pairing::Cuts own = normalize::heads_of_loops(source);
  Pairing pairs;
  pairs.target = normalize::heads_of_loops(target);
  if (own.empty()) return {};
  ScalarEvolutions of_source(source), of_target(target);
  for (const BasicBlock* head : pairs.target) pairs.source.push_back(named_before(*head, own));
  for (std::size_t i = pairs.target.size(); i-- > 0;)
    if (pairs.source[i] == nullptr) pairs.source[i] = like_neighbour(i, pairs, of_target.loops());
  for (BasicBlock*& partner : pairs.source) {
    const auto is_free = [&](const BasicBlock* block) { return !llvm::is_contained(pairs.source, block); };
    if (partner != nullptr) continue;
    const auto next = llvm::find_if(own, is_free);
    partner = next == own.end() ? own.front() : *next;
  }
  for (std::size_t i = 0; i < pairs.target.size(); ++i) {
    pairs.rounds.push_back(rounds_in_one(*pairs.source[i], of_source, *pairs.target[i], of_target));
    pairs.peeled.push_back(rounds_before(*pairs.source[i], of_source, *pairs.target[i], of_target));
  }
  return pairs;
}

Pairing add_rests(Pairing pairs) {
  if (pairs.target.empty()) return pairs;
  llvm::Function& target = *pairs.target.front()->getParent();
  const llvm::DominatorTree tree(target);
  const llvm::LoopInfo loops(tree);
  const std::size_t all = pairs.target.size();
  for (std::size_t i = 0; i < all; ++i) {
    const llvm::Loop* loop = loops.getLoopFor(pairs.target[i]);
    if (pairs.rounds[i] < 2 || loop == nullptr) continue;
    const auto is_behind = [&](const BasicBlock* each) { return tree.dominates(pairs.target[i], each); };
    for (BasicBlock& block : target) {
      if (loops.getLoopFor(&block) != loop->getParentLoop() || is_behind(&block) ||
          llvm::any_of(pairs.target, [&](const BasicBlock* cut) { return tree.dominates(&block, cut); }) ||
          llvm::none_of(llvm::predecessors(&block), is_behind) || !has_all_numbers(block, *pairs.source[i]))
        continue;
      pairs.target.push_back(&block);
      pairs.source.push_back(pairs.source[i]);
      pairs.rounds.push_back(pairs.rounds[i]);
      pairs.peeled.push_back(0);
    }
  }
  for (std::size_t i = all; i < pairs.target.size(); ++i) pairs.target[i] = behind_assumed(*pairs.target[i]);
  return pairs;
}

BasicBlock& block_of_numbers(BasicBlock& cut) {
  BasicBlock* before = cut.getSinglePredecessor();
  const bool is_split = before != nullptr && before->getSingleSuccessor() != nullptr && cut.phis().empty();
  return is_split && llvm::any_of(*before, [](const auto& each) { return llvm::isa<llvm::AssumeInst>(each); }) ? *before
                                                                                                               : cut;
}

Pairing pair_inner_loops(llvm::Function& source, llvm::Function& target) {
  Pairing pairs = pair_loops(source, target);
  const llvm::DominatorTree tree(source);
  const llvm::LoopInfo loops(tree);
  // Of some loop around others the target makes several rounds in one, or all of them, one behind the other.
  bool is_unrolled = llvm::any_of(pairs.source, [&](const BasicBlock* head) {
    const llvm::Loop* loop = loops.getLoopFor(head);
    const llvm::Loop* around = loop == nullptr ? nullptr : loop->getParentLoop();
    return around != nullptr && !llvm::is_contained(pairs.source, around->getHeader());
  });
  for (std::size_t i = 0; i < pairs.target.size();) {
    Pairing::Cuts others = pairs.target;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (others.empty() || !cut_all_cycles(target, others)) {
      ++i;
      continue;
    }
    is_unrolled |= pairs.rounds[i] != 1 || pairs.peeled[i] != 0;
    pairs.target = std::move(others);
    pairs.source.erase(pairs.source.begin() + static_cast<std::ptrdiff_t>(i));
    pairs.rounds.erase(pairs.rounds.begin() + static_cast<std::ptrdiff_t>(i));
    pairs.peeled.erase(pairs.peeled.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return is_unrolled ? pairs : Pairing();
}

}  // namespace assay::prove
