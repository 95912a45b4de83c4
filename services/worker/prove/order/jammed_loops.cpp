#include "services/worker/prove/order/jammed_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/order/overlaps.h"
#include "services/worker/prove/order/simple_loop.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMostJammed = 16;

bool is_access(const Instruction& instruction) { return llvm::getLoadStorePointerOperand(&instruction) != nullptr; }

/// What a round of the loop around does: a block before the inner loop, that loop, of one block, and a block behind it.
/// Each of its accesses belongs to a part, as many of each block's to each: a guess. So does all that is computed of
/// them.
class Jammed {
 public:
  Jammed(SimpleLoop inner, unsigned parts, const llvm::LoopInfo& loops)
      : head_(*inner.before), parts_(parts), inner_(inner) {
    const llvm::Loop* around = inner.loop->getParentLoop();
    is_one_ = inner.head == inner.latch && loops.getLoopFor(inner.before) == around &&
              loops.getLoopFor(inner.after) == around && inner.after->getSinglePredecessor() == inner.head;
  }

  bool can_be_parted(Overlaps& overlaps) {
    return is_one_ && can_be_parted_by_text() && overlaps.is_counted(inner_) && may_change_places(overlaps);
  }

  void part() {
    BasicBlock& behind = *inner_.after;
    std::vector<Instruction*> fore = moved(head_), aft = moved(behind);
    std::vector<llvm::ValueToValueMapTy> copies(parts_);
    BasicBlock* before = &head_;
    for (unsigned part = 0; part < parts_; ++part) {
      BasicBlock* loop =
          BasicBlock::Create(head_.getContext(), inner_.head->getName() + ".part", head_.getParent(), inner_.head);
      BasicBlock* next = &behind;
      if (part + 1 < parts_)
        next = BasicBlock::Create(head_.getContext(), behind.getName() + ".part", head_.getParent(), inner_.head);
      write_loop(part, *before, *loop, *next, copies[part]);
      if (next != &behind) {
        llvm::BranchInst* end = llvm::BranchInst::Create(&behind, next);  // to the next loop, once that is made
        for (Instruction* each : aft)
          if (place_.lookup(each) == part) each->moveBefore(end->getIterator());
        for (Instruction* each : fore)
          if (place_.lookup(each) == part + 1) each->moveBefore(end->getIterator());
      }
      before->getTerminator()->replaceSuccessorWith(before == &head_ ? inner_.head : &behind, loop);
      before = next;
    }
    for (Instruction& each : *inner_.head) each.replaceUsesOutsideBlock(in_part(each, copies), inner_.head);
    inner_.head->dropAllReferences();
    inner_.head->eraseFromParent();
  }

 private:
  using Closure = llvm::SetVector<Instruction*>;

  static bool is_plain(const Instruction& each) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
    return each.isTerminator() || (load != nullptr && load->isSimple()) || (store != nullptr && store->isSimple()) ||
           normalize::is_expression(each);
  }
  /// Part by part in the order of the text, as many to each. If that can't be, all stay where they are.
  bool number(BasicBlock& block, std::optional<unsigned> otherwise) {
    std::vector<Instruction*> all;
    for (Instruction& each : block)
      if (is_access(each)) all.push_back(&each);
    if (all.size() % parts_ != 0 && !otherwise) return false;
    for (std::size_t i = 0; i < all.size(); ++i)
      place_[all[i]] = all.size() % parts_ != 0 ? *otherwise : static_cast<unsigned>(i / (all.size() / parts_));
    accesses_.push_back(std::move(all));
    return true;
  }
  bool can_be_parted_by_text() {
    // What is done before the inner loop stays there where control may go elsewhere then.
    const bool has_fore = head_.getSingleSuccessor() != nullptr;
    for (const BasicBlock* block : {&head_, inner_.head, inner_.after})
      if ((block != &head_ || has_fore) &&
          !llvm::all_of(*block, [](const Instruction& each) { return llvm::isa<PHINode>(each) || is_plain(each); }))
        return false;
    if (!inner_.after->phis().empty()) return false;  // they are from the loop alone: the normal form has none
    if (!has_fore) accesses_.emplace_back();
    if ((has_fore && !number(head_, 0)) || !number(*inner_.head, std::nullopt) || !number(*inner_.after, parts_ - 1))
      return false;
    if (accesses_[1].empty()) return false;
    return (!has_fore || place_all_in(head_)) && find_closures() && place_all_in(*inner_.after);
  }
  /// What is computed of parts is there where the last of them is.
  bool place_all_in(BasicBlock& block) {
    for (Instruction& each : block) {
      if (llvm::isa<PHINode>(each) || each.isTerminator()) continue;
      unsigned last = 0;
      for (Value* operand : each.operands())
        if (auto* instruction = llvm::dyn_cast<Instruction>(operand)) last = std::max(last, place_.lookup(instruction));
      if (!is_access(each))
        place_[&each] = last;
      else if (last > place_[&each])
        return false;
    }
    return true;
  }
  /// What each part's loop needs, its end included. Nothing that is read, or chosen, in one belongs to another.
  bool find_closures() {
    closures_.resize(parts_);
    for (Instruction& each : *inner_.head)
      if (is_access(each)) closures_[place_[&each]].insert(&each);
    for (Instruction& each : *inner_.head)
      if (each.isUsedOutsideOfBlock(inner_.head) && !is_access(each)) {
        Closure of_value;
        of_value.insert(&each);
        close(of_value);
        unsigned part = 0;
        for (const Instruction* access : of_value)
          if (is_access(*access)) part = place_.lookup(access);
        place_[&each] = part;
        closures_[part].insert(&each);
      }
    llvm::DenseMap<const Instruction*, unsigned> needed;
    for (unsigned part = 0; part < parts_; ++part) {
      if (auto* condition = llvm::dyn_cast<Instruction>(inner_.end->getCondition()))
        if (condition->getParent() == inner_.head) closures_[part].insert(condition);
      close(closures_[part]);
      for (const Instruction* each : closures_[part]) {
        ++needed[each];
        if (is_access(*each) && place_.lookup(each) != part) return false;
        for (const Value* operand : each->operands())
          if (const auto* before = llvm::dyn_cast<Instruction>(operand))
            if (before->getParent() == &head_ && place_.lookup(before) > part) return false;
      }
    }
    return llvm::all_of(needed,
                        [](const auto& each) { return each.second == 1 || !normalize::is_choosing(*each.first); });
  }
  void close(Closure& closure) const {
    for (std::size_t i = 0; i < closure.size(); ++i)
      for (Value* operand : closure[i]->operands())
        if (auto* instruction = llvm::dyn_cast<Instruction>(operand))
          if (instruction->getParent() == inner_.head) closure.insert(instruction);
  }

  /// Accesses that are made in another order then.
  bool may_change_places(Overlaps& overlaps) const {
    const auto are_loads = [](const Instruction* one, const Instruction* other) {
      return llvm::isa<llvm::LoadInst>(one) && llvm::isa<llvm::LoadInst>(other);
    };
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      for (std::size_t j = i; j < accesses_.size(); ++j)
        for (Instruction* first : accesses_[i])
          for (Instruction* second : accesses_[j]) {
            const bool in_loop = i == 1 && j == 1;
            const unsigned one = place_.lookup(first), other = place_.lookup(second);
            if (are_loads(first, second) || (in_loop ? one >= other : one <= other)) continue;
            if (i == j && !in_loop) continue;  // they are in order
            if (in_loop ? !overlaps.is_apart_from_earlier(*first, *second) : !overlaps.are_apart(*first, *second))
              return false;
          }
    return true;
  }

  std::vector<Instruction*> moved(BasicBlock& block) const {
    std::vector<Instruction*> all;
    for (Instruction& each : block)
      if (!llvm::isa<PHINode>(each) && !each.isTerminator()) all.push_back(&each);
    return all;
  }
  void write_loop(unsigned part, BasicBlock& before, BasicBlock& loop, BasicBlock& after,
                  llvm::ValueToValueMapTy& copies) const {
    copies[inner_.before] = &before;
    copies[inner_.head] = &loop;
    copies[inner_.after] = &after;
    for (Instruction& each : *inner_.head) {
      if (!closures_[part].contains(&each) && !each.isTerminator()) continue;
      Instruction* copy = each.clone();
      copy->setName(each.getName());
      copy->insertInto(&loop, loop.end());
      copies[&each] = copy;
    }
    for (Instruction& each : loop)
      llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  }
  Value* in_part(const Instruction& value, const std::vector<llvm::ValueToValueMapTy>& copies) const {
    return copies[place_.lookup(&value)].lookup(&value);
  }

  BasicBlock& head_;
  unsigned parts_;
  SimpleLoop inner_;
  bool is_one_ = false;
  std::vector<std::vector<Instruction*>> accesses_;  ///< before the inner loop, in it, and behind it
  llvm::DenseMap<const Instruction*, unsigned> place_;
  std::vector<Closure> closures_;
};

/// The head of the loop around that of the given one; null if it lies in no other.
BasicBlock* head_around(BasicBlock& head) {
  const llvm::DominatorTree tree(*head.getParent());
  const llvm::LoopInfo loops(tree);
  const llvm::Loop* loop = loops.getLoopFor(&head);
  const llvm::Loop* around = loop == nullptr ? nullptr : loop->getParentLoop();
  return around == nullptr ? nullptr : around->getHeader();
}

/// How many rounds of the loop around an inner one the target makes together, or made, if no loop is around any more: a
/// guess, by how often it accesses memory where the source's inner loop does once.
std::vector<unsigned> rounds_together(const Pairing& pairs) {
  std::vector<unsigned> together(pairs.target.size(), 1);
  if (pairs.target.empty()) return together;
  const llvm::DominatorTree of_source(*pairs.source.front()->getParent()),
      of_target(*pairs.target.front()->getParent());
  const llvm::LoopInfo source(of_source), target(of_target);
  const auto innermost = [](BasicBlock& head, const llvm::LoopInfo& loops, bool lies_in_another) -> std::size_t {
    const llvm::Loop* loop = loops.getLoopFor(&head);
    if (loop == nullptr || loop->getHeader() != &head || !loop->isInnermost() ||
        (lies_in_another && loop->getParentLoop() == nullptr))
      return 0;
    return static_cast<std::size_t>(llvm::count_if(head, is_access));
  };
  for (std::size_t i = 0; i < together.size(); ++i) {
    if (pairs.rounds[i] != 1) continue;
    const std::size_t before = innermost(*pairs.source[i], source, true);
    const std::size_t after = innermost(*pairs.target[i], target, false);
    if (before != 0 && after % before == 0) together[i] = static_cast<unsigned>(after / before);
  }
  return together;
}

}  // namespace

bool has_jammed_loops(const Pairing& pairs) {
  return llvm::any_of(rounds_together(pairs), [](unsigned rounds) { return rounds > 1; });
}

bool part_jammed_loops(llvm::Function& function, const Pairing& pairs, const ProvesSegment& proves) {
  bool parted = false;
  const std::vector<unsigned> together = rounds_together(pairs);
  for (std::size_t i = 0; i < pairs.target.size(); ++i) {
    const unsigned parts = together[i];
    if (parts < 2 || parts > kMostJammed) continue;
    std::optional<Jammed> jammed;
    {
      Overlaps overlaps(function, proves, head_around(*pairs.target[i]));
      const auto inner = simple_loop(*overlaps.loops().getLoopFor(pairs.target[i]));
      if (!inner) continue;
      jammed.emplace(*inner, parts, overlaps.loops());
      if (!jammed->can_be_parted(overlaps)) continue;
    }
    jammed->part();
    parted = true;
  }
  return parted;
}

}  // namespace assay::prove
