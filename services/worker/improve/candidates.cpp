#include "services/worker/improve/candidates.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/improve/enumerate.h"
#include "services/worker/improve/scope.h"

namespace assay::improve {
namespace {

/// The one constant that agrees with all of a row, if one can; poison where everything is.
llvm::Constant* constant_for(const Row& row, llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const unsigned lanes = vector == nullptr ? 1 : vector->getNumElements();
  std::vector<llvm::Constant*> known(lanes, llvm::PoisonValue::get(type->getScalarType()));
  for (llvm::Constant* constant : row) {
    if (constant == nullptr) continue;
    for (unsigned i = 0; i < lanes; ++i) {
      llvm::Constant* lane = vector == nullptr ? constant : constant->getAggregateElement(i);
      if (llvm::isa<llvm::PoisonValue>(lane) || lane == known[i]) continue;
      if (!llvm::isa<llvm::PoisonValue>(known[i])) return nullptr;
      known[i] = lane;
    }
  }
  return vector == nullptr ? known.front() : llvm::ConstantVector::get(known);
}

}  // namespace

Candidates::Candidates(llvm::Function& function, const Values& values, const Options& options)
    : function_(function), values_(values), options_(options), tree_(function) {
  llvm::AssumptionCache assumptions(function);
  llvm::SmallPtrSet<const llvm::Value*, 16> for_assumes;
  llvm::CodeMetrics::collectEphemeralValues(&function, &assumptions, for_assumes);
  for (llvm::BasicBlock& block : function)
    if (tree_.isReachableFromEntry(&block))
      for (llvm::Instruction& instruction : block)
        if (!instruction.isTerminator() && is_integer(*instruction.getType()) && !instruction.use_empty() &&
            !for_assumes.contains(&instruction))
          roots_.push_back(&instruction);
  std::ranges::reverse(roots_);
}

std::vector<llvm::Value*> Candidates::values_at(llvm::Instruction& root) const {
  constexpr std::size_t kMostArguments = 8, kMostOperations = 12;
  std::vector<llvm::Value*> found;
  for (llvm::Argument& argument : function_.args())
    if (is_integer(*argument.getType()) && found.size() < kMostArguments) found.push_back(&argument);
  const std::size_t arguments = found.size();
  // An instruction that dominates a phi's block stands before its new operations; one in the block may not.
  for (llvm::Instruction* other : roots_)
    if (other != &root && tree_.dominates(other, &root) && found.size() < arguments + kMostOperations)
      found.push_back(other);
  return found;
}

std::vector<llvm::Constant*> Candidates::constants_for(llvm::Instruction& root) const {
  constexpr std::size_t kMost = 24;
  llvm::Type* type = root.getType();
  const unsigned width = type->getScalarSizeInBits();
  llvm::SmallSetVector<llvm::Constant*, 32> found;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    for (llvm::Value* operand : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
          constant != nullptr && constant->getType() == type && !constant->containsUndefOrPoisonElement())
        found.insert(constant);
  const std::vector<llvm::Constant*> own(found.begin(), found.end());
  for (const llvm::APInt& special : {llvm::APInt::getZero(width), llvm::APInt(width, 1), llvm::APInt::getAllOnes(width),
                                     llvm::APInt::getSignMask(width), llvm::APInt::getSignedMaxValue(width),
                                     llvm::APInt(width, width - 1, false, /*implicitTrunc=*/true)})
    found.insert(llvm::ConstantInt::get(type, special));
  const auto add = [&](unsigned opcode, llvm::Constant* left, llvm::Constant* right) {
    llvm::Constant* made = evaluate(Form::Binary, opcode, type, {left, right}, function_.getDataLayout());
    if (made != nullptr && !made->containsUndefOrPoisonElement() && found.size() < kMost) found.insert(made);
  };
  llvm::Constant* ones = llvm::Constant::getAllOnesValue(type);
  for (llvm::Constant* constant : own) {
    add(llvm::Instruction::Xor, constant, ones);
    add(llvm::Instruction::Sub, llvm::Constant::getNullValue(type), constant);
  }
  for (llvm::Constant* left : own)
    for (llvm::Constant* right : own) {
      if (left == right) continue;
      add(llvm::Instruction::Sub, left, right);
      add(llvm::Instruction::Add, left, right);
      add(llvm::Instruction::And, left, right);
      add(llvm::Instruction::Or, left, right);
      add(llvm::Instruction::Xor, left, right);
      add(llvm::Instruction::Shl, left, right);
      add(llvm::Instruction::LShr, left, right);
    }
  for (llvm::Constant* constant : own) {
    add(llvm::Instruction::Add, constant, llvm::ConstantInt::get(type, 1));
    add(llvm::Instruction::Add, constant, ones);
  }
  return {found.begin(), found.end()};
}

std::vector<Edit> Candidates::known_values() {
  // What is no result may differ from what it was where nobody sees it: the sample of its values does not tell.
  constexpr std::size_t kMostUnseen = 60;
  std::vector<Edit> edits, unseen;
  for (llvm::Instruction* root : roots_) {
    const Row expected = values_.row_of(*root);
    const bool is_seen =
        std::ranges::any_of(root->users(), [](const llvm::User* user) { return llvm::isa<llvm::ReturnInst>(user); });
    llvm::Constant* only = constant_for(expected, root->getType());
    if (only != nullptr) edits.push_back({Kind::Constant, root, {}, {only}, {}});
    std::vector<llvm::Value*> others = values_at(*root);
    if (!is_seen)
      for (llvm::Constant* constant :
           {llvm::Constant::getNullValue(root->getType()), llvm::Constant::getAllOnesValue(root->getType())})
        if (constant != only) others.push_back(constant);
    for (llvm::Value* other : others) {
      if (other->getType() != root->getType()) continue;
      ++evaluated_;
      const Kind kind = llvm::isa<llvm::Constant>(other) ? Kind::Constant : Kind::Value;
      if (agrees(expected, values_.row_of(*other)))
        edits.push_back({kind, root, {}, {other}, {}});
      else if (!is_seen && unseen.size() < kMostUnseen)
        unseen.push_back({kind, root, {}, {other}, {}});
    }
  }
  edits.insert(edits.end(), unseen.begin(), unseen.end());
  return edits;
}

std::vector<Edit> Candidates::flags() const {
  std::vector<Edit> edits;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    for (const rules::Flag flag : unset_flags(instruction))
      edits.push_back({Kind::Flags, nullptr, {}, {}, {{&instruction, flag}}});
  return edits;
}

unsigned Candidates::leaving_with(const llvm::Instruction& root) const {
  llvm::SmallPtrSet<const llvm::Value*, 16> gone;
  gone.insert(&root);
  for (bool grows = true; grows;) {
    grows = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (gone.contains(&instruction) || instruction.use_empty() || instruction.mayHaveSideEffects()) continue;
      if (std::ranges::all_of(instruction.users(), [&](const llvm::User* user) { return gone.contains(user); }))
        grows |= gone.insert(&instruction).second;
    }
  }
  return gone.size();
}

std::vector<Edit> Candidates::operations(unsigned count) {
  std::vector<Edit> edits;
  for (llvm::Instruction* root : roots_) {
    // As many operations may be cheaper only where one of the old ones is dear.
    const auto is_dear = [](const llvm::Value* value) {
      const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
      return operation != nullptr && (operation->isIntDivRem() || operation->getOpcode() == llvm::Instruction::Mul);
    };
    if (leaving_with(*root) <= count && !(count == 1 && is_dear(root))) continue;
    const Enumeration::Pool pool{values_at(*root), constants_for(*root)};
    Enumeration enumeration(*root, pool, values_, options_.evaluations - std::min(options_.evaluations, evaluated_));
    std::vector<Edit> found = count == 1 ? enumeration.one() : enumeration.two();
    edits.insert(edits.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    evaluated_ += enumeration.evaluated();
    ended_early_ |= enumeration.ended_early();
  }
  return edits;
}

}  // namespace assay::improve
