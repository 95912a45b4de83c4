#include "services/worker/semantics/torn_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

#include "services/worker/semantics/shared_memory.h"

namespace assay::semantics {
namespace {

struct Access {
  const llvm::Instruction* by = nullptr;
  bool writes = false;
  std::uint64_t whole = 0;  ///< so many bytes at a time cannot be torn; none of a plain access
  Place place;
  std::optional<std::uint64_t> bytes{};

  bool overlaps(const Access& other) const {
    if (writes != other.writes || place.base.empty() || place.base != other.place.base) return false;
    const auto is_before = [](const Access& one, const Access& another) {
      return one.bytes && one.place.offset + static_cast<std::int64_t>(*one.bytes) <= another.place.offset;
    };
    return !is_before(*this, other) && !is_before(other, *this);
  }
};

class Accesses {
 public:
  explicit Accesses(const llvm::Function& function) : layout_(function.getDataLayout()) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
  }
  const std::vector<Access>& all() const { return all_; }

 private:
  void add(const llvm::Instruction& by, bool writes, const llvm::Value& pointer, std::optional<std::uint64_t> bytes,
           std::uint64_t whole) {
    if (is_private(pointer) || (!writes && is_constant(pointer))) return;
    all_.push_back({&by, writes, whole, place_of(pointer, layout_), bytes});
  }
  void add(const llvm::Instruction& by, bool writes, const llvm::Value& pointer, const llvm::Type* type) {
    const llvm::TypeSize size = layout_.getTypeStoreSize(const_cast<llvm::Type*>(type));
    const auto bytes = size.isScalable() ? std::nullopt : std::optional<std::uint64_t>(size.getFixedValue());
    add(by, writes, pointer, bytes, by.isAtomic() ? bytes.value_or(0) : 0);
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
    add(*memory, true, *memory->getRawDest(), bytes, whole);
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory))
      add(*memory, false, *transfer->getRawSource(), bytes, whole);
  }

  const llvm::DataLayout& layout_;
  std::vector<Access> all_;
};

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

std::string torn_access(const llvm::Function& source, const llvm::Function& target) {
  if (llvm::none_of(llvm::instructions(source), is_atomic_access) || calls_bodies(source)) return {};
  const Accesses before(source), after(target);
  for (const Access& access : after.all()) {
    bool is_torn = false, was_torn = false;
    for (const Access& had : before.all()) {
      if (!had.overlaps(access)) continue;
      is_torn |= had.whole > access.whole;
      was_torn |= had.whole <= access.whole;
    }
    if (is_torn && !was_torn)
      return std::string(access.whole == 0 ? "a plain " : "a smaller ") + (access.writes ? "write" : "read") +
             " of what the source only accesses whole";
  }
  return {};
}

}  // namespace assay::semantics
