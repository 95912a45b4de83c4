#include "services/worker/semantics/lower_instruction.h"

#include <algorithm>

#include "services/worker/ir/exposure.h"
#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_call.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

Status lower_value_instruction(Emitter& out, const llvm::Instruction& instruction, Op op) {
  Instruction lowered = out.start(instruction, op);
  lowered.flags = flags_of(instruction);
  std::vector<Slots> operands;
  for (const llvm::Use& use : instruction.operands()) operands.push_back(out.slots_of(use.get()));
  out.append(lowered, operands);
  return std::nullopt;
}

Status lower_bitcast(Emitter& out, const llvm::Instruction& cast) {
  const Slots from = out.handed_on(out.slots_of(cast.getOperand(0)), &cast);
  const Slots to = out.slots_of(&cast);
  const bool same_lanes = from.count == to.count && (from.count == 0 || out.type_of(from).bits == out.type_of(to).bits);
  if (same_lanes) {
    append_permute(out, out.start(cast, Op::Copy), {from}, identity_mask(to.count));
    return std::nullopt;
  }
  if (!out.function().big_endian) {
    out.append(out.start(cast, Op::BitCast), {from});
    return std::nullopt;
  }
  // Big-endian layouts put element 0 at the high end: reverse the lanes, cast, reverse again.
  const auto reversed = [&](Slots value, Slots into) {
    Mask mask = identity_mask(value.count);
    std::reverse(mask.begin(), mask.end());
    Instruction reverse = out.start(cast, Op::Copy);
    reverse.result = into;
    append_permute(out, reverse, {value}, std::move(mask));
    return into;
  };
  const Slots swapped = reversed(from, out.new_slots_like(from));
  Instruction middle = out.start(cast, Op::BitCast);
  middle.result = out.new_slots_like(to);
  out.append(middle, {swapped});
  reversed(middle.result, to);
  return std::nullopt;
}

Status lower_compare(Emitter& out, const llvm::CmpInst& compare) {
  const Slots left = what_is_compared(out, compare, out.slots_of(compare.getOperand(0))),
              right = what_is_compared(out, compare, out.slots_of(compare.getOperand(1)));
  const bool of_pointers = out.type_of(left).kind == LaneKind::Pointer;
  const Op op = llvm::isa<llvm::FCmpInst>(compare) ? Op::FCmp : of_pointers ? Op::ICmpPointer : Op::ICmp;
  Instruction lowered = out.start(compare, op);
  lowered.predicate = predicate_of(compare.getPredicate());
  lowered.flags = flags_of(compare);
  out.append(lowered, {left, right});
  return std::nullopt;
}

Status lower_phi(Emitter& out, const llvm::PHINode& phi) {
  Instruction lowered = out.start(phi, Op::Phi);
  lowered.flags = flags_of(phi);
  std::vector<Incoming> incomings;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* block = phi.getIncomingBlock(i);
    if (!out.is_reachable(block)) continue;
    const std::uint32_t index = out.block_index(block);
    const bool seen = llvm::any_of(incomings, [&](const Incoming& incoming) { return incoming.block == index; });
    if (!seen) incomings.push_back({index, out.slots_of(phi.getIncomingValue(i))});
  }
  lowered.detail = add_row(out.function().incomings, std::move(incomings));
  out.append(lowered, {});
  return std::nullopt;
}

Status lower_select(Emitter& out, const llvm::SelectInst& select) {
  Instruction lowered = out.start(select, Op::Select);
  lowered.flags = flags_of(select);
  const Slots condition = out.slots_of(select.getCondition());
  out.append(lowered, {condition, out.slots_of(select.getTrueValue()), out.slots_of(select.getFalseValue())});
  return std::nullopt;
}

/// A ptrtoint of which nothing goes on only looks at the address.
std::optional<Op> op_of(const llvm::Instruction& instruction) {
  const bool is_of_function = instruction.getParent() != nullptr;  // not made of a constant expression
  const bool only_looks =
      is_of_function && llvm::isa<llvm::PtrToIntInst>(instruction) && !ir::exposes_pointer(instruction);
  return only_looks ? Op::PtrToAddr : op_of_opcode(instruction.getOpcode());
}

/// What the target's own rules say never changes while a program runs (AMDGPU's constant address spaces, NVPTX's).
bool is_constant_memory(const llvm::Module& module, unsigned address_space) {
  const llvm::Triple& triple = module.getTargetTriple();
  return (triple.isAMDGCN() && (address_space == 4 || address_space == 6)) || (triple.isNVPTX() && address_space == 4);
}

/// Does it write through this operand? Of functions only intrinsics say so.
bool writes_through(const llvm::Instruction& instruction, const llvm::Use& operand) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return operand.getOperandNo() == store->getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return operand.getOperandNo() == 0;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->mayWriteToMemory() && call->isDataOperand(&operand) &&
         !call->onlyReadsMemory(operand.getOperandNo());
}

/// Those who rely on the target's rule may leave out what writes there, and LangRef leaves it to the target.
Status refuse_writes_of_constant_memory(const llvm::Instruction& instruction) {
  if (!instruction.mayWriteToMemory()) return std::nullopt;
  for (const llvm::Use& operand : instruction.operands()) {
    const auto* type = llvm::dyn_cast<llvm::PointerType>(operand->getType()->getScalarType());
    if (type != nullptr && is_constant_memory(*instruction.getModule(), type->getAddressSpace()) &&
        writes_through(instruction, operand))
      return Error{"a store to memory that is constant (address space " + std::to_string(type->getAddressSpace()) +
                   ")"};
  }
  return std::nullopt;
}

}  // namespace

Status lower_instruction(Emitter& out, const llvm::Instruction& instruction) {
  if (Status bad = refuse_writes_of_constant_memory(instruction)) return bad;
  if (const auto op = op_of(instruction)) return lower_value_instruction(out, instruction, *op);
  if (instruction.isTerminator()) return lower_terminator(out, instruction);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::BitCast:
      return lower_bitcast(out, instruction);
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
      return lower_compare(out, llvm::cast<llvm::CmpInst>(instruction));
    case llvm::Instruction::PHI:
      return lower_phi(out, llvm::cast<llvm::PHINode>(instruction));
    case llvm::Instruction::Select:
      return lower_select(out, llvm::cast<llvm::SelectInst>(instruction));
    case llvm::Instruction::ShuffleVector:
      return lower_shuffle(out, llvm::cast<llvm::ShuffleVectorInst>(instruction));
    case llvm::Instruction::ExtractElement:
      return lower_extract_element(out, llvm::cast<llvm::ExtractElementInst>(instruction));
    case llvm::Instruction::InsertElement:
      return lower_insert_element(out, llvm::cast<llvm::InsertElementInst>(instruction));
    case llvm::Instruction::ExtractValue:
      return lower_extract_value(out, llvm::cast<llvm::ExtractValueInst>(instruction));
    case llvm::Instruction::InsertValue:
      return lower_insert_value(out, llvm::cast<llvm::InsertValueInst>(instruction));
    case llvm::Instruction::Call:
      return lower_call(out, llvm::cast<llvm::CallBase>(instruction));
    case llvm::Instruction::LandingPad:
      return lower_landing_pad(out, llvm::cast<llvm::LandingPadInst>(instruction));
    default:
      return lower_memory(out, instruction);
  }
}

}  // namespace assay::semantics
