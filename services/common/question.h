#pragma once

#include <cstdint>
#include <string>

#include "services/common/fields.h"

namespace assay {

/// What was asked when a finding was made: the oracle that failed, and all that its answer depends on beside the case,
/// the pipeline and the compiler. Whoever asks again (reducer, replay, bundle, regression test) asks this.
struct Question {
  /// "refinement", or the name of one of services/worker/oracles; empty (older findings): what the finding's kind says.
  std::string oracle;
  std::string semantics = "langref";  ///< words of `assay check --semantics`
  bool undef_inputs = false;          ///< arguments may be undef
  bool poison_inputs = true;          ///< arguments may be poison
  std::uint32_t unroll = 0;    ///< how often a loop is unrolled for the solver; 0: more and more, while that is cheap
  std::uint64_t seed = 1;      ///< of the sampled inputs
  std::uint64_t samples = 48;  ///< inputs tried where all are too many
  /// An incorrect verdict that only the solver has seen counts as unknown.
  bool confirmed_only = false;
  std::uint32_t smt_timeout_ms = 10'000;  ///< of one solver query
  std::uint32_t smt_memory_mb = 2'048;    ///< of the solver
  std::uint64_t quick_budget = 20'000;  ///< instructions that trying all inputs may execute before the solver is asked
  std::uint64_t exhaustive_budget = 4'000'000;  ///< the same where the solver gives up
  std::uint32_t compile_ms = 10'000;            ///< processor time of one run of the compiler
  std::uint32_t compile_memory_mb = 4'096;  ///< memory of one run of the compiler, beside what the program maps itself
  bool operator==(const Question&) const = default;
};
ASSAY_FIELDS(Question, oracle, semantics, undef_inputs, poison_inputs, unroll, seed, samples, confirmed_only,
             smt_timeout_ms, smt_memory_mb, quick_budget, exhaustive_budget, compile_ms, compile_memory_mb);

}  // namespace assay
