#include "services/worker/semantics/emit.h"

#include <numeric>

namespace assay::semantics {

Slots emit(Emitter& out, const llvm::Instruction& origin, Op op, Slots result, llvm::ArrayRef<Slots> operands,
           const Details& details) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  instruction.predicate = details.predicate;
  instruction.flags = details.flags;
  instruction.rounding = details.rounding;
  instruction.immediate = details.immediate;
  instruction.result = result;
  out.append(instruction, operands);
  return result;
}

Slots compute(Emitter& out, const llvm::Instruction& origin, Op op, const LaneType& type,
              llvm::ArrayRef<Slots> operands, Predicate predicate) {
  Details details;
  details.predicate = predicate;
  return emit(out, origin, op, out.new_slots(type, 1), operands, details);
}

void require(Emitter& out, const llvm::Instruction& origin, Slots condition, Rule rule) {
  Details details;
  details.immediate = static_cast<std::uint64_t>(rule);
  emit(out, origin, Op::Assume, Slots{}, {condition}, details);
}

Mask identity_mask(std::uint32_t count) {
  Mask mask(count);
  std::iota(mask.begin(), mask.end(), 0);
  return mask;
}

void append_permute(Emitter& out, Instruction instruction, llvm::ArrayRef<Slots> operands, Mask mask) {
  instruction.detail = add_row(out.function().masks, std::move(mask));
  out.append(instruction, operands);
}

Slots emit_moves(Emitter& out, const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                 Mask mask) {
  Instruction copy;
  copy.op = Op::Copy;
  copy.origin = &origin;
  copy.result = result;
  append_permute(out, copy, operands, std::move(mask));
  return result;
}

Slots with_promises(Emitter& out, Slots value, Promises promises, const llvm::Instruction& origin) {
  if (promises.empty() || value.count == 0) return value;
  Instruction copy;
  copy.op = Op::Copy;
  copy.origin = &origin;
  copy.result = out.new_slots_like(value);
  copy.promises = out.add_promises(std::move(promises));
  append_permute(out, copy, {value}, identity_mask(value.count));
  return copy.result;
}

Slots emit_access(Emitter& out, const llvm::Instruction& origin, Op op, const MemoryAccess& access, Slots result,
                  llvm::ArrayRef<Slots> operands) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  instruction.result = result;
  instruction.detail = add_row(out.function().accesses, access);
  out.append(instruction, operands);
  return result;
}

Slots what_is_compared(Emitter& out, const llvm::Instruction& origin, Slots value) {
  const LaneType type = out.type_of(value);
  if (type.kind != LaneKind::Pointer) return value;
  const unsigned bits = out.data_layout().getIndexSizeInBits(type.address_space);
  if (bits == type.bits) return value;
  LaneType number;
  number.bits = bits;
  return emit(out, origin, Op::PtrToAddr, out.new_slots(number, value.count), {value});
}

static Slots emit_address(Emitter& out, const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                          AddressComputation computation) {
  Instruction address;
  address.op = Op::GetElementPtr;
  address.origin = &origin;
  address.result = result;
  computation.index_bits = out.data_layout().getIndexSizeInBits(out.type_of(operands[0]).address_space);
  address.detail = add_row(out.function().addresses, std::move(computation));
  out.append(address, operands);
  return result;
}

Slots emit_offset(Emitter& out, const llvm::Instruction& origin, Slots pointer, std::int64_t bytes) {
  AddressComputation computation;
  computation.constant = bytes;
  computation.steps.push_back({true, bytes, 0});
  return emit_address(out, origin, out.new_slots_like(pointer), {pointer}, std::move(computation));
}

Slots emit_scaled_offset(Emitter& out, const llvm::Instruction& origin, Slots result, Slots pointer, Slots index,
                         std::uint64_t scale) {
  AddressComputation computation;
  computation.steps.push_back({false, 0, 0});
  computation.terms.push_back({index, scale});
  return emit_address(out, origin, result, {pointer, index}, std::move(computation));
}

}  // namespace assay::semantics
