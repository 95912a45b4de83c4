#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"

/// Functions of the C library. A prototype that is not theirs makes them unknown functions.
namespace assay::interpret {
namespace {

using semantics::Rule;

bool is_scalar(const CallArguments& arguments, std::size_t i, semantics::LaneKind kind) {
  return arguments.types[i].size() == 1 && arguments.types[i][0].kind == kind && arguments.types[i][0].bits <= 64;
}
bool has_width(char c, const semantics::LaneType& type) {
  if (c == 'd') return type.format == semantics::FloatFormat::Double;
  return c != 'f' || type.format == semantics::FloatFormat::Single;
}
/// Does the call have arguments and a result as LibraryFunction describes them?
bool has_shape(const CallArguments& arguments, std::string_view shape, char result) {
  if (arguments.lanes.size() != shape.size()) return false;
  const auto kind_of = [](char c) {
    return c == 'p'   ? semantics::LaneKind::Pointer
           : c == 'd' || c == 'f' ? semantics::LaneKind::Float
                      : semantics::LaneKind::Integer;
  };
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (!is_scalar(arguments, i, kind_of(shape[i])) || !has_width(shape[i], arguments.types[i][0])) return false;
  if (result == 'v') return arguments.result.empty();
  return arguments.result.size() == 1 && arguments.result_types[0].kind == kind_of(result) &&
         arguments.result_types[0].bits <= 64 && has_width(result, arguments.result_types[0]);
}

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

Handled call_trap(Machine& machine, const CallArguments& arguments) {
  machine.result.is_trapped = true;
  return call_abort(machine, arguments);
}

/// Somebody may look on, and lets the program go on.
Handled call_debugger(Machine& machine, const CallArguments&) {
  machine.result.events.push_back({"llvm.debugtrap", {}, {}});
  return Handled::Done;
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
      {"exit", {"i", 'v', call_exit}},
      {"_exit", {"i", 'v', call_exit}},
      {"abort", {"", 'v', call_abort}},
      {"llvm.trap", {"", 'v', call_trap}},
      {"llvm.ubsantrap", {"i", 'v', call_trap}},
      {"llvm.debugtrap", {"", 'v', call_debugger}},
      {"__assert_fail", {"ppip", 'v', call_assert_fail}},
  };
  return table;
}

const LibraryFunction* find_function(std::string_view name) {
  for (const LibraryTable* table : {&allocation_functions(), &leaving_functions(), &string_functions(), &number_functions()})
    if (const auto found = table->find(name); found != table->end()) return &found->second;
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

Handled call_library(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (arguments.call->isNoBuiltin()) return Handled::No;
  const Handled printed = call_output(machine, name, arguments);
  if (printed != Handled::No) return printed;
  const LibraryFunction* found = find_function(name);
  if (found == nullptr || !has_shape(arguments, found->shape, found->result)) return Handled::No;
  if (!all_defined(arguments)) {
    for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
      for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
        if (arguments.lanes[i][k].state != kPoison) continue;
        const bool pointer = arguments.types[i][k].kind == semantics::LaneKind::Pointer;
        return undefined(machine, pointer ? Rule::NoundefArgument : Rule::LibraryArgument, arguments);
      }
    return refuse(machine, "a library function of an undef value", arguments);
  }
  return found->call(machine, arguments);
}

}  // namespace assay::interpret
