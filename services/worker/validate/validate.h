#pragma once

#include <string>

#include "services/common/records.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/refine/refine.h"

/// Nobody trusts the solver: its counterexamples are run by the interpreter.
namespace assay::validate {

enum class Outcome {
  Confirmed,      ///< the interpreter sees the target do what the source can't
  Spurious,       ///< the interpreter has run all behaviours on this input and all are allowed
  NotReplayable,  ///< the input needs what the interpreter lacks, or its behaviours are too many to run
};

struct Replay {
  Outcome outcome = Outcome::NotReplayable;
  std::string reason;             ///< Confirmed: Verdict::reason as the interpreter has it; NotReplayable: why
  Counterexample counterexample;  ///< with traces if the interpreter could run it; else the solver's inputs alone
};

/// Replays the input of an incorrect result. `options` say how far the interpreter may go.
Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& options);

}  // namespace assay::validate
