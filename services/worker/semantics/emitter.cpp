#include "services/worker/semantics/emitter.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/lower_denormals.h"

namespace assay::semantics {
namespace {

/// Do the bits of the operands get to others, or to memory?
bool hands_on_bits(Op op) {
  switch (op) {
    case Op::Store:
    case Op::MaskedStore:
    case Op::Call:
    case Op::Invoke:
    case Op::CallBr:
    case Op::Ret:
      return true;
    default:
      return false;
  }
}

}  // namespace

Emitter::Emitter(const llvm::Function& source, const LowerOptions& options)
    : source_(source),
      options_(options),
      denormals_{source.getDenormalMode(llvm::APFloat::IEEEsingle()),
                 source.getDenormalMode(llvm::APFloat::IEEEdouble())},
      roundings_(source, options.rounding) {
  out_.options = options;
  out_.name = source.getName().str();
  out_.origin = &source;
  out_.big_endian = data_layout().isBigEndian();
  out_.variant = options.variant;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&source)) {
    block_index_[block] = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back(block);
  }
}

Slots Emitter::new_slots(const LaneType& lane, std::uint32_t count) {
  const Slots slots{static_cast<Slot>(out_.slots.size()), count};
  out_.slots.insert(out_.slots.end(), count, lane);
  return slots;
}

Result<Slots> Emitter::new_slots(llvm::Type* type) {
  auto lanes = lanes_of(module(), type, options_);
  if (!lanes) return Error{lanes.error()};
  const Slots slots{static_cast<Slot>(out_.slots.size()), static_cast<std::uint32_t>(lanes->size())};
  out_.slots.insert(out_.slots.end(), lanes->begin(), lanes->end());
  return slots;
}

Slots Emitter::new_slots_like(Slots value) {
  const Slots slots{static_cast<Slot>(out_.slots.size()), value.count};
  for (std::uint32_t lane = 0; lane < value.count; ++lane) out_.slots.push_back(type_of({value.first + lane, 1}));
  return slots;
}

LaneType Emitter::type_of(Slots value) const {
  return value.first >= kLate ? late_types_[value.first - kLate] : out_.slots[value.first];
}

Slots Emitter::number(unsigned bits, std::uint64_t value, std::uint32_t count) {
  const Slots slots{kLate + static_cast<Slot>(late_types_.size()), count};
  ConstantLane lane;
  lane.bits = llvm::APInt(bits, value, false, true);
  late_types_.insert(late_types_.end(), count, integer_lane(bits));
  late_constants_.insert(late_constants_.end(), count, lane);
  return slots;
}

Slots Emitter::poison_like(Slots value) {
  const Slots slots{kLate + static_cast<Slot>(late_types_.size()), value.count};
  for (std::uint32_t i = 0; i < value.count; ++i) {
    const LaneType type = type_of({value.first + i, 1});
    ConstantLane lane;
    lane.kind = ConstantLane::Kind::Poison;
    lane.bits = llvm::APInt(type.bits, 0);
    late_types_.push_back(type);
    late_constants_.push_back(lane);
  }
  return slots;
}

Instruction Emitter::start(const llvm::Instruction& origin, Op op) const {
  Instruction instruction;
  instruction.op = op;
  instruction.result = slots_of(&origin);
  // What a constant expression computes is no instruction of the function.
  instruction.origin = origin.getParent() == nullptr ? nullptr : &origin;
  return instruction;
}

void Emitter::append(Instruction instruction, llvm::ArrayRef<Slots> operands) {
  std::vector<Slots> copies;
  if (!options_.variant.exact_nans && hands_on_bits(instruction.op)) {
    for (const Slots& operand : operands) copies.push_back(handed_on(operand, instruction.origin));
    operands = copies;
  }
  if (denormals_.are_ieee() || !append_flushed(*this, instruction, operands)) append_unflushed(instruction, operands);
}

Slots Emitter::handed_on(Slots value, const llvm::Instruction* user) {
  if (options_.variant.exact_nans || value.count == 0) return value;
  const LaneType type = type_of(value);
  // Aggregates of several types stay as they are.
  for (std::uint32_t i = 0; i < value.count; ++i)
    if (const LaneType each = type_of({value.first + i, 1}); each.kind != LaneKind::Float || each != type) return value;
  Instruction copy;
  copy.op = Op::Canonicalize;  // without flags: a NaN need not be quiet
  copy.origin = user;
  copy.result = new_slots(type, value.count);
  append_unflushed(copy, {value});
  return copy.result;
}

void Emitter::append_unflushed(Instruction instruction, llvm::ArrayRef<Slots> operands) {
  instruction.first_operand = static_cast<std::uint32_t>(out_.operands.size());
  instruction.operand_count = static_cast<std::uint32_t>(operands.size());
  out_.operands.insert(out_.operands.end(), operands.begin(), operands.end());
  out_.instructions.push_back(instruction);
}

std::uint32_t Emitter::add_promises(Promises promises) {
  if (promises.empty()) return 0;
  out_.promises.push_back(std::move(promises));
  return static_cast<std::uint32_t>(out_.promises.size());
}

Result<std::uint32_t> Emitter::add_layout(llvm::Type* type) {
  auto layout = layout_of(module(), type, options_);
  if (!layout) return Error{layout.error()};
  return add_row(out_.layouts, std::move(*layout));
}

void Emitter::place_late_constants() {
  if (late_types_.empty()) return;
  const auto first = static_cast<Slot>(out_.constants.size());
  const auto added = static_cast<Slot>(late_types_.size());
  const auto place_slot = [&](Slot& slot) {
    if (slot >= kLate)
      slot = first + (slot - kLate);
    else if (slot >= first)
      slot += added;
  };
  const auto place = [&](Slots& slots) { place_slot(slots.first); };
  const auto place_numbers = [&](Promises& promises) {
    if (promises.computed_align) place_slot(*promises.computed_align);
    if (promises.computed_dereferenceable) place_slot(*promises.computed_dereferenceable);
  };
  for (Slots& operand : out_.operands) place(operand);
  for (Instruction& instruction : out_.instructions) place(instruction.result);
  for (Argument& argument : out_.arguments) place(argument.value);
  for (auto& incomings : out_.incomings)
    for (Incoming& incoming : incomings) place(incoming.value);
  for (AddressComputation& address : out_.addresses)
    for (auto& term : address.terms) place(term.index);
  for (Promises& promises : out_.promises) place_numbers(promises);
  for (CallSite& site : out_.calls) {
    place_numbers(site.result);
    place_numbers(site.facts.result);
  }
  out_.slots.insert(out_.slots.begin() + first, late_types_.begin(), late_types_.end());
  out_.constants.insert(out_.constants.end(), late_constants_.begin(), late_constants_.end());
}

Result<Function> Emitter::take() {
  if (refused_) return Error{*refused_};
  place_late_constants();
  return std::move(out_);
}

}  // namespace assay::semantics
