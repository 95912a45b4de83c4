#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

bool has_alignment(const Instruction& each) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AllocaInst>(each);
}

// The first thing that happens to the slot, in its own block, is that all of it is written.
bool is_filled_at_once(const llvm::AllocaInst& slot, std::uint64_t size) {
  for (const Instruction* next = slot.getNextNode(); next != nullptr; next = next->getNextNode()) {
    if (!llvm::is_contained(next->operands(), &slot)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(next))
      return store->getPointerOperand() == &slot && store->getValueOperand() != &slot &&
             slot.getDataLayout().getTypeSizeInBits(store->getValueOperand()->getType()) ==
                 llvm::TypeSize::getFixed(size * 8);
    if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(next)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      return fill->getRawDest() == &slot && length != nullptr && length->getZExtValue() >= size;
    }
    return false;
  }
  return true;  // nothing in this block touches it
}

// Every load comes after a store that dominates it.
bool is_written_first(const llvm::AllocaInst& slot, llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  const auto written_before = [&](const llvm::LoadInst& load) {
    return llvm::any_of(slot.users(), [&](const llvm::User* user) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store != nullptr && tree.dominates(store, &load);
    });
  };
  return llvm::all_of(slot.users(), [&](const llvm::User* user) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    return load == nullptr || !tree.isReachableFromEntry(load->getParent()) || written_before(*load);
  });
}

}  // namespace

void fill_slots(llvm::Function& function) {
  for (Instruction* each :
       instructions_where(function, [](Instruction& candidate) { return llvm::isa<llvm::AllocaInst>(candidate); })) {
    auto* slot = llvm::cast<llvm::AllocaInst>(each);
    const auto size = slot->getAllocationSize(slot->getDataLayout());
    const bool used_here = llvm::any_of(slot->users(), [&](const llvm::User* user) {
      return llvm::cast<Instruction>(user)->getParent() == slot->getParent();
    });
    if (slot->use_empty() || !size || size->isScalable() ||
        (used_here && is_filled_at_once(*slot, size->getFixedValue())))
      continue;
    Builder builder(slot->getParent(), std::next(slot->getIterator()));
    builder.CreateMemSet(slot, builder.getInt8(0), size->getFixedValue(), slot->getAlign());
  }
}

// Less alignment promises less; more of it may be a lie, which is the program's own undefined behaviour, so it is rare.
bool ChangeAlignment::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, has_alignment);
  if (chosen == nullptr) return false;
  const auto change = [&](auto& access) {
    const llvm::Align old = access.getAlign();
    const unsigned log = llvm::Log2(old);
    const bool atomic = chosen->isAtomic();
    const unsigned drawn =
        log > 0 && subject.rng.chance(4, 5) ? static_cast<unsigned>(subject.rng.below(log)) : log + 1;
    if (drawn > 6 || atomic) return false;
    access.setAlignment(llvm::Align(std::uint64_t{1} << drawn));
    return true;
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(chosen)) return change(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(chosen)) return change(*store);
  return change(*llvm::cast<llvm::AllocaInst>(chosen));
}

bool ToggleVolatile::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(
      subject, [](Instruction& each) { return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(each); });
  if (chosen == nullptr) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(chosen))
    load->setVolatile(!load->isVolatile());
  else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(chosen))
    store->setVolatile(!store->isVolatile());
  else {
    auto* call = llvm::cast<llvm::MemIntrinsic>(chosen);
    call->setVolatile(llvm::ConstantInt::getBool(call->getContext(), !call->isVolatile()));
  }
  return true;
}

// The same offset counted in other units, or the same count of other units.
bool ChangeGep::apply(Subject& subject) const {
  auto* gep = llvm::cast_or_null<llvm::GetElementPtrInst>(any_instruction(subject, [](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::GetElementPtrInst>(&each);
    return candidate != nullptr && candidate->getNumIndices() == 1 && !candidate->getType()->isVectorTy();
  }));
  if (gep == nullptr) return false;
  llvm::LLVMContext& context = gep->getContext();
  llvm::Type* byte = llvm::Type::getInt8Ty(context);
  llvm::APInt offset(gep->getModule()->getDataLayout().getIndexTypeSizeInBits(gep->getType()), 0);
  if (gep->accumulateConstantOffset(gep->getModule()->getDataLayout(), offset) && subject.rng.chance(1, 2)) {
    Builder builder(gep);
    llvm::Value* same =
        builder.CreateGEP(byte, gep->getPointerOperand(), builder.getInt(offset), "", gep->getNoWrapFlags());
    gep->replaceAllUsesWith(same);
    gep->eraseFromParent();
    return true;
  }
  llvm::Type* units[] = {byte, llvm::Type::getInt16Ty(context), llvm::Type::getInt32Ty(context),
                         llvm::ArrayType::get(byte, 3)};
  llvm::Type* unit = units[subject.rng.below(std::size(units))];
  if (unit == gep->getSourceElementType()) return false;
  gep->setSourceElementType(unit);
  gep->setResultElementType(unit);
  return true;
}

bool ToMemory::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return !each.use_empty() && each.getType()->isSingleValueType() && !llvm::isa<llvm::AllocaInst>(each) &&
           !each.isEHPad() && !each.isTerminator();
  });
  if (chosen == nullptr || !subject.may_grow()) return false;
  const auto place = subject.function->getEntryBlock().begin();
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(chosen)) return llvm::DemotePHIToStack(phi, place) != nullptr;
  return llvm::DemoteRegToStack(*chosen, false, place) != nullptr;
}

// A slot that may be read before it is written would leave undef behind; such a mutant is refused where undef is.
bool FromMemory::apply(Subject& subject) const {
  auto* slot = llvm::cast_or_null<llvm::AllocaInst>(any_instruction(subject, [&](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::AllocaInst>(&each);
    return candidate != nullptr && llvm::isAllocaPromotable(candidate) &&
           (subject.options.profile.allow_undef || is_written_first(*candidate, *subject.function));
  }));
  if (slot == nullptr) return false;
  llvm::DominatorTree tree(*subject.function);
  llvm::PromoteMemToReg({slot}, tree);
  return true;
}

}  // namespace assay::mutate
