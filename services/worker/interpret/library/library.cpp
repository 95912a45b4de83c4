#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/semantics/float_environment.h"

/// Functions of the catalogue of library functions (semantics/library_functions.h).
namespace assay::interpret {
namespace {

using semantics::Rule;

bool all_defined(const CallArguments& arguments) {
  for (const auto& lanes : arguments.lanes)
    for (const Lane& lane : lanes)
      if (lane.state != kDefined) return false;
  return true;
}
Handled call_exit(Machine& machine, const CallArguments& arguments) {
  machine.result.exit_code = static_cast<int>(number(arguments, 0) & 0xff);
  machine.stopped = true;
  return Handled::Stopped;
}
Handled call_abort(Machine& machine, const CallArguments&) {
  machine.result.exit_code = kAborted;
  machine.stopped = true;
  return Handled::Stopped;
}

/// assert's: __assert_fail(condition, file, line, function)
Handled call_assert_fail(Machine& machine, const CallArguments& arguments) {
  std::string text[3];
  for (std::size_t i : {0u, 1u, 2u}) {
    if (i == 2) {
      text[i] = std::to_string(number(arguments, i));
      continue;
    }
    const auto part = read_string(machine, pointer(arguments, i), arguments.instruction);
    if (!part) return Handled::Stopped;
    text[i] = *part;
  }
  machine.result.errors += text[1] + ":" + text[2] + ": assertion '" + text[0] + "' failed\n";
  return call_abort(machine, arguments);
}

const LibraryTable& leaving_functions() {
  static const auto& table = *new LibraryTable{
      {llvm::LibFunc_exit, call_exit},
      {semantics::Other_under_exit, call_exit},
      {llvm::LibFunc_abort, call_abort},
      {semantics::Other_under_assert_fail, call_assert_fail},
  };
  return table;
}

LibraryFunction find_function(const semantics::LibraryRow& row) {
  if (row.effect == semantics::LibraryEffect::Row) return compute_row;
  for (const LibraryTable* table :
       {&allocation_functions(), &leaving_functions(), &string_functions(), &number_functions()})
    if (const auto found = table->find(row.function); found != table->end()) return found->second;
  return nullptr;
}

}  // namespace

Handled undefined(Machine& machine, Rule rule, const CallArguments& arguments) {
  machine.stop_ub(rule, arguments.instruction);
  return Handled::Stopped;
}
Handled refuse(Machine& machine, const char* why, const CallArguments& arguments) {
  machine.stop(EndKind::Inconclusive, why, arguments.instruction);
  return Handled::Stopped;
}

Handled call_trap(Machine& machine, const CallArguments& arguments) {
  if (!arguments.call->arg_empty()) {
    const auto& kind = llvm::cast<llvm::ConstantInt>(*arguments.call->getArgOperand(0));
    machine.result.events.push_back({"llvm.ubsantrap " + std::to_string(kind.getZExtValue()), {}, {}});
  }
  machine.result.is_trapped = true;
  machine.result.exit_code = kAborted;
  machine.stopped = true;
  return Handled::Stopped;
}

/// Somebody may look on, and lets the program go on.
Handled call_debug_trap(Machine& machine) {
  machine.result.events.push_back({"llvm.debugtrap", {}, {}});
  return Handled::Done;
}

Handled call_library(Machine& machine, const CallArguments& arguments) {
  const semantics::LibraryRow* row = arguments.facts->known;
  if (row == nullptr) return Handled::No;
  // What is given where the rounding mode counts, which only operations know (VAL-57).
  if (machine.calls.invents && semantics::strict_library_operation(*arguments.call)) return Handled::No;
  if (row->effect == semantics::LibraryEffect::Print) return call_output(machine, row->function, arguments);
  const LibraryFunction function = find_function(*row);
  if (function == nullptr) return Handled::No;
  if (!all_defined(arguments)) {
    for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
      for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
        if (arguments.lanes[i][k].state != kPoison) continue;
        const bool pointer = arguments.types[i][k].kind == semantics::LaneKind::Pointer;
        return undefined(machine, pointer ? Rule::NoundefArgument : Rule::LibraryArgument, arguments);
      }
    return refuse(machine, "a library function of an undef value", arguments);
  }
  return function(machine, arguments);
}

}  // namespace assay::interpret
