#include "services/worker/check/question.h"

namespace assay::check {

Options options_for(const assay::Question& question) {
  Options options;
  if (const auto variant = semantics::parse_variant(question.semantics)) options.semantics = *variant;
  options.undef_input = question.undef_inputs;
  options.poison_input = question.poison_inputs;
  options.unroll = question.unroll;
  options.seed = question.seed;
  options.samples = question.samples;
  options.confirmed_only = question.confirmed_only;
  options.smt_timeout_ms = question.smt_timeout_ms;
  options.smt_memory_mb = question.smt_memory_mb;
  options.quick_budget = question.quick_budget;
  options.exhaustive_budget = question.exhaustive_budget;
  return options;
}

}  // namespace assay::check
