#include "services/worker/semantics/introduced_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <compare>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "services/worker/ir/steps_to_object.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::semantics {

using llvm::Attribute;

constexpr std::uint64_t kMostBytes = 256;  ///< of a store that is looked at byte by byte

std::optional<std::string> shared_object(const llvm::Value& object) {
  if (object.getType()->getPointerAddressSpace() != 0) return std::nullopt;  // which may be a thread's own
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&object)) {
    for (const Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::ByVal, Attribute::StructRet,
                                           Attribute::InAlloca, Attribute::Preallocated, Attribute::DeadOnReturn})
      if (argument->hasAttribute(kind)) return std::nullopt;
    return "%" + std::to_string(argument->getArgNo());
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  if (variable == nullptr || !variable->hasName() || variable->isThreadLocal() || variable->isConstant())
    return std::nullopt;
  return "@" + variable->getName().str();
}

namespace {

/// StoredBytes of an object, from the first to the one behind the last.
struct StoredBytes {
  std::int64_t first = 0, end = 0;
  bool contains(std::int64_t byte) const { return first <= byte && byte < end; }
};

/// Where an instruction writes.
struct Write {
  bool anywhere = false;                ///< it may write to anything that others reach
  const llvm::Value* object = nullptr;  ///< else what it writes to; null: to nothing
  bool is_plain = false;                ///< a plain store of all these bytes
  std::vector<StoredBytes> bytes = {};  ///< of the object; empty: not known
  bool may_write(std::optional<std::int64_t> byte) const {
    return bytes.empty() || !byte || llvm::any_of(bytes, [&](const StoredBytes& each) { return each.contains(*byte); });
  }
};

/// `size`: of what is written at the pointer; none if it is not known.
Write write_to(const llvm::Value& pointer, const llvm::DataLayout& layout, std::optional<std::uint64_t> size,
               bool is_plain) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer, ir::kStepsToObject);
  if (!llvm::isa<llvm::AllocaInst, llvm::Argument, llvm::GlobalVariable>(object)) return Write{.anywhere = true};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  Write write{.object = object, .is_plain = is_plain};
  if (base == object && size && *size <= kMostBytes)
    write.bytes = {{offset.getSExtValue(), offset.getSExtValue() + static_cast<std::int64_t>(*size)}};
  return write;
}

/// Only the lanes that a constant mask names are written; those of another mask may be.
Write write_of_masked(const llvm::IntrinsicInst& store) {
  const llvm::DataLayout& layout = store.getDataLayout();
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(store.getArgOperand(0)->getType());
  const llvm::Value& pointer = *store.getArgOperand(1);
  if (type == nullptr || layout.getTypeSizeInBits(type->getElementType()) % 8 != 0)
    return write_to(pointer, layout, std::nullopt, false);
  const std::uint64_t lane = layout.getTypeStoreSize(type->getElementType()).getFixedValue();
  Write whole = write_to(pointer, layout, lane * type->getNumElements(), false);
  const auto* mask = llvm::dyn_cast<llvm::Constant>(store.getArgOperand(2));
  if (mask == nullptr || whole.bytes.empty()) return whole;
  Write write{.object = whole.object, .is_plain = true};
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const llvm::Constant* is_on = mask->getAggregateElement(i);
    if (is_on != nullptr && is_on->isNullValue()) continue;
    const std::int64_t first = whole.bytes[0].first + static_cast<std::int64_t>(i * lane);
    write.bytes.push_back({first, first + static_cast<std::int64_t>(lane)});
  }
  return write.bytes.empty() ? Write{} : write;
}

Write write_of(const llvm::Instruction& instruction) {
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const auto size_of = [&](const llvm::Value& value) -> std::optional<std::uint64_t> {
    const llvm::TypeSize size = layout.getTypeStoreSize(value.getType());
    return size.isScalable() ? std::nullopt : std::optional<std::uint64_t>(size.getFixedValue());
  };
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const auto size = size_of(*store->getValueOperand());
    if (size == std::optional<std::uint64_t>(0)) return {};
    return write_to(*store->getPointerOperand(), layout, size, store->isSimple());
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return write_to(*update->getPointerOperand(), layout, size_of(*update->getValOperand()), false);
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return write_to(*exchange->getPointerOperand(), layout, size_of(*exchange->getNewValOperand()), false);
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    if (length == nullptr) return write_to(*memory->getDest(), layout, std::nullopt, false);
    return write_to(*memory->getDest(), layout, length->getLimitedValue(), !length->isZero() && !memory->isVolatile());
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  // What a call promises the function may break: then it is undefined.
  if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return {.anywhere = true};
  if (!instruction.mayWriteToMemory() || llvm::isa<llvm::FenceInst, llvm::LoadInst>(instruction)) return {};
  if (call != nullptr && (call->onlyAccessesInaccessibleMemory() || llvm::isa<llvm::LifetimeIntrinsic>(call)))
    return {};
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_store)
    return write_of_masked(llvm::cast<llvm::IntrinsicInst>(*call));
  return {.anywhere = true};
}

/// An object that others may reach, as both functions know it, and one of its bytes; none: any of them.
struct Spot {
  std::string name;
  std::optional<std::int64_t> byte;
  auto operator<=>(const Spot&) const = default;
};

bool may_write_to(const llvm::Instruction& instruction, const Spot& spot) {
  const Write write = write_of(instruction);
  return write.anywhere ||
         (write.object != nullptr && shared_object(*write.object) == spot.name && write.may_write(spot.byte));
}

/// Is there a path to a return on which nothing may write there?
bool may_leave_alone(const llvm::Function& function, const Spot& spot) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{&function.getEntryBlock()};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open{&function.getEntryBlock()};
  while (!open.empty()) {
    const llvm::BasicBlock& block = *open.pop_back_val();
    if (llvm::any_of(block, [&](const llvm::Instruction& each) { return may_write_to(each, spot); })) continue;
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) return true;
    for (const llvm::BasicBlock* next : llvm::successors(&block))
      if (seen.insert(next).second) open.push_back(next);
  }
  return false;
}

/// Does a call of the source write to the argument whatever its instructions do? LangRef: `writable` stores back on
/// entry what is there, `initializes` writes at the return what was not written.
bool is_written_by_promise(const llvm::Function& source, const std::string& name) {
  return llvm::any_of(source.args(), [&](const llvm::Argument& each) {
    const bool is_promised = each.hasAttribute(Attribute::Writable) || each.hasAttribute(Attribute::Initializes);
    return is_promised && shared_object(each) == name;
  });
}

/// Where the plain stores of the target lead, if the source knows it too: of those whose bytes are known one that
/// nothing in the source writes, if there is one.
std::set<Spot> stored_to(const llvm::Function& target, const llvm::Function& source) {
  std::set<Spot> spots;
  for (const llvm::Instruction& instruction : llvm::instructions(target)) {
    const Write write = write_of(instruction);
    if (!write.is_plain) continue;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(write.object);
    if (variable != nullptr && source.getParent()->getGlobalVariable(variable->getName(), true) == nullptr) continue;
    const auto name = shared_object(*write.object);
    if (!name) continue;
    Spot spot{*name, std::nullopt};
    const auto is_written = [&] {
      return llvm::any_of(llvm::instructions(source), [&](const auto& each) { return may_write_to(each, spot); });
    };
    for (const StoredBytes& each : write.bytes)
      for (std::int64_t byte = each.first; byte < each.end && (!spot.byte || is_written()); ++byte) spot.byte = byte;
    spots.insert(spot);
  }
  return spots;
}

/// Adds where a store through the pointer may go, by the way of selects and of phis.
void add_places(const llvm::Value& pointer, std::int64_t beyond, std::optional<std::uint64_t> size,
                const llvm::DataLayout& layout, llvm::SmallPtrSetImpl<const llvm::Value*>& seen,
                std::vector<Write>& places) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  beyond += offset.getSExtValue();
  const bool is_first = seen.insert(base).second;
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(base); choice != nullptr && is_first) {
    for (const llvm::Value* each : {choice->getTrueValue(), choice->getFalseValue()})
      add_places(*each, beyond, size, layout, seen, places);
  } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(base); phi != nullptr && is_first) {
    for (const llvm::Value* each : phi->incoming_values()) add_places(*each, beyond, size, layout, seen, places);
  } else {
    Write& place = places.emplace_back(write_to(*base, layout, size, false));
    for (StoredBytes& each : place.bytes) each = {each.first + beyond, each.end + beyond};
  }
}

/// Where a plain store may go that `stored_to` leaves out, since its place or its bytes are computed.
std::vector<Write> computed_places(const llvm::Instruction& instruction) {
  const Write write = write_of(instruction);
  if (write.is_plain && !write.bytes.empty()) return {};
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store != nullptr && !store->isSimple()) return {};
  std::vector<Write> places;
  if (store != nullptr && write.anywhere) {
    const llvm::DataLayout& layout = store->getDataLayout();
    const llvm::TypeSize size = layout.getTypeStoreSize(store->getValueOperand()->getType());
    llvm::SmallPtrSet<const llvm::Value*, 8> seen;
    const auto known = size.isScalable() ? std::nullopt : std::optional<std::uint64_t>(size.getFixedValue());
    add_places(*store->getPointerOperand(), 0, known, layout, seen, places);
    return places;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  const bool is_masked = call != nullptr && (call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
                                             call->getIntrinsicID() == llvm::Intrinsic::masked_scatter ||
                                             call->getIntrinsicID() == llvm::Intrinsic::masked_compressstore);
  if (store != nullptr || is_masked || (memory != nullptr && !memory->isVolatile())) places.push_back(write);
  return places;
}

/// May the source store wherever the target's plain store may go? A function of which nothing is known is one that the
/// target calls, too.
bool may_be_stored_by(const llvm::Function& source, const Write& place) {
  const auto name = place.object == nullptr ? std::nullopt : shared_object(*place.object);
  if (!place.anywhere && (!name || is_written_by_promise(source, *name))) return true;
  const auto covers = [&](const llvm::Instruction& each, std::optional<std::int64_t> byte) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() && !is_library_function(*callee))
      return false;
    const Write write = write_of(each);
    if (write.anywhere) return true;
    const auto other = write.object == nullptr ? std::nullopt : shared_object(*write.object);
    return other && (place.anywhere || other == name) && (byte ? write.may_write(byte) : write.bytes.empty());
  };
  const auto is_covered = [&](std::optional<std::int64_t> byte) {
    return llvm::any_of(llvm::instructions(source), [&](const auto& each) { return covers(each, byte); });
  };
  if (place.bytes.empty()) return is_covered(std::nullopt);
  return llvm::all_of(place.bytes, [&](const StoredBytes& each) {
    for (std::int64_t byte = each.first; byte < each.end; ++byte)
      if (!is_covered(byte)) return false;
    return true;
  });
}

/// Is it among what both functions know? Own objects and variables that only the target has are no concern of others.
bool concerns_others(const Write& place, const llvm::Function& source) {
  if (place.anywhere) return true;
  if (place.object == nullptr || !shared_object(*place.object)) return false;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.object);
  return variable == nullptr || source.getParent()->getGlobalVariable(variable->getName(), true) != nullptr;
}

/// Finds in what is stored what was loaded from the place: moved and chosen, or with bits put beside it.
class StoredBack {
 public:
  StoredBack(const llvm::Value& place, const llvm::Value& stored, const llvm::DataLayout& layout)
      : layout_(layout), place_(base_of(place)), size_(layout.getTypeStoreSize(stored.getType()).getKnownMinValue()) {}

  /// Chains may be as long as the function, so that this keeps its own stack.
  bool may_be_in(const llvm::Value& value) {
    add(value, false);
    while (!left_.empty()) {
      const auto [instruction, among_bits] = left_.back();
      left_.pop_back();
      if (const llvm::Value* pointer = loaded_from(*instruction)) {
        if (is_place(*pointer) && (!among_bits || is_less(*instruction->getType()))) return true;
        continue;
      }
      const bool combines = instruction->isBitwiseLogicOp() || instruction->isShift();
      const bool moves =
          llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::SelectInst, llvm::PHINode, llvm::InsertElementInst,
                    llvm::ExtractElementInst, llvm::ShuffleVectorInst, llvm::InsertValueInst, llvm::ExtractValueInst>(
              instruction);
      for (const llvm::Use& operand : instruction->operands())
        if (combines || moves) add(*operand, among_bits || combines);
    }
    return false;
  }

 private:
  /// `among_bits`: others are put beside it, which arithmetic of what was all of it does not do.
  using Seen = std::pair<const llvm::Instruction*, bool>;

  void add(const llvm::Value& value, bool among_bits) {
    const Seen seen{llvm::dyn_cast<llvm::Instruction>(&value), among_bits};
    if (seen.first != nullptr && seen_.insert(seen).second) left_.push_back(seen);
  }
  bool is_less(llvm::Type& type) const { return layout_.getTypeStoreSize(&type).getKnownMinValue() < size_; }
  static const llvm::Value* loaded_from(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand();
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool loads = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_load;
    return loads ? call->getArgOperand(0) : nullptr;
  }
  const llvm::Value* base_of(const llvm::Value& pointer) const {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    return pointer.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  }
  bool is_place(const llvm::Value& pointer) const {
    const llvm::Value* base = base_of(pointer);
    const auto* made = llvm::dyn_cast<llvm::GetElementPtrInst>(base);
    const auto* other = llvm::dyn_cast<llvm::Instruction>(place_);
    return base == place_ || (made != nullptr && other != nullptr && made->isIdenticalTo(other));
  }

  const llvm::DataLayout& layout_;
  const llvm::Value* place_;
  std::uint64_t size_;
  std::set<Seen> seen_;
  std::vector<Seen> left_;
};

/// Does it store, at a place that is computed, what it may have found there?
bool puts_back(const llvm::Instruction& instruction) {
  if (const Write write = write_of(instruction); write.object != nullptr && !write.bytes.empty()) return false;
  const auto is_in = [&](const llvm::Value& value, const llvm::Value& place) {
    return StoredBack(place, value, instruction.getDataLayout()).may_be_in(value);
  };
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isSimple() && is_in(*store->getValueOperand(), *store->getPointerOperand());
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
    return copy->getRawSource()->stripPointerCasts() == copy->getRawDest()->stripPointerCasts();
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_store &&
         is_in(*call->getArgOperand(0), *call->getArgOperand(1));
}

/// Does the target store at a place that is computed where the source surely does not, or put back what it found at one
/// where the source puts back nothing?
bool stores_elsewhere(const llvm::Function& source, const llvm::Function& target) {
  std::optional<bool> put_back;  // by the source
  for (const llvm::Instruction& each : llvm::instructions(target)) {
    bool concerns = false;
    for (const Write& place : computed_places(each)) {
      if (!concerns_others(place, source)) continue;
      concerns = true;
      if (!may_be_stored_by(source, place)) return true;
    }
    if (!concerns || !puts_back(each)) continue;
    if (!put_back) put_back = llvm::any_of(llvm::instructions(source), puts_back);
    const auto is_it = [&](const llvm::Instruction& one) { return match(each, one) == Match::Yes; };
    const bool is_same = llvm::isa<llvm::StoreInst>(each) && llvm::any_of(llvm::instructions(source), is_it);
    if (!*put_back && !is_same) return true;
  }
  return false;
}

}  // namespace

IntroducedStores introduced_stores(const llvm::Function& source, const llvm::Function& target) {
  IntroducedStores introduced;
  const auto all = llvm::instructions(source);
  const bool writes_anywhere = llvm::any_of(all, [](const auto& each) { return write_of(each).anywhere; });
  for (const Spot& spot : stored_to(target, source)) {
    const bool is_written = is_written_by_promise(source, spot.name) ||
                            llvm::any_of(all, [&](const auto& each) { return may_write_to(each, spot); });
    const bool may_be_left = may_leave_alone(source, spot);
    introduced.possible |= may_be_left && !may_leave_alone(target, spot);
    if (is_written || writes_anywhere || !may_be_left) continue;
    introduced.likely = true;
    const bool is_straight = target.size() == 1 && llvm::none_of(target.front(), [](const llvm::Instruction& each) {
                               return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
                             });
    if (is_straight && introduced.certain.empty())
      introduced.certain = "a store to " + spot.name + (spot.byte ? " + " + std::to_string(*spot.byte) : "") +
                           ", which the source does not make";
  }
  introduced.possible = introduced.possible || stores_elsewhere(source, target);
  return introduced;
}

}  // namespace assay::semantics
