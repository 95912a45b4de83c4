#include "services/worker/semantics/torn_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

#include "services/worker/ir/steps_to_object.h"
#include "services/worker/semantics/shared_memory.h"

namespace assay::semantics {
namespace {

struct Access {
  bool writes = false;
  std::uint64_t whole = 0;  ///< so many bytes at a time cannot be torn; none of a plain access
  Place place;
  std::optional<std::uint64_t> bytes{};
  std::string object{};  ///< the argument or variable that it is somewhere in, or how the pointer is found

  bool is_placed() const { return !place.base.empty(); }
  bool overlaps(const Access& other) const {
    if (writes != other.writes) return false;
    if (!is_placed() || !other.is_placed()) return object == other.object && object != "?";
    const auto is_before = [](const Access& one, const Access& another) {
      return one.bytes && one.place.offset + static_cast<std::int64_t>(*one.bytes) <= another.place.offset;
    };
    return place.base == other.place.base && !is_before(*this, other) && !is_before(other, *this);
  }
  /// Could both be at one place, though they are reached in other ways?
  bool may_be_at(const Access& other) const {
    if (writes != other.writes || (is_placed() && place.base == other.place.base)) return false;
    return !(object.starts_with("@") && other.object.starts_with("@"));
  }
  bool is_like(const Access& other) const {
    return writes == other.writes && whole == other.whole && object == other.object &&
           place.offset == other.place.offset;
  }
};

class Accesses {
 public:
  explicit Accesses(const llvm::Function& function) : layout_(function.getDataLayout()) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
  }
  const std::vector<Access>& all() const { return all_; }

 private:
  void add(bool writes, const llvm::Value& pointer, std::optional<std::uint64_t> bytes, std::uint64_t whole) {
    if (is_private(pointer) || (!writes && is_constant(pointer))) return;
    const llvm::Value& object = *llvm::getUnderlyingObject(&pointer, ir::kStepsToObject);
    const bool is_named = llvm::isa<llvm::Argument, llvm::GlobalVariable>(object);
    all_.push_back(
        {writes, whole, place_of(pointer, layout_), bytes, describe_place(is_named ? object : pointer, layout_)});
  }
  void add(const llvm::Instruction& by, bool writes, const llvm::Value& pointer, const llvm::Type* type) {
    const llvm::TypeSize size = layout_.getTypeStoreSize(const_cast<llvm::Type*>(type));
    const auto bytes = size.isScalable() ? std::nullopt : std::optional<std::uint64_t>(size.getFixedValue());
    add(writes, pointer, bytes, by.isAtomic() ? bytes.value_or(0) : 0);
  }
  void add(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return add(*load, false, *load->getPointerOperand(), load->getType());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return add(*store, true, *store->getPointerOperand(), store->getValueOperand()->getType());
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
      for (const bool writes : {false, true})
        add(instruction, writes, *instruction.getOperand(0), instruction.getOperand(1)->getType());
      return;
    }
    const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction);
    if (memory == nullptr) return;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    const auto bytes = length == nullptr ? std::nullopt : std::optional(length->getLimitedValue());
    const std::uint64_t whole = memory->isAtomic() ? memory->getElementSizeInBytes() : 0;
    add(true, *memory->getRawDest(), bytes, whole);
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory))
      add(false, *transfer->getRawSource(), bytes, whole);
  }

  const llvm::DataLayout& layout_;
  std::vector<Access> all_;
};

/// Is one like it gone from the target? Then it may be made there by another pointer to the same place.
bool is_gone(const Access& had, const std::vector<Access>& before, const std::vector<Access>& after) {
  const auto is_like = [&](const Access& each) { return each.is_like(had); };
  return llvm::count_if(before, is_like) > llvm::count_if(after, is_like);
}

/// What it calls may have accesses that the target makes itself.
bool calls_bodies(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && (call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration());
  });
}

}  // namespace

bool is_atomic_access(const llvm::Instruction& instruction) {
  const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction);
  return instruction.isAtomic() || (memory != nullptr && memory->isAtomic());
}

TornAccess torn_access(const llvm::Function& source, const llvm::Function& target) {
  if (llvm::none_of(llvm::instructions(source), is_atomic_access) || calls_bodies(source)) return {};
  const Accesses before(source), after(target);
  for (const Access& access : after.all()) {
    bool is_torn = false, was_torn = false, is_certain = false, may_have_been = false;
    for (const Access& had : before.all()) {
      may_have_been |= had.whole <= access.whole && had.may_be_at(access) && is_gone(had, before.all(), after.all());
      if (!had.overlaps(access)) continue;
      is_torn |= had.whole > access.whole;
      is_certain |= had.whole > access.whole && had.is_placed() && access.is_placed();
      was_torn |= had.whole <= access.whole;
    }
    if (!is_torn || was_torn) continue;
    const std::string how = access.whole == 0 ? "a plain " : "a smaller ";
    return {how + (access.writes ? "write" : "read") + " of what the source only accesses whole",
            is_certain && !may_have_been};
  }
  return {};
}

}  // namespace assay::semantics
