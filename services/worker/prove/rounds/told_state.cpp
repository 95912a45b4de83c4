#include "services/worker/prove/rounds/told_state.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>

#include <optional>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/counts.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMostSettled = 64;  ///< values that one is computed of

/// Of one loop of the target's.
class ToldAtCut {
 public:
  ToldAtCut(std::size_t cut, const Pairing& pairs, ScalarEvolutions& source, ScalarEvolutions& target)
      : cut_(cut),
        pairs_(pairs),
        head_(*pairs.target[cut]),
        source_head_(*pairs.source[cut]),
        loop_(target.loops().getLoopFor(&head_)),
        source_loop_(source.loops().getLoopFor(&source_head_)),
        tree_(target.tree()) {
    if (!are_loops()) return;
    counts_ = counts_of(head_, target);
    source_counts_ = counts_of(source_head_, source);
    find_base();
    find_partners();
    find_joined();
  }

  void write(ToldState& into) {
    if (!are_loops()) return;
    llvm::IRBuilder<llvm::NoFolder> build(&head_, head_.getFirstInsertionPt());
    for (const Count& count : counts_)
      if (Instruction* by =
              base_ && count.phi->getType()->isVectorTy() ? by_base(build, count, count.start, 1, 0) : nullptr)
        into.tied.push_back({cut_, count.phi, by});
    for (PHINode& phi : source_head_.phis()) {
      if (phi.use_empty()) continue;
      const auto count = llvm::find_if(source_counts_, [&](const Count& each) { return each.phi == &phi; });
      Instruction* by = count != source_counts_.end() ? told_count(build, *count) : joined(build, phi);
      if (by == nullptr && count == source_counts_.end()) by = last_lane(build, phi);
      if (by == nullptr && count == source_counts_.end()) by = settled(build, phi);
      if (by != nullptr) into.told.push_back({cut_, &phi, by});
    }
  }

 private:
  bool are_loops() const {
    return loop_ != nullptr && loop_->getHeader() == &head_ && source_loop_ != nullptr &&
           source_loop_->getHeader() == &source_head_;
  }

  /// The widest number that counts from a constant: the others are told by it.
  void find_base() {
    for (const Count& count : counts_)
      if (count.phi->getType()->isIntegerTy() && llvm::isa<llvm::ConstantInt>(count.start) &&
          (!base_ || base_->phi->getType()->getIntegerBitWidth() < count.phi->getType()->getIntegerBitWidth()))
        base_ = count;
  }

  /// `start` and as many steps of `count` as the base has made, where the base makes one in `rounds`.
  Instruction* by_base(llvm::IRBuilderBase& build, const Count& count, Value* start, unsigned rounds, unsigned ahead) {
    const unsigned width = count.step.getBitWidth();
    llvm::Type* type = count.phi->getType();
    if (width > 64 || base_->step.getBitWidth() > 64) return nullptr;
    const std::int64_t in_round = count.step.getSExtValue() * static_cast<std::int64_t>(rounds);
    const std::int64_t base_step = base_->step.getSExtValue();
    if (in_round % base_step != 0) return nullptr;
    llvm::Type* number = llvm::IntegerType::get(type->getContext(), width);
    Value* made = build.CreateSub(base_->phi, base_->start);
    made = build.CreateSExtOrTrunc(made, number);
    made = build.CreateMul(made, llvm::ConstantInt::getSigned(number, in_round / base_step));
    made = build.CreateAdd(made, llvm::ConstantInt::get(number, count.step * ahead));
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
      made = build.CreateVectorSplat(vector->getNumElements(), made);
    else if (type->isVectorTy())
      return nullptr;
    if (type->isPointerTy())
      made = build.CreateGEP(build.getInt8Ty(), start, made);
    else
      made = build.CreateAdd(start, made);
    return llvm::cast<Instruction>(made);
  }
  /// Numbers of the source's that are matched with one of the target's that counts alike: each with another one, first
  /// where both start alike.
  void find_partners() {
    llvm::SmallPtrSet<const PHINode*, 8> taken;
    for (const bool same_start : {true, false})
      for (const Count& count : source_counts_)
        for (const Count& each : counts_) {
          if (partnered_.contains(count.phi)) break;
          const bool starts_alike = each.start == count.start || is_same_before(*count.start, *each.start);
          const bool may_be = llvm::isa<Instruction>(each.start) ||
                              (llvm::isa<llvm::ConstantInt>(each.start) && llvm::isa<llvm::ConstantInt>(count.start));
          if (each.phi->getType() == count.phi->getType() && each.step == count.step * pairs_.rounds[cut_] &&
              (same_start ? starts_alike : may_be) && taken.insert(each.phi).second)
            partnered_.insert(count.phi);
        }
  }
  /// A number of the source's by the base. What it counts from must be known in the target.
  Instruction* told_count(llvm::IRBuilderBase& build, const Count& count) {
    if (!base_ || partnered_.contains(count.phi)) return nullptr;
    Value* start = count.start;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(start))
      start = head_.getParent()->getArg(argument->getArgNo());
    else if (!llvm::isa<llvm::ConstantData>(start))
      return nullptr;
    return by_base(build, count, start, pairs_.rounds[cut_], pairs_.peeled[cut_]);
  }

  /// Values that are computed behind the loop of what its last round left.
  void find_joined() {
    for (Instruction& each : llvm::instructions(*head_.getParent())) {
      if (loop_->contains(&each)) continue;
      if (normalize::is_expression(each) && tree_.dominates(&head_, each.getParent()) && is_of_last(each))
        joined_.insert(&each);
    }
    for (PHINode& phi : head_.phis())
      if (auto* next = llvm::dyn_cast_if_present<Instruction>(next_of(phi, *loop_)))
        if (next->getType()->isSingleValueType() && !next->getType()->isVectorTy()) joined_.insert(next);
  }
  /// Is it computed of what the phis of the head become, and of what is known before the loop?
  bool is_of_last(const Instruction& value) {
    bool some = false;
    for (Value* operand : value.operands()) {
      auto* each = llvm::dyn_cast<Instruction>(operand);
      if (each == nullptr) continue;
      const bool is_last = phi_that_becomes(*each) != nullptr || joined_.contains(each);
      if (!is_last && !tree_.properlyDominates(each->getParent(), &head_)) return false;
      some |= is_last;
    }
    return some;
  }
  PHINode* phi_that_becomes(const Instruction& value) const {
    if (!loop_->contains(&value)) return nullptr;
    for (PHINode& phi : head_.phis())
      if (next_of(phi, *loop_) == &value) return &phi;
    return nullptr;
  }
  Instruction* at_head(llvm::IRBuilderBase& build, Instruction& joined) {
    if (PHINode* phi = phi_that_becomes(joined)) return phi;
    if (!joined_.contains(&joined)) return &joined;
    if (Instruction* known = at_head_.lookup(&joined)) return known;
    llvm::SmallVector<Value*, 4> operands;
    for (Value* operand : joined.operands()) {
      auto* each = llvm::dyn_cast<Instruction>(operand);
      operands.push_back(each == nullptr ? operand : at_head(build, *each));
    }
    Instruction* made = joined.clone();
    at_head_[&joined] = made;
    for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
    made->setDebugLoc({});
    return build.Insert(made);
  }

  /// The last lane of a vector of the target's that starts as the phi does: what the round before has left.
  Instruction* last_lane(llvm::IRBuilderBase& build, const PHINode& phi) {
    const Value* start = start_of(phi, *source_loop_);
    if (start == nullptr) return nullptr;
    for (PHINode& lanes : head_.phis()) {
      const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(lanes.getType());
      if (type == nullptr || type->getElementType() != phi.getType()) continue;
      const unsigned last = type->getNumElements() - 1;
      const Value* first = start_of(lanes, *loop_);
      const Value* lane = nullptr;
      if (const auto* constant = llvm::dyn_cast_if_present<llvm::Constant>(first))
        lane = constant->getAggregateElement(last);
      else if (const auto* insert = llvm::dyn_cast_if_present<llvm::InsertElementInst>(first))
        lane = insert->getOperand(1);
      if (lane != nullptr && is_same_before(*start, *lane))
        return llvm::cast<Instruction>(build.CreateExtractElement(&lanes, last));
    }
    return nullptr;
  }
  /// What the phi is after as many rounds as were peeled off, where that is a constant or an argument: the target has
  /// no such phi. Nothing computes it, so it is written as a choice of it and itself.
  Instruction* settled(llvm::IRBuilderBase& build, PHINode& phi) const {
    unsigned left = kMostSettled;
    Value* value = settled(phi, pairs_.peeled[cut_], left);
    if (const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(value))
      value = head_.getParent()->getArg(argument->getArgNo());
    return value == nullptr ? nullptr : llvm::cast<Instruction>(build.CreateSelect(build.getTrue(), value, value));
  }
  /// Null: it still depends on what the loop has started with.
  Value* settled(Value& value, unsigned rounds, unsigned& left) const {
    if (left == 0) return nullptr;
    --left;
    if (llvm::isa<llvm::ConstantData, llvm::Argument>(value)) return &value;
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !source_loop_->contains(instruction)) return nullptr;
    if (const auto* phi = llvm::dyn_cast<PHINode>(instruction)) {
      Value* next = rounds == 0 || phi->getParent() != &source_head_ ? nullptr : next_of(*phi, *source_loop_);
      return next == nullptr ? nullptr : settled(*next, rounds - 1, left);
    }
    if (!normalize::is_expression(*instruction) || normalize::is_choosing(*instruction)) return nullptr;
    llvm::SmallVector<llvm::Constant*, 4> operands;
    for (Value* operand : instruction->operands()) {
      operands.push_back(llvm::dyn_cast_or_null<llvm::ConstantData>(settled(*operand, rounds, left)));
      if (operands.back() == nullptr) return nullptr;
    }
    return llvm::ConstantFoldInstOperands(instruction, operands, source_head_.getDataLayout());
  }
  static bool is_same_before(const Value& source, const Value& target) {
    const auto *one = llvm::dyn_cast<llvm::Argument>(&source), *two = llvm::dyn_cast<llvm::Argument>(&target);
    if (one != nullptr && two != nullptr) return one->getArgNo() == two->getArgNo();
    return &source == &target || (source.hasName() && source.getName() == target.getName());
  }

  Instruction* joined(llvm::IRBuilderBase& build, PHINode& phi) {
    llvm::SmallPtrSet<const Value*, 4> left{&phi};
    if (const Value* next = next_of(phi, *source_loop_)) left.insert(next);
    for (Instruction* each : joined_)
      if (each->getType() == phi.getType() && goes_where(*each, phi, left)) return at_head(build, *each);
    return nullptr;
  }
  /// Does the target go on with the value as the source does with what `phi` leaves?
  bool goes_where(Instruction& value, const PHINode& phi, const llvm::SmallPtrSetImpl<const Value*>& left) const {
    llvm::SetVector<Instruction*> reached;
    reached.insert(&value);
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (llvm::User* user : reached[i]->users()) {
        auto* by = llvm::cast<Instruction>(user);
        if (loop_->contains(by)) continue;
        if (goes_on_as(*by, phi) || is_use_of(*by, left)) return true;
        if (llvm::isa<PHINode>(by)) reached.insert(by);
      }
    return false;
  }
  /// Is it what the phi is in another loop of the target's, for the rest?
  bool goes_on_as(const Instruction& by, const PHINode& phi) const {
    if (!llvm::isa<PHINode>(by) || by.getType() != phi.getType()) return false;
    for (std::size_t other = 0; other < pairs_.target.size(); ++other)
      if (by.getParent() == pairs_.target[other] && pairs_.source[other] == &source_head_ &&
          stem(by.getName()) == stem(phi.getName()))
        return true;
    return false;
  }
  /// Does what uses it stand where the source uses what is left, outside of its loop?
  bool is_use_of(const Instruction& by, const llvm::SmallPtrSetImpl<const Value*>& left) const {
    for (const Value* value : left)
      for (const llvm::User* user : value->users()) {
        const auto* other = llvm::cast<Instruction>(user);
        if (other->getOpcode() != by.getOpcode() || other->getType() != by.getType()) continue;
        if (source_loop_->contains(other)) continue;
        if (by.hasName() ? by.getName() == other->getName() : !other->hasName() && are_in_one_place(by, *other))
          return true;
      }
    return false;
  }
  static bool are_in_one_place(const Instruction& a, const Instruction& b) {
    const auto place = [](const Instruction& each) {
      const auto is_like = [&](const Instruction& other) { return other.getOpcode() == each.getOpcode(); };
      return std::count_if(each.getParent()->begin(), each.getIterator(), is_like);
    };
    return (a.getParent()->getName() == b.getParent()->getName() || llvm::isa<llvm::ReturnInst>(a)) &&
           place(a) == place(b);
  }

  std::size_t cut_;
  const Pairing& pairs_;
  BasicBlock &head_, &source_head_;
  const llvm::Loop *loop_, *source_loop_;
  const llvm::DominatorTree& tree_;
  std::vector<Count> counts_, source_counts_;
  std::optional<Count> base_;
  llvm::SmallPtrSet<const PHINode*, 8> partnered_;
  llvm::SetVector<Instruction*> joined_;
  llvm::DenseMap<const Instruction*, Instruction*> at_head_;
};

/// Of the loops around those that are cut.
class OuterNumbers {
 public:
  OuterNumbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs)
      : pairs_(pairs), of_source_(source), of_target_(target) {}

  ToldState write() {
    for (std::size_t cut = 0; cut < pairs_.target.size(); ++cut) {
      const llvm::Loop* loop = of_source_.loops().getLoopFor(pairs_.source[cut]);
      for (loop = loop == nullptr ? nullptr : loop->getParentLoop(); loop != nullptr; loop = loop->getParentLoop())
        for (const Count& count : counts_of(*loop->getHeader(), of_source_)) tell(cut, count);
    }
    return std::move(told_);
  }

 private:
  void tell(std::size_t cut, const Count& count) {
    PHINode* number = number_like(*count.phi, *pairs_.target[cut]);
    Value* start = number;
    if (number == nullptr) start = llvm::dyn_cast<llvm::ConstantInt>(count.start);  // no loop is left of that
    if (start == nullptr || count.phi->getType()->isVectorTy()) return;
    const std::size_t rounds = rounds_before(cut, number);
    // Matched by its name. One round of a loop farther out is one, whatever became of the loops in it.
    if (number != nullptr && of_target_.step(*number) == count.step && (rounds == 0 || goes_round(*number, cut)))
      return;
    llvm::IRBuilder<llvm::NoFolder> build(pairs_.target[cut], pairs_.target[cut]->getFirstInsertionPt());
    llvm::Constant* more = llvm::ConstantInt::get(build.getContext(), count.step * rounds);
    Value* by = count.phi->getType()->isPointerTy() ? build.CreateGEP(build.getInt8Ty(), start, more)
                                                    : build.CreateAdd(start, more);
    told_.told.push_back({cut, count.phi, llvm::cast<Instruction>(by)});
  }
  /// The nearest phi before the cut of that name.
  PHINode* number_like(const PHINode& phi, const BasicBlock& cut) const {
    for (const auto* node = of_target_.tree().getNode(&cut)->getIDom(); node != nullptr; node = node->getIDom())
      for (PHINode& each : node->getBlock()->phis())
        if (each.getType() == phi.getType() && !stem(each.getName()).empty() &&
            stem(each.getName()) == stem(phi.getName()))
          return &each;
    return nullptr;
  }
  /// Does the number count the rounds of a loop that the cut lies in?
  bool goes_round(const PHINode& number, std::size_t cut) const {
    const llvm::Loop* loop = of_target_.loops().getLoopFor(number.getParent());
    return loop != nullptr && loop->getHeader() == number.getParent() && loop->contains(pairs_.target[cut]);
  }
  /// How many of the source's loops of that head the target goes through on its way from the number, or from its
  /// start, to the cut.
  std::size_t rounds_before(std::size_t cut, const PHINode* number) const {
    std::size_t rounds = 0;
    for (std::size_t other = 0; other < pairs_.target.size(); ++other)
      if (other != cut && pairs_.source[other] == pairs_.source[cut] &&
          (number == nullptr || of_target_.tree().dominates(number->getParent(), pairs_.target[other])) &&
          of_target_.tree().dominates(pairs_.target[other], pairs_.target[cut]))
        ++rounds;
    return rounds;
  }

  const Pairing& pairs_;
  ScalarEvolutions of_source_, of_target_;
  ToldState told_;
};

}  // namespace

ToldState write_outer_numbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs) {
  return OuterNumbers(source, target, pairs).write();
}

ToldState write_told_state(llvm::Function& source, llvm::Function& target, const Pairing& pairs) {
  ToldState told;
  ScalarEvolutions of_source(source), of_target(target);
  std::vector<ToldAtCut> cuts;
  for (std::size_t cut = 0; cut < pairs.target.size(); ++cut) cuts.emplace_back(cut, pairs, of_source, of_target);
  for (ToldAtCut& cut : cuts) cut.write(told);
  return told;
}

}  // namespace assay::prove
