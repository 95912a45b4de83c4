#pragma once

#include <optional>
#include <string>

#include "services/worker/interpret/interpret.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

/// Replays the solver's counterexamples in the concrete machine: nobody trusts the solver alone.
namespace assay::validate {

enum class Outcome : std::uint8_t {
  Confirmed,      ///< the concrete machine sees the target do on this input what the source never does
  LeftOpen,       ///< it sees that all hangs on something that LangRef leaves open
  Spurious,       ///< it sees the contrary: the two machines disagree
  NotReplayable,  ///< it can't say: it does not support the functions, a limit was reached, or the input does not
                  ///< decide alone
};

struct Replay {
  Outcome outcome = Outcome::NotReplayable;
  Reason reason = Reason::None;      ///< Confirmed: as the concrete machine sees it
  std::string detail;                ///< NotReplayable, LeftOpen: why
  bool allocations_succeed = false;  ///< Confirmed: malloc and its kin gave memory where it was seen
  semantics::Input input;            ///< Confirmed: the simplest input found that shows it
  Counterexample counterexample;     ///< Confirmed: with both traces; NotReplayable: the inputs alone
};

/// A simpler input that refutes for the same reason as this one, as far as a few hundred runs find one: few objects of
/// few bytes, zeros, undef and poison only where no value will do, no drawn calls.
semantics::Input simplify(const semantics::Function& source, const semantics::Function& target, Reason reason,
                          const interpret::CheckOptions& options, semantics::Input input);

/// Judges the counterexample of an incorrect result. A confirmed one is made simpler: no undef or poison where a value
/// will do, small numbers; the reason stays the same.
Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& options = {});

}  // namespace assay::validate
