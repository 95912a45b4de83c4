#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

// Bytes that are known to be there behind the pointer; 0 if none are.
std::uint64_t known_size(const Value& pointer, const llvm::DataLayout& layout) {
  if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) {
    const auto size = slot->getAllocationSize(layout);
    return size && !size->isScalable() ? size->getFixedValue() : 0;
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer)) return argument->getDereferenceableBytes();
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&pointer))
    return layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
  return 0;
}

bool is_writable(const Value& pointer) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&pointer)) return !variable->isConstant();
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer);
  return argument == nullptr || !argument->onlyReadsMemory();
}

// Pointers whose size is known and that are available there: arguments, slots, and variables that the function uses.
std::vector<Value*> places_before(Subject& subject, Instruction& at) {
  const llvm::DataLayout& layout = subject.function->getParent()->getDataLayout();
  std::vector<Value*> places;
  for (Value* value : Scope(*subject.function).values_before(at))
    if (value->getType()->isPointerTy() && known_size(*value, layout) > 0) places.push_back(value);
  for (const llvm::Use* use : operands_where(
           *subject.function, [](const llvm::Use& each) { return llvm::isa<llvm::GlobalVariable>(each.get()); }))
    if (!llvm::is_contained(places, use->get()) && known_size(*use->get(), layout) > 0) places.push_back(use->get());
  return places;
}

// An address of so many bytes within the place.
Value* address_in(Subject& subject, Builder& builder, Value& place, std::uint64_t bytes) {
  const std::uint64_t size = known_size(place, subject.function->getParent()->getDataLayout());
  const std::uint64_t offset = subject.rng.below(size - bytes + 1);
  if (offset == 0) return &place;
  return builder.CreateGEP(builder.getInt8Ty(), &place, builder.getInt64(offset), "",
                           subject.rng.chance(1, 2) ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none());
}

bool insert_store(Subject& subject, Instruction& at, Value& place, std::uint64_t size) {
  Builder builder(&at);
  const llvm::DataLayout& layout = at.getDataLayout();
  if (subject.rng.chance(1, 5)) {
    const std::uint64_t length = 1 + subject.rng.below(size);
    builder.CreateMemSet(address_in(subject, builder, place, length),
                         builder.getInt8(static_cast<std::uint8_t>(subject.rng.below(256))), length, llvm::Align(1));
    return true;
  }
  std::vector<Value*> values;
  for (Value* value : Scope(*subject.function).values_before(at))
    if (value->getType()->isSingleValueType() && !value->getType()->isPtrOrPtrVectorTy() &&
        !value->getType()->isScalableTy() && layout.getTypeStoreSize(value->getType()) <= size &&
        layout.getTypeSizeInBits(value->getType()) % 8 == 0)
      values.push_back(value);
  Value* stored = values.empty() || subject.rng.chance(1, 4)
                      ? subject.constant(builder.getIntNTy(size >= 2 && subject.rng.chance(1, 2) ? 16 : 8))
                      : subject.rng.pick(values);
  const std::uint64_t bytes = layout.getTypeStoreSize(stored->getType()).getFixedValue();
  builder.CreateAlignedStore(stored, address_in(subject, builder, place, bytes), llvm::Align(1));
  return true;
}

// What is read is mixed into an integer operand.
bool insert_load(Subject& subject, llvm::Use& use, Value& place, std::uint64_t size) {
  Builder builder(&availability_point(use));
  const unsigned bytes = size >= 4 && subject.rng.chance(1, 3) ? 4 : size >= 2 && subject.rng.chance(1, 2) ? 2 : 1;
  Value* read = builder.CreateAlignedLoad(builder.getIntNTy(8 * bytes), address_in(subject, builder, place, bytes),
                                          llvm::Align(1));
  Value* mixed = builder.CreateXor(use.get(), builder.CreateIntCast(read, use->getType(), subject.rng.chance(1, 2)));
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(use.getUser()))
    phi->setIncomingValueForBlock(phi->getIncomingBlock(use), mixed);
  else
    use.set(mixed);
  return true;
}

}  // namespace

// A load or store of bytes that other accesses touch as well.
bool InsertAccess::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  const auto operands =
      operands_where(*subject.function, [](const llvm::Use& use) { return use->getType()->isIntegerTy(); });
  if (operands.empty()) return false;
  llvm::Use& use = *operands[subject.rng.below(operands.size())];
  Instruction& at = availability_point(use);
  if (!can_insert_before(at)) return false;
  const auto places = places_before(subject, at);
  if (places.empty()) return false;
  Value& place = *places[subject.rng.below(places.size())];
  const std::uint64_t size = known_size(place, at.getDataLayout());
  if (is_writable(place) && subject.rng.chance(1, 2)) return insert_store(subject, at, place, size);
  return insert_load(subject, use, place, size);
}

// An access goes through another address space, by a cast.
bool ChangeAddressSpace::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return llvm::isa<llvm::LoadInst, llvm::StoreInst>(each) && llvm::getLoadStoreAddressSpace(&each) == 0;
  });
  if (chosen == nullptr) return false;
  const unsigned index = llvm::isa<llvm::LoadInst>(chosen) ? llvm::LoadInst::getPointerOperandIndex()
                                                           : llvm::StoreInst::getPointerOperandIndex();
  Builder builder(chosen);
  Value* pointer = chosen->getOperand(index);
  Value* other = builder.CreateAddrSpaceCast(
      pointer, llvm::PointerType::get(chosen->getContext(), 1 + static_cast<unsigned>(subject.rng.below(3))));
  chosen->setOperand(index, subject.rng.chance(1, 2) ? other : builder.CreateAddrSpaceCast(other, pointer->getType()));
  return true;
}

}  // namespace assay::mutate
