#pragma once

#include <llvm/ADT/APInt.h>

#include <optional>
#include <string>
#include <vector>

#include "services/common/records.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/program.h"

/// The symbolic machine: does the target refine the source?
namespace assay::refine {

struct Options {
  unsigned unroll = 8;               ///< how often a loop goes back to its head at most per entry
  bool undef_input = true;           ///< arguments may be undef
  bool poison_input = true;          ///< arguments may be poison
  unsigned smt_timeout_ms = 10'000;  ///< per query
  unsigned memory_mb = 1'024;
  std::uint64_t rlimit = 0;       ///< Z3's deterministic limit per query; 0: none
  std::size_t max_steps = 4'000;  ///< blocks after unrolling
};

/// One lane of an argument in a counterexample.
struct InputValue {
  enum class Kind : std::uint8_t { Bits, Poison, Undef };
  Kind kind = Kind::Bits;
  llvm::APInt bits;
};

/// An input on which the target does what the source can't. The target's choices are those that show it.
struct CounterInput {
  std::vector<std::vector<InputValue>> arguments;  ///< per argument, per lane
  /// Something that an input list can't say decides: memory, pointers, results of calls.
  bool beyond_arguments = false;
};

struct RefineResult {
  VerdictKind kind = VerdictKind::Unknown;
  std::string reason;  ///< as in Verdict::reason
  std::string detail;
  std::string bound;                  ///< for Correct: what the proof is limited to; empty: nothing
  std::optional<CounterInput> input;  ///< for Incorrect
};

/// Checks one pair by one query per way to fail. Correct only if every query is unsatisfiable, incorrect only with a
/// model. The solver is reused from call to call.
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options,
                    smt::Solver& solver);
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options);

}  // namespace assay::refine
