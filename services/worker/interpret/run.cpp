#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "services/worker/interpret/machine.h"

namespace assay::interpret {
namespace {

void set_input(Machine& machine, const semantics::Function& function, const Input& input) {
  machine.set_memory(input.memory);
  for (std::size_t i = 0; i < function.arguments.size() && i < input.arguments.size(); ++i) {
    const semantics::Slots slots = function.arguments[i].value;
    for (std::uint32_t lane = 0; lane < slots.count && lane < input.arguments[i].size(); ++lane)
      machine.set_argument(slots.first + lane, input.arguments[i][lane]);
  }
  machine.apply_attributes();
}

/// What one function needs to run alone.
struct Stage {
  Program program;
  std::optional<World> world;
  Machine machine;
  Stage(const semantics::Function& function, bool traced)
      : program(function, traced), machine(program, open(function)) {}

 private:
  World* open(const semantics::Function& function) {
    if (!program.uses_memory || function.origin == nullptr) return nullptr;
    const llvm::Module& module = *function.origin->getParent();
    world.emplace(module, std::make_shared<Environment>(module, nullptr));
    return &*world;
  }
};

}  // namespace

bool InputLane::operator==(const InputLane& other) const {
  if (kind != other.kind || block != other.block) return false;
  return kind != Kind::Bits || (bits.getBitWidth() == other.bits.getBitWidth() && bits == other.bits);
}

Behaviour run(const semantics::Function& function, const Input& input, const RunOptions& options) {
  Stage stage(function, options.trace != nullptr);
  stage.machine.choices = Choices(options.choices);
  if (options.seed) stage.machine.choices.sample(*options.seed);
  stage.machine.begin();
  set_input(stage.machine, function, input);
  stage.machine.run(options.limits, options.trace);
  return behaviour_of(stage.machine);
}

Behaviours behaviours(const semantics::Function& function, const Input& input, const Limits& limits) {
  Stage stage(function, false);
  return collect(stage.machine, limits, [&](Machine& each) { set_input(each, function, input); });
}

}  // namespace assay::interpret
