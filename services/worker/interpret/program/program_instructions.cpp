#include <algorithm>
#include <ranges>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/program/compiler.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/promise_steps.h"
#include "services/worker/semantics/accesses.h"

/// From one instruction to its steps.
namespace assay::interpret {

using semantics::Instruction;
using semantics::Op;
using semantics::Rule;
using semantics::Shape;
using semantics::Slots;
using semantics::ValueInfo;

/// Fills in operands, widths and strides.
Step Compiler::with_operands(Handler handler, const Instruction& instruction, std::uint32_t index) {
  Step step = make(handler, index);
  step.to = instruction.result.first;
  step.lanes = instruction.result.count;
  const auto operands = function_.operands_of(instruction);
  step.operands = static_cast<std::uint8_t>(std::min<std::size_t>(operands.size(), 3));
  const auto take = [&](std::size_t i, semantics::Slot& slot, std::uint8_t& stride, std::uint32_t& width) {
    if (i >= operands.size()) return;
    slot = operands[i].first;
    stride = operands[i].count == 1 && step.lanes > 1 ? 0 : 1;
    if (operands[i].count != 0) width = function_.slots[slot].bits;
  };
  take(0, step.a, step.stride_a, step.width_a);
  take(1, step.b, step.stride_b, step.width_b);
  take(2, step.c, step.stride_c, step.width_c);
  program_.infos[index] = semantics::info_of(function_, instruction);
  step.info = &program_.infos[index];
  return step;
}

bool Compiler::is_wide(const Step& step) const {
  return std::max({step.width_a, step.width_b, step.width_c, step.info->result.bits}) > 64;
}

void Compiler::add_instruction(const Instruction& instruction, std::uint32_t index) {
  switch (semantics::row_of(instruction.op).shape) {
    case Shape::Lanewise:
      return add_lanewise(instruction, index);
    case Shape::LanewisePair:
      return add_pair(instruction, index);
    case Shape::Horizontal:
      return add_horizontal(instruction, index);
    case Shape::Permute:
      return add_permute(instruction, index);
    case Shape::Select: {
      const bool langref = function_.variant.select == semantics::Variant::Select::Poison ||
                           !llvm::isa_and_nonnull<llvm::SelectInst>(instruction.origin);
      program_.steps.push_back(with_operands(langref ? step_select : step_variant_select, instruction, index));
      return;
    }
    case Shape::Freeze:
      program_.steps.push_back(with_operands(step_freeze, instruction, index));
      return;
    case Shape::Phi:
    case Shape::Nothing:
      return;
    case Shape::Memory:
      return add_memory(instruction, index);
    case Shape::Call:
      add_call(instruction, index);
      return;
    default:
      program_.steps.push_back(make(step_unsupported, index));
      return;
  }
}

void Compiler::add_memory(const Instruction& instruction, std::uint32_t index) {
  program_.uses_memory = true;
  if (instruction.op == Op::Fence) return;
  program_.acts |= instruction.op != Op::GetElementPtr && instruction.op != Op::ICmpPointer;
  add_access_notes(instruction, index);
  if (kind_.doubts && instruction.op == Op::Store) {
    add_group_note(instruction, index, step_expect_group);
    add_capture_doubt(instruction, index);
  }
  Step step = with_operands(step_unsupported, instruction, index);
  step.detail = instruction.detail;
  set_memory_step(step, instruction);
  program_.has_invariants |= step.run == step_invariant_load;
  program_.steps.push_back(step);
  if (kind_.doubts) add_group_note(instruction, index, step_note_group);
  const auto is_invariant = [](const semantics::MemoryAccess& access) { return access.is_invariant; };
  if (semantics::writes_memory(instruction.op) && std::ranges::any_of(function_.accesses, is_invariant))
    program_.steps.push_back(make(step_keep_invariants, index));
}

/// The handler of a memory operation, and what it needs beside the operands and the side table.
void Compiler::set_memory_step(Step& step, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Load:
    case Op::Store:
      return set_access(step, instruction);
    case Op::MaskedLoad:
      step.run = step_masked_load;
      return;
    case Op::MaskedStore:
      step.run = step_masked_store;
      return;
    case Op::Alloca:
      step.run = step_alloca;
      step.cost[0] = starts_dead(instruction.origin) ? 1 : 0;
      return;
    case Op::GetElementPtr:
      return set_address_step(function_, function_.addresses[instruction.detail], step);
    case Op::ICmpPointer:
      step.run = step_pointer_compare;
      return;
    case Op::PtrToInt:
    case Op::PtrToAddr:
      step.run = step_pointer_to_int;
      return;
    case Op::PtrMask:
      step.run = step_pointer_mask;
      return;
    case Op::IntToPtr:
      step.run = step_int_to_pointer;
      return;
    case Op::AddrSpaceCast:
      step.run = step_address_space_cast;
      return;
    case Op::MemCpy:
    case Op::MemCpyInline:
    case Op::MemMove:
      step.run = step_copy_memory;
      step.detail = instruction.op == Op::MemMove ? 1 : 0;
      return;
    case Op::MemSet:
    case Op::MemSetInline:
      step.run = step_fill_memory;
      return;
    case Op::LifetimeStart:
    case Op::LifetimeEnd:
      step.run = step_lifetime;
      step.detail = instruction.op == Op::LifetimeStart ? 1 : 0;
      return;
    case Op::SeparateStorage:
      step.run = step_separate_storage;
      return;
    case Op::VaArg:
      step.run = step_va_arg;
      return;
    case Op::LandingPad:
      step.run = step_landing_pad;
      return;
    case Op::CatchPad:
      step.run = step_start;
      return;  // its catchswitch has decided
    case Op::CleanupPad:
      step.run = step_cleanup_pad;
      return;
    default:
      return;
  }
}

void Compiler::set_access(Step& step, const Instruction& instruction) {
  const semantics::MemoryAccess& access = function_.accesses[instruction.detail];
  const semantics::Layout& layout = function_.layouts[access.layout];
  const bool is_load = instruction.op == Op::Load;
  Handler plain =
      is_load ? plain_load_handler(layout, function_.big_endian) : plain_store_handler(layout, function_.big_endian);
  if (access.is_volatile || (access.is_atomic && !is_load) || access.align > (1u << 30)) plain = nullptr;
  step.run = plain != nullptr ? plain : is_load ? step_load : step_store;
  step.cost[0] = static_cast<std::uint32_t>(access.align);
  if (is_load && access.is_invariant) step.run = step_invariant_load;
}

/// What the call site promises of an argument is checked on a copy, which the callee gets.
std::size_t Compiler::add_call(const Instruction& instruction, std::uint32_t index) {
  program_.uses_memory = program_.acts = true;
  const semantics::CallSite& site = function_.calls[instruction.detail];
  Program::Call plan;
  plan.site = &site;
  plan.result = instruction.result;
  const auto operands = function_.operands_of(instruction);
  const std::size_t first = operands.size() - site.arguments.size();
  if (first == 1) plan.address = operands[0];
  for (std::size_t i = 0; i < site.arguments.size(); ++i)
    plan.arguments.push_back(checked_copy(operands[first + i], site.arguments[i], index));
  plan.may_guard = may_guard(site);
  plan.has_dead_arguments = site.call->getAttributes().hasAttrSomewhere(llvm::Attribute::DeadOnReturn);
  if (kind_.doubts) {
    add_call_doubt(instruction, index);
    if (const auto born = add_doubts_before_call(site, index)) born_before_[index] = *born;
  }
  Step step = make(is_plain_call(site) ? step_plain_call : step_call, index);
  step.detail = static_cast<std::uint32_t>(program_.calls.size());
  program_.calls.push_back(std::move(plan));
  program_.steps.push_back(step);
  return program_.steps.size() - 1;
}

Slots Compiler::checked_copy(Slots value, const semantics::Promises& promises, std::uint32_t index, Rule rule) {
  if (promises.empty() || value.count == 0) return value;
  const auto is_kept = [&](std::uint32_t lane) {
    return !changes_values(promises, function_.slots[value.first + lane]);
  };
  if (std::ranges::all_of(std::views::iota(0u, value.count), is_kept)) {
    add_promises(promises, value, rule, index);
    return value;
  }
  const Slots copy{static_cast<semantics::Slot>(program_.types.size()), value.count};
  std::vector<Move> moves;
  for (std::uint32_t lane = 0; lane < value.count; ++lane) {
    const semantics::Slot from = value.first + lane;
    moves.push_back({add_spare(function_.slots[from]), std::int64_t{from}});
  }
  add_moves(std::move(moves), index);
  add_promises(promises, copy, rule, index);
  return copy;
}

void Compiler::add_lanewise(const Instruction& instruction, std::uint32_t index) {
  Step step = with_operands(nullptr, instruction, index);
  if (semantics::is_approximate(instruction)) {
    step.run = step_approximate;
    program_.steps.push_back(step);
    return;
  }
  step.run = is_wide(step) ? step_wide_lanes : lanewise_handler(instruction.op, *step.info, step.lanes == 1);
  program_.steps.push_back(step);
}

void Compiler::add_pair(const Instruction& instruction, std::uint32_t index) {
  Step step = with_operands(pair_handler(instruction.op), instruction, index);
  step.lanes /= 2;
  if (step.lanes == 1) step.stride_a = step.stride_b = 1;
  step.detail = used_apart(instruction) ? 1 : 0;
  program_.steps.push_back(step);
}

/// Does every use take lanes of one half of the result only?
bool Compiler::used_apart(const Instruction& pair) const {
  const auto is_result = [&](Slots slots) { return slots.count != 0 && slots.first == pair.result.first; };
  const auto half = static_cast<std::int32_t>(pair.result.count / 2);
  for (const auto& incomings : function_.incomings)
    for (const auto& incoming : incomings)
      if (is_result(incoming.value)) return false;
  for (const Instruction& user : function_.instructions) {
    const auto operands = function_.operands_of(user);
    if (std::none_of(operands.begin(), operands.end(), is_result)) continue;
    if (user.op != Op::ExtractValue) return false;
    const auto& mask = function_.masks[user.detail];
    const bool low = std::all_of(mask.begin(), mask.end(), [&](std::int32_t lane) { return lane < half; });
    const bool high = std::all_of(mask.begin(), mask.end(), [&](std::int32_t lane) { return lane >= half; });
    if (!low && !high) return false;
  }
  return true;
}

void Compiler::add_horizontal(const Instruction& instruction, std::uint32_t index) {
  Step step = with_operands(step_unsupported, instruction, index);
  const std::uint32_t vector_lanes = function_.operands_of(instruction)[0].count;
  switch (instruction.op) {
    case Op::ExtractElementAt:
      step.run = step_extract_at;
      step.lanes = vector_lanes;
      break;
    case Op::InsertElementAt:
      step.run = step_insert_at;
      break;
    case Op::BitCast:
      step.run = step_bitcast;
      step.lanes = vector_lanes;
      break;
    case Op::Assume:
      step.run = step_assume;
      break;
    default:
      step.run = semantics::is_approximate(instruction) ? step_approximate : step_horizontal;
      step.detail = index;
      break;
  }
  program_.steps.push_back(step);
}

void Compiler::add_permute(const Instruction& instruction, std::uint32_t index) {
  std::vector<semantics::Slot> lanes;
  for (Slots operand : function_.operands_of(instruction))
    for (std::uint32_t lane = 0; lane < operand.count; ++lane) lanes.push_back(operand.first + lane);
  std::vector<Move> moves;
  const auto& mask = function_.masks[instruction.detail];
  for (std::uint32_t lane = 0; lane < mask.size(); ++lane)
    moves.push_back({instruction.result.first + lane,
                     mask[lane] < 0 ? std::int64_t{-1} : std::int64_t{lanes[static_cast<std::size_t>(mask[lane])]}});
  add_moves(std::move(moves), index);
}

void Compiler::add_moves(std::vector<Move> moves, std::uint32_t index) {
  if (moves.empty()) return;
  if (moves.size() == 1 && moves[0].from >= 0) {
    Step step = make(step_copy, index);
    step.to = moves[0].to;
    step.a = static_cast<semantics::Slot>(moves[0].from);
    program_.steps.push_back(step);
    return;
  }
  Step step = make(step_moves, index);
  step.detail = static_cast<std::uint32_t>(program_.moves.size());
  program_.moves.push_back(std::move(moves));
  program_.steps.push_back(step);
}

}  // namespace assay::interpret
