#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

#include "services/common/rng.h"

namespace assay::generate {

struct ProgramOptions {
  unsigned functions = 5;             ///< at most, beside @main
  std::uint64_t most_steps = 60'000;  ///< instructions that @main executes, roughly
};

/// Adds a closed program to an empty module: @main without arguments, functions, arrays, records with bit-fields,
/// nested loops, recursion, switches, vectors. It passes the verifier, ends, never has undefined behaviour, and prints
/// the sums of what it computed: what an optimizer may not change. Numbers that it starts with stand in variables that
/// other modules might write, so that nothing of it can be computed ahead. It depends on the state of `rng` and the
/// options alone.
void generate_program(llvm::Module& module, Rng& rng, const ProgramOptions& options = {});

}  // namespace assay::generate
