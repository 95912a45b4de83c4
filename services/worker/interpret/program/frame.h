#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "services/worker/interpret/program/program.h"

namespace assay::interpret {

/// The arguments behind the fixed ones of a running function, in memory as the target's ABI has them.
struct VariableArguments {
  std::uint32_t general = 0;  ///< where the first of them stands in the register area: numbers and addresses
  std::uint32_t vector = 0;   ///< floating-point numbers and vectors
  Provenance register_area = 0;
  Provenance overflow_area = 0;
};

/// A frame on the stack of calls.
struct Frame {
  const Program* program = nullptr;
  Lane* lanes = nullptr;
  const Step* resume = nullptr;    ///< the call in the caller
  std::vector<Provenance> blocks;  ///< of its allocas, dead when it returns
  std::unique_ptr<VariableArguments> variable;
  std::uint64_t activation = 0;  ///< its number among the calls of the run, from 1; 0: the run began with it
  std::uint64_t born = 0;        ///< Memory::allocated() when it was entered
  std::vector<std::pair<const llvm::Value*, Lane>> pads;  ///< cleanup pads that were entered, for which exception
};

}  // namespace assay::interpret
