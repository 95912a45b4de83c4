#pragma once

#include <llvm/IR/Function.h>

#include <memory>
#include <optional>

#include "services/worker/interpret/machine.h"

namespace assay::interpret {

/// A function with all that it needs to run: its program, the world of its module, a machine.
class Stage {
 public:
  explicit Stage(const semantics::Function& function, Program::Kind kind = {}) : program_(function, kind) {}

  bool uses_memory() const { return program_.uses_memory; }
  /// Before open(): treats the program as one that uses memory, so that its memory, output and events are compared.
  void use_memory() { program_.uses_memory = true; }
  /// Makes the machine. Programs that use no memory need no environment; the outcomes are the caller's.
  Machine& open(std::shared_ptr<const Environment> environment, CallOutcomes& outcomes) {
    if (environment != nullptr)
      world_.emplace(*function().origin->getParent(), std::move(environment), function().options);
    machine_.emplace(program_, world_ ? &*world_ : nullptr);
    machine_->calls.outcomes = &outcomes;
    return *machine_;
  }
  /// In the environment of the function's own module.
  Machine& open(CallOutcomes& outcomes) {
    const llvm::Function* origin = function().origin;
    const bool needs_one = uses_memory() && origin != nullptr;
    return open(needs_one ? std::make_shared<Environment>(*origin, nullptr) : nullptr, outcomes);
  }

  const semantics::Function& function() const { return program_.function; }
  Machine& machine() { return *machine_; }
  const Machine& machine() const { return *machine_; }

 private:
  Program program_;
  std::optional<World> world_;
  std::optional<Machine> machine_;
};

}  // namespace assay::interpret
