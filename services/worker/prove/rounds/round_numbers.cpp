#include "services/worker/prove/rounds/round_numbers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <string>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/counts.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMostOperands = 8;  ///< one within the other, of what a number starts with

/// How wide the numbers of the source's loops count: what is as wide is told by a number of that width exactly, and
/// what is wider in the target because the source's does not wrap. 0 where there are none.
std::vector<unsigned> widths_of(llvm::Function& source, llvm::ArrayRef<BasicBlock*> heads) {
  ScalarEvolutions evolutions(source);
  std::vector<unsigned> widths;
  for (BasicBlock* head : heads) {
    unsigned& width = widths.emplace_back(0);
    for (const Count& count : counts_of(*head, evolutions)) width = std::max(width, count.step.getBitWidth());
  }
  return widths;
}

/// Of the loops that these blocks head, in their order; null where one heads none, or has no width.
std::vector<PHINode*> write_numbers(llvm::Function& function, llvm::ArrayRef<BasicBlock*> heads,
                                    llvm::ArrayRef<unsigned> widths) {
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  std::vector<PHINode*> numbers;
  for (const auto& [head, width] : llvm::zip_equal(heads, widths)) {
    const llvm::Loop* loop = loops.getLoopFor(head);
    numbers.push_back(nullptr);
    if (loop == nullptr || loop->getHeader() != head || width == 0) continue;
    llvm::Type* type = llvm::IntegerType::get(function.getContext(), width);
    PHINode* number = PHINode::Create(type, 2, "round." + std::to_string(numbers.size()), head->begin());
    llvm::DenseMap<BasicBlock*, Value*> from;  // a switch may come by several ways
    for (BasicBlock* before : llvm::predecessors(head)) {
      Value*& now = from[before];
      if (now == nullptr && loop->contains(before))
        now = llvm::BinaryOperator::CreateAdd(number, llvm::ConstantInt::get(type, 1), "",
                                              before->getTerminator()->getIterator());
      if (now == nullptr) now = llvm::ConstantInt::get(type, 0);
      number->addIncoming(now, before);
    }
    numbers.back() = number;
  }
  return numbers;
}

/// Does the pointer become another address in one object, so that it stays based on what it starts with?
bool stays_based(const PHINode& phi, const llvm::Loop& loop) {
  const Value* value = next_of(phi, loop);
  while (const auto* address = llvm::dyn_cast_if_present<llvm::GetElementPtrInst>(value))
    value = address->getPointerOperand();
  return value == &phi;
}

/// Is only the step added in a round, by what makes no poison? Then it stays what the number tells, which wraps no
/// sooner.
bool counts_plainly(const Count& count, const llvm::Loop& loop, const PHINode& number) {
  if (count.step.getBitWidth() > number.getType()->getIntegerBitWidth()) return false;
  llvm::APInt sum(count.step.getBitWidth(), 0);
  const Value* value = next_of(*count.phi, loop);
  for (unsigned i = 0; i < kMostOperands && value != count.phi; ++i) {
    const auto* instruction = llvm::dyn_cast_if_present<Instruction>(value);
    if (instruction == nullptr || instruction->hasPoisonGeneratingAnnotations()) return false;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(instruction)) {
      if (!address->accumulateConstantOffset(instruction->getDataLayout(), sum)) return false;
    } else {
      const bool adds = instruction->getOpcode() == Instruction::Add;
      const auto* more = adds ? llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1)) : nullptr;
      if (more == nullptr) return false;
      sum += more->getValue();
    }
    value = instruction->getOperand(0);
  }
  return value == count.phi && sum == count.step;
}

class RoundNumbers {
 public:
  RoundNumbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs)
      : target_(target),
        pairs_(pairs),
        widths_(widths_of(source, pairs.source)),
        in_source_(write_numbers(source, pairs.source, widths_)),
        in_target_(write_numbers(target, pairs.target, widths_)),
        of_source_(source),
        of_target_(target) {}

  ToldState write() {
    for (std::size_t cut = 0; cut < pairs_.target.size(); ++cut)
      if (in_source_[cut] != nullptr && in_target_[cut] != nullptr) write(cut);
    return std::move(told_);
  }

 private:
  void write(std::size_t cut) {
    const llvm::Loop& loop = *of_target_.loops().getLoopFor(pairs_.target[cut]);
    llvm::IRBuilder<llvm::NoFolder> build(pairs_.target[cut], pairs_.target[cut]->getFirstInsertionPt());
    for (const Count& count : counts_of(*pairs_.target[cut], of_target_)) {
      if (count.phi == in_target_[cut] || (count.phi->getType()->isPointerTy() && !stays_based(*count.phi, loop)))
        continue;
      if (Instruction* by = by_number(build, cut, count, count.start))
        at_cuts_in(loop, [&](std::size_t each) {
          told_.tied.push_back({each, count.phi, by, in_target_[cut], counts_plainly(count, loop, *in_target_[cut])});
        });
    }
    for (const Count& count : counts_of(*pairs_.source[cut], of_source_)) {
      Value* start = count.phi == in_source_[cut] ? nullptr : in_target(build, *count.start, 0);
      Instruction* by = start == nullptr ? nullptr : by_number(build, cut, count, start);
      if (by == nullptr) continue;
      told_by_[count.phi] = by;
      at_cuts_in(loop, [&](std::size_t each) { told_.told.push_back({each, count.phi, by}); });
    }
  }

  /// Of a loop within it, too, where the numbers are those of the round that is under way.
  void at_cuts_in(const llvm::Loop& loop, const auto& add) const {
    for (std::size_t cut = 0; cut < pairs_.target.size(); ++cut)
      if (loop.contains(pairs_.target[cut])) add(cut);
  }

  Instruction* by_number(llvm::IRBuilderBase& build, std::size_t cut, const Count& count, Value* start) const {
    llvm::Type* type = count.phi->getType();
    const unsigned width = count.step.getBitWidth();
    if (type->isVectorTy()) return nullptr;
    Value* made = build.CreateZExtOrTrunc(in_target_[cut], build.getIntNTy(width));
    made = build.CreateMul(made, llvm::ConstantInt::get(build.getContext(), count.step));
    made = type->isPointerTy() ? build.CreateGEP(build.getInt8Ty(), start, made) : build.CreateAdd(start, made);
    return llvm::cast<Instruction>(made);
  }

  /// A value of the source's, known before its loop, as the target knows it; null if it does not.
  Value* in_target(llvm::IRBuilderBase& build, Value& value, unsigned depth) {
    if (llvm::isa<llvm::ConstantData>(value)) return &value;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return target_.getArg(argument->getArgNo());
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth == kMostOperands) return nullptr;
    if (Instruction* known = told_by_.lookup(instruction)) return known;
    if (!normalize::is_expression(*instruction) || normalize::is_choosing(*instruction)) return nullptr;
    llvm::SmallVector<Value*, 4> operands;
    for (Value* operand : instruction->operand_values()) {
      operands.push_back(in_target(build, *operand, depth + 1));
      if (operands.back() == nullptr) return nullptr;
    }
    Instruction* made = instruction->clone();
    made->setDebugLoc({});
    for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
    return build.Insert(made);
  }

  llvm::Function& target_;
  const Pairing& pairs_;
  std::vector<unsigned> widths_;
  std::vector<PHINode*> in_source_, in_target_;
  ScalarEvolutions of_source_, of_target_;
  llvm::DenseMap<const Instruction*, Instruction*> told_by_;  ///< of the source's numbers
  ToldState told_;
};

}  // namespace

ToldState write_round_numbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs) {
  return RoundNumbers(source, target, pairs).write();
}

}  // namespace assay::prove
