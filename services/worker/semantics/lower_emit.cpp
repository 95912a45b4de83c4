#include "services/worker/semantics/lowering.h"

/// What intrinsics that are written in other operations are made of.
namespace assay::semantics {

const LaneType& Lowering::type_of(Slots value) const {
  return value.first >= kLate ? late_types_[value.first - kLate] : out_.slots[value.first];
}

std::uint32_t Lowering::lanes_in(llvm::Type* vector) const {
  const auto* type = llvm::dyn_cast<llvm::VectorType>(vector);
  if (type == nullptr) return 1;
  const llvm::ElementCount count = type->getElementCount();
  return static_cast<std::uint32_t>(count.getKnownMinValue()) * (count.isScalable() ? options_.vscale : 1);
}

Slots Lowering::emit(const llvm::Instruction& origin, Op op, Slots result, llvm::ArrayRef<Slots> operands,
                     const Details& details) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  instruction.predicate = details.predicate;
  instruction.flags = details.flags;
  instruction.rounding = details.rounding;
  instruction.immediate = details.immediate;
  instruction.result = result;
  finish(instruction, operands);
  return result;
}

Slots Lowering::emit_moves(const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                           std::vector<std::int32_t> mask) {
  Instruction copy;
  copy.op = Op::Copy;
  copy.origin = &origin;
  copy.result = result;
  finish_permute(copy, operands, std::move(mask));
  return result;
}

Slots Lowering::emit_address(const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                             AddressComputation computation) {
  Instruction address;
  address.op = Op::GetElementPtr;
  address.origin = &origin;
  address.result = result;
  address.detail = static_cast<std::uint32_t>(out_.addresses.size());
  computation.index_bits = data_layout().getIndexSizeInBits(type_of(operands[0]).address_space);
  out_.addresses.push_back(std::move(computation));
  finish(address, operands);
  return result;
}

Slots Lowering::emit_offset(const llvm::Instruction& origin, Slots pointer, std::int64_t bytes) {
  AddressComputation computation;
  computation.constant = bytes;
  computation.steps.push_back({true, bytes, 0});
  return emit_address(origin, new_slots(LaneType(type_of(pointer)), pointer.count), {pointer}, std::move(computation));
}

Slots Lowering::emit_scaled_offset(const llvm::Instruction& origin, Slots result, Slots pointer, Slots index,
                                   std::uint64_t scale) {
  AddressComputation computation;
  computation.steps.push_back({false, 0, 0});
  computation.terms.push_back({index, scale});
  return emit_address(origin, result, {pointer, index}, std::move(computation));
}

void Lowering::require(const llvm::Instruction& origin, Slots condition, Rule rule) {
  Details details;
  details.immediate = static_cast<std::uint64_t>(rule);
  emit(origin, Op::Assume, Slots{}, {condition}, details);
}

Slots Lowering::number(unsigned bits, std::uint64_t value, std::uint32_t count) {
  const Slots slots{kLate + static_cast<Slot>(late_types_.size()), count};
  ConstantLane lane;
  lane.bits = llvm::APInt(bits, value, false, true);
  late_types_.insert(late_types_.end(), count, LaneType{LaneKind::Integer, FloatFormat::None, bits, 0});
  late_constants_.insert(late_constants_.end(), count, lane);
  return slots;
}

Slots Lowering::poison_like(Slots value) {
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

void Lowering::place_late_constants() {
  if (late_types_.empty()) return;
  const auto first = static_cast<Slot>(out_.constants.size());
  const auto added = static_cast<Slot>(late_types_.size());
  const auto place = [&](Slots& slots) {
    if (slots.first >= kLate)
      slots.first = first + (slots.first - kLate);
    else if (slots.first >= first)
      slots.first += added;
  };
  for (Slots& operand : out_.operands) place(operand);
  for (Instruction& instruction : out_.instructions) place(instruction.result);
  for (Argument& argument : out_.arguments) place(argument.value);
  for (auto& incomings : out_.incomings)
    for (Incoming& incoming : incomings) place(incoming.value);
  for (AddressComputation& address : out_.addresses)
    for (auto& term : address.terms) place(term.index);
  out_.slots.insert(out_.slots.begin() + first, late_types_.begin(), late_types_.end());
  out_.constants.insert(out_.constants.end(), late_constants_.begin(), late_constants_.end());
}

}  // namespace assay::semantics
