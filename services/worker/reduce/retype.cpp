#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <set>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

// One change of types, applied to a whole function: integers of one width become narrower, or vectors of one length
// shorter (a length of 1 makes them scalars).
struct TypeChange {
  unsigned from_width = 0, to_width = 0;    // 0: widths stay
  unsigned from_length = 0, to_length = 0;  // 0: lengths stay

  llvm::Type* operator()(llvm::Type* type) const {
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      llvm::Type* element = (*this)(vector->getElementType());
      const unsigned length = vector->getNumElements() == from_length ? to_length : vector->getNumElements();
      return length == 1 && from_length != 0 && vector->getNumElements() == from_length
                 ? element
                 : llvm::FixedVectorType::get(element, length);
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      std::vector<llvm::Type*> parameters;
      for (llvm::Type* parameter : function->params()) parameters.push_back((*this)(parameter));
      return llvm::FunctionType::get((*this)(function->getReturnType()), parameters, function->isVarArg());
    }
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure != nullptr && structure->isLiteral()) {
      std::vector<llvm::Type*> members;
      for (llvm::Type* member : structure->elements()) members.push_back((*this)(member));
      return llvm::StructType::get(type->getContext(), members, structure->isPacked());
    }
    if (from_width != 0 && type->isIntegerTy(from_width)) return llvm::Type::getIntNTy(type->getContext(), to_width);
    return type;
  }
};

// Keeps what a constant says about its width: the width itself, its last bit, the sign bit, all ones.
llvm::APInt narrow(const llvm::APInt& value, unsigned width) {
  const unsigned old = value.getBitWidth();
  if (old <= width) return value;
  if (value == old) return llvm::APInt(width, width, false, true);
  if (value == old - 1) return llvm::APInt(width, width - 1, false, true);
  if (value == old / 2) return llvm::APInt(width, width / 2, false, true);
  if (value.isSignMask()) return llvm::APInt::getSignMask(width);
  if (value.isMaxSignedValue()) return llvm::APInt::getSignedMaxValue(width);
  return value.trunc(width);
}

// Builds a function anew with changed types. Gives up (false) at what has no counterpart.
class Retyper {
 public:
  Retyper(llvm::Function& function, const TypeChange& change) : old_(function), change_(change) {}

  // The new function takes the old one's place; nothing happens if it can't be built.
  bool run() {
    if (!old_.use_empty() || old_.isVarArg()) return false;
    auto* type = llvm::cast<llvm::FunctionType>(change_(old_.getFunctionType()));
    new_ = llvm::Function::Create(type, old_.getLinkage(), old_.getAddressSpace(), "", old_.getParent());
    if (!build()) {
      new_->dropAllReferences();
      new_->eraseFromParent();
      return false;
    }
    new_->takeName(&old_);
    old_.eraseFromParent();
    return true;
  }

 private:
  bool build() {
    copy_attributes();
    for (llvm::Argument& argument : old_.args()) {
      llvm::Argument* counterpart = new_->getArg(argument.getArgNo());
      counterpart->setName(argument.getName());
      values_[&argument] = counterpart;
    }
    for (llvm::BasicBlock& block : old_)
      values_[&block] = llvm::BasicBlock::Create(block.getContext(), block.getName(), new_);
    for (llvm::BasicBlock& block : old_)
      for (llvm::Instruction& instruction : block)
        if (!copy(instruction, llvm::cast<llvm::BasicBlock>(values_[&block]))) return false;
    return fill_operands();
  }

  void copy_attributes() {
    llvm::LLVMContext& context = old_.getContext();
    new_->copyAttributesFrom(&old_);
    llvm::AttributeList attributes = old_.getAttributes();
    const auto fix = [&](unsigned index, llvm::Type* type) {
      if (change_(type) != type) attributes = attributes.removeAttributeAtIndex(context, index, llvm::Attribute::Range);
    };
    fix(llvm::AttributeList::ReturnIndex, old_.getReturnType());
    for (llvm::Argument& argument : old_.args())
      fix(llvm::AttributeList::FirstArgIndex + argument.getArgNo(), argument.getType());
    new_->setAttributes(attributes);
  }

  // Puts the instruction's counterpart at the end of the block, its operands still the old ones. An instruction that
  // the change makes pointless (a cast of a type to itself) has its operand's counterpart for its own.
  bool copy(llvm::Instruction& instruction, llvm::BasicBlock* block) {
    if (llvm::Value* operand = operand_that_stays(instruction)) {
      aliases_[&instruction] = operand;
      return true;
    }
    if (!has_counterpart(instruction)) return false;
    llvm::Instruction* counterpart = instruction.clone();
    counterpart->insertInto(block, block->end());
    counterpart->setName(instruction.getName());
    if (change_(instruction.getType()) != instruction.getType()) {
      counterpart->mutateType(change_(instruction.getType()));
      counterpart->setMetadata(llvm::LLVMContext::MD_range, nullptr);
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(counterpart))
        call->setAttributes(call->getAttributes().removeRetAttribute(call->getContext(), llvm::Attribute::Range));
    }
    if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(counterpart))
      slot->setAllocatedType(change_(slot->getAllocatedType()));
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(counterpart)) {
      address->setSourceElementType(change_(address->getSourceElementType()));
      address->setResultElementType(change_(address->getResultElementType()));
    }
    values_[&instruction] = counterpart;
    copied_.push_back(counterpart);
    return true;
  }

  llvm::Value* operand_that_stays(llvm::Instruction& instruction) const {
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return change_(cast->getSrcTy()) == change_(cast->getDestTy()) ? cast->getOperand(0) : nullptr;
    if (becomes_scalar(instruction.getType())) {
      if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return insert->getOperand(1);
      if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return shuffle->getOperand(0);
    }
    if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
        extract != nullptr && becomes_scalar(extract->getVectorOperandType()))
      return extract->getVectorOperand();
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call != nullptr && call->arg_size() == 1 && becomes_scalar(call->getArgOperand(0)->getType()) &&
        change_(call->getType()) == change_(call->getArgOperand(0)->getType()) && !call->getType()->isVectorTy())
      return call->getArgOperand(0);  // a reduction
    return nullptr;
  }

  bool becomes_scalar(llvm::Type* type) const { return type->isVectorTy() && !change_(type)->isVectorTy(); }

  bool has_counterpart(const llvm::Instruction& instruction) const {
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return llvm::CastInst::castIsValid(cast->getOpcode(), change_(cast->getSrcTy()), change_(cast->getDestTy()));
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
      return change_(shuffle->getType()) == shuffle->getType() &&
             change_(shuffle->getOperand(0)->getType()) == shuffle->getOperand(0)->getType();
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      std::set<std::uint64_t> cases;
      const llvm::Type* type = change_(choice->getCondition()->getType());
      for (const auto& entry : choice->cases())
        if (!cases.insert(narrow(entry.getCaseValue()->getValue(), type->getIntegerBitWidth()).getLimitedValue())
                 .second)
          return false;
    }
    return true;
  }

  bool fill_operands() {
    for (llvm::Instruction* instruction : copied_) {
      if (auto* join = llvm::dyn_cast<llvm::PHINode>(instruction))
        for (unsigned i = 0; i < join->getNumIncomingValues(); ++i)
          join->setIncomingBlock(i, llvm::cast<llvm::BasicBlock>(values_[join->getIncomingBlock(i)]));
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction); call != nullptr && !redirect(*call)) return false;
      for (llvm::Use& operand : instruction->operands()) {
        llvm::Value* counterpart = value_for(operand.get());
        if (counterpart == nullptr) return false;
        operand.set(counterpart);
      }
    }
    return true;
  }

  // A call of an intrinsic goes to the one for the changed types; other functions only take what they always took.
  bool redirect(llvm::CallBase& call) {
    llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr) return false;
    auto* type = llvm::cast<llvm::FunctionType>(change_(callee->getFunctionType()));
    if (type == callee->getFunctionType()) return true;
    if (!callee->isIntrinsic()) return false;
    llvm::SmallVector<llvm::Type*, 4> overloads;
    if (!llvm::Intrinsic::getIntrinsicSignature(callee->getIntrinsicID(), type, overloads)) return false;
    call.mutateFunctionType(type);
    llvm::Function* changed =
        llvm::Intrinsic::getOrInsertDeclaration(old_.getParent(), callee->getIntrinsicID(), overloads);
    if (changed->getFunctionType() != type) return false;
    values_[callee] = changed;
    return true;
  }

  llvm::Value* value_for(llvm::Value* value) {
    for (auto found = aliases_.find(value); found != aliases_.end(); found = aliases_.find(value))
      value = found->second;
    if (auto found = values_.find(value); found != values_.end()) return found->second;
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constant_for(constant);
    return llvm::isa<llvm::MetadataAsValue, llvm::InlineAsm>(value) ? value : nullptr;
  }

  llvm::Constant* constant_for(llvm::Constant* constant) const {
    llvm::Type* type = change_(constant->getType());
    if (type == constant->getType()) return constant;
    if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
    if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
    if (constant->isNullValue()) return llvm::Constant::getNullValue(type);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant); integer != nullptr && type->isIntegerTy())
      return llvm::ConstantInt::get(type, narrow(integer->getValue(), type->getIntegerBitWidth()));
    auto* old_vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
    if (old_vector == nullptr) return nullptr;
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    std::vector<llvm::Constant*> elements;
    for (unsigned i = 0; i < (vector == nullptr ? 1 : vector->getNumElements()); ++i) {
      llvm::Constant* element = constant->getAggregateElement(i);
      element = element == nullptr ? nullptr : constant_for(element);
      if (element == nullptr) return nullptr;
      elements.push_back(element);
    }
    return vector == nullptr ? elements[0] : llvm::ConstantVector::get(elements);
  }

  llvm::Function& old_;
  const TypeChange& change_;
  llvm::Function* new_ = nullptr;
  std::map<const llvm::Value*, llvm::Value*> values_;
  std::map<const llvm::Value*, llvm::Value*> aliases_;  // old value → old value that stands for it
  std::vector<llvm::Instruction*> copied_;
};

template <class Visit>
void each_type(llvm::Function& function, Visit&& visit) {
  visit(function.getReturnType());
  for (llvm::Argument& argument : function.args()) visit(argument.getType());
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    visit(instruction.getType());
    for (llvm::Use& operand : instruction.operands()) visit(operand->getType());
  }
}

}  // namespace

void shrink_vectors(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    std::set<unsigned> lengths;
    each_type(*function, [&](llvm::Type* type) {
      if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) lengths.insert(vector->getNumElements());
    });
    bool done = false;
    for (unsigned length : lengths) {
      for (unsigned shorter : {1u, 2u}) {
        if (shorter >= length && length != 1) continue;
        if (oracle.should_keep() || done) continue;
        done = Retyper(*function, {.from_length = length, .to_length = shorter}).run();
      }
    }
  }
}

void shrink_integers(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    std::set<unsigned> widths;
    each_type(*function, [&](llvm::Type* type) {
      if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType()))
        widths.insert(integer->getBitWidth());
    });
    bool done = false;
    for (unsigned width : llvm::reverse(widths)) {
      for (unsigned narrower : {4u, 8u, 16u, 32u}) {
        if (narrower >= width) continue;
        if (oracle.should_keep() || done) continue;
        done = Retyper(*function, {.from_width = width, .to_width = narrower}).run();
      }
    }
  }
}

}  // namespace assay::reduce
