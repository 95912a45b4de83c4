#include "services/worker/check/rungs.h"

#include <algorithm>

#include "services/worker/check/blind_spots.h"
#include "services/worker/semantics/library_values.h"

/// What the rungs have in common.
namespace assay::check {
namespace {

using semantics::LaneKind;

template <class IsSuch>
bool has_lane(const semantics::Function& function, const IsSuch& is_such) {
  return std::any_of(function.slots.begin(), function.slots.end(), is_such);
}

}  // namespace

Rungs::Rungs(Options chosen)
    : options(chosen),
      shares({.query_ms = chosen.smt_timeout_ms,
              .quick_steps = chosen.quick_budget,
              .patient_steps = chosen.exhaustive_budget,
              .samples = chosen.samples,
              .hunts = chosen.learn}),
      solver({.proofs_per_second_opinion = budget::Budget::proofs_per_second_opinion(), .learns = chosen.learn}),
      refuting(chosen.refuting != nullptr ? *chosen.refuting : own_refuting) {}

interpret::CheckOptions Rungs::interpreter_options() const {
  interpret::CheckOptions chosen;
  chosen.undef_input = options.undef_inputs && options.semantics.undef;
  chosen.poison_input = options.poison_inputs;
  chosen.budget = shares.replay().steps;
  chosen.samples = shares.replay().inputs;
  chosen.seed = options.seed;
  return chosen;
}

refine::Options Rungs::solver_options() const {
  refine::Options chosen;
  chosen.unroll = options.unroll;
  chosen.undef_input = options.undef_inputs && options.semantics.undef;
  chosen.poison_input = options.poison_inputs;
  chosen.smt_timeout_ms = static_cast<unsigned>(shares.query().count());
  chosen.memory_mb = options.smt_memory_mb;
  return chosen;
}

std::string Rungs::kind_of(const Lowered& pair) {
  constexpr unsigned kWord = 64;
  const auto either = [&](auto has) { return has(pair.source) || has(pair.target); };
  std::string kind;
  if (either([](const auto& f) { return !f.accesses.empty(); })) kind += " memory";
  if (either([](const auto& f) { return f.has_loop; })) kind += " loops";
  if (either([](const auto& f) { return has_lane(f, [](const auto& lane) { return lane.kind == LaneKind::Float; }); }))
    kind += " floats";
  if (either([](const auto& f) { return has_lane(f, [](const auto& lane) { return lane.bits > kWord; }); }))
    kind += " wide";
  return kind;
}

interpret::CheckOptions Rungs::options_to_refute(const Lowered& pair) const {
  interpret::CheckOptions chosen = interpreter_options();
  chosen.real_functions = has_library_values(pair.source);
  return chosen;
}

bool Rungs::runs_stand_for_some_functions(const Lowered& pair) {
  return has_library_values(pair.source) || has_library_values(pair.target);
}

bool Rungs::undef_counts(const llvm::Function& source, const llvm::Function& target) const {
  return options.undef_inputs && options.semantics.undef && needs_memory_without_undef(source, target);
}

bool Rungs::is_without_undef(const Claim& proof) {
  const evidence::Assumptions* limits = proof.proved();
  return limits != nullptr && limits->has(Assumed::NoUndefInputs) && limits->has(Assumed::NoUndefInMemory);
}

NeedsOfUndef Rungs::all_undef_that_counts(const llvm::Function& source, const llvm::Function& target) const {
  return options.undef_inputs && options.semantics.undef ? needs_of_undef(source, target) : NeedsOfUndef{};
}

Claim Rungs::with_other_functions_only(Method method) {
  return Claim::refuted(method, {}, {{Assumed::OtherMathFunctions}});
}

}  // namespace assay::check
