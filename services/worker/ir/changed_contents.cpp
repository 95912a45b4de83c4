#include "services/worker/ir/changed_contents.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/same_globals.h"

namespace assay::ir {
namespace {

constexpr std::uint64_t kMostBytes = 256;  ///< looked at one by one, of types that differ

/// Where an address leads: so many bytes from a global, or from null.
struct Address {
  const llvm::Constant* from;
  llvm::APInt distance;
};

Address address_of(const llvm::Constant& pointer, const llvm::DataLayout& layout) {
  Address address{&pointer, llvm::APInt(layout.getIndexTypeSizeInBits(pointer.getType()), 0)};
  address.from = llvm::cast<llvm::Constant>(
      pointer.stripAndAccumulateConstantOffsets(layout, address.distance, /*AllowNonInbounds=*/true));
  return address;
}

/// An object of its own, which other names do not stand for.
bool is_object(const llvm::GlobalValue& value) {
  if (value.hasExternalWeakLinkage()) return false;
  if (llvm::isa<llvm::Function>(value)) return true;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (variable == nullptr || variable->getAbsoluteSymbolRange() || !variable->getValueType()->isSized()) return false;
  return !variable->getDataLayout().getTypeAllocSize(variable->getValueType()).isZero();
}

/// Do they do, or hold, the same, as far as the text tells?
bool say_the_same(const llvm::GlobalValue& a, const llvm::GlobalValue& b) {
  if (a.isDeclaration() || b.isDeclaration())
    return a.isDeclaration() && b.isDeclaration() && a.getName() == b.getName();
  const auto *f = llvm::dyn_cast<llvm::Function>(&a), *g = llvm::dyn_cast<llvm::Function>(&b);
  if (f != nullptr && g != nullptr) return same_text(*f, *g);
  const auto *x = llvm::dyn_cast<llvm::GlobalVariable>(&a), *y = llvm::dyn_cast<llvm::GlobalVariable>(&b);
  return x != nullptr && y != nullptr && same_type(x->getValueType(), y->getValueType()) && same_initializer(*x, *y);
}

/// Is it surely another object than the target's of another name? Names of what only its module knows mean nothing, but
/// that both modules still have the same under each. Where the address is not significant one may stand for another
/// that does, or holds, the same; who has merged two has left no other one.
bool are_two_objects(const llvm::GlobalValue& source, const llvm::GlobalValue& target, const llvm::Module& of_source,
                     const llvm::Module& of_target) {
  const llvm::GlobalValue *before = of_source.getNamedValue(target.getName()),
                          *after = of_target.getNamedValue(source.getName());
  if (before == nullptr || after == nullptr) return false;
  const llvm::GlobalValue* all[] = {&source, &target, before, after};
  if (!std::ranges::all_of(all, [](const auto* each) { return is_object(*each); })) return false;
  const auto keeps_name = [](const llvm::GlobalValue& was, const llvm::GlobalValue& is) {
    return (!was.hasLocalLinkage() && !is.hasLocalLinkage()) || say_the_same(was, is);
  };
  if (!keeps_name(source, *after) || !keeps_name(*before, target)) return false;
  const bool is_significant = std::ranges::none_of(all, [](const auto* each) { return each->hasGlobalUnnamedAddr(); });
  return is_significant ||
         (say_the_same(source, *after) && say_the_same(*before, target) && !say_the_same(source, *before));
}

/// Is some number in them another one, or some address?
class Contents {
 public:
  Contents(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target)
      : source_(*source.getParent()), target_(*target.getParent()) {}

  bool differ(const llvm::Constant& before, const llvm::Constant& after) const {
    if (&before == &after || llvm::isa<llvm::UndefValue>(before) || !same_type(before.getType(), after.getType()) ||
        (before.isNullValue() && after.isNullValue()))
      return false;
    const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(&before);
    const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&before);
    if (whole != nullptr || real != nullptr)
      return llvm::isa<llvm::UndefValue, llvm::ConstantInt, llvm::ConstantFP>(after);  // one object for each number
    const llvm::Type& type = *before.getType();
    if (type.isPointerTy()) return lead_elsewhere(before, after, source_, target_);
    if (!type.isAggregateType() && !llvm::isa<llvm::FixedVectorType>(type)) return false;
    for (unsigned i = 0;; ++i) {
      const llvm::Constant *here = before.getAggregateElement(i), *there = after.getAggregateElement(i);
      if (here == nullptr || there == nullptr) return false;
      if (differ(*here, *there)) return true;
    }
  }

  /// Of types that differ: is some byte another number?
  bool bytes_differ(const llvm::Constant& before, const llvm::Constant& after) const {
    const llvm::DataLayout &layout = source_.getDataLayout(), &of_target = target_.getDataLayout();
    const llvm::TypeSize size = layout.getTypeAllocSize(before.getType()),
                         other = of_target.getTypeAllocSize(after.getType());
    if (size.isScalable() || other.isScalable() || layout != of_target) return false;
    llvm::Type* byte = llvm::Type::getInt8Ty(before.getContext());
    const std::uint64_t bytes = std::min({size.getFixedValue(), other.getFixedValue(), kMostBytes});
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const auto byte_of = [&](const llvm::Constant& all) {
        return llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(&all), byte, llvm::APInt(64, i), layout);
      };
      const auto* here = llvm::dyn_cast_or_null<llvm::ConstantInt>(byte_of(before));
      const llvm::Constant* there = here == nullptr ? nullptr : byte_of(after);
      if (there != nullptr && there != here && llvm::isa<llvm::ConstantInt, llvm::UndefValue>(there)) return true;
    }
    return false;
  }

 private:
  const llvm::Module &source_, &target_;
};

}  // namespace

bool lead_elsewhere(const llvm::Constant& source, const llvm::Constant& target, const llvm::Module& of_source,
                    const llvm::Module& of_target) {
  if (llvm::isa<llvm::UndefValue>(source) || source.getType() != target.getType()) return false;
  if (llvm::isa<llvm::UndefValue>(target)) return true;
  const Address before = address_of(source, of_source.getDataLayout()),
                after = address_of(target, of_target.getDataLayout());
  const auto *from = llvm::dyn_cast<llvm::GlobalValue>(before.from),
             *to = llvm::dyn_cast<llvm::GlobalValue>(after.from);
  const auto is_null = [](const Address& address) {
    return llvm::isa<llvm::ConstantPointerNull>(address.from) && address.distance.isZero() &&
           address.from->getType()->getPointerAddressSpace() == 0;
  };
  if (from == nullptr || to == nullptr)
    return (from != nullptr && is_object(*from) && is_null(after)) ||
           (to != nullptr && is_object(*to) && is_null(before));
  if (before.from->getType() != source.getType() || after.from->getType() != target.getType()) return false;
  if (!from->hasName() || !to->hasName()) return false;
  if (from->getName() != to->getName()) return are_two_objects(*from, *to, of_source, of_target);
  return before.distance != after.distance && same_type(from->getValueType(), to->getValueType());
}

bool contents_differ(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target) {
  if (!source.hasInitializer() || !target.hasInitializer()) return false;
  const Contents contents(source, target);
  const llvm::Constant &before = *source.getInitializer(), &after = *target.getInitializer();
  return same_type(before.getType(), after.getType()) ? contents.differ(before, after)
                                                      : contents.bytes_differ(before, after);
}

}  // namespace assay::ir
