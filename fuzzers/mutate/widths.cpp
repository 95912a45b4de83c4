#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>

#include <set>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::Type;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

bool is_integer(const Type* type) { return type->isIntOrIntVectorTy() && !llvm::isa<llvm::ScalableVectorType>(type); }

// Widths that change what rules match: small ones most, since they can be checked whole.
unsigned another_width(Rng& rng, unsigned width) {
  static constexpr unsigned kWidths[] = {2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 12, 16, 16, 17, 24, 31, 32, 32, 33, 64, 128};
  const std::uint64_t roll = rng.below(8);
  if (roll == 0 && width < 127) return width + 1;
  if (roll == 1 && width > 2) return width - 1;
  return kWidths[rng.below(std::size(kWidths))];
}

// A constant at another width; -1, the signed extremes and the width itself stay what they are.
llvm::APInt resized(const llvm::APInt& number, unsigned width) {
  const unsigned old = number.getBitWidth();
  if (number.isSignMask() && old > 1) return llvm::APInt::getSignMask(width);
  if (number.isMaxSignedValue() && old > 2) return llvm::APInt::getSignedMaxValue(width);
  if (old > 4 && number == old) return llvm::APInt(width, width, false, true);
  if (old > 4 && number == old - 1) return llvm::APInt(width, width - 1, false, true);
  return number.sextOrTrunc(width);
}

llvm::Constant* resized(llvm::Constant* constant, unsigned width) {
  Type* type = constant->getType()->getWithNewBitWidth(width);
  if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
  if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return llvm::ConstantInt::get(type, resized(integer->getValue(), width));
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (vector == nullptr) return nullptr;
  std::vector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    llvm::Constant* element = constant->getAggregateElement(lane);
    lanes.push_back(element == nullptr ? nullptr : resized(element, width));
    if (lanes.back() == nullptr) return nullptr;
  }
  return llvm::ConstantVector::get(lanes);
}

// Intrinsics whose results and integer arguments all have the one overloaded type.
bool keeps_width(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::abs:
    case llvm::Intrinsic::bitreverse:
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::usub_sat:
    case llvm::Intrinsic::sshl_sat:
    case llvm::Intrinsic::ushl_sat:
      return true;
    default:
      return false;
  }
}

bool joins_web(const Value* value, const Type* type) {
  if (value->getType() != type) return false;
  if (llvm::isa<llvm::BinaryOperator, llvm::FreezeInst, llvm::SelectInst>(value)) return true;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  return call != nullptr && keeps_width(*call);
}

// Grows a set of operations of one type along uses, in a fixed order.
llvm::SmallSetVector<Instruction*, 8> web_around(Instruction* start, std::size_t most) {
  llvm::SmallSetVector<Instruction*, 8> web;
  web.insert(start);
  for (std::size_t next = 0; next < web.size() && web.size() < most; ++next) {
    for (Value* operand : web[next]->operands())
      if (joins_web(operand, start->getType()) && web.size() < most) web.insert(llvm::cast<Instruction>(operand));
    for (llvm::User* user : web[next]->users())
      if (joins_web(user, start->getType()) && web.size() < most) web.insert(llvm::cast<Instruction>(user));
  }
  return web;
}

Value* cast_to(Builder& builder, Value* value, Type* type, bool is_signed) {
  return builder.CreateIntCast(value, type, is_signed);
}

// Makes a function anew with every integer of one width at another one.
class FunctionResizer {
 public:
  FunctionResizer(llvm::Function& old, unsigned from, unsigned to)
      : old_(old), from_(from), to_(to), builder_(old.getContext()) {}

  // Null, and nothing changed, if something in the function can't be resized.
  llvm::Function* run() {
    std::vector<Type*> parameters;
    for (const llvm::Argument& argument : old_.args()) parameters.push_back(mapped(argument.getType()));
    auto* type = llvm::FunctionType::get(mapped(old_.getReturnType()), parameters, false);
    made_ = llvm::Function::Create(type, old_.getLinkage(), old_.getAddressSpace(), "", old_.getParent());
    if (!old_.isVarArg() && fill()) {
      copy_attributes();
      // Some intrinsics limit the width that they are overloaded on, or what an immediate may be for it.
      if (!llvm::verifyFunction(*made_)) return made_;
    }
    made_->dropAllReferences();
    made_->eraseFromParent();
    return nullptr;
  }

 private:
  Type* mapped(Type* type) const {
    if (auto* pair = llvm::dyn_cast<llvm::StructType>(type); pair != nullptr && pair->isLiteral()) {
      std::vector<Type*> elements;
      for (Type* element : pair->elements()) elements.push_back(mapped(element));
      return llvm::StructType::get(pair->getContext(), elements, pair->isPacked());
    }
    return is_integer(type) && type->getScalarSizeInBits() == from_ ? type->getWithNewBitWidth(to_) : type;
  }

  Value* mapped(Value* value) {
    if (auto found = values_.find(value); found != values_.end()) return found->second;
    auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr) return nullptr;
    return mapped_constant(constant);
  }

  llvm::Constant* mapped_constant(llvm::Constant* constant) const {
    Type* type = mapped(constant->getType());
    if (type == constant->getType()) return constant;
    if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
    if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr) return resized(constant, to_);
    std::vector<llvm::Constant*> elements;
    for (unsigned index = 0; index < structure->getNumElements(); ++index) {
      elements.push_back(mapped_constant(constant->getAggregateElement(index)));
      if (elements.back() == nullptr) return nullptr;
    }
    return llvm::ConstantStruct::get(structure, elements);
  }

  bool fill() {
    auto argument = made_->arg_begin();
    for (llvm::Argument& each : old_.args()) {
      argument->setName(each.getName());
      values_[&each] = &*argument++;
    }
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&old_);
    std::size_t reached = 0;
    for (llvm::BasicBlock* block : order) {
      blocks_[block] = llvm::BasicBlock::Create(old_.getContext(), block->getName(), made_);
      ++reached;
    }
    if (reached != old_.size()) return false;
    for (llvm::BasicBlock* block : order) {
      builder_.SetInsertPoint(blocks_[block]);
      for (Instruction& instruction : *block) {
        Value* made = rebuild(instruction);
        if (made == nullptr) return false;
        values_[&instruction] = made;
        if (made->getType() != mapped(instruction.getType())) return false;
      }
    }
    for (auto& [old, phi] : phis_)
      for (unsigned index = 0; index < old->getNumIncomingValues(); ++index) {
        Value* incoming = mapped(old->getIncomingValue(index));
        if (incoming == nullptr) return false;
        phi->addIncoming(incoming, blocks_[old->getIncomingBlock(index)]);
      }
    return true;
  }

  Value* rebuild(Instruction& old) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&old)) {
      llvm::PHINode* made = builder_.CreatePHI(mapped(old.getType()), phi->getNumIncomingValues());
      phis_.emplace_back(phi, made);
      return made;
    }
    std::vector<Value*> operands;
    for (Value* operand : old.operands()) {
      if (auto* block = llvm::dyn_cast<llvm::BasicBlock>(operand)) {
        operands.push_back(blocks_[block]);
        continue;
      }
      operands.push_back(llvm::isa<llvm::Function>(operand) ? operand : mapped(operand));
      if (operands.back() == nullptr) return nullptr;
    }
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&old)) return rebuild_call(*call, operands);
    if (auto* chooser = llvm::dyn_cast<llvm::SwitchInst>(&old)) return rebuild_switch(*chooser, operands);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&old)) return rebuild_cast(*cast, operands[0]);
    return rebuild_plain(old, operands);
  }

  Value* rebuild_plain(Instruction& old, const std::vector<Value*>& operands) {
    Instruction* made = nullptr;
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&old)) {
      made = llvm::cast<Instruction>(builder_.CreateICmp(compare->getPredicate(), operands[0], operands[1]));
    } else if (llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::FreezeInst, llvm::ReturnInst, llvm::BranchInst,
                         llvm::UnreachableInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                         llvm::ShuffleVectorInst>(old)) {
      // The type of these follows from their operands.
      made = old.clone();
      for (unsigned index = 0; index < operands.size(); ++index) made->setOperand(index, operands[index]);
      if (mapped(old.getType()) != old.getType()) made->mutateType(mapped(old.getType()));
      builder_.Insert(made);
    } else if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&old)) {
      return builder_.CreateExtractValue(operands[0], extract->getIndices());
    } else {
      return nullptr;
    }
    made->copyIRFlags(&old);
    return made;
  }

  Value* rebuild_cast(llvm::CastInst& old, Value* operand) {
    Type* type = mapped(old.getType());
    if (!is_integer(old.getType()) || !is_integer(old.getOperand(0)->getType()) || llvm::isa<llvm::BitCastInst>(old))
      return nullptr;
    if (operand->getType() == type) return builder_.CreateFreeze(operand);  // an instruction in the cast's place
    auto* made = llvm::cast<llvm::CastInst>(builder_.CreateIntCast(operand, type, llvm::isa<llvm::SExtInst>(old)));
    if (made->getOpcode() == old.getOpcode()) made->copyIRFlags(&old);
    return made;
  }

  Value* rebuild_switch(llvm::SwitchInst& old, const std::vector<Value*>& operands) {
    llvm::SwitchInst* made = builder_.CreateSwitch(operands[0], blocks_[old.getDefaultDest()], old.getNumCases());
    std::set<std::vector<std::uint64_t>> seen;
    for (const auto& each : old.cases()) {
      auto* label = llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::Constant>(mapped(each.getCaseValue())));
      const auto* words = label->getValue().getRawData();
      if (!seen.emplace(words, words + label->getValue().getNumWords()).second) return nullptr;
      made->addCase(label, blocks_[each.getCaseSuccessor()]);
    }
    return made;
  }

  Value* rebuild_call(llvm::CallInst& old, std::vector<Value*> operands) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&old);
    if (intrinsic == nullptr || old.hasOperandBundles()) return nullptr;
    llvm::SmallVector<Type*, 3> types;
    if (!llvm::Intrinsic::getIntrinsicSignature(intrinsic->getIntrinsicID(), old.getFunctionType(), types))
      return nullptr;
    for (Type*& type : types) type = mapped(type);
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::bswap && types[0]->getScalarSizeInBits() % 16 != 0)
      return nullptr;
    operands.pop_back();  // the callee
    // Immediate truth values keep their type even when i1 is what is being resized.
    for (unsigned index = 0; index < operands.size(); ++index)
      if (old.paramHasAttr(index, llvm::Attribute::ImmArg)) operands[index] = old.getArgOperand(index);
    // Some parameters have the width whatever the intrinsic is overloaded on.
    const llvm::FunctionType* wanted = llvm::Intrinsic::getType(old.getContext(), intrinsic->getIntrinsicID(), types);
    for (unsigned index = 0; index < operands.size() && index < wanted->getNumParams(); ++index)
      if (operands[index]->getType() != wanted->getParamType(index)) return nullptr;
    return builder_.CreateIntrinsic(intrinsic->getIntrinsicID(), types, operands);
  }

  void copy_attributes() {
    const auto kept = [&](llvm::AttributeSet set) {
      return set.removeAttribute(old_.getContext(), llvm::Attribute::Range);
    };
    const llvm::AttributeList list = old_.getAttributes();
    for (const llvm::Argument& argument : old_.args()) {
      const llvm::AttributeSet set = list.getParamAttrs(argument.getArgNo());
      const bool same = mapped(argument.getType()) == argument.getType();
      made_->addParamAttrs(argument.getArgNo(), llvm::AttrBuilder(old_.getContext(), same ? set : kept(set)));
    }
    const bool same = mapped(old_.getReturnType()) == old_.getReturnType();
    made_->addRetAttrs(llvm::AttrBuilder(old_.getContext(), same ? list.getRetAttrs() : kept(list.getRetAttrs())));
    made_->addFnAttrs(llvm::AttrBuilder(old_.getContext(), list.getFnAttrs()));
  }

  llvm::Function& old_;
  llvm::Function* made_ = nullptr;
  unsigned from_;
  unsigned to_;
  Builder builder_;
  llvm::DenseMap<Value*, Value*> values_;
  llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
};

}  // namespace

llvm::Function* resized_copy(llvm::Function& function, unsigned from, unsigned to) {
  return FunctionResizer(function, from, to).run();
}

bool ResizeWeb::apply(Subject& subject) const {
  Instruction* start = any_instruction(subject, [](Instruction& each) {
    return is_integer(each.getType()) && joins_web(&each, each.getType()) && each.getType()->getScalarSizeInBits() > 1;
  });
  if (start == nullptr || !subject.may_grow()) return false;
  Type* old_type = start->getType();
  const unsigned from = old_type->getScalarSizeInBits();
  const unsigned to = another_width(subject.rng, from);
  if (to == from) return false;
  const auto web = web_around(start, 1 + subject.rng.below(5));
  Type* new_type = old_type->getWithNewBitWidth(to);
  const bool is_signed = subject.rng.chance(1, 2);
  // Members (the one drawn above among them, which is erased too) are made anew in the order in which they stand, so
  // that a member's operands are there before it.
  llvm::DenseMap<Value*, Value*> made;
  for (Instruction* member :
       instructions_where(*subject.function, [&](Instruction& each) { return web.contains(&each); })) {
    Builder builder(member);
    std::vector<Value*> operands;
    for (Value* operand : member->operands()) {
      if (operand->getType() != old_type) {
        operands.push_back(operand);
        continue;
      }
      Value* known = made.lookup(operand);
      if (known == nullptr) {
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
        known = constant != nullptr ? resized(constant, to) : nullptr;
        if (known == nullptr) known = cast_to(builder, operand, new_type, is_signed);
      }
      operands.push_back(known);
    }
    Value* copy = nullptr;
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(member)) {
      operands.resize(call->arg_size());
      copy = builder.CreateIntrinsic(call->getIntrinsicID(), {new_type}, operands);
    } else {
      Instruction* clone = member->clone();
      for (unsigned index = 0; index < operands.size(); ++index) clone->setOperand(index, operands[index]);
      clone->mutateType(new_type);
      clone->dropUnknownNonDebugMetadata();
      copy = builder.Insert(clone);
    }
    made[member] = copy;
    // Users outside of the web, and members that stand before their operands, take the value brought back.
    Value* back = cast_to(builder, copy, old_type, is_signed);
    member->replaceAllUsesWith(back);
    made[back] = copy;
    member->eraseFromParent();
  }
  return true;
}

bool ResizeFunction::apply(Subject& subject) const {
  if (!subject.function->use_empty()) return false;
  std::vector<unsigned> widths;
  const auto consider = [&](const Type* type) {
    if (is_integer(type) && type->getScalarSizeInBits() > 1) widths.push_back(type->getScalarSizeInBits());
  };
  for (const llvm::Argument& argument : subject.function->args()) consider(argument.getType());
  if (widths.empty())
    for (const Instruction* each : instructions_where(*subject.function, [](Instruction&) { return true; }))
      consider(each->getType());
  if (widths.empty()) return false;
  const unsigned from = widths[subject.rng.below(widths.size())];
  const unsigned to = another_width(subject.rng, from);
  if (from == to) return false;
  llvm::Function* made = resized_copy(*subject.function, from, to);
  if (made == nullptr) return false;
  made->takeName(subject.function);
  subject.function->eraseFromParent();
  subject.function = made;
  return true;
}

}  // namespace assay::mutate
