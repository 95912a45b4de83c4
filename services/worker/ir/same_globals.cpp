#include "services/worker/ir/same_globals.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "services/worker/ir/ir.h"

namespace assay::ir {
namespace {

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

/// All that is said of a variable beside its name, its attributes and its initializer.
bool same_head(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  return same_type(a.getValueType(), b.getValueType()) && a.getLinkage() == b.getLinkage() &&
         a.isConstant() == b.isConstant() && a.getAlign() == b.getAlign() &&
         a.getThreadLocalMode() == b.getThreadLocalMode() && a.getAddressSpace() == b.getAddressSpace() &&
         a.getSection() == b.getSection() && a.isExternallyInitialized() == b.isExternallyInitialized() &&
         same_linking(a, b) &&
         a.getMetadata(llvm::LLVMContext::MD_absolute_symbol) == b.getMetadata(llvm::LLVMContext::MD_absolute_symbol) &&
         a.hasInitializer() == b.hasInitializer();
}

/// May the address of a variable that others see be another one's in one module only? Of those that a module alone
/// knows the module decides that.
bool same_identity(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  return a.hasLocalLinkage() || a.hasGlobalUnnamedAddr() == b.hasGlobalUnnamedAddr();
}

/// Do constants hold the same, and are they in memory of one kind?
bool same_kind(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  return same_type(a.getValueType(), b.getValueType()) && a.getAddressSpace() == b.getAddressSpace() &&
         a.getSection() == b.getSection();
}

/// Where an address leads: so many bytes from another one.
struct Place {
  const llvm::Constant* from;
  llvm::APInt distance;
  llvm::GEPNoWrapFlags promised = llvm::GEPNoWrapFlags::all();  ///< by all steps
};

/// Nothing: it takes no steps, or nobody can tell how far they go.
std::optional<Place> place_of(const llvm::Constant& address, const llvm::DataLayout& layout) {
  if (!address.getType()->isPointerTy() || !llvm::isa<llvm::GEPOperator>(address)) return std::nullopt;
  Place place{&address, llvm::APInt(layout.getIndexTypeSizeInBits(address.getType()), 0)};
  while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(place.from)) {
    if (step->getInRange() || !step->accumulateConstantOffset(layout, place.distance)) return std::nullopt;
    place.promised &= step->getNoWrapFlags();
    place.from = llvm::cast<llvm::Constant>(step->getPointerOperand());
  }
  const auto* object = llvm::dyn_cast<llvm::GlobalVariable>(place.from);
  if (object != nullptr && object->hasInitializer() &&
      place.distance.ule(layout.getTypeAllocSize(object->getValueType()).getFixedValue()))
    place.promised = llvm::GEPNoWrapFlags::all();  // it holds, whether it is said or not
  else if (place.promised.isInBounds() && !place.distance.isNegative())
    place.promised |= llvm::GEPNoWrapFlags::noUnsignedWrap();
  return place;
}

bool is_plain(const llvm::Constant& constant, const llvm::DataLayout& layout) {
  if (llvm::isa<llvm::GlobalValue, llvm::ConstantData>(constant)) return true;
  if (llvm::isa<llvm::ConstantExpr>(constant)) {
    const auto place = place_of(constant, layout);
    return place && llvm::isa<llvm::GlobalValue, llvm::ConstantData>(place->from);
  }
  return llvm::isa<llvm::ConstantAggregate>(constant) && llvm::all_of(constant.operands(), [&](const llvm::Use& each) {
           return is_plain(*llvm::cast<llvm::Constant>(each), layout);
         });
}

/// The number that becomes an address.
std::optional<llvm::APInt> number_of(const llvm::Constant& address) {
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&address);
  if (expression == nullptr || expression->getOpcode() != llvm::Instruction::IntToPtr) return std::nullopt;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(0));
  return number == nullptr ? std::nullopt : std::optional(number->getValue());
}

/// Which of the variables without a name and with the same contents it is in its module: that is all that its number in
/// the text says which a variable that went before it does not change.
std::size_t place_among_anonymous(const llvm::GlobalVariable& variable) {
  std::size_t place = 0;
  for (const llvm::GlobalVariable& other : variable.getParent()->globals()) {
    GlobalsInStep walk(SameBy::Name);
    if (&other == &variable) break;
    if (!other.hasName() && walk.same_variable(other, variable)) ++place;
  }
  return place;
}

}  // namespace

bool is_local_constant(const llvm::GlobalVariable& variable) {
  return variable.isConstant() && variable.hasLocalLinkage() && variable.hasDefinitiveInitializer() &&
         !variable.isExternallyInitialized() && !variable.isThreadLocal();
}

bool same_linking(const llvm::GlobalValue& a, const llvm::GlobalValue& b) {
  return a.getVisibility() == b.getVisibility() && a.isDSOLocal() == b.isDSOLocal() &&
         a.getDLLStorageClass() == b.getDLLStorageClass();
}

bool same_personality(const llvm::Function& a, const llvm::Function& b) {
  const llvm::Value *of_a = a.getPersonalityFn()->stripPointerCasts(),
                    *of_b = b.getPersonalityFn()->stripPointerCasts();
  return of_a == of_b || (of_a->hasName() && of_a->getName() == of_b->getName());
}

bool GlobalsInStep::same(const llvm::GlobalValue& a, const llvm::GlobalValue& b) {
  const auto *x = llvm::dyn_cast<llvm::GlobalVariable>(&a), *y = llvm::dyn_cast<llvm::GlobalVariable>(&b);
  const bool are_variables = x != nullptr && y != nullptr;
  if (by_ == SameBy::Contents && are_variables && is_local_constant(*x) && is_local_constant(*y)) {
    if (taken_.insert({&a, &b}).second) left_.push_back({&a, &b});
    return true;
  }
  if (a.hasName() || b.hasName()) {
    if (a.getName() != b.getName()) return false;
    if (by_ == SameBy::NameAndContents && a.getParent() != b.getParent() && taken_.insert({&a, &b}).second)
      left_.push_back({&a, &b});
    return true;
  }
  if (!are_variables || a.getParent() == b.getParent()) return false;
  return taken_.contains({x, y}) || (same_variable(*x, *y) && place_among_anonymous(*x) == place_among_anonymous(*y));
}

bool GlobalsInStep::same_variable(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  layout_ = &a.getDataLayout();
  if (!taken_.insert({&a, &b}).second) return true;
  return same_head(a, b) && a.getUnnamedAddr() == b.getUnnamedAddr() && a.getAttributes() == b.getAttributes() &&
         (!a.hasInitializer() || same_constant(a.getInitializer(), b.getInitializer()));
}

bool GlobalsInStep::is_same_behind(const llvm::GlobalValue& a, const llvm::GlobalValue& b) {
  if (a.getValueID() != b.getValueID() || !same_type(a.getValueType(), b.getValueType())) return false;
  if (const auto* x = llvm::dyn_cast<llvm::GlobalVariable>(&a)) {
    layout_ = &x->getDataLayout();
    const auto& y = llvm::cast<llvm::GlobalVariable>(b);
    const bool is_alike = by_ == SameBy::Contents ? same_kind(*x, y) : same_head(*x, y) && same_identity(*x, y);
    return is_alike && (!x->hasInitializer() || same_constant(x->getInitializer(), y.getInitializer()));
  }
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&a))
    return same_constant(alias->getAliasee(), llvm::cast<llvm::GlobalAlias>(b).getAliasee());
  const auto* function = llvm::dyn_cast<llvm::Function>(&a);
  return function == nullptr || function->getCallingConv() == llvm::cast<llvm::Function>(b).getCallingConv();
}

bool GlobalsInStep::is_same_all_through() {
  while (!left_.empty()) {
    const auto [a, b] = left_.pop_back_val();
    if (!is_same_behind(*a, *b)) return false;
  }
  return true;
}

bool GlobalsInStep::same_place(const llvm::Constant& a, const llvm::Constant& b) {
  const auto x = place_of(a, *layout_);
  if (!x) return false;
  if (const auto number = number_of(b); number && llvm::isa<llvm::ConstantPointerNull>(x->from))
    return a.getType() == b.getType() && number->getBitWidth() == x->distance.getBitWidth() && *number == x->distance &&
           layout_->getPointerTypeSizeInBits(a.getType()) == number->getBitWidth();
  const auto y = place_of(b, *layout_);
  return y && x->distance == y->distance && (x->promised & y->promised) == y->promised &&
         same_constant(x->from, y->from);
}

bool GlobalsInStep::same_constant(const llvm::Constant* a, const llvm::Constant* b) {
  if (a == b) return true;
  if (layout_ != nullptr && same_place(*a, *b)) return true;
  if (a->getValueID() != b->getValueID() || !same_type(a->getType(), b->getType())) return false;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(a))
    return same(*global, *llvm::cast<llvm::GlobalValue>(b));
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(a)) return true;  // poison has a value id of its own
  if (const auto* address = llvm::dyn_cast<llvm::BlockAddress>(a)) {
    const auto* other = llvm::cast<llvm::BlockAddress>(b);
    return same(*address->getFunction(), *other->getFunction()) && address->getBasicBlock()->hasName() &&
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
    if (!same_constant(llvm::cast<llvm::Constant>(a->getOperand(i)), llvm::cast<llvm::Constant>(b->getOperand(i))))
      return false;
  return true;
}

bool same_initializer(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target) {
  return GlobalsInStep(SameBy::Name, &source.getDataLayout())
      .same_constant(source.getInitializer(), target.getInitializer());
}

bool is_plain(const llvm::GlobalVariable& variable) {
  return is_plain(*variable.getInitializer(), variable.getDataLayout());
}

bool same_type(const llvm::Type* a, const llvm::Type* b) {
  TypePairs taken;
  return same_type_below(a, b, taken);
}

bool same_attributes(const llvm::AttributeList& a, const llvm::AttributeList& b) {
  if (a == b) return true;
  if (a.getNumAttrSets() != b.getNumAttrSets()) return false;
  const auto is_same = [](const llvm::Attribute& one, const llvm::Attribute& other) {
    return one == other ||
           (one.isTypeAttribute() && other.isTypeAttribute() && one.getKindAsEnum() == other.getKindAsEnum() &&
            one.getValueAsType() != nullptr && other.getValueAsType() != nullptr &&
            same_type(one.getValueAsType(), other.getValueAsType()));
  };
  for (const unsigned index : a.indexes()) {
    const llvm::AttributeSet one = a.getAttributes(index), other = b.getAttributes(index);
    if (one != other && !std::equal(one.begin(), one.end(), other.begin(), other.end(), is_same)) return false;
  }
  return true;
}

bool may_hold_pointer(const llvm::Type& type) {
  return !type.isVoidTy() && !type.isIntOrIntVectorTy() && !type.isFPOrFPVectorTy();
}

bool same_constant(const llvm::Constant* a, const llvm::Constant* b) {
  return GlobalsInStep(SameBy::Name).same_constant(a, b);
}

bool same_variable(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  return a.getName() == b.getName() && GlobalsInStep(SameBy::Name).same_variable(a, b);
}

}  // namespace assay::ir
