#pragma once

#include <ostream>
#include <string>

/// Pairs @src and @tgt of a module, put to the proofs by parts and by rounds alone.
namespace assay::prove {

/// A pair that is not proved was judged all the same: else a test that expects it could not fail.
enum class Outcome {
  Proved,    ///< for any number of rounds
  Refuted,   ///< it would be proved if all that is asked about it were true; and it is wrong
  Unproved,  ///< it would be proved if all that is asked about it were true; no counterexample is known
  /// The text alone tells that nothing is said, and the pair is wrong.
  RefusedAndWrong,
  Refused,    ///< the same of a pair of which no counterexample is known: who expects it shows the like that is proved
  Malformed,  ///< no pair at all
};
std::ostream& operator<<(std::ostream& out, Outcome outcome);

struct Asked {
  unsigned milliseconds = 4'000;  ///< of the solver's counted time
  bool undef = true;              ///< arguments may be
};
Outcome outcome_of(const std::string& module, const Asked& asked = {});

/// The text with the first place of `what` in it replaced; a test whose text lacks it fails.
std::string replaced(std::string text, const std::string& what, const std::string& by);

}  // namespace assay::prove
