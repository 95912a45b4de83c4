#include "services/worker/refine/query.h"

#include <algorithm>
#include <array>
#include <map>

namespace assay::refine {

using evidence::Assumed;
using smt::Answer;

namespace {

constexpr auto kLibraryErrno = static_cast<std::size_t>(semantics::Outside::LibraryErrno);
constexpr std::size_t kUndefInputsApart = 3;  ///< most undef inputs whose combinations are asked one by one

}  // namespace

Query::Query(World& world, const Comparison& comparison, smt::Solver& solver)
    : world_(world),
      terms_(world.terms),
      comparison_(comparison),
      source_(comparison.source),
      target_(comparison.target),
      solver_(solver) {
  limits_.milliseconds = world.options.smt_timeout_ms;
  limits_.megabytes = world.options.memory_mb;
  deadline_ = world.options.deadline.value_or(Clock::time_point::max());
  find_inner();
  find_final_picks();
}

std::vector<Term> Query::roots() const {
  std::vector<Term> roots = axioms();
  for (Term root : {comparison_.memory_differs, comparison_.unwound_memory_differs, comparison_.same_exception})
    roots.push_back(root);
  for (const Behaviour* b : {&source_, &target_}) {
    for (Term root : {b->ub, b->unroll_exceeded, b->returned, b->noreturn_exit, b->unwound}) roots.push_back(root);
    for (const External* external : {&b->external_at_exit, &b->memory.external, &b->unwound_memory.external})
      roots.insert(roots.end(), external->begin(), external->end());
    for (const Lane& lane : b->result) {
      roots.push_back(lane.bits);
      roots.push_back(lane.poison);
    }
  }
  return roots;
}

void Query::find_inner() {
  const std::vector<Term> present = terms_.variables_of(roots());
  occurs_.insert(present.begin(), present.end());
  for (const ChoiceVariable& choice : comparison_.source_choices) {
    if (!occurs_.contains(choice.variable)) continue;
    inner_.push_back(choice);
    is_inner_.insert(choice.variable);
  }
  const auto is_place = [&](const ChoiceVariable& choice) { return world_.chosen_places.contains(choice.variable); };
  if (std::none_of(inner_.begin(), inner_.end(), is_place)) return;
  // The source's other objects have addresses too, which must not overlap with these.
  for (const ChoiceVariable& choice : comparison_.source_choices)
    if (is_place(choice) && is_inner_.insert(choice.variable).second) inner_.push_back(choice);
}

bool Query::has_inner(Term term) const {
  if (inner_.empty()) return false;
  for (Term variable : terms_.variables_of(term))
    if (is_inner_.contains(variable)) return true;
  return false;
}

std::vector<Query::Obligation> Query::obligations() const {
  Terms& t = terms_;
  std::vector<Obligation> all;
  all.push_back({Reason::MoreUb, target_.ub, t.truth(true), t.truth(true)});
  const Term defined = t.land(t.lnot(target_.ub), t.lnot(target_.unroll_exceeded));
  const Term otherwise_exited = t.land(
      target_.noreturn_exit,
      t.lor(t.lnot(source_.noreturn_exit), t.lnot(same_outside(source_.external_at_exit, target_.external_at_exit))));
  const Term differs = t.any_of(std::array{t.lxor(source_.returned, target_.returned),
                                           t.lxor(source_.unwound, target_.unwound), otherwise_exited});
  all.push_back({Reason::ReturnDomain, defined, t.truth(true), differs});
  const Term returns = t.land(defined, target_.returned);
  std::vector<Term> poison, value;
  for (std::size_t i = 0; i < source_.result.size() && i < target_.result.size(); ++i) {
    const Lane& s = source_.result[i];
    const Lane& d = target_.result[i];
    poison.push_back(t.land(d.poison, t.lnot(s.poison)));
    value.push_back(t.land(t.lnot(s.poison), t.lor(d.poison, t.lnot(comparison_.same_lane(i)))));
  }
  // Where the source has choices, each obligation includes the ones before it: the same choices must meet all of them.
  const Term before = inner_.empty() ? t.truth(false) : differs;
  all.push_back({Reason::MorePoisonous, returns, target_.returned, t.lor(before, t.any_of(poison))});
  const Term values = t.any_of(value);
  all.push_back({Reason::ValueMismatch, returns, target_.returned, t.lor(before, values)});
  const Term memory =
      t.lor(comparison_.memory_differs, t.lnot(same_outside(source_.memory.external, target_.memory.external)));
  if (!memory.is_false())
    all.push_back({Reason::MemoryMismatch, returns, target_.returned,
                   inner_.empty() ? memory : t.any_of(std::array{before, values, memory})});
  if (!target_.unwound.is_false()) add_obligations_of_unwinding(defined, before, all);
  // Of library functions an optimizer knows when they set errno, and leaves them out where they do not.
  const Term set_errno = t.ne(source_.memory.external[kLibraryErrno], target_.memory.external[kLibraryErrno]);
  if (!set_errno.is_false())
    all.push_back({Reason::MemoryMismatch, returns, target_.returned,
                   inner_.empty() ? set_errno : t.any_of(std::array{before, values, memory, set_errno}),
                   Cause::LibraryErrno});
  return all;
}

Term Query::same_outside(const External& a, const External& b) const {
  Term same = terms_.truth(true);
  for (std::size_t kind = 0; kind < a.size(); ++kind)
    if (kind != kLibraryErrno) same = terms_.land(same, terms_.eq(a[kind], b[kind]));
  return same;
}

/// An exception that leaves the function is compared like a result.
void Query::add_obligations_of_unwinding(Term defined, Term before, std::vector<Obligation>& all) const {
  Terms& t = terms_;
  const Term unwinds = t.land(defined, target_.unwound);
  const Term thrown = t.lnot(comparison_.same_exception);
  if (!thrown.is_false()) all.push_back({Reason::ValueMismatch, unwinds, target_.unwound, t.lor(before, thrown)});
  const Term memory = t.lor(comparison_.unwound_memory_differs,
                            t.lnot(same_outside(source_.unwound_memory.external, target_.unwound_memory.external)));
  if (!memory.is_false())
    all.push_back({Reason::MemoryMismatch, unwinds, target_.unwound,
                   inner_.empty() ? memory : t.any_of(std::array{before, thrown, memory})});
}

std::vector<Term> Query::variables_of_memory() const {
  return terms_.variables_of(std::array{comparison_.memory_differs, comparison_.unwound_memory_differs});
}

std::vector<Term> Query::witness_addresses(Term question) const {
  std::vector<Term> variables = terms_.variables_of(question);
  std::erase_if(variables, [&](Term v) { return !world_.memory.is(v, VariableKind::WitnessAddress); });
  return variables;
}

std::vector<Term> Query::axioms() const {
  std::vector<Term> all = world_.axioms;
  all.insert(all.end(), world_.cell_axioms.begin(), world_.cell_axioms.end());
  return all;
}

Query::Addresses Query::addresses(const Obligation& obligation, std::vector<Term> others) const {
  Addresses known{{}, terms_.truth(true)};
  if (!world_.memory.active) return known;
  for (Term root : {obligation.assumed, obligation.differs, source_.ub, source_.unroll_exceeded})
    others.push_back(root);
  const auto is_place = [&](Term variable) { return world_.chosen_places.contains(variable); };
  const std::vector<Term> present = terms_.variables_of(others);
  if (std::none_of(present.begin(), present.end(), [&](Term variable) {
        return is_place(variable) || world_.memory.is(variable, VariableKind::ObjectAddress);
      }))
    return known;
  known.axioms = world_.address_axioms;
  if (world_.chosen_places.empty()) return known;
  std::vector<Term> chosen;
  for (Term& axiom : known.axioms) {
    const std::vector<Term> variables = terms_.variables_of(axiom);
    if (std::none_of(variables.begin(), variables.end(), is_place)) continue;
    chosen.push_back(axiom);
    axiom = terms_.substitute(axiom, world_.chosen_places);
  }
  known.chosen = terms_.all_of(chosen);
  return known;
}

Term Query::fails(const Obligation& obligation, const Addresses& known) const {
  const std::array parts{terms_.lnot(source_.ub), terms_.lnot(source_.unroll_exceeded), obligation.differs};
  return terms_.lor(terms_.lnot(known.chosen), terms_.all_of(parts));
}

/// The limits for a part of the time until then: 1 / `share` of it.
smt::Limits Query::part_of(Clock::time_point until, unsigned share) const {
  smt::Limits limits = limits_;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count() / share;
  limits.milliseconds = static_cast<unsigned>(std::clamp<std::int64_t>(left, 1, limits_.milliseconds));
  return limits;
}

unsigned Query::at_most(std::chrono::milliseconds time) const {
  return std::min(limits_.milliseconds, static_cast<unsigned>(time.count()));
}

smt::Outcome Query::check(const Obligation& obligation) {
  Terms& t = terms_;
  const Clock::time_point question =
      std::min(deadline_, Clock::now() + std::chrono::milliseconds(limits_.milliseconds));
  std::vector<Term> assertions = axioms();
  const Addresses known = addresses(obligation, assertions);
  assertions.insert(assertions.end(), known.axioms.begin(), known.axioms.end());
  assertions.push_back(obligation.assumed);
  if (inner_.empty()) {
    assertions.push_back(fails(obligation, known));
    return solver_.check(t, assertions, part_of(question, 1));
  }
  smt::ExistsForall problem;
  std::vector<Term> body{fails(obligation, known)};
  for (Term assertion : assertions) (has_inner(assertion) ? body : problem.assertions).push_back(assertion);
  problem.body = t.all_of(body);
  for (const ChoiceVariable& choice : inner_) problem.inner.push_back(choice.variable);
  problem.candidates = candidates();
  const std::vector<Term> late = late_picks(problem.body);
  if (late.empty()) return solve(obligation, std::move(problem), late, question);
  const std::vector<Term> undef_inputs = undef_inputs_of(problem.body);
  if (undef_inputs.empty() || undef_inputs.size() > kUndefInputsApart)
    return solve(obligation, std::move(problem), late, question);
  return solve_apart(obligation, problem, undef_inputs, question);
}

std::vector<Term> Query::undef_inputs_of(Term question) const {
  std::vector<Term> inputs = terms_.variables_of(question);
  const auto is_undef = [&](Term variable) {
    return std::any_of(world_.inputs.begin(), world_.inputs.end(), [&](const std::vector<InputLane>& lanes) {
      return std::any_of(lanes.begin(), lanes.end(), [&](const InputLane& lane) { return lane.undef == variable; });
    });
  };
  std::erase_if(inputs, [&](Term variable) { return !is_undef(variable); });
  return inputs;
}

/// In all at once: what they have in common is walked once.
void Query::substitute(std::span<Term* const> terms, const std::unordered_map<Term, Term>& map) const {
  std::vector<Term> list;
  for (const Term* term : terms) list.push_back(*term);
  list = terms_.substitute(list, map);
  for (std::size_t i = 0; i < terms.size(); ++i) *terms[i] = list[i];
}

/// Asks one by one for each way in which inputs are undef or not. Mostly either no member of a set is picked then, or
/// no choice is made.
smt::Outcome Query::solve_apart(const Obligation& obligation, const smt::ExistsForall& problem,
                                const std::vector<Term>& undef_inputs, Clock::time_point question) {
  smt::Outcome result;
  result.answer = Answer::Unsat;
  for (unsigned which = 0; which < 1u << undef_inputs.size(); ++which) {
    if (Clock::now() >= question) return smt::Outcome::unknown(Reason::Timeout);
    std::unordered_map<Term, Term> said;
    for (std::size_t i = 0; i < undef_inputs.size(); ++i) said[undef_inputs[i]] = terms_.truth((which >> i & 1) != 0);
    smt::ExistsForall part = problem;
    std::vector<Term*> terms{&part.body};
    for (Term& assertion : part.assertions) terms.push_back(&assertion);
    for (smt::Instance& instance : part.candidates)
      for (auto& [choice, value] : instance) terms.push_back(&value);
    substitute(terms, said);
    const std::vector<Term> late = late_picks(part.body);
    smt::Outcome outcome = solve(obligation, std::move(part), late, question);
    if (outcome.answer == Answer::Unsat) continue;
    for (const auto& [input, value] : said) outcome.model.set(input, value.value());
    result = std::move(outcome);
    if (result.answer == Answer::Sat) break;
  }
  return result;
}

smt::Outcome Query::solve(const Obligation& obligation, smt::ExistsForall problem, const std::vector<Term>& late,
                          Clock::time_point question) {
  if (std::optional<smt::Outcome> outcome = try_candidates(obligation, problem, late, question))
    return std::move(*outcome);
  if (!late.empty())
    if (std::optional<smt::Outcome> outcome = refute_by_two(problem, late, question)) return std::move(*outcome);
  const smt::ExistsForall asked = problem;
  problem.body = with_choices_written_out(problem.body);
  if (choices_move_cells(obligation)) problem.witnesses = witness_addresses(problem.body);
  problem.witnesses.insert(problem.witnesses.end(), late.begin(), late.end());
  smt::Outcome outcome = solver_.check(terms_, problem, part_of(question, 1));
  if (outcome.answer == Answer::Unsat && choices_move_axioms()) {
    outcome.answer = Answer::Unknown;
    outcome.reason = Reason::ChoicesAndMemory;
  }
  // No single cell decides it. Where one could, two would only take longer.
  if (late.empty() && outcome.answer == Answer::Unknown && outcome.reason == Reason::ChoicesAndMemory)
    if (std::optional<smt::Outcome> twice = refute_by_two(asked, late, question)) return std::move(*twice);
  return outcome;
}

RefineResult Query::run() {
  std::optional<evidence::Claim> open;
  std::vector<Obligation> list = obligations();
  bool settled = false;  // the obligations after the first are met, by one question
  for (std::size_t i = 0; i < list.size() && !settled; ++i) {
    const Obligation& obligation = list[i];
    if (i == 1) decide_aliases(list);
    if (i == 1 && list.size() > 2) {
      const Obligation all = together(list);
      settled = all.differs.is_false() || is_ruled_out_without_cells(all) || check(all).answer == Answer::Unsat;
      if (settled) break;
    }
    if (obligation.assumed.is_false() || obligation.differs.is_false() || is_ruled_out_without_cells(obligation))
      continue;
    const smt::Outcome outcome =
        i != 0 && Clock::now() >= deadline_ ? smt::Outcome::unknown(Reason::Timeout) : check(obligation);
    if (outcome.answer == Answer::Sat) return incorrect(obligation, outcome);
    if (outcome.answer != Answer::Unsat && !open)
      open = evidence::Claim::gave_up(outcome.reason, outcome.feature, name_of(obligation.reason));
  }
  return {open ? *open : proof_within_bounds()};
}

/// Questions about the defined runs of the source, and of the target on the same input.
class Query::Runs {
 public:
  /// `ways`: what will be asked about.
  Runs(Query& query, const std::vector<Term>& ways) : query_(query), assertions_(query.axioms()) {
    std::vector<Term> others = assertions_;
    others.insert(others.end(), ways.begin(), ways.end());
    const Term truth = query.terms_.truth(true);
    const Addresses known = query.addresses({Reason::None, truth, truth, truth}, std::move(others));
    assertions_.insert(assertions_.end(), known.axioms.begin(), known.axioms.end());
    assertions_.push_back(query.terms_.lnot(query.source_.ub));
  }
  /// Is there one of which this holds?
  Answer exist(Term which) const {
    if (which.is_false()) return Answer::Unsat;
    std::vector<Term> all = assertions_;
    all.push_back(which);
    return query_.solver_.check(query_.terms_, all, query_.part_of(query_.deadline_, 1)).answer;
  }

 private:
  Query& query_;
  std::vector<Term> assertions_;
};

/// What the proof is worth where something is followed only so often. A bound limits it if some run meets it. It is no
/// proof where no run was compared, or none of those that come to some place: there every run goes on beyond the bound.
evidence::Claim Query::proof_within_bounds() {
  using evidence::Inconclusive;
  evidence::Claim proof = evidence::Claim::proved(Method::Smt);
  std::vector<Bounded> places = source_.bounded;
  places.insert(places.end(), target_.bounded.begin(), target_.bounded.end());
  if (places.empty()) return proof;
  Terms& t = terms_;
  const bool has_loop = std::ranges::any_of(places, [](const Bounded& each) { return each.bytes == 0; });
  const Term compared = t.lnot(t.lor(source_.unroll_exceeded, target_.unroll_exceeded));
  std::vector<Term> ways{source_end()};
  for (const Bounded& place : places) ways.insert(ways.end(), {place.entered, place.exceeded});
  const Runs runs(*this, ways);
  if (!add_bounds_met(proof, places, runs)) return proof;
  const Answer some_end = runs.exist(t.land(compared, source_end()));
  const auto all_stay = [&](const Bounded& place) {
    return runs.exist(t.land(compared, place.entered)) == Answer::Unsat && runs.exist(place.entered) != Answer::Unsat;
  };
  const auto nothing = [](Inconclusive why) { return evidence::Claim::inconclusive(Method::Smt, why); };
  if (some_end == Answer::Unknown) return nothing(Inconclusive::NoRunKnownToEnd);
  if (some_end == Answer::Unsat) {
    const Term ends = t.land(t.lnot(source_.unroll_exceeded), source_end());
    if (!has_loop) return nothing(Inconclusive::ScanExceeded);
    return nothing(runs.exist(ends) == Answer::Unsat ? Inconclusive::NoRunEnds : Inconclusive::LoopExceeded);
  }
  for (const Bounded& place : places)
    if (all_stay(place)) return nothing(place.bytes == 0 ? Inconclusive::LoopExceeded : Inconclusive::ScanExceeded);
  return proof;
}

/// The proof rests on each bound that some run meets, for all that is known. Is there one?
bool Query::add_bounds_met(evidence::Claim& proof, const std::vector<Bounded>& places, const Runs& runs) {
  std::map<unsigned, std::vector<Term>> by_bytes;
  for (const Bounded& place : places) by_bytes[place.bytes].push_back(place.exceeded);
  for (const auto& [bytes, exceeded] : by_bytes) {
    if (runs.exist(terms_.any_of(exceeded)) == Answer::Unsat) continue;
    proof.assume(bytes == 0 ? evidence::Assumption{Assumed::LoopsUnrolled, std::to_string(world_.options.unroll)}
                            : evidence::Assumption{Assumed::BytesScanned, std::to_string(bytes)});
  }
  return proof.proved()->limits_proofs();
}

/// A call that may not come back ends some run of a loop that would go on for long: where there is a return, it counts.
Term Query::source_end() const {
  const auto& code = comparison_.machine.function().instructions;
  const bool has_return = std::ranges::any_of(code, [](const auto& each) { return each.op == semantics::Op::Ret; });
  return has_return ? source_.returned : terms_.lor(source_.noreturn_exit, source_.unwound);
}

/// All obligations but the first, which is about undefined behaviour, as one: mostly all of them are met.
Query::Obligation Query::together(const std::vector<Obligation>& list) const {
  Terms& t = terms_;
  std::vector<Term> differs{list[1].differs};
  for (std::size_t i = 2; i < list.size(); ++i) differs.push_back(t.land(list[i].ending, list[i].differs));
  const bool memory = std::any_of(list.begin(), list.end(),
                                  [](const Obligation& each) { return each.reason == Reason::MemoryMismatch; });
  return {memory ? Reason::MemoryMismatch : list.back().reason, list[1].assumed, t.truth(true), t.any_of(differs)};
}

}  // namespace assay::refine
