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
      if (llvm::isa<llvm::PoisonValue>(known[i]))
        known[i] = lane;
      else if (!agrees(known[i], lane))
        return nullptr;
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
        if (!instruction.isTerminator() && is_number(*instruction.getType()) && !instruction.use_empty() &&
            !for_assumes.contains(&instruction))
          roots_.push_back(&instruction);
  std::ranges::reverse(roots_);
}

std::vector<llvm::Value*> Candidates::values_at(llvm::Instruction& root) const {
  constexpr std::size_t kMostArguments = 8, kMostOperations = 12;
  std::vector<llvm::Value*> found;
  for (llvm::Argument& argument : function_.args())
    if (is_number(*argument.getType()) && found.size() < kMostArguments) found.push_back(&argument);
  const std::size_t arguments = found.size();
  // An instruction that dominates a phi's block stands before its new operations; one in the block may not.
  for (llvm::Instruction* other : roots_)
    if (other != &root && tree_.dominates(other, &root) && found.size() < arguments + kMostOperations)
      found.push_back(other);
  return found;
}

std::vector<llvm::Constant*> Candidates::constants_of(llvm::Type* type, std::size_t most) const {
  llvm::SmallSetVector<llvm::Constant*, 32> found;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    for (llvm::Value* operand : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
          constant != nullptr && constant->getType() == type && !constant->containsUndefOrPoisonElement())
        found.insert(constant);
  if (is_float(*type)) {
    for (const double special : {0.0, -0.0, 1.0, -1.0}) found.insert(llvm::ConstantFP::get(type, special));
    found.insert(llvm::ConstantFP::getInfinity(type));
    found.insert(llvm::ConstantFP::getNaN(type));
  } else {
    add_integers(type, most, found);
  }
  std::vector<llvm::Constant*> constants(found.begin(), found.end());
  if (constants.size() > most) constants.resize(most);
  return constants;
}

void Candidates::add_integers(llvm::Type* type, std::size_t most,
                              llvm::SmallSetVector<llvm::Constant*, 32>& found) const {
  const std::vector<llvm::Constant*> own(found.begin(), found.end());
  const unsigned width = type->getScalarSizeInBits();
  for (const llvm::APInt& special : {llvm::APInt::getZero(width), llvm::APInt(width, 1), llvm::APInt::getAllOnes(width),
                                     llvm::APInt::getSignMask(width), llvm::APInt::getSignedMaxValue(width),
                                     llvm::APInt(width, width - 1, false, /*implicitTrunc=*/true)})
    found.insert(llvm::ConstantInt::get(type, special));
  const auto add = [&](unsigned opcode, llvm::Constant* left, llvm::Constant* right) {
    llvm::Constant* made = evaluate(Form::Binary, opcode, type, {left, right}, function_.getDataLayout());
    if (made != nullptr && !made->containsUndefOrPoisonElement() && found.size() < most) found.insert(made);
  };
  llvm::Constant* ones = llvm::Constant::getAllOnesValue(type);
  for (llvm::Constant* constant : own) {
    add(llvm::Instruction::Xor, constant, ones);
    add(llvm::Instruction::Sub, llvm::Constant::getNullValue(type), constant);
  }
  for (llvm::Constant* left : own)
    for (llvm::Constant* right : own) {
      if (left == right) continue;
      for (const unsigned opcode :
           {llvm::Instruction::Sub, llvm::Instruction::Add, llvm::Instruction::And, llvm::Instruction::Or,
            llvm::Instruction::Xor, llvm::Instruction::Shl, llvm::Instruction::LShr})
        add(opcode, left, right);
    }
  for (llvm::Constant* constant : own) {
    add(llvm::Instruction::Add, constant, llvm::ConstantInt::get(type, 1));
    add(llvm::Instruction::Add, constant, ones);
  }
}

std::vector<llvm::Constant*> Candidates::constants_for(llvm::Instruction& root,
                                                       const std::vector<llvm::Value*>& values) const {
  constexpr std::size_t kMost = 24, kMostToCompare = 12;
  std::vector<llvm::Constant*> constants = constants_of(root.getType(), kMost);
  llvm::SmallSetVector<llvm::Type*, 4> compared;
  for (const llvm::Value* value : values)
    if (llvm::CmpInst::makeCmpResultType(value->getType()) == root.getType() && value->getType() != root.getType())
      compared.insert(value->getType());
  for (llvm::Type* type : compared)
    for (llvm::Constant* constant : constants_of(type, kMostToCompare)) constants.push_back(constant);
  return constants;
}

std::vector<Edit> Candidates::known_values() {
  // What is no result may differ from what it was where nobody sees it: the sample of its values does not tell.
  constexpr std::size_t kMostUnseen = 60;
  std::vector<Edit> edits, unseen;
  for (llvm::Instruction* root : roots_) {
    const Row expected = values_.row_of(*root);
    const bool is_seen = std::ranges::any_of(
        root->users(), [](const llvm::User* user) { return llvm::isa<llvm::ReturnInst, llvm::InsertValueInst>(user); });
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
    const std::vector<llvm::Value*> values = values_at(*root);
    const Enumeration::Pool pool{values, constants_for(*root, values)};
    Enumeration enumeration(*root, pool, values_, options_.evaluations - std::min(options_.evaluations, evaluated_));
    std::vector<Edit> found = count == 1 ? enumeration.one() : enumeration.two();
    edits.insert(edits.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    evaluated_ += enumeration.evaluated();
    ended_early_ |= enumeration.ended_early();
  }
  return edits;
}

}  // namespace assay::improve
