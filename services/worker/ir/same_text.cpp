#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "services/worker/ir/ir.h"

namespace assay::ir {
namespace {

using Attachments = llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4>;

using Pairs = llvm::DenseSet<std::pair<const llvm::Function*, const llvm::Function*>>;

/// Structures that refer to themselves are the same if all else is.
using TypePairs = llvm::DenseSet<std::pair<const llvm::Type*, const llvm::Type*>>;

bool same_type_below(const llvm::Type* a, const llvm::Type* b, TypePairs& taken) {
  if (a == b) return true;
  if (a->getTypeID() != b->getTypeID() || a->getNumContainedTypes() != b->getNumContainedTypes()) return false;
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(a)) {
    const auto* other = llvm::cast<llvm::StructType>(b);
    if (structure->isPacked() != other->isPacked() || structure->isOpaque() || other->isOpaque() ||
        structure->isLiteral() != other->isLiteral())
      return false;
    if (!taken.insert({a, b}).second) return true;
  } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(a)) {
    if (array->getNumElements() != llvm::cast<llvm::ArrayType>(b)->getNumElements()) return false;
  } else if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(a)) {
    if (vector->getElementCount() != llvm::cast<llvm::VectorType>(b)->getElementCount()) return false;
  } else if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(a)) {
    if (function->isVarArg() != llvm::cast<llvm::FunctionType>(b)->isVarArg()) return false;
  } else {
    return false;  // all others are one object each
  }
  for (unsigned i = 0; i < a->getNumContainedTypes(); ++i)
    if (!same_type_below(a->getContainedType(i), b->getContainedType(i), taken)) return false;
  return true;
}

/// What an instruction says beside its operands.
bool same_state(const llvm::Instruction& i, const llvm::Instruction& j) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
    const auto& other = llvm::cast<llvm::AllocaInst>(j);
    return same_type(alloca->getAllocatedType(), other.getAllocatedType()) && alloca->getAlign() == other.getAlign() &&
           alloca->isUsedWithInAlloca() == other.isUsedWithInAlloca() && alloca->isSwiftError() == other.isSwiftError();
  }
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&i))
    return same_type(address->getSourceElementType(), llvm::cast<llvm::GetElementPtrInst>(j).getSourceElementType());
  return i.hasSameSpecialState(&j);
}

/// Walks two functions of one context in step.
class Comparison {
 public:
  /// `taken` are pairs that are being compared, and are the same if all else is.
  Comparison(const llvm::Function& a, const llvm::Function& b, Pairs& taken) : a_(a), b_(b), taken_(taken) {
    taken_.insert({&a, &b});
  }

  bool same() {
    if (!same_type(a_.getFunctionType(), b_.getFunctionType()) || a_.getAttributes() != b_.getAttributes() ||
        a_.getCallingConv() != b_.getCallingConv() || a_.size() != b_.size() ||
        a_.hasPersonalityFn() != b_.hasPersonalityFn())
      return false;
    for (unsigned i = 0; i < a_.arg_size(); ++i) map_[a_.getArg(i)] = b_.getArg(i);
    if (!map_bodies()) return false;
    for (auto i = llvm::inst_begin(a_), j = llvm::inst_begin(b_); i != llvm::inst_end(a_); ++i, ++j)
      if (!same_instruction(*i, *j)) return false;
    return true;
  }

 private:
  bool map_bodies() {
    for (auto x = a_.begin(), y = b_.begin(); x != a_.end(); ++x, ++y) {
      if (x->size() != y->size()) return false;
      map_[&*x] = &*y;
      for (auto i = x->begin(), j = y->begin(); i != x->end(); ++i, ++j) map_[&*i] = &*j;
    }
    return true;
  }

  bool same_instruction(const llvm::Instruction& i, const llvm::Instruction& j) {
    if (i.getOpcode() != j.getOpcode() || !same_type(i.getType(), j.getType()) ||
        i.getNumOperands() != j.getNumOperands() || i.getRawSubclassOptionalData() != j.getRawSubclassOptionalData() ||
        !same_state(i, j))
      return false;
    for (unsigned k = 0; k < i.getNumOperands(); ++k)
      if (!same_value(i.getOperand(k), j.getOperand(k))) return false;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
      const auto& other = llvm::cast<llvm::PHINode>(j);
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
        if (map_.lookup(phi->getIncomingBlock(k)) != other.getIncomingBlock(k)) return false;
    }
    return same_attachments(i, j);
  }

  static Attachments attachments(const llvm::Instruction& instruction) {
    Attachments all;
    instruction.getAllMetadataOtherThanDebugLoc(all);
    return all;
  }

  bool same_attachments(const llvm::Instruction& i, const llvm::Instruction& j) {
    const Attachments here = attachments(i), there = attachments(j);
    if (here.size() != there.size()) return false;
    for (std::size_t k = 0; k < here.size(); ++k)
      if (here[k].first != there[k].first || !same_metadata(here[k].second, there[k].second)) return false;
    return true;
  }

  /// Distinct nodes stand for each other, each for one: loops, access groups, alias scopes.
  bool same_metadata(const llvm::Metadata* x, const llvm::Metadata* y) {
    const auto *node = llvm::dyn_cast_or_null<llvm::MDTuple>(x), *other = llvm::dyn_cast_or_null<llvm::MDTuple>(y);
    if (node == nullptr || other == nullptr) return x == y;
    const auto there = nodes_.try_emplace(node, other), back = nodes_back_.try_emplace(other, node);
    if (!there.second || !back.second) return there.first->second == other && back.first->second == node;
    if (node->isDistinct() != other->isDistinct() || node->getNumOperands() != other->getNumOperands()) return false;
    for (unsigned k = 0; k < node->getNumOperands(); ++k)
      if (!same_metadata(node->getOperand(k), other->getOperand(k))) return false;
    return true;
  }

  bool same_value(const llvm::Value* x, const llvm::Value* y) {
    if (const auto found = map_.find(x); found != map_.end()) return found->second == y;
    if (x == y) return true;
    const auto* constant = llvm::dyn_cast<llvm::ConstantData>(x);
    if (constant != nullptr && llvm::isa<llvm::ConstantData>(y))
      return same_constant(constant, llvm::cast<llvm::ConstantData>(y));
    if (constant == nullptr && is_composed(x) && is_composed(y))
      return same_composed(*llvm::cast<llvm::Constant>(x), *llvm::cast<llvm::Constant>(y));
    const auto* global = llvm::dyn_cast<llvm::GlobalObject>(x);
    const auto* other = llvm::dyn_cast<llvm::GlobalObject>(y);
    return global != nullptr && other != nullptr && a_.getParent() != b_.getParent() && same_global(*global, *other);
  }

  /// A constant that has others as its parts.
  static bool is_composed(const llvm::Value* value) {
    return llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(value);
  }
  bool same_composed(const llvm::Constant& x, const llvm::Constant& y) {
    if (!same_constant(&x, &y)) return false;
    for (unsigned k = 0; k < x.getNumOperands(); ++k)
      if (!same_value(x.getOperand(k), y.getOperand(k))) return false;
    return true;
  }

  // Globals of two modules: the same name and what a function may know of them. A function that only its module knows
  // is a part of those that use it.
  bool same_global(const llvm::GlobalObject& x, const llvm::GlobalObject& y) {
    if (!x.hasName() && !y.hasName()) return same_constant(&x, &y);
    if (x.getName() != y.getName() || !x.hasName() || x.getValueID() != y.getValueID() ||
        !same_type(x.getValueType(), y.getValueType()) || x.getLinkage() != y.getLinkage())
      return false;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&x)) {
      const auto& other = llvm::cast<llvm::Function>(y);
      if (!function->hasLocalLinkage()) return function->getAttributes() == other.getAttributes();
      return taken_.contains({function, &other}) || Comparison(*function, other, taken_).same();
    }
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&x);
    if (variable == nullptr) return false;
    const auto& other = llvm::cast<llvm::GlobalVariable>(y);
    return variable->isConstant() == other.isConstant() && variable->getAlign() == other.getAlign() &&
           variable->hasInitializer() == other.hasInitializer() &&
           (!variable->hasInitializer() || same_constant(variable->getInitializer(), other.getInitializer()));
  }

  const llvm::Function& a_;
  const llvm::Function& b_;
  Pairs& taken_;
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> map_;
  llvm::DenseMap<const llvm::MDTuple*, const llvm::MDTuple*> nodes_, nodes_back_;
};

}  // namespace

bool same_type(const llvm::Type* a, const llvm::Type* b) {
  TypePairs taken;
  return same_type_below(a, b, taken);
}

bool may_hold_pointer(const llvm::Type& type) {
  return !type.isVoidTy() && !type.isIntOrIntVectorTy() && !type.isFPOrFPVectorTy();
}

namespace {

/// Variables that are being compared, and are the same if all else is.
using VariablePairs = llvm::DenseSet<std::pair<const llvm::GlobalVariable*, const llvm::GlobalVariable*>>;

bool same_constant_below(const llvm::Constant* a, const llvm::Constant* b, VariablePairs& taken);

bool same_variable_below(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b, VariablePairs& taken) {
  if (!taken.insert({&a, &b}).second) return true;
  return same_type(a.getValueType(), b.getValueType()) && a.getLinkage() == b.getLinkage() &&
         a.isConstant() == b.isConstant() && a.getAlign() == b.getAlign() && a.getUnnamedAddr() == b.getUnnamedAddr() &&
         a.getThreadLocalMode() == b.getThreadLocalMode() && a.getAddressSpace() == b.getAddressSpace() &&
         a.getSection() == b.getSection() && a.isExternallyInitialized() == b.isExternallyInitialized() &&
         a.getAttributes() == b.getAttributes() && a.hasInitializer() == b.hasInitializer() &&
         (!a.hasInitializer() || same_constant_below(a.getInitializer(), b.getInitializer(), taken));
}

/// Which of the variables without a name and with the same contents it is in its module: that is all that its number in
/// the text says which a variable that went before it does not change.
std::size_t place_among_anonymous(const llvm::GlobalVariable& variable) {
  std::size_t place = 0;
  for (const llvm::GlobalVariable& other : variable.getParent()->globals()) {
    VariablePairs taken;
    if (&other == &variable) break;
    if (!other.hasName() && same_variable_below(other, variable, taken)) ++place;
  }
  return place;
}

bool same_global_below(const llvm::GlobalValue& a, const llvm::GlobalValue& b, VariablePairs& taken) {
  if (a.hasName() || b.hasName()) return a.getName() == b.getName();
  const auto* x = llvm::dyn_cast<llvm::GlobalVariable>(&a);
  const auto* y = llvm::dyn_cast<llvm::GlobalVariable>(&b);
  if (x == nullptr || y == nullptr || x->getParent() == y->getParent()) return false;
  return taken.contains({x, y}) ||
         (same_variable_below(*x, *y, taken) && place_among_anonymous(*x) == place_among_anonymous(*y));
}

bool same_constant_below(const llvm::Constant* a, const llvm::Constant* b, VariablePairs& taken) {
  if (a == b) return true;
  if (a->getValueID() != b->getValueID() || !same_type(a->getType(), b->getType())) return false;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(a))
    return same_global_below(*global, *llvm::cast<llvm::GlobalValue>(b), taken);
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(a)) return true;  // poison has a value id of its own
  if (const auto* address = llvm::dyn_cast<llvm::BlockAddress>(a)) {
    const auto* other = llvm::cast<llvm::BlockAddress>(b);
    return same_global_below(*address->getFunction(), *other->getFunction(), taken) &&
           address->getBasicBlock()->hasName() &&
           address->getBasicBlock()->getName() == other->getBasicBlock()->getName();
  }
  if (llvm::isa<llvm::ConstantData>(a) || a->getNumOperands() != b->getNumOperands()) return false;
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(a)) {
    const auto* other = llvm::cast<llvm::ConstantExpr>(b);
    if (expression->getOpcode() != other->getOpcode() ||
        expression->getRawSubclassOptionalData() != other->getRawSubclassOptionalData())
      return false;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      const auto* of_other = llvm::cast<llvm::GEPOperator>(other);
      if (!same_type(address->getSourceElementType(), of_other->getSourceElementType()) ||
          address->getInRange() != of_other->getInRange())
        return false;
    }
  }
  for (unsigned i = 0; i < a->getNumOperands(); ++i)
    if (!same_constant_below(llvm::cast<llvm::Constant>(a->getOperand(i)), llvm::cast<llvm::Constant>(b->getOperand(i)),
                             taken))
      return false;
  return true;
}

}  // namespace

bool same_constant(const llvm::Constant* a, const llvm::Constant* b) {
  VariablePairs taken;
  return same_constant_below(a, b, taken);
}

bool same_variable(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  VariablePairs taken;
  return a.getName() == b.getName() && same_variable_below(a, b, taken);
}

bool same_text(const llvm::Function& a, const llvm::Function& b) {
  if (a.getParent() != b.getParent() && a.getDataLayout() != b.getDataLayout()) return false;
  Pairs taken;
  return Comparison(a, b, taken).same();
}

}  // namespace assay::ir
