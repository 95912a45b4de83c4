#pragma once

#include <string>

#include "services/common/rng.h"

namespace assay::harness {

/// What became of one function that calls others of which only attributes are known, and of an edit of it.
struct CallsDuel {
  enum class Kind : std::uint8_t {
    Undecided,  ///< no judge said more than that it does not know
    Agreed,
    Contradiction,
  };
  Kind kind = Kind::Undecided;
  bool is_told = false;  ///< LangRef alone says whether the edit is right
  std::string report;    ///< Contradiction: the pair, what each judge says
};

/// Draws a function of calls, stores and loads, where callees may throw, run for ever, read and write some kinds of
/// memory; and drops, doubles or exchanges statements of it, or changes one. Both machines judge the pair, apart and
/// together: they may not contradict each other, nor what follows from the attributes where no more than them is needed
/// (LangRef, memory(...), nounwind, willreturn; written down here by itself).
CallsDuel duel_of_calls(Rng& rng);

}  // namespace assay::harness
