#include <algorithm>
#include <string>
#include <unordered_set>

#include "services/worker/refine/candidates.h"
#include "services/worker/refine/query.h"

/// The source's choices: an obligation is met if, for all that the target does, some of them lead to the same.
namespace assay::refine {

using smt::Answer;

namespace {

constexpr unsigned kWrittenOut = 4;  ///< most one-bit choices whose values are enumerated where memory is compared

/// What the instance says of the variables; zero for those that it leaves out.
std::unordered_map<Term, Term> values_of(Terms& terms, const std::vector<Term>& variables,
                                         const smt::Instance& instance) {
  std::unordered_map<Term, Term> values;
  for (Term variable : variables) {
    const auto found = instance.find(variable);
    values[variable] = found == instance.end() ? terms.zero(variable.width()) : found->second;
  }
  return values;
}

}  // namespace

/// A result that is undef is a set; who compares it picks a member. The order is: the source makes its choices (freeze,
/// NaN, addresses), then a member of what the target returned or stored is picked, then one of what the source did. So
/// a final pick of the source may follow the target's, and a choice of the source may not.
void Query::find_final_picks() {
  const auto add = [](const Behaviour& behaviour, std::unordered_set<Term>& picks) {
    for (const Lane& lane : behaviour.result)
      picks.insert(lane.undef.variables().begin(), lane.undef.variables().end());
  };
  add(source_, source_final_picks_);
  add(target_, target_final_picks_);
  for (const auto& [pick, other_cell] : world_.cell_picks)
    (is_inner_.contains(pick) ? source_final_picks_ : target_final_picks_).insert(pick);
}

std::vector<Term> Query::early_choices(Term question) const {
  std::vector<Term> choices = terms_.variables_of(question);
  std::erase_if(choices, [&](Term v) { return !is_inner_.contains(v) || source_final_picks_.contains(v); });
  return choices;
}

std::vector<Term> Query::late_picks(Term question) const {
  if (target_final_picks_.empty() || early_choices(question).empty()) return {};
  std::vector<Term> picks = terms_.variables_of(question);
  std::erase_if(picks, [&](Term v) { return !target_final_picks_.contains(v); });
  return picks;
}

std::vector<smt::Instance> Query::candidates() const {
  std::vector<smt::Instance> list =
      Candidates(world_, source_, target_, renamed_source_.empty() ? comparison_.source_choices : renamed_source_,
                 renamed_target_.empty() ? comparison_.target_choices : renamed_target_, is_inner_, occurs_)
          .list();
  if (target_final_picks_.empty()) return list;
  std::unordered_map<Term, Term> without_picks;
  for (Term pick : target_final_picks_) without_picks[pick] = terms_.zero(pick.width());
  std::vector<Term*> early;
  for (smt::Instance& instance : list)
    for (auto& [choice, value] : instance)
      if (!source_final_picks_.contains(choice)) early.push_back(&value);
  substitute(early, without_picks);
  return list;
}

/// The source could have chosen one member of the target's result, whichever is picked, or have made one cell what it
/// is in the target, whichever is looked at, but hardly two at once: asks with two final picks of both functions, and
/// two cells. A model is a counterexample. That there is none proves nothing: it may take three.
std::optional<smt::Outcome> Query::refute_by_two(const smt::ExistsForall& problem, const std::vector<Term>& late,
                                                 Clock::time_point question) {
  smt::ExistsForall twice = problem;
  std::unordered_map<Term, Term> second;
  const auto copy = [&](Term variable) {
    return second[variable] = terms_.fresh(std::string(terms_.name(variable)) + ".second", variable.width());
  };
  for (Term pick : late) copy(pick);
  for (Term witness : witness_addresses(problem.body)) copy(witness);
  for (Term choice : problem.inner)
    if (source_final_picks_.contains(choice)) twice.inner.push_back(copy(choice));
  twice.body = terms_.lor(problem.body, terms_.substitute(problem.body, second));
  for (smt::Instance& instance : twice.candidates) {
    const smt::Instance first = instance;
    for (const auto& [choice, value] : first)
      if (const auto other = second.find(choice); other != second.end())
        instance[other->second] = terms_.substitute(value, second);
  }
  smt::Outcome outcome = solver_.check(terms_, twice, part_of(question, shares().two_picks_share));
  if (outcome.answer == Answer::Sat) return outcome;
  return std::nullopt;
}

/// Is the obligation met already without the axioms that compare, cell by cell, what callees see of memory?
bool Query::is_ruled_out_without_cells(const Obligation& obligation) {
  if (world_.cell_axioms.empty() || Clock::now() >= deadline_) return false;
  const Clock::time_point question =
      std::min(deadline_, Clock::now() + std::chrono::milliseconds(limits_.milliseconds));
  smt::ExistsForall problem;
  for (const ChoiceVariable& choice : inner_) problem.inner.push_back(choice.variable);
  std::vector<Term> body = world_.axioms;
  const Addresses known = addresses(obligation, body);
  body.insert(body.end(), known.axioms.begin(), known.axioms.end());
  body.push_back(obligation.assumed);
  body.push_back(fails(obligation, known));
  problem.body = terms_.all_of(body);
  std::unordered_set<Term> tried;
  for (const smt::Instance& candidate : inner_.empty() ? std::vector<smt::Instance>(1) : candidates()) {
    if (Clock::now() >= question) return false;
    const std::vector<Term> instance = instantiate(problem, candidate);
    if (!tried.insert(instance.back()).second) continue;
    if (solver_.check(terms_, instance, part_of(question, shares().candidate_share)).answer == Answer::Unsat)
      return true;
  }
  return false;
}

/// Tries the likely choices of the source, above all the target's own: one instance each, no search. Where that is
/// not enough, the choices that must be the same for all cells, or for all final picks of the target, keep the
/// candidate's values, and the others are eliminated.
std::optional<smt::Outcome> Query::try_candidates(const Obligation& obligation, const smt::ExistsForall& problem,
                                                  const std::vector<Term>& late, Clock::time_point question) {
  std::vector<Term> moving = moving_choices(obligation);
  if (!late.empty())
    for (Term choice : early_choices(problem.body))
      if (std::find(moving.begin(), moving.end(), choice) == moving.end()) moving.push_back(choice);
  std::unordered_set<Term> tried;
  const Clock::time_point end = question - (question - Clock::now()) / shares().last_share;
  for (const smt::Instance& candidate : problem.candidates) {
    const std::vector<Term> instance = instantiate(problem, candidate);
    if (!tried.insert(instance.back()).second) continue;
    if (tried.size() > 1 && Clock::now() >= end) break;
    smt::Outcome outcome = solver_.check(terms_, instance, part_of(question, shares().candidate_share));
    if (outcome.answer == Answer::Unsat) return outcome;
    if ((moving.empty() && tried.size() > 1) || Clock::now() >= end) continue;
    smt::Outcome all = solver_.eliminate(terms_, with_moving_fixed(problem, moving, candidate),
                                         part_of(question, moving.empty() ? 1 : shares().candidate_share));
    if (all.answer == Answer::Unsat || (all.answer == Answer::Sat && moving.empty())) return all;
  }
  return std::nullopt;
}

/// A question about memory is about one cell, the witness. If the source had to choose differently for different
/// cells, several instances that each rule out some cells would together prove nothing. These are the choices for
/// which that may be so.
std::vector<Term> Query::moving_choices(const Obligation& obligation) const {
  if (!world_.memory.active) return {};
  std::vector<Term> moving = terms_.variables_of(axioms());
  if (obligation.reason == Reason::MemoryMismatch) {
    const std::vector<Term> asked = variables_of_memory();
    moving.insert(moving.end(), asked.begin(), asked.end());
  }
  // What one undef cell is picked to hold concerns that cell alone, so it may be chosen per cell.
  std::erase_if(moving, [&](Term v) { return !is_inner_.contains(v) || world_.cell_picks.contains(v); });
  return moving;
}

/// Are there such choices that with_choices_written_out() does not enumerate?
bool Query::choices_move_cells(const Obligation& obligation) const {
  const std::vector<Term> moving = moving_choices(obligation);
  return moving.size() > kWrittenOut ||
         std::any_of(moving.begin(), moving.end(), [](Term v) { return v.width() != 1; });
}

/// Do such choices occur in the axioms about the cells that callees see?
bool Query::choices_move_axioms() const {
  if (!world_.memory.active) return false;
  const std::vector<Term> present = terms_.variables_of(axioms());
  return std::any_of(present.begin(), present.end(),
                     [&](Term v) { return is_inner_.contains(v) && !world_.cell_picks.contains(v); });
}

/// The problem with the moving choices fixed to what the instance says.
smt::ExistsForall Query::with_moving_fixed(const smt::ExistsForall& problem, const std::vector<Term>& moving,
                                           const smt::Instance& instance) const {
  smt::ExistsForall fixed = problem;
  fixed.candidates = moving.empty() ? problem.candidates : std::vector<smt::Instance>{instance};
  const auto map = values_of(terms_, moving, instance);
  std::erase_if(fixed.inner, [&](Term variable) { return map.contains(variable); });
  fixed.body = terms_.substitute(problem.body, map);
  return fixed;
}

std::vector<Term> Query::instantiate(const smt::ExistsForall& problem, const smt::Instance& instance) const {
  const auto map = values_of(terms_, problem.inner, instance);
  std::vector<Term> assertions = problem.assertions;
  assertions.push_back(terms_.substitute(problem.body, map));
  return assertions;
}

/// In which cell memory differs may depend on a one-bit choice (which branch a frozen condition takes). The body is
/// written out for each value of such choices, each time with a witness of its own.
Term Query::with_choices_written_out(Term body) const {
  if (!world_.memory.active) return body;
  std::vector<Term> bits;
  for (Term variable : variables_of_memory())
    if (!variable.is_array() && variable.width() == 1 && is_inner_.contains(variable)) bits.push_back(variable);
  if (bits.empty() || bits.size() > kWrittenOut) return body;
  std::vector<Term> all;
  for (unsigned choice = 0; choice < 1u << bits.size(); ++choice) {
    std::unordered_map<Term, Term> map;
    for (std::size_t i = 0; i < bits.size(); ++i) map[bits[i]] = terms_.truth((choice >> i & 1) != 0);
    for (Term witness : witness_addresses(body)) {
      const std::string name = std::string(terms_.name(witness)) + std::to_string(choice);
      map[witness] = terms_.variable(name, witness.width());
      world_.memory.variable_kinds.emplace(map[witness], VariableKind::WitnessAddress);
    }
    all.push_back(terms_.substitute(body, map));
  }
  return terms_.all_of(all);
}

}  // namespace assay::refine
