#include <algorithm>
#include <array>

#include "services/worker/refine/counter_input.h"
#include "services/worker/refine/model_preferences.h"
#include "services/worker/refine/query.h"

/// From the solver's model to a counterexample.
namespace assay::refine {

using smt::Answer;

/// A pointer that the function returns is another number: more than what it may access differs (MEM-18).
Term Query::addresses_differ() const {
  std::vector<Term> all;
  for (std::size_t i = 0; i < source_.result.size() && i < target_.result.size(); ++i) {
    const semantics::LaneType& type = comparison_.machine.function().result_lanes[i];
    const Lane &s = source_.result[i], &d = target_.result[i];
    if (type.kind != semantics::LaneKind::Pointer || comparison_.same_lane(i).is_true()) continue;
    const Term differ = terms_.ne(comparison_.machine.memory().objects().address(split(terms_, s.bits)),
                                  comparison_.target_machine.memory().objects().address(split(terms_, d.bits)));
    all.push_back(terms_.all_of(std::array{terms_.lnot(s.poison), terms_.lnot(d.poison), differ}));
  }
  return terms_.any_of(all);
}

/// A model of the same failure that meets as many preferences as is possible in short time.
smt::Model Query::preferred_model(Obligation obligation, smt::Model model) {
  const smt::Limits limits = limits_;
  const Clock::time_point deadline = deadline_;
  limits_.milliseconds = at_most(shares().preference);
  deadline_ = Clock::now() + shares().preferences;
  const Term differ = obligation.reason == Reason::ValueMismatch ? addresses_differ() : terms_.truth(true);
  for (Term preference : model_preferences(world_, differ)) {
    Obligation stronger = obligation;
    stronger.assumed = terms_.land(obligation.assumed, preference);
    if (!smt::evaluate(terms_, preference, model).isOne()) {
      if (Clock::now() > deadline_) break;
      smt::Outcome outcome = check(stronger);
      if (outcome.answer != Answer::Sat) continue;
      model = std::move(outcome.model);
    }
    obligation = std::move(stronger);
  }
  limits_ = limits;
  deadline_ = deadline;
  return model;
}

RefineResult Query::incorrect(const Obligation& obligation, const smt::Outcome& first) {
  if (!world_.options.needs_input) return {evidence::Claim::refuted(Method::Smt, {.reason = obligation.reason})};
  smt::Outcome outcome = first;
  if (!world_.approximations.hold_always()) outcome.model = preferred_model(obligation, std::move(outcome.model));
  const bool is_undefined = obligation.reason == Reason::ValueMismatch && target_is_undefined(outcome.model);
  evidence::Assumptions held = world_.approximations.held_in(outcome.model);
  if (obligation.cause) held.add({*obligation.cause});
  RefineResult result{evidence::Claim::refuted(
      Method::Smt, {.reason = is_undefined ? Reason::MoreUndefined : obligation.reason}, std::move(held))};
  result.input = input_in(world_, comparison_.machine, outcome.model);
  result.input_decides = input_decides();
  for (const ChoiceVariable& choice : comparison_.target_choices) {
    const bool is_made = !choice.poison || smt::evaluate(terms_, choice.poison, outcome.model).isOne();
    if (is_made && !choice.variable.is_array()) result.target_choices.push_back(outcome.model.get(choice.variable));
  }
  return result;
}

/// Can the target's result, for the same input, be several values where the source's is one?
bool Query::target_is_undefined(const smt::Model& model) {
  for (std::size_t i = 0; i < source_.result.size() && i < target_.result.size(); ++i) {
    const Lane& lane = target_.result[i];
    if (lane.undef.empty() || !source_.result[i].undef.empty()) continue;
    const std::vector<Term> present = terms_.variables_of(lane.bits);
    std::unordered_map<Term, Term> fixed;
    for (Term variable : present) {
      const auto& picks = lane.undef.variables();
      if (variable.is_array() || std::find(picks.begin(), picks.end(), variable) != picks.end()) continue;
      fixed[variable] = terms_.constant(model.get(variable));
    }
    const Term open = terms_.substitute(lane.bits, fixed);
    const Term other = terms_.ne(open, terms_.constant(smt::evaluate(terms_, lane.bits, model)));
    smt::Limits limits = limits_;
    limits.milliseconds = at_most(shares().undefinedness);
    if (solver_.check(terms_, std::span(&other, 1), limits).answer == Answer::Sat) return true;
  }
  return false;
}

/// Is there anything in the questions but arguments and the functions' own choices: addresses, memory, allocations that
/// may fail, functions that nobody knows?
bool Query::depends_on_surroundings() const {
  std::unordered_set<Term> known;
  for (const auto& lanes : world_.inputs)
    for (const InputLane& lane : lanes)
      for (Term part : {lane.value, lane.poison, lane.undef})
        for (Term variable : terms_.variables_of(part)) known.insert(variable);
  for (const auto* choices : {&comparison_.source_choices, &comparison_.target_choices})
    for (const ChoiceVariable& choice : *choices) known.insert(choice.variable);
  if (std::any_of(occurs_.begin(), occurs_.end(), [&](Term variable) { return !known.contains(variable); }))
    return true;
  const std::vector<Term> nodes = terms_.nodes_of(roots());
  return std::any_of(nodes.begin(), nodes.end(), [](Term t) { return t.kind() == smt::Kind::Apply; });
}

bool Query::input_decides() const {
  const bool has_pointers = std::any_of(world_.inputs.begin(), world_.inputs.end(), [](const auto& lanes) {
    return std::any_of(lanes.begin(), lanes.end(),
                       [](const InputLane& lane) { return lane.type.kind == semantics::LaneKind::Pointer; });
  });
  const bool calls_act = std::any_of(world_.calls.begin(), world_.calls.end(), [](const CallRecord& call) {
    return call.writes || !call.result.empty() || !call.returns.is_true() || !call.ub.is_false();
  });
  return !has_pointers && !calls_act && !depends_on_surroundings();
}

}  // namespace assay::refine
