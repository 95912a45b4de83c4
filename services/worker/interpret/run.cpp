#include "services/worker/interpret/machine.h"

namespace assay::interpret {
namespace {

void set_arguments(Machine& machine, const Input& input) {
  const semantics::Function& function = machine.program.function;
  for (std::size_t i = 0; i < function.arguments.size() && i < input.arguments.size(); ++i) {
    const semantics::Slots slots = function.arguments[i].value;
    for (std::uint32_t lane = 0; lane < slots.count && lane < input.arguments[i].size(); ++lane)
      machine.set_argument(slots.first + lane, input.arguments[i][lane]);
  }
}

}  // namespace

bool InputLane::operator==(const InputLane& other) const {
  if (kind != other.kind) return false;
  return kind != Kind::Bits || (bits.getBitWidth() == other.bits.getBitWidth() && bits == other.bits);
}

Behaviour run(const semantics::Function& function, const Input& input, const RunOptions& options) {
  const Program program(function, options.trace != nullptr);
  Machine machine(program);
  machine.choices = Choices(options.choices);
  if (options.seed) machine.choices.sample(*options.seed);
  machine.begin();
  set_arguments(machine, input);
  machine.run(options.limits, options.trace);
  return behaviour_of(machine);
}

Behaviours behaviours(const semantics::Function& function, const Input& input, const Limits& limits) {
  const Program program(function, false);
  Machine machine(program);
  return collect(machine, limits, [&](Machine& each) { set_arguments(each, input); });
}

}  // namespace assay::interpret
