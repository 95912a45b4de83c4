#include "services/worker/normalize/based_pointers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/steps_to_object.h"

namespace assay::normalize {
namespace {

using llvm::Value;

bool computes(const llvm::Operator& operation) {
  const unsigned opcode = operation.getOpcode();
  return llvm::Instruction::isBinaryOp(opcode) || opcode == llvm::Instruction::ZExt ||
         opcode == llvm::Instruction::SExt || opcode == llvm::Instruction::Trunc || opcode == llvm::Instruction::Freeze;
}

/// What the pointer is a step from, as far as that is of its own type.
const Value& object_of_pointer(const Value& pointer) {
  const Value* object = llvm::getUnderlyingObject(&pointer, ir::kStepsToObject);
  return object->getType() == pointer.getType() ? *object : pointer;
}

/// What phis and selects choose from; nothing for others.
std::vector<const Value*> choices_of(const Value& value) {
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return {phi->op_begin(), phi->op_end()};
  const auto* select = llvm::dyn_cast<llvm::SelectInst>(&value);
  return select == nullptr ? std::vector<const Value*>() : std::vector{select->getTrueValue(), select->getFalseValue()};
}

/// Finds on which pointer an integer is based: in whatever way it was chosen, on one alone.
class Contributions {
 public:
  /// Of pointers of this type.
  explicit Contributions(const llvm::Type& type) : type_(type) {}

  bool are_of_one_pointer(const Value& integer) { return origin_of(integer).is_address && !is_unknown_; }

 private:
  struct Origin {
    bool is_address = false;
    const Value* object = nullptr;  ///< null for numbers, and for what is chosen
  };

  Origin origin_of(const Value& value) {
    if (llvm::isa<llvm::ConstantInt>(value)) return {};
    if (const auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(&value)) {
      is_unknown_ |= address->getPointerOperand()->getType() != &type_;
      return {true, &object_of_pointer(*address->getPointerOperand())};
    }
    if (const auto known = known_.find(&value); known != known_.end()) return known->second;
    if (const auto choices = choices_of(value); !choices.empty()) {
      known_[&value] = {true, nullptr};
      for (const Value* each : choices) is_unknown_ |= !origin_of(*each).is_address;
      return {true, nullptr};
    }
    const auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    is_unknown_ |= operation == nullptr || value.getType()->isVectorTy() || !computes(*operation);
    if (is_unknown_) return {};
    Origin origin;
    for (const Value* each : operation->operands()) {
      const Origin next = origin_of(*each);
      if (!next.is_address) continue;
      is_unknown_ |= origin.is_address && (next.object == nullptr || next.object != origin.object);
      origin = next;
    }
    return known_[&value] = origin;
  }

  const llvm::Type& type_;
  llvm::DenseMap<const Value*, Origin> known_;
  bool is_unknown_ = false;
};

bool is_based(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::IntToPtrInst>(instruction) && !instruction.getType()->isVectorTy() &&
         Contributions(*instruction.getType()).are_of_one_pointer(*instruction.getOperand(0));
}

/// Makes the pointers that integers are based on; chosen where these are.
class Bases {
 public:
  explicit Bases(unsigned address_space) : address_space_(address_space) {}

  /// Null for a number.
  Value* of(Value& integer) {
    if (llvm::isa<llvm::ConstantInt>(integer)) return nullptr;
    if (auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(&integer))
      return const_cast<Value*>(&object_of_pointer(*address->getPointerOperand()));
    if (const auto made = made_.find(&integer); made != made_.end()) return made->second;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&integer)) return of_phi(*phi);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&integer)) {
      Value *yes = of(*select->getTrueValue()), *no = of(*select->getFalseValue());
      return made_[select] = llvm::IRBuilder<>(select).CreateSelect(select->getCondition(), yes, no);
    }
    Value* base = nullptr;
    for (Value* each : llvm::cast<llvm::Operator>(integer).operands())
      if ((base = of(*each)) != nullptr) break;
    return made_[&integer] = base;
  }

 private:
  Value* of_phi(llvm::PHINode& phi) {
    llvm::Type* type = llvm::PointerType::get(phi.getContext(), address_space_);
    auto* base = llvm::PHINode::Create(type, phi.getNumIncomingValues(), "", phi.getIterator());
    made_[&phi] = base;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      base->addIncoming(of(*phi.getIncomingValue(i)), phi.getIncomingBlock(i));
    return base;
  }

  unsigned address_space_;
  llvm::DenseMap<Value*, Value*> made_;
};

void base_all(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  std::vector<llvm::IntToPtrInst*> made;
  for (llvm::Instruction& each : llvm::instructions(function))
    if (is_based(each)) made.push_back(llvm::cast<llvm::IntToPtrInst>(&each));
  for (llvm::IntToPtrInst* each : made) {
    Value* base = Bases(each->getType()->getPointerAddressSpace()).of(*each->getOperand(0));
    llvm::IRBuilder<> builder(each);
    llvm::Type* number = layout.getIntPtrType(base->getType());
    Value* address = builder.CreateZExtOrTrunc(each->getOperand(0), number);
    Value* distance = builder.CreateSub(address, builder.CreatePtrToInt(base, number));
    each->replaceAllUsesWith(builder.CreatePtrAdd(base, distance));
    each->eraseFromParent();
  }
}

bool makes_some(const llvm::Function& function) { return llvm::any_of(llvm::instructions(function), is_based); }

}  // namespace

bool makes_based_pointers(const llvm::Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* body) { return makes_some(*body); });
}

std::unique_ptr<llvm::Module> with_based_pointers(const llvm::Module& module) {
  std::unique_ptr<llvm::Module> copy = ir::clone(module);
  for (llvm::Function& function : *copy)
    if (!function.isDeclaration()) base_all(function);
  return copy;
}

}  // namespace assay::normalize
