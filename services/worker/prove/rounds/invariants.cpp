#include "services/worker/prove/rounds/invariants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <algorithm>
#include <utility>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/counts.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::CmpInst;
using llvm::Instruction;
using llvm::PHINode;

namespace {

constexpr unsigned kMostBehind = 4;  ///< blocks, and operands one within the other

class InvariantGuesses {
 public:
  InvariantGuesses(llvm::Function& function, llvm::ArrayRef<BasicBlock*> cuts, bool many)
      : cuts_(cuts), many_(many), evolutions_(function) {}

  std::vector<Invariant> all() {
    for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
      if (!is_first_of_its_head(cut)) continue;
      for (PHINode& phi : head_of(cut)->phis()) {
        if (phi.getType()->isIntOrPtrTy()) add(cut, phi, CmpInst::ICMP_EQ, &phi);  // neither undef nor poison
        if (phi.getType()->isPointerTy()) add_conditions(cut, phi);
        if (!phi.getType()->isIntegerTy()) continue;
        for (PHINode& other : head_of(cut)->phis()) {
          if (&other == &phi) break;
          add_distances(cut, phi, other);
          if (many_) add_ahead(cut, phi, other);
          if (many_) add_ahead(cut, other, phi);
        }
        add_range(cut, phi, evolutions_.range(phi), evolutions_.signed_range(phi));
        if (llvm::Value* last = evolutions_.last_of(phi)) add(cut, phi, CmpInst::ICMP_ULE, last);
        add_low_zeros(cut, phi);
        add_conditions(cut, phi);
        if (!is_head(*phi.getParent())) add_end(cut, phi);
      }
    }
    return std::move(invariants_);
  }

 private:
  /// Where the numbers begin that the cut block knows: the cut may lie later in the loop.
  BasicBlock* head_of(std::size_t cut) const {
    const llvm::Loop* loop = evolutions_.loops().getLoopFor(cuts_[cut]);
    return loop == nullptr ? cuts_[cut] : loop->getHeader();
  }
  bool is_first_of_its_head(std::size_t cut) const {
    for (std::size_t other = 0; other < cut; ++other)
      if (head_of(other) == head_of(cut)) return false;
    return true;
  }
  void add(std::size_t cut, PHINode& phi, CmpInst::Predicate predicate, llvm::Value* bound) {
    invariants_.push_back({cut, cuts_[cut], predicate, &phi, bound});
  }
  void add_range(std::size_t cut, PHINode& phi, const llvm::ConstantRange& plain,
                 const llvm::ConstantRange& with_sign) {
    const auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(phi.getType(), value); };
    if (plain.isEmptySet() || with_sign.isEmptySet()) return;
    if (!plain.getUnsignedMin().isZero()) add(cut, phi, CmpInst::ICMP_UGE, number(plain.getUnsignedMin()));
    if (!plain.getUnsignedMax().isMaxValue()) add(cut, phi, CmpInst::ICMP_ULE, number(plain.getUnsignedMax()));
    if (!with_sign.getSignedMin().isMinSignedValue())
      add(cut, phi, CmpInst::ICMP_SGE, number(with_sign.getSignedMin()));
    else if (starts_not_negative(phi))
      add(cut, phi, CmpInst::ICMP_SGE, llvm::Constant::getNullValue(phi.getType()));
    // Of what is below 2^(n-1) the sign follows; but that it is not negative may hold from round to round where the
    // bound does not.
    if (!with_sign.getSignedMax().isMaxSignedValue() && plain.getUnsignedMax().isNegative())
      add(cut, phi, CmpInst::ICMP_SLE, number(with_sign.getSignedMax()));
  }
  static bool starts_not_negative(const PHINode& phi) {
    return llvm::any_of(phi.incoming_values(), [](const llvm::Value* value) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
      return constant != nullptr && !constant->isNegative();
    });
  }
  /// Numbers that count alike stay as far apart as they begin. Of two widths: the narrower, and the wider's low bits.
  void add_distances(std::size_t cut, PHINode& phi, PHINode& other) {
    const auto width = [](const PHINode& each) { return each.getType()->getIntegerBitWidth(); };
    if (!other.getType()->isIntegerTy() || (!many_ && width(phi) != width(other))) return;
    const bool is_narrower = width(phi) <= width(other);
    PHINode &narrow = is_narrower ? phi : other, &wide = is_narrower ? other : phi;
    std::vector<llvm::Value*> distances;
    if (llvm::Constant* more = evolutions_.difference(narrow, wide))
      distances.push_back(more);
    else if (many_)
      distances = evolutions_.distances(narrow, wide);
    if (distances.empty()) return;
    llvm::Value* bound = &wide;
    if (width(narrow) != width(wide)) bound = ScalarEvolutions::low_bits(wide, *narrow.getType());
    for (llvm::Value* more : distances)
      invariants_.push_back({cut, cuts_[cut], CmpInst::ICMP_EQ, &narrow, bound, more});
  }
  void add_low_zeros(std::size_t cut, PHINode& phi) {
    const unsigned width = phi.getType()->getIntegerBitWidth(), zeros = evolutions_.low_zeros(phi);
    if (many_) add_start(cut, phi);
    if (zeros == 0 || zeros >= width) return;
    llvm::Constant* mask = llvm::ConstantInt::get(phi.getType(), llvm::APInt::getLowBitsSet(width, zeros));
    invariants_.push_back(
        {cut, cuts_[cut], CmpInst::ICMP_EQ, &phi, llvm::Constant::getNullValue(phi.getType()), nullptr, mask});
  }
  /// In steps of even numbers it stays as far from an even number as it begins.
  void add_start(std::size_t cut, PHINode& phi) {
    const auto step = evolutions_.step(phi), start = evolutions_.start(phi);
    if (!step || !start || step->isZero() || step->countr_zero() == 0) return;
    const llvm::APInt mask = llvm::APInt::getLowBitsSet(step->getBitWidth(), step->countr_zero());
    if ((*start & mask).isZero()) return;  // known by its low zeros
    const auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(phi.getType(), value); };
    invariants_.push_back({cut, cuts_[cut], CmpInst::ICMP_EQ, &phi, number(*start & mask), nullptr, number(mask)});
  }
  void add_conditions(std::size_t cut, PHINode& phi) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      add_condition(cut, phi, *phi.getIncomingBlock(i), phi.getIncomingValue(i));
  }
  /// The way to the block goes on only if the number compares so: the phi that it becomes may, too, in the first round.
  void add_condition(std::size_t cut, PHINode& phi, const BasicBlock& from, const llvm::Value* number) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (llvm::isa<llvm::Constant>(number) && evolutions_.direction(phi) == 0) return;
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return;
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (compare == nullptr) return;
    auto predicate = branch->getSuccessor(0) == head_of(cut) ? compare->getPredicate() : compare->getInversePredicate();
    const auto is_of_number = [&](const llvm::Value* value) {
      const auto* low = llvm::dyn_cast<llvm::TruncInst>(value);
      return value == number || value == &phi || (many_ && low != nullptr && low->getOperand(0) == number);
    };
    const unsigned side = is_of_number(compare->getOperand(0)) ? 0 : 1;
    if (!is_of_number(compare->getOperand(side))) return;
    if (side == 1) predicate = CmpInst::getSwappedPredicate(predicate);
    llvm::Value* bound = compare->getOperand(1 - side);
    const auto* before = llvm::dyn_cast<Instruction>(bound);
    if (before != nullptr && !evolutions_.tree().properlyDominates(before->getParent(), head_of(cut))) return;
    if (bound->getType() != phi.getType()) bound = evolutions_.extended(phi, *bound);
    if (bound == nullptr) return;
    // One more than what is below a bound is no more than that.
    if (compare->getOperand(side) == &phi && number != &phi) {
      if (CmpInst::isRelational(predicate)) add(cut, phi, CmpInst::getNonStrictPredicate(predicate), bound);
      return;
    }
    add(cut, phi, predicate, bound);
    if (many_ && phi.getType()->isIntegerTy()) add_rest(cut, phi, bound);
    if (predicate != CmpInst::ICMP_NE) return;
    const int direction = evolutions_.direction(phi);
    for (const auto less : {CmpInst::ICMP_ULT, CmpInst::ICMP_SLT}) {
      if (direction >= 0) add(cut, phi, less, bound);
      if (direction <= 0) add(cut, phi, CmpInst::getSwappedPredicate(less), bound);
    }
  }

  bool is_head(const BasicBlock& block) const {
    const llvm::Loop* loop = evolutions_.loops().getLoopFor(&block);
    return loop != nullptr && loop->getHeader() == &block;
  }
  /// Behind a loop that goes on until a number is the bound: what the loop left is that.
  void add_end(std::size_t cut, PHINode& phi) {
    for (llvm::Value* bound : ends_of(phi)) add(cut, phi, CmpInst::ICMP_EQ, bound);
  }
  /// Such bounds, in the type of a phi behind the loop, and known there. A wider number may count what a narrower one
  /// counts to the bound.
  std::vector<llvm::Value*> ends_of(PHINode& phi) {
    std::vector<llvm::Value*> ends;
    for (const BasicBlock* from : phi.blocks())
      for (unsigned i = 0; from != nullptr && i < kMostBehind; ++i, from = from->getSinglePredecessor()) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
        const auto* compare = branch == nullptr || !branch->isConditional()
                                  ? nullptr
                                  : llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
        if (compare == nullptr || !compare->isEquality() || !compare->getOperand(1)->getType()->isIntegerTy()) continue;
        llvm::Value* bound = copied_behind(*compare->getOperand(1), phi, 0);
        if (bound != nullptr && bound->getType()->getIntegerBitWidth() <= phi.getType()->getIntegerBitWidth())
          ends.push_back(extended_behind(phi, *bound));
      }
    return ends;
  }
  static llvm::Value* extended_behind(PHINode& phi, llvm::Value& bound) {
    if (bound.getType() == phi.getType()) return &bound;
    llvm::IRBuilder<llvm::NoFolder> build(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    if (auto* before = llvm::dyn_cast<Instruction>(&bound); before != nullptr && before->getParent() == phi.getParent())
      build.SetInsertPoint(before->getNextNode());
    return build.CreateZExt(&bound, phi.getType());
  }
  /// Where a number goes on from what an earlier loop left, while another one counts from 0, it is ahead of that by
  /// what ended the earlier loop.
  void add_ahead(std::size_t cut, PHINode& phi, PHINode& other) {
    const llvm::Loop* loop = evolutions_.loops().getLoopFor(phi.getParent());
    auto* left = loop == nullptr ? nullptr : llvm::dyn_cast_or_null<PHINode>(start_of(phi, *loop));
    if (left == nullptr || is_head(*left->getParent()) || phi.getType() != other.getType()) return;
    const auto start = evolutions_.start(other);
    if (!start || !start->isZero() || evolutions_.step(phi) != evolutions_.step(other)) return;
    for (llvm::Value* end : ends_of(*left))
      invariants_.push_back({cut, cuts_[cut], CmpInst::ICMP_EQ, &phi, &other, end});
  }

  /// An expression of what is known before the phi, written behind it; null if it is none.
  llvm::Value* copied_behind(llvm::Value& value, PHINode& phi, unsigned depth) {
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || evolutions_.tree().dominates(instruction, &phi)) return &value;
    if (depth == kMostBehind || !normalize::is_expression(*instruction) || normalize::is_choosing(*instruction))
      return nullptr;
    std::vector<llvm::Value*> operands;
    for (llvm::Value* operand : instruction->operands()) {
      operands.push_back(copied_behind(*operand, phi, depth + 1));
      if (operands.back() == nullptr) return nullptr;
    }
    Instruction* copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    copy->insertInto(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    return copy;
  }

  /// It comes to the bound in whole steps.
  void add_rest(std::size_t cut, PHINode& phi, llvm::Value* bound) {
    const auto step = evolutions_.step(phi);
    if (!step || !step->abs().isPowerOf2() || step->abs().isOne()) return;
    llvm::Constant* mask = llvm::ConstantInt::get(phi.getType(), step->abs() - 1);
    invariants_.push_back({cut, cuts_[cut], CmpInst::ICMP_EQ, &phi, bound, nullptr, mask});
  }

  llvm::ArrayRef<BasicBlock*> cuts_;
  bool many_;
  ScalarEvolutions evolutions_;
  std::vector<Invariant> invariants_;
};

}  // namespace

std::vector<Invariant> guess_invariants(llvm::Function& function, llvm::ArrayRef<BasicBlock*> cuts, bool many) {
  return InvariantGuesses(function, cuts, many).all();
}

Bits bits_of(const Instruction& number, llvm::ArrayRef<Invariant> invariants) {
  const unsigned width = number.getType()->getIntegerBitWidth();
  unsigned above = width, lowest = 0;
  for (const Invariant& invariant : invariants) {
    const auto* bound = llvm::dyn_cast<llvm::ConstantInt>(invariant.bound);
    if (invariant.phi != &number || bound == nullptr || invariant.more != nullptr) continue;
    const llvm::APInt& value = bound->getValue();
    if (invariant.mask != nullptr && invariant.predicate == CmpInst::ICMP_EQ && value.isZero())
      lowest = std::max(lowest, llvm::cast<llvm::ConstantInt>(invariant.mask)->getValue().countTrailingOnes());
    else if (invariant.mask != nullptr)
      continue;
    else if (invariant.predicate == CmpInst::ICMP_ULE)
      above = std::min(above, value.getActiveBits());
    else if (invariant.predicate == CmpInst::ICMP_SGE && value.isNonNegative())
      above = std::min(above, width - 1);
  }
  if (lowest >= above) return {width, 0};
  return {above - lowest, lowest};
}

}  // namespace assay::prove
