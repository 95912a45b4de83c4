#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <numeric>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

using Replacement = std::pair<llvm::Instruction*, llvm::Value*>;

// Puts each value in place of its instruction, and removes what is dead then. Chains of replacements are followed.
void replace(const std::vector<Replacement>& replacements) {
  for (const auto& [instruction, value] : replacements)
    if (value != instruction) instruction->replaceAllUsesWith(value);
  std::vector<llvm::WeakTrackingVH> handles;
  for (const auto& [instruction, value] : replacements) handles.emplace_back(instruction);
  for (llvm::WeakTrackingVH& handle : handles)
    if (auto* dead = llvm::dyn_cast_or_null<llvm::Instruction>(static_cast<llvm::Value*>(handle)))
      llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
}

bool is_replaceable(const llvm::Instruction& instruction) {
  return !instruction.use_empty() && instruction.getType()->isFirstClassType() && !instruction.getType()->isTokenTy() &&
         !instruction.isEHPad();
}

// Constants of a type that make a reader's life easy: 0, 1 and -1 for integers, else null.
std::vector<llvm::Constant*> plain_constants(llvm::Type* type) {
  std::vector<llvm::Constant*> constants{llvm::Constant::getNullValue(type)};
  if (!type->isIntOrIntVectorTy()) return constants;
  constants.push_back(llvm::ConstantInt::get(type, 1));
  if (type->getScalarSizeInBits() > 1) constants.push_back(llvm::Constant::getAllOnesValue(type));
  return constants;
}

// The simpler constant, for a reader: 0 < 1 < -1 < small < large.
std::uint64_t weight(const llvm::APInt& value) {
  if (value.isZero()) return 0;
  if (value.isOne()) return 1;
  if (value.isAllOnes()) return 2;
  return 2 + value.getActiveBits();
}

bool is_plain(const llvm::Constant& constant) {
  return constant.isNullValue() || constant.isOneValue() || constant.isAllOnesValue();
}

bool is_returned_next(const llvm::Instruction& instruction) {
  const auto* end = llvm::dyn_cast<llvm::ReturnInst>(instruction.getNextNode());
  return end != nullptr && end->getReturnValue() == &instruction;
}

void end_behind(llvm::Function& function, llvm::Instruction& last) {
  std::vector<unsigned> all(function.arg_size());
  std::iota(all.begin(), all.end(), 0u);
  llvm::Type* type = last.getType();
  llvm::Function* changed = with_signature(function, all, {}, type);
  for (llvm::BasicBlock& block : *changed) {
    auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (end == nullptr || (end->getReturnValue() != nullptr && end->getReturnValue()->getType() == type)) continue;
    llvm::ReturnInst::Create(changed->getContext(), llvm::Constant::getNullValue(type), end->getIterator());
    end->eraseFromParent();
  }
  llvm::BasicBlock* block = last.getParent();
  llvm::Instruction* next = llvm::isa<llvm::PHINode>(last) ? &*block->getFirstNonPHIIt() : last.getNextNode();
  llvm::WeakTrackingVH value(&last);  // a phi that has lost its loop becomes what comes into it
  llvm::changeToUnreachable(next);
  llvm::Instruction* end = block->getTerminator();
  llvm::ReturnInst::Create(changed->getContext(), value, end->getIterator());
  end->eraseFromParent();
  llvm::removeUnreachableBlocks(*changed);
}

}  // namespace

// The function ends behind an instruction and returns its value: what is done with a wrong value (it is stored, or a
// branch hangs on it) goes.
void return_earlier(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    if (!function->use_empty()) continue;
    llvm::Instruction* chosen = nullptr;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      llvm::Type* type = instruction.getType();
      if (instruction.isTerminator() || instruction.isEHPad() || type->isVoidTy() || type->isTokenTy() ||
          is_returned_next(instruction))
        continue;
      if (!llvm::FunctionType::isValidReturnType(type)) continue;
      if (!oracle.should_keep()) chosen = &instruction;
    }
    if (chosen != nullptr) end_behind(*function, *chosen);
  }
}

void replace_by_new_argument(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    if (!function->use_empty() || function->isVarArg()) continue;
    std::vector<llvm::Instruction*> chosen;
    std::vector<llvm::Type*> types;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!is_replaceable(instruction) || !llvm::FunctionType::isValidArgumentType(instruction.getType())) continue;
      if (oracle.should_keep()) continue;
      chosen.push_back(&instruction);
      types.push_back(instruction.getType());
    }
    if (chosen.empty()) continue;
    std::vector<unsigned> all(function->arg_size());
    for (unsigned i = 0; i < all.size(); ++i) all[i] = i;
    llvm::Function* changed = with_signature(*function, all, types, function->getReturnType());
    std::vector<Replacement> replacements;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      llvm::Argument* argument = changed->getArg(all.size() + i);
      argument->setName(chosen[i]->getName());
      replacements.emplace_back(chosen[i], argument);
    }
    replace(replacements);
  }
}

// A number that must not be a plain one becomes an argument: the mistake is seldom about that number.
void replace_constant_by_new_argument(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    if (!function->use_empty() || function->isVarArg()) continue;
    std::vector<std::pair<llvm::Constant*, std::vector<llvm::Use*>>> numbers;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::IntrinsicInst, llvm::StoreInst>(
              instruction))
        continue;
      for (llvm::Use& operand : instruction.operands()) {
        if (!llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(operand) || is_plain(*llvm::cast<llvm::Constant>(operand)))
          continue;
        const auto seen = std::find_if(numbers.begin(), numbers.end(),
                                       [&](const auto& entry) { return entry.first == operand.get(); });
        if (seen == numbers.end())
          numbers.push_back({llvm::cast<llvm::Constant>(operand), {&operand}});
        else
          seen->second.push_back(&operand);
      }
    }
    std::erase_if(numbers, [&](const auto&) { return oracle.should_keep(); });
    if (numbers.empty()) continue;
    std::vector<llvm::Type*> types;
    for (const auto& [constant, uses] : numbers) types.push_back(constant->getType());
    const unsigned old = static_cast<unsigned>(function->arg_size());
    std::vector<unsigned> all(old);
    std::iota(all.begin(), all.end(), 0u);
    llvm::Function* changed = with_signature(*function, all, types, function->getReturnType());
    for (unsigned i = 0; i < numbers.size(); ++i)
      for (llvm::Use* use : numbers[i].second) use->set(changed->getArg(old + i));
  }
}

void replace_by_operand(llvm::Module& module, Oracle& oracle) {
  std::vector<Replacement> replacements;
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!is_replaceable(instruction)) continue;
      bool done = false;
      for (llvm::Use& operand : instruction.operands()) {
        if (operand->getType() != instruction.getType() || operand.get() == &instruction) continue;
        if (oracle.should_keep() || done) continue;
        replacements.emplace_back(&instruction, operand.get());
        done = true;
      }
    }
  }
  replace(replacements);
}

void replace_by_argument(llvm::Module& module, Oracle& oracle) {
  std::vector<Replacement> replacements;
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!is_replaceable(instruction)) continue;
      bool done = false;
      for (llvm::Argument& argument : function->args()) {
        if (argument.getType() != instruction.getType()) continue;
        if (oracle.should_keep() || done) continue;
        replacements.emplace_back(&instruction, &argument);
        done = true;
      }
    }
  }
  replace(replacements);
}

void replace_by_constant(llvm::Module& module, Oracle& oracle) {
  std::vector<Replacement> replacements;
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!is_replaceable(instruction)) continue;
      bool done = false;
      for (llvm::Constant* constant : plain_constants(instruction.getType())) {
        if (oracle.should_keep() || done) continue;
        replacements.emplace_back(&instruction, constant);
        done = true;
      }
    }
  }
  replace(replacements);
}

// An argument used as an operand becomes a constant, in this one place.
void replace_operand_by_constant(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      for (llvm::Use& operand : instruction.operands()) {
        if (!llvm::isa<llvm::Argument>(operand.get()) || !operand->getType()->isIntOrIntVectorTy()) continue;
        if (!oracle.should_keep()) operand.set(llvm::Constant::getNullValue(operand->getType()));
      }
    }
  }
}

void simplify_constants(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (llvm::isa<llvm::SwitchInst>(instruction)) continue;
      for (llvm::Use& operand : instruction.operands()) {
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (constant == nullptr || !constant->getType()->isIntOrIntVectorTy()) continue;
        const llvm::Constant* element = constant->getType()->isVectorTy() ? constant->getSplatValue() : constant;
        const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(element);
        const llvm::APInt* value = integer == nullptr ? nullptr : &integer->getValue();
        if (value == nullptr && !llvm::isa<llvm::ConstantDataVector, llvm::ConstantVector>(constant)) continue;
        std::vector<llvm::Constant*> simpler = plain_constants(constant->getType());
        if (value != nullptr && value->getActiveBits() > 1)
          simpler.push_back(llvm::ConstantInt::get(constant->getType(), value->lshr(value->getActiveBits() / 2)));
        bool done = false;
        for (llvm::Constant* candidate : simpler) {
          const llvm::Constant* part = candidate->getType()->isVectorTy() ? candidate->getSplatValue() : candidate;
          if (value != nullptr && weight(llvm::cast<llvm::ConstantInt>(part)->getValue()) >= weight(*value)) continue;
          if (oracle.should_keep() || done) continue;
          operand.set(candidate);
          done = true;
        }
      }
    }
  }
}

// Undef and poison as constants become defined ones: maintainers ask first whether a case shows without them.
void define_undefined(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      for (llvm::Use& operand : instruction.operands()) {
        const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (constant == nullptr) continue;
        if (!llvm::isa<llvm::UndefValue>(constant) && !constant->containsUndefOrPoisonElement()) continue;
        llvm::Argument* same_type = nullptr;
        for (llvm::Argument& argument : function->args())
          if (argument.getType() == operand->getType()) same_type = &argument;
        const bool take_argument = same_type != nullptr && !oracle.should_keep();
        const bool take_zero = !oracle.should_keep();
        if (take_argument)
          operand.set(same_type);
        else if (take_zero)
          operand.set(llvm::Constant::getNullValue(operand->getType()));
      }
    }
  }
}

}  // namespace assay::reduce
