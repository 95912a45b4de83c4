#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/parts/undef_values.h"
#include "services/worker/prove/rounds/rounds.h"

namespace assay::prove {
namespace {

using llvm::Instruction;
using llvm::Value;

/// How a value may be undef; what holds of one holds of the next, too.
enum class Undef { Never, Wholly, Partly };

/// Bytes that an instruction reads or writes.
struct Touched {
  const Value* object = nullptr;  ///< that the place lies in, as far as is seen; null: anything
  std::uint64_t bytes = 0;        ///< 0: any number
  std::uint64_t align = 1;
  bool is_identified = false;  ///< the object is surely another than others of which this is said

  static Touched of(const Instruction& each) {
    const llvm::DataLayout& layout = each.getDataLayout();
    const auto at = [](const Value* place, std::uint64_t bytes, llvm::Align align) {
      const Value* object = llvm::getUnderlyingObject(place);
      return Touched{object, bytes, align.value(), llvm::isIdentifiedObject(object)};
    };
    const auto with = [&](const Value* place, const Value& value, llvm::Align align) {
      const llvm::TypeSize bits = layout.getTypeSizeInBits(value.getType());
      const bool is_known = !bits.isScalable() && bits.getKnownMinValue() % 8 == 0;
      return at(place, is_known ? bits.getKnownMinValue() / 8 : 0, align);
    };
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each))
      return with(load->getPointerOperand(), *load, load->getAlign());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each))
      return with(store->getPointerOperand(), *store->getValueOperand(), store->getAlign());
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&each))
      return with(update->getPointerOperand(), *update->getValOperand(), update->getAlign());
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&each))
      return with(exchange->getPointerOperand(), *exchange->getNewValOperand(), exchange->getAlign());
    const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&each);
    if (fill == nullptr) return {};
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    return at(fill->getRawDest(), length == nullptr ? 0 : length->getLimitedValue(), fill->getDestAlign().valueOrOne());
  }
  /// Does it write all bytes of what is read, or none?
  bool is_whole(const Touched& read) const {
    return read.bytes != 0 && read.align % read.bytes == 0 && align % read.bytes == 0 && bytes != 0 &&
           bytes % read.bytes == 0;
  }
  bool may_meet(const Touched& read) const {
    return object == nullptr || object == read.object || !is_identified || !read.is_identified;
  }
};

class Spread {
 public:
  Spread(const llvm::Function& function, UndefFrom from)
      : from_(from), cell_(only_cell_of(function, from == UndefFrom::Anybody)) {
    look_at_memory(function);
    // Up to a fixed point, since phis come round.
    for (bool changes = true; changes;) {
      changes = false;
      for (const Instruction& each : llvm::instructions(function)) {
        if (each.mayWriteToMemory()) changes |= raise(stored_, stored_by(each));
        if (each.getType()->isVoidTy()) continue;
        changes |= raise(known_[&each], computed(each));
      }
    }
  }
  Undef of(const Value& value) const {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
      return !has_undef(*constant)                  ? Undef::Never
             : llvm::isa<llvm::ConstantExpr>(value) ? Undef::Partly
                                                    : Undef::Wholly;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
      return has_inputs() && !argument->hasAttribute(llvm::Attribute::NoUndef) ? Undef::Wholly : Undef::Never;
    return known_.lookup(&value);
  }
  /// Does the function write undef?
  bool writes_undef() const { return stored_ != Undef::Never; }
  /// May memory hold undef?
  bool is_left_in_memory() const { return has_inputs() || stored_ != Undef::Never || has_new_memory_; }

 private:
  bool has_inputs() const { return from_ == UndefFrom::Anybody; }
  bool has_outcomes() const { return has_inputs() || from_ == UndefFrom::Called; }
  void look_at_memory(const llvm::Function& function) {
    for (const Instruction& each : llvm::instructions(function)) {
      has_new_memory_ = has_new_memory_ || makes_new_memory(each);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
      if (!each.mayWriteToMemory() || llvm::isa<llvm::LoadInst, llvm::FenceInst>(each)) continue;
      if (call != nullptr && (intrinsic == nullptr || intrinsic->isAssumeLikeIntrinsic())) continue;
      writes_.push_back(Touched::of(each));
      stores_bytes_ &= writes_bytes(each);
    }
  }
  static bool raise(Undef& known, Undef seen) {
    if (seen <= known) return false;
    known = seen;
    return true;
  }

  Undef most_of(const Instruction& each) const {
    Undef most = Undef::Never;
    for (const llvm::Use& operand : each.operands()) {
      // A division by what may be any number is undefined.
      const bool divides = normalize::is_division(each) && operand.getOperandNo() == 1;
      if (const Undef one = of(*operand); !divides || one != Undef::Wholly) most = std::max(most, one);
    }
    return most;
  }

  Undef computed(const Instruction& each) const {
    if (llvm::isa<llvm::FreezeInst, llvm::AllocaInst>(each)) return Undef::Never;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
        call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
      return !has_outcomes() || call->hasRetAttr(llvm::Attribute::NoUndef) ? Undef::Never : Undef::Wholly;
    const Undef most = llvm::isa<llvm::LoadInst>(each) ? Undef::Never : most_of(each);
    if (each.mayReadFromMemory()) return most == Undef::Never ? loaded(each) : Undef::Partly;
    if (most == Undef::Never) return Undef::Never;
    if (each.getType()->isIntOrIntVectorTy(1)) return Undef::Wholly;  // one of two, or one
    return most == Undef::Wholly && keeps_all_values(each) ? most : takes_as_it_is(each) ? most : Undef::Partly;
  }

  /// What a store, an atomic operation or an intrinsic writes; its address is never undef.
  Undef stored_by(const Instruction& each) const {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each)) {
      const Value& value = *store->getValueOperand();
      return std::max(of(value), has_padding(*value.getType(), each.getDataLayout()) ? Undef::Wholly : Undef::Never);
    }
    if (llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each)) return Undef::Never;
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&each)) return updated(*update);
    Undef most = Undef::Never;
    for (const Value* operand : each.operand_values())
      if (!operand->getType()->isPointerTy()) most = std::max(most, of(*operand));
    const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&each);
    const bool is_as_given = fill != nullptr && of(*fill->getLength()) == Undef::Never;
    return most == Undef::Never || is_as_given ? most : Undef::Partly;  // which of two bytes is there may be undef
  }
  /// What an atomic operation leaves, of what is there and its operand.
  Undef updated(const llvm::AtomicRMWInst& update) const {
    const Undef operand = of(*update.getValOperand());
    if (update.getOperation() == llvm::AtomicRMWInst::Xchg) return operand;
    const Undef most = std::max(operand, loaded(update));
    switch (update.getOperation()) {
      case llvm::AtomicRMWInst::Add:
      case llvm::AtomicRMWInst::Sub:
      case llvm::AtomicRMWInst::Xor:
        return most;
      default:
        return most == Undef::Never ? most : Undef::Partly;
    }
  }

  /// Are there bytes in memory that no part of the value stands in?
  static bool has_padding(const llvm::Type& type, const llvm::DataLayout& layout) {
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
      return has_padding(*array->getElementType(), layout);
    const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
    if (structure == nullptr) return false;
    std::uint64_t used = 0;
    for (llvm::Type* element : structure->elements()) {
      if (has_padding(*element, layout)) return true;
      used += layout.getTypeStoreSize(element).getKnownMinValue();
    }
    return used != layout.getTypeAllocSize(const_cast<llvm::Type*>(&type)).getKnownMinValue();
  }

  /// The type of all that the function stores, where two such stores are to one place or to places apart; null: there
  /// is none. A call might write some bytes of what is undef: where memory may hold undef, there is none.
  static const llvm::Type* only_cell_of(const llvm::Function& function, bool undef_in_memory) {
    const llvm::Type* cell = nullptr;
    for (const Instruction& each : llvm::instructions(function)) {
      if (!each.mayWriteToMemory() || llvm::isa<llvm::AssumeInst>(each)) continue;
      if (!undef_in_memory && llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each)) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store == nullptr || !is_cell(each, *store->getValueOperand()->getType(), store->getAlign())) return nullptr;
      if (cell != nullptr && cell != store->getValueOperand()->getType()) return nullptr;
      cell = store->getValueOperand()->getType();
    }
    return cell;
  }
  /// Is it accessed at multiples of its size, or more, and all its bits are in memory?
  static bool is_cell(const Instruction& access, const llvm::Type& type, llvm::Align align) {
    if (!type.isIntegerTy() && !type.isFloatingPointTy()) return false;
    const std::uint64_t bits = access.getDataLayout().getTypeSizeInBits(const_cast<llvm::Type*>(&type));
    return bits % 8 == 0 && align.value() >= bits / 8;
  }

  /// Of what was stored as something narrower, or elsewhere, some bytes only may be undef.
  Undef loaded(const Instruction& load) const {
    const auto* plain = llvm::dyn_cast<llvm::LoadInst>(&load);
    if (load.hasMetadata(llvm::LLVMContext::MD_noundef)) return Undef::Never;
    if (from_ == UndefFrom::Constants && plain != nullptr) return Undef::Never;
    const bool as_stored =
        plain != nullptr && plain->getType() == cell_ && is_cell(load, *load.getType(), plain->getAlign());
    const bool is_undef_there = has_inputs() || has_new_memory_;
    const bool is_byte = load.getType()->isIntegerTy(8) && stores_bytes_;
    if (stored_ != Undef::Never && !as_stored && !is_byte) return Undef::Partly;
    if (is_undef_there && !is_byte && may_read_part(load)) return Undef::Partly;
    return std::max(stored_, is_undef_there ? Undef::Wholly : Undef::Never);
  }
  /// May the function have written some bits of what is read, and not the others? Neither of what is surely another
  /// object, nor where one lies within the other.
  bool may_read_part(const Instruction& load) const {
    const auto [known, is_new] = reads_part_.try_emplace(&load);
    if (!is_new) return known->second;
    const Touched read = Touched::of(load);
    return known->second = llvm::any_of(
               writes_, [&](const Touched& write) { return !write.is_whole(read) && write.may_meet(read); });
  }
  /// Are all numbers in what it writes whole bytes?
  static bool writes_bytes(const Instruction& write) {
    if (llvm::isa<llvm::MemIntrinsic>(write)) return true;
    if (!llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(write)) return false;
    return llvm::all_of(write.operand_values(), [&](const Value* operand) {
      const llvm::Type* type = operand->getType()->getScalarType();
      return type->isPointerTy() || type->isFloatingPointTy() ||
             (type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0);
    });
  }
  bool makes_new_memory(const Instruction& each) const {
    if (llvm::isa<llvm::AllocaInst>(each) || names_undef_constant(each)) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    return has_outcomes() ? call->mayReadOrWriteMemory() : call->returnDoesNotAlias();
  }

  /// Constant variables with undef in their initializers, or padding that is copied, are memory that holds undef.
  static bool names_undef_constant(const Instruction& each) {
    llvm::SmallPtrSet<const llvm::Constant*, 8> seen;
    const std::function<bool(const Value*)> leads_there = [&](const Value* value) {
      const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
      if (constant == nullptr || llvm::isa<llvm::Function>(constant) || !seen.insert(constant).second) return false;
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant);
      if (variable != nullptr && !variable->isConstant()) return false;
      if (variable != nullptr && variable->hasInitializer() && has_undef(*variable->getInitializer())) return true;
      return llvm::any_of(constant->operand_values(), leads_there);
    };
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&each))
      if (const auto* from = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(copy->getRawSource()));
          from != nullptr && from->isConstant() && has_padding(*from->getValueType(), each.getDataLayout()))
        return true;
    return llvm::any_of(each.operand_values(), leads_there);
  }

  /// Is the result any value where one operand is, and the others are that or defined?
  bool keeps_all_values(const Instruction& each) const {
    if (each.hasPoisonGeneratingFlags()) return false;
    const auto is_any = [&](const Value* operand) { return of(*operand) == Undef::Wholly; };
    switch (each.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Xor:
        return llvm::any_of(each.operand_values(), is_any);
      case Instruction::GetElementPtr:
        return is_any(each.getOperand(0)) && llvm::all_of(llvm::drop_begin(each.operand_values()),
                                                          [&](const Value* by) { return of(*by) == Undef::Never; });
      default:
        return false;
    }
  }

  /// Do values go on lane by lane, or cut to fewer bits, so that any stays any?
  bool takes_as_it_is(const Instruction& each) const {
    if (each.hasPoisonGeneratingFlags()) return false;
    switch (each.getOpcode()) {
      case Instruction::PHI:
      case Instruction::Trunc:
      case Instruction::FNeg:
      case Instruction::ShuffleVector:
      case Instruction::ExtractValue:
      case Instruction::InsertValue:
        return true;
      case Instruction::PtrToInt:
      case Instruction::IntToPtr: {
        const llvm::DataLayout& layout = each.getDataLayout();
        return layout.getTypeSizeInBits(each.getType()) == layout.getTypeSizeInBits(each.getOperand(0)->getType());
      }
      case Instruction::BitCast:
        return !llvm::isa<llvm::VectorType>(each.getOperand(0)->getType());
      case Instruction::Select:
      case Instruction::ExtractElement:
        return of(*each.getOperand(each.getOpcode() == Instruction::Select ? 0 : 1)) == Undef::Never;
      case Instruction::InsertElement:
        return of(*each.getOperand(2)) == Undef::Never;
      default:
        return false;
    }
  }

  UndefFrom from_;
  const llvm::Type* cell_;
  std::vector<Touched> writes_;  ///< of the function itself
  bool stores_bytes_ = true;
  bool has_new_memory_ = false;
  Undef stored_ = Undef::Never;
  llvm::DenseMap<const Value*, Undef> known_;
  mutable llvm::DenseMap<const Value*, bool> reads_part_;  ///< loads that were asked about
};

bool is_computed_anew(const Instruction& value) {
  return normalize::is_expression(value) && !normalize::is_choosing(value);
}

/// What segments are given of a value that they need: itself, or what it is computed of, which they compute it of anew.
void take_roots(const Instruction& value, llvm::SmallSetVector<const Instruction*, 16>& roots,
                llvm::DenseSet<const Instruction*>& looked_at) {
  if (!looked_at.insert(&value).second) return;
  if (!is_computed_anew(value)) {
    roots.insert(&value);
    return;
  }
  for (const Value* operand : value.operand_values())
    if (const auto* other = llvm::dyn_cast<Instruction>(operand)) take_roots(*other, roots, looked_at);
}

bool leaves_its_block(const Instruction& each) {
  return llvm::isa<llvm::PHINode>(each) || llvm::any_of(each.users(), [&](const llvm::User* user) {
           const auto* other = llvm::cast<Instruction>(user);
           return other->getParent() != each.getParent() || llvm::isa<llvm::PHINode>(other);
         });
}

}  // namespace

PartlyUndef partly_undef_values(const llvm::Function& function, UndefFrom from) {
  const Spread spread(function, from);
  PartlyUndef values;
  llvm::SmallSetVector<const Instruction*, 16> handed_over;
  llvm::DenseSet<const Instruction*> looked_at;
  for (const Instruction& each : llvm::instructions(function)) {
    if (leaves_its_block(each)) take_roots(each, handed_over, looked_at);
    if (spread.of(each) == Undef::Partly) values.all.insert(&each);
  }
  for (const Instruction& each : llvm::instructions(function)) {
    if (!values.all.contains(&each)) continue;
    if (handed_over.contains(&each))
      values.handed_over.insert(&each);
    else if (!is_computed_anew(each))
      values.only_read.insert(&each);
  }
  return values;
}

void promise_defined_reads(llvm::Function& function) {
  for (Instruction& each : llvm::instructions(function))
    if (llvm::isa<llvm::LoadInst>(each))
      each.setMetadata(llvm::LLVMContext::MD_noundef, llvm::MDNode::get(function.getContext(), {}));
}

bool may_leave_undef_in_memory(const llvm::Function& function, UndefFrom from) {
  return Spread(function, from).is_left_in_memory();
}

bool may_write_undef(const llvm::Function& function, UndefFrom from) { return Spread(function, from).writes_undef(); }

bool may_hand_over_partly_undef(const llvm::Function& function, UndefFrom from) {
  return !partly_undef_values(function, from).handed_over.empty();
}

}  // namespace assay::prove
