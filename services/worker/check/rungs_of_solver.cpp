#include "services/common/text.h"
#include "services/worker/check/blind_spots.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/rungs.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/semantics/library_values.h"
#include "services/worker/semantics/semantics.h"
#include "services/worker/validate/validate.h"

/// Rungs that ask the solver about the whole pair.
namespace assay::check {

std::optional<Claim> Rungs::recalled(Asked& asked, budget::Free) {
  const CacheKey key = timed(asked.told, [&] { return cache_key_of(asked.source, asked.target, options); });
  std::optional<Claim> known = options.cache->find_claim(key);
  if (!known) asked.key = key;
  return known;
}

std::optional<Claim> Rungs::whole_pair(Asked& asked, std::chrono::milliseconds share) {
  // What follows no promise proves the target without those that are shown to be kept.
  const std::unique_ptr<prove::WithoutScopes> unscoped = without_kept_scopes(asked, share / 4);
  std::optional<semantics::Function> target;
  if (unscoped) {
    if (auto lowered = semantics::lower(unscoped->function(), asked.pair.target.options)) target = std::move(*lowered);
  }
  const refine::RefineResult result = ask_solver(asked, target ? *target : asked.pair.target, share);
  const bool is_refuted = result.claim.refuted() != nullptr;
  if (asked.constants == Constants::SharedDiffer) return is_refuted ? unreplayed(result) : result.claim;
  Claim of_whole = is_refuted ? confirm_by_interpreter(asked.pair, result) : result.claim;
  // A proof of regions, for inputs that are not undef, has no bound.
  if (asked.stands.proved() != nullptr && of_whole.refuted() == nullptr && of_whole.contradicted() == nullptr &&
      !of_whole.is_proved_without_limit())
    return std::nullopt;
  asked.stands = std::move(of_whole);
  // A counterexample that did not hold is a contradiction between the machines, which a later proof must not hide.
  const bool is_spurious = asked.stands.contradicted() != nullptr && asked.stands.reason() == Reason::Spurious;
  const evidence::Assumptions* limits = asked.stands.proved();
  const bool is_last =
      is_spurious || asked.stands.refuted() != nullptr || (limits != nullptr && !limits->limits_proofs());
  return is_last ? std::optional(asked.stands) : std::nullopt;
}

refine::RefineResult Rungs::ask_solver(const Asked& asked, const semantics::Function& target,
                                       std::chrono::milliseconds share) {
  refine::Options chosen = solver_options();
  if (told && tells && tells_proofs && holds_everywhere)
    chosen.proved = [this](const Claim& proof) { tell_early(proof); };
  if (asked.executed_alike) share = shares.query_after_execution();
  chosen.smt_timeout_ms = static_cast<unsigned>(share.count());
  const std::string kind = "late" + kind_of(asked.pair);
  const auto late = WorkClock::now() + shares.soon();
  if (options.learn && !experience_.is_worth_trying(kind)) chosen.deadline = late;
  const refine::RefineResult result =
      timed(asked.told, [&] { return refine::refine(asked.pair.source, target, chosen, solver); });
  if (!chosen.deadline && WorkClock::now() > late) experience_.told(kind, result.claim.is_decided());
  return result;
}

Claim Rungs::unreplayed(const refine::RefineResult& result) {
  evidence::Refutation refutation = *result.claim.refuted();
  Counterexample& seen = refutation.counterexample.emplace();
  seen.source_result = "with its module's constants";
  seen.target_result = std::string(name_of(refutation.reason)) + ", with constants of other values";
  if (!result.is_rule) seen.confirmed_by = {Decider::Smt};
  return Claim::refuted(Method::Smt, std::move(refutation));
}

Claim Rungs::of_rule(const refine::RefineResult& result) {
  evidence::Refutation refutation = *result.claim.refuted();
  Counterexample& seen = refutation.counterexample.emplace();
  seen.source_result = "the variable as the source's module has it";
  seen.target_result = refutation.detail;
  return Claim::refuted(Method::Syntax, std::move(refutation));
}

Claim Rungs::confirm_by_interpreter(const Lowered& pair, const refine::RefineResult& result) {
  if (result.is_rule) return of_rule(result);
  const validate::Replay replay =
      timed(Rung::Replay, [&] { return validate::replay(pair.source, pair.target, result, interpreter_options()); });
  const bool is_confirmed = replay.outcome == validate::Outcome::Confirmed;
  evidence::Refutation refutation = *result.claim.refuted();
  const auto only = [&](Assumed row, std::string parameter = {}) {
    return Claim::refuted(Method::Smt, refutation, {{row, std::move(parameter)}});
  };
  if (replay.outcome == validate::Outcome::LeftOpen && options.confirmed_only)
    return only(Assumed::LeftOpen, replay.detail);
  const llvm::Function* origin = pair.source.origin;
  if (!is_confirmed && origin != nullptr && says_more_than_the_solver_knows(*origin))
    return only(Assumed::SourceMetadata, name_of(refutation.reason));
  if (!is_confirmed && origin != nullptr && options.confirmed_only &&
      exposes_variables_alone(*origin, *pair.target.origin))
    return only(Assumed::AddressAsNumber);
  if (replay.outcome == validate::Outcome::Spurious)
    return Claim::contradicted(
        Method::Smt, {.reason = Reason::Spurious,
                      .detail = "the solver's counterexample does not hold when it is run; please report this pair"});
  if (is_confirmed ? !holds_for_real_functions(pair, replay.input, replay.allocations_succeed, result.target_choices)
                   : has_library_values(pair.source))
    return with_other_functions_only(Method::Smt);
  refutation.counterexample = replay.counterexample;
  refutation.counterexample->confirmed_by = {Decider::Smt};
  if (is_confirmed) {
    refuting.remember(pair.source, replay.input);
    refutation.reason = replay.reason;
    refutation.counterexample->confirmed_by = {Decider::Interpreter, Decider::Smt};
  }
  if (refutation.detail.empty()) refutation.detail = summary(*refutation.counterexample);
  return Claim::refuted(Method::Smt, std::move(refutation));
}

/// "%x is undef", "%x or %y are undef"; empty: none of them is.
static std::string undef_arguments(const Counterexample& seen) {
  std::vector<std::string> names;
  for (const Binding& input : seen.inputs)
    if (input.name.starts_with("%") && input.value.find("undef") != std::string::npos) names.push_back(input.name);
  return names.empty() ? "" : joined(names, " or ") + (names.size() == 1 ? " is undef" : " are undef");
}

void Rungs::say_if_undef_alone(Claim& claim, const Lowered& pair) {
  const auto& seen = claim.refuted()->counterexample;
  const std::string undef = options.undef_inputs && seen ? undef_arguments(*seen) : "";
  if (undef.empty() || options.oracles == Oracles::Interpreter || !options.confirms) return;
  refine::Options defined = solver_options();
  defined.undef_input = false;
  defined.smt_timeout_ms = static_cast<unsigned>(shares.confirmation().count());
  const Claim other =
      timed(Rung::Confirm, [&] { return refine::refine(pair.source, pair.target, defined, solver); }).claim;
  if (other.proved() != nullptr) claim.say_first("correct unless " + undef);
}

}  // namespace assay::check
