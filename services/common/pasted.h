#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/common/known_cause.h"
#include "services/common/records.h"

namespace assay {

/// What somebody pastes to be judged: two texts of IR, or one and the passes that a compiler is to run over it.
struct Pasted {
  std::string source;
  std::string target;    ///< empty: it is what the passes make of the source, or @src and @tgt both are in the source
  std::string passes;    ///< a -passes string
  std::string compiler;  ///< for passes: one of the names that the judge offers
  std::string opt_args;  ///< options of passes
  bool undef_inputs = true;
  bool poison_inputs = true;
  std::uint32_t seconds = 10;  ///< for a pair of functions
  bool operator==(const Pasted&) const = default;
};
ASSAY_FIELDS(Pasted, source, target, passes, compiler, opt_args, undef_inputs, poison_inputs, seconds);

/// What is known of one pair of functions.
struct JudgedPair {
  std::string name;  ///< "@f", "@src -> @tgt"
  VerdictKind kind = VerdictKind::Unknown;
  std::string headline;
  std::string detail;  ///< empty where the counterexample says it
  std::optional<Counterexample> counterexample;
  std::optional<KnownCause> cause = {};  ///< whose rule it falls under
  bool operator==(const JudgedPair&) const = default;
};
ASSAY_FIELDS(JudgedPair, name, kind, headline, detail, counterexample, cause);

/// A pass of the pipeline that changed the module.
struct PassStep {
  std::size_t number = 0;  ///< among those that ran, from 1
  std::string pass;
  std::string before;
  std::string after;
  bool operator==(const PassStep&) const = default;
};
ASSAY_FIELDS(PassStep, number, pass, before, after);

struct PastedAnswer {
  std::string fault;  ///< what is wrong with what was pasted; empty: nothing is, and the rest counts
  std::string source;
  std::string target;  ///< empty where both are in the source
  std::vector<JudgedPair> pairs;
  std::vector<std::string> symbols;   ///< what only one of two modules defines, if that is wrong
  std::vector<std::string> left_out;  ///< what there was no time or room for
  std::vector<PassStep> steps;
  std::size_t passes_run = 0;
  std::string compiler;  ///< that made the target
  std::string assay_version;
  bool operator==(const PastedAnswer&) const = default;
};
ASSAY_FIELDS(PastedAnswer, fault, source, target, pairs, symbols, left_out, steps, passes_run, compiler, assay_version);

}  // namespace assay
