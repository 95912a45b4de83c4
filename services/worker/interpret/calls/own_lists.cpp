#include "services/worker/interpret/calls/own_lists.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <string>

#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/semantics/variable_arguments.h"

namespace assay::interpret {
namespace {

using semantics::Rule;
using semantics::VariableArgument;

constexpr std::size_t kMostStates = 255;  ///< one byte of the list holds the number of its state, from 1

bool write_state(Machine& machine, const Lane& list, const MemoryByte& state, std::uint32_t number) {
  Access to;
  if (!reach(machine, list, 1, 1, Purpose::Write, number, to)) return false;
  to.block->set(to.offset, state);
  return true;
}

bool set_state(Machine& machine, const Lane& list, const std::string& taken, std::uint32_t number) {
  std::vector<std::string>& lists = machine.calls.lists;
  auto known = llvm::find(lists, taken);
  if (known == lists.end()) known = lists.insert(known, taken);
  const auto state = static_cast<std::size_t>(known - lists.begin()) + 1;
  if (state > kMostStates) {
    machine.stop(EndKind::Inconclusive, "many variable arguments", number);
    return false;
  }
  return write_state(machine, list, MemoryByte::of(static_cast<std::uint8_t>(state)), number);
}

/// What was taken of the list; nothing if the run ended, because the list was not started, too.
std::optional<std::string> state_of(Machine& machine, const Lane& list, std::uint32_t number) {
  Access from;
  if (!reach(machine, list, 1, 1, Purpose::Read, number, from)) return std::nullopt;
  const MemoryByte state = from.gone ? MemoryByte::all_poison() : from.block->get(from.offset);
  const bool is_started = state == MemoryByte::of(state.value) && state.value != 0;
  if (is_started && state.value <= machine.calls.lists.size()) return machine.calls.lists[state.value - 1];
  machine.stop_ub(Rule::InvalidVaArg, number);
  return std::nullopt;
}

const VariableArgument* told(const Machine& machine, const std::string& taken) {
  if (machine.calls.variable == nullptr) return nullptr;
  const auto found = llvm::find_if(*machine.calls.variable, [&](const auto& each) { return each.taken == taken; });
  return found == machine.calls.variable->end() ? nullptr : &*found;
}

}  // namespace

bool is_own_list(const Machine& machine, const llvm::Value& list) {
  return machine.frames.size() == 1 && semantics::is_own_list(list);
}

bool call_own_list(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const Lane& list = arguments.lanes[0][0];
  if (name.starts_with("llvm.va_start")) return set_state(machine, list, "", arguments.instruction);
  if (name.starts_with("llvm.va_end"))
    return write_state(machine, list, MemoryByte::all_poison(), arguments.instruction);
  const auto state = state_of(machine, arguments.lanes[1][0], arguments.instruction);
  return state && set_state(machine, list, *state, arguments.instruction);
}

bool take_argument(Machine& machine, const semantics::Instruction& instruction, const Lane& list, Lane* to,
                   std::uint32_t number) {
  const auto before = state_of(machine, list, number);
  if (!before) return false;
  const std::string taken = *before + semantics::taken_type(machine.program->function, instruction);
  const VariableArgument* said = told(machine, taken);
  if (said != nullptr && !said->exists) {
    machine.stop_ub(Rule::InvalidVaArg, number);
    return false;
  }
  for (std::uint32_t k = 0; k < instruction.result.count; ++k) {
    UninterpretedHash hash(taken);
    hash.add(machine.calls.seed);
    hash.add(Draw::Result, k);
    const unsigned width = machine.program->function.slots[instruction.result.first + k].bits;
    to[k] = said != nullptr && k < said->lanes.size() ? lane_of(machine, said->lanes[k])
                                                      : machine.lanes.lane_of_pattern(hash.result(width));
  }
  return set_state(machine, list, taken, number);
}

}  // namespace assay::interpret
