#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"

namespace assay::harness {

/// What became of one function and input.
struct Duel {
  enum class Kind : std::uint8_t {
    Skipped,    ///< not a function whose behaviour is all in its result, or more behaviours than were run
    Undecided,  ///< the symbolic machine gave up on some question
    Agreed,
    Contradiction,
  };
  Kind kind = Kind::Skipped;
  bool undefined = false;  ///< the input makes the function undefined
  unsigned questions = 0;  ///< that the symbolic machine has decided
  std::string report;      ///< Skipped: why; Contradiction: function, input, what each machine says
};

/// A profile of the generator: half of them let constants and memory be undef, half have many freezes.
generate::Profile draw_profile(Rng& rng);

/// Draws an input (values, poison, undef), runs the function on it with all its choices, and asks the symbolic machine,
/// which encodes the function at that input, about results: it may not deny one that the interpreter has seen, nor
/// prove one that the interpreter has not. Undef is a result too, which a frozen value is not. Adds functions to the
/// module, and drops the fast-math flags that permit rewrites.
Duel duel(llvm::Function& function, Rng& rng);

}  // namespace assay::harness
