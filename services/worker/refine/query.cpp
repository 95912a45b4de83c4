#include "services/worker/refine/query.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "services/worker/refine/candidates.h"
#include "services/worker/refine/counter_input.h"
#include "services/worker/refine/wishes.h"

namespace assay::refine {

using smt::Answer;

constexpr unsigned kQuestions = 2;       ///< so often the time of one query may be spent on a pair
constexpr unsigned kCandidateShare = 3;  ///< of the time left, one instance gets the part
constexpr unsigned kWishMilliseconds = 500, kWishesMilliseconds = 1000;  ///< for one, for all that a model should grant
constexpr unsigned kWrittenOut = 4;  ///< choices of one bit that are written out where memory is compared

Query::Query(World& world, const Comparison& comparison, smt::Solver& solver)
    : world_(world),
      terms_(world.terms),
      comparison_(comparison),
      source_(comparison.source),
      target_(comparison.target),
      solver_(solver) {
  limits_.milliseconds = world.options.smt_timeout_ms;
  limits_.megabytes = world.options.memory_mb;
  limits_.rlimit = world.options.rlimit;
  deadline_ = Clock::now() + std::chrono::milliseconds(std::uint64_t{kQuestions} * limits_.milliseconds);
  find_inner();
}

std::vector<Term> Query::roots() const {
  std::vector<Term> roots = axioms();
  for (Term root : {comparison_.memory_differs, comparison_.unwound_memory_differs, comparison_.same_exception})
    roots.push_back(root);
  for (const Behaviour* b : {&source_, &target_}) {
    for (Term root : {b->ub, b->unroll_exceeded, b->returned, b->noreturn_exit, b->external_at_exit, b->memory.external,
                      b->unwound, b->unwound_memory.external, b->unwound_unseen})
      roots.push_back(root);
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
  // The others stand somewhere, too.
  for (const ChoiceVariable& choice : comparison_.source_choices)
    if (is_place(choice) && is_inner_.insert(choice.variable).second) inner_.push_back(choice);
}

bool Query::has_inner(Term term) const {
  if (inner_.empty()) return false;
  for (Term variable : terms_.variables_of(term))
    if (is_inner_.contains(variable)) return true;
  return false;
}

std::vector<Query::Way> Query::ways() const {
  Terms& t = terms_;
  std::vector<Way> ways;
  ways.push_back({Reason::MoreUb, target_.ub, t.truth(true), t.truth(true)});
  const Term defined = t.land(t.lnot(target_.ub), t.lnot(target_.unroll_exceeded));
  const Term otherwise_exited =
      t.land(target_.noreturn_exit,
             t.lor(t.lnot(source_.noreturn_exit), t.ne(source_.external_at_exit, target_.external_at_exit)));
  const Term differs = t.any_of(std::array{t.lxor(source_.returned, target_.returned),
                                           t.lxor(source_.unwound, target_.unwound), otherwise_exited});
  ways.push_back({Reason::ReturnDomain, defined, t.truth(true), differs});
  const Term returns = t.land(defined, target_.returned);
  std::vector<Term> poison, value;
  for (std::size_t i = 0; i < source_.result.size() && i < target_.result.size(); ++i) {
    const Lane& s = source_.result[i];
    const Lane& d = target_.result[i];
    poison.push_back(t.land(d.poison, t.lnot(s.poison)));
    value.push_back(t.land(t.lnot(s.poison), t.lor(d.poison, t.lnot(comparison_.same_lane(i)))));
  }
  // With choices of the source each question includes the ones before: one and the same choice must answer all.
  const Term before = inner_.empty() ? t.truth(false) : differs;
  ways.push_back({Reason::MorePoisonous, returns, target_.returned, t.lor(before, t.any_of(poison))});
  const Term values = t.any_of(value);
  ways.push_back({Reason::ValueMismatch, returns, target_.returned, t.lor(before, values)});
  const Term memory = t.lor(comparison_.memory_differs, t.ne(source_.memory.external, target_.memory.external));
  if (!memory.is_false())
    ways.push_back({Reason::MemoryMismatch, returns, target_.returned,
                    inner_.empty() ? memory : t.any_of(std::array{before, values, memory})});
  if (!target_.unwound.is_false()) add_ways_of_unwinding(defined, before, ways);
  return ways;
}

/// An exception that leaves the function is what it returns then.
void Query::add_ways_of_unwinding(Term defined, Term before, std::vector<Way>& ways) const {
  Terms& t = terms_;
  const Term unwinds = t.land(defined, target_.unwound);
  const Term thrown = t.lnot(comparison_.same_exception);
  if (!thrown.is_false()) ways.push_back({Reason::ValueMismatch, unwinds, target_.unwound, t.lor(before, thrown)});
  const Term memory = t.lor(comparison_.unwound_memory_differs,
                            t.ne(source_.unwound_memory.external, target_.unwound_memory.external));
  const Term seen = t.lnot(source_.unwound_unseen);
  if (!memory.is_false())
    ways.push_back({Reason::MemoryMismatch, t.land(unwinds, seen), t.land(target_.unwound, seen),
                    inner_.empty() ? memory : t.any_of(std::array{before, thrown, memory})});
}

std::vector<Term> Query::variables_of_memory() const {
  return terms_.variables_of(std::array{comparison_.memory_differs, comparison_.unwound_memory_differs});
}

std::vector<Term> Query::looks(Term question) const {
  std::vector<Term> looks = terms_.variables_of(question);
  std::erase_if(looks, [&](Term v) { return v.is_array() || !terms_.name(v).starts_with("look."); });
  return looks;
}

std::vector<Term> Query::axioms() const {
  std::vector<Term> all = world_.axioms;
  all.insert(all.end(), world_.cell_axioms.begin(), world_.cell_axioms.end());
  return all;
}

Query::Addresses Query::addresses(const Way& way, std::vector<Term> others) const {
  Addresses known{{}, terms_.truth(true)};
  if (!world_.memory.active) return known;
  for (Term root : {way.assumed, way.differs, source_.ub, source_.unroll_exceeded}) others.push_back(root);
  const auto is_place = [&](Term variable) { return world_.chosen_places.contains(variable); };
  const std::vector<Term> present = terms_.variables_of(others);
  if (std::none_of(present.begin(), present.end(), [&](Term variable) {
        return is_place(variable) || (!variable.is_array() && terms_.name(variable).ends_with(".address"));
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

Term Query::fails(const Way& way, const Addresses& known) const {
  const std::array parts{terms_.lnot(source_.ub), terms_.lnot(source_.unroll_exceeded), way.differs};
  return terms_.lor(terms_.lnot(known.chosen), terms_.all_of(parts));
}

/// A share of the time that is left until then.
smt::Limits Query::part_of(Clock::time_point until, unsigned share) const {
  smt::Limits limits = limits_;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count() / share;
  limits.milliseconds = static_cast<unsigned>(std::clamp<std::int64_t>(left, 1, limits_.milliseconds));
  return limits;
}

smt::Outcome Query::check(const Way& way) {
  Terms& t = terms_;
  const Clock::time_point question = std::min(deadline_, Clock::now() + std::chrono::milliseconds(limits_.milliseconds));
  std::vector<Term> assertions = axioms();
  const Addresses known = addresses(way, assertions);
  assertions.insert(assertions.end(), known.axioms.begin(), known.axioms.end());
  assertions.push_back(way.assumed);
  if (inner_.empty()) {
    assertions.push_back(fails(way, known));
    return solver_.check(t, assertions, part_of(question, 1));
  }
  smt::ExistsForall problem;
  std::vector<Term> body{fails(way, known)};
  for (Term assertion : assertions) (has_inner(assertion) ? body : problem.assertions).push_back(assertion);
  problem.body = t.all_of(body);
  for (const ChoiceVariable& choice : inner_) problem.inner.push_back(choice.variable);
  problem.candidates = candidates();
  if (std::optional<smt::Outcome> outcome = try_candidates(way, problem, question)) return std::move(*outcome);
  problem.body = look_again(problem.body);
  if (choices_move_cells(way)) problem.witnesses = looks(problem.body);
  smt::Outcome outcome = solver_.check(t, problem, part_of(question, 1));
  if (outcome.answer == Answer::Unsat && choices_move_axioms()) {
    outcome.answer = Answer::Unknown;
    outcome.reason = Reason::ChoicesAndMemory;
  }
  return outcome;
}

std::vector<smt::Instance> Query::candidates() const {
  return Candidates(world_, source_, target_, inner_, comparison_.target_choices, occurs_).list();
}

/// Is the way ruled out whatever callees see where the functions' versions of memory are not known to be the same?
bool Query::is_ruled_out_without_cells(const Way& way) {
  if (world_.cell_axioms.empty()) return false;
  const Clock::time_point question = std::min(deadline_, Clock::now() + std::chrono::milliseconds(limits_.milliseconds));
  smt::ExistsForall problem;
  for (const ChoiceVariable& choice : inner_) problem.inner.push_back(choice.variable);
  std::vector<Term> body = world_.axioms;
  const Addresses known = addresses(way, body);
  body.insert(body.end(), known.axioms.begin(), known.axioms.end());
  body.push_back(way.assumed);
  body.push_back(fails(way, known));
  problem.body = terms_.all_of(body);
  std::unordered_set<Term> tried;
  for (const smt::Instance& candidate : inner_.empty() ? std::vector<smt::Instance>(1) : candidates()) {
    const std::vector<Term> instance = instantiate(problem, candidate);
    if (!tried.insert(instance.back()).second) continue;
    if (solver_.check(terms_, instance, part_of(question, kCandidateShare)).answer == Answer::Unsat) return true;
  }
  return false;
}

/// Mostly the source need only choose as the target does: one instance, no search. Else that may be true of those choices
/// that have to be the same everywhere, while the others are looked at all together.
std::optional<smt::Outcome> Query::try_candidates(const Way& way, const smt::ExistsForall& problem,
                                                  Clock::time_point question) {
  const std::vector<Term> moving = moving_choices(way);
  std::unordered_set<Term> tried;
  for (const smt::Instance& candidate : problem.candidates) {
    const std::vector<Term> instance = instantiate(problem, candidate);
    if (!tried.insert(instance.back()).second) continue;
    smt::Outcome outcome = solver_.check(terms_, instance, part_of(question, kCandidateShare));
    if (outcome.answer == Answer::Unsat) return outcome;
    if (moving.empty() && tried.size() > 1) continue;
    smt::Outcome all = solver_.eliminate(terms_, with_moving_fixed(problem, moving, candidate),
                                         part_of(question, moving.empty() ? 1 : kCandidateShare));
    if (all.answer == Answer::Unsat || (all.answer == Answer::Sat && moving.empty())) return all;
  }
  return std::nullopt;
}

/// The question is asked of one cell of memory at a time. Where the source's choices have to differ from cell to cell,
/// no single choice answers all, and several instances together prove nothing: the choices of which that may be so.
std::vector<Term> Query::moving_choices(const Way& way) const {
  if (!world_.memory.active) return {};
  std::vector<Term> moving = terms_.variables_of(axioms());
  if (way.reason == Reason::MemoryMismatch) {
    const std::vector<Term> asked = variables_of_memory();
    moving.insert(moving.end(), asked.begin(), asked.end());
  }
  // What a cell is picked to hold is a choice for that cell alone: it has to fail for all of them at one cell.
  std::erase_if(moving, [&](Term v) { return !is_inner_.contains(v) || world_.cell_picks.contains(v); });
  return moving;
}

/// Are there such choices that look_again() does not write out?
bool Query::choices_move_cells(const Way& way) const {
  const std::vector<Term> moving = moving_choices(way);
  return moving.size() > kWrittenOut || std::any_of(moving.begin(), moving.end(), [](Term v) { return v.width() != 1; });
}

/// Are there such choices where the cells are that callees see?
bool Query::choices_move_axioms() const {
  if (!world_.memory.active) return false;
  const std::vector<Term> present = terms_.variables_of(axioms());
  return std::any_of(present.begin(), present.end(),
                     [&](Term v) { return is_inner_.contains(v) && !world_.cell_picks.contains(v); });
}

/// The problem with those choices as the instance says.
smt::ExistsForall Query::with_moving_fixed(const smt::ExistsForall& problem, const std::vector<Term>& moving,
                                           const smt::Instance& instance) const {
  smt::ExistsForall fixed = problem;
  fixed.candidates = moving.empty() ? problem.candidates : std::vector<smt::Instance>{instance};
  std::unordered_map<Term, Term> map;
  for (Term variable : moving) {
    const auto found = instance.find(variable);
    map[variable] = found == instance.end() ? terms_.zero(variable.width()) : found->second;
  }
  std::erase_if(fixed.inner, [&](Term variable) { return map.contains(variable); });
  fixed.body = terms_.substitute(problem.body, map);
  return fixed;
}

std::vector<Term> Query::instantiate(const smt::ExistsForall& problem, const smt::Instance& instance) const {
  std::unordered_map<Term, Term> map;
  for (Term variable : problem.inner) {
    const auto found = instance.find(variable);
    map[variable] = found == instance.end() ? terms_.zero(variable.width()) : found->second;
  }
  std::vector<Term> assertions = problem.assertions;
  assertions.push_back(terms_.substitute(problem.body, map));
  return assertions;
}

/// The cell in which memory differs may be another one for each choice of one bit (which branch a frozen condition
/// takes): such choices are written out, each with a cell of its own.
Term Query::look_again(Term body) const {
  if (!world_.memory.active) return body;
  std::vector<Term> bits;
  for (Term variable : variables_of_memory())
    if (!variable.is_array() && variable.width() == 1 && is_inner_.contains(variable)) bits.push_back(variable);
  if (bits.empty() || bits.size() > kWrittenOut) return body;
  std::vector<Term> all;
  for (unsigned choice = 0; choice < 1u << bits.size(); ++choice) {
    std::unordered_map<Term, Term> map;
    for (std::size_t i = 0; i < bits.size(); ++i) map[bits[i]] = terms_.truth((choice >> i & 1) != 0);
    for (Term look : looks(body)) map[look] = terms_.variable(std::string(terms_.name(look)) + std::to_string(choice), look.width());
    all.push_back(terms_.substitute(body, map));
  }
  return terms_.all_of(all);
}

RefineResult Query::run() {
  RefineResult result;
  result.kind = VerdictKind::Correct;
  const std::vector<Way> list = ways();
  bool settled = false;  // the ways after the first have been ruled out together
  for (std::size_t i = 0; i < list.size() && !settled; ++i) {
    const Way& way = list[i];
    if (i == 1 && list.size() > 2) {
      const Way all = together(list);
      settled = all.differs.is_false() || is_ruled_out_without_cells(all) || check(all).answer == Answer::Unsat;
      if (settled) break;
    }
    if (way.assumed.is_false() || way.differs.is_false() || is_ruled_out_without_cells(way)) continue;
    const smt::Outcome outcome = check(way);
    if (outcome.answer == Answer::Sat) return incorrect(way, outcome);
    if (outcome.answer == Answer::Unsat || result.kind == VerdictKind::Unknown) continue;
    result.kind = VerdictKind::Unknown;
    result.reason = outcome.reason;
    result.feature = outcome.feature;
    result.detail = std::string("the solver gave up on ") + name_of(way.reason);
  }
  return result;
}

/// All ways but the first, which is about undefined behaviour, as one question: mostly none of them is possible.
Query::Way Query::together(const std::vector<Way>& list) const {
  Terms& t = terms_;
  std::vector<Term> differs{list[1].differs};
  for (std::size_t i = 2; i < list.size(); ++i) differs.push_back(t.land(list[i].ending, list[i].differs));
  const bool memory = std::any_of(list.begin(), list.end(), [](const Way& w) { return w.reason == Reason::MemoryMismatch; });
  return {memory ? Reason::MemoryMismatch : list.back().reason, list[1].assumed, t.truth(true), t.any_of(differs)};
}

/// A model that grants as many wishes as are granted soon.
smt::Model Query::plainer(Way way, smt::Model model) {
  const smt::Limits limits = limits_;
  const Clock::time_point deadline = deadline_;
  limits_.milliseconds = std::min(limits.milliseconds, kWishMilliseconds);
  deadline_ = Clock::now() + std::chrono::milliseconds(kWishesMilliseconds);
  for (Term wish : wishes_of(world_)) {
    Way wished = way;
    wished.assumed = terms_.land(way.assumed, wish);
    if (!smt::evaluate(terms_, wish, model).isOne()) {
      if (Clock::now() > deadline_) break;
      smt::Outcome outcome = check(wished);
      if (outcome.answer != Answer::Sat) continue;
      model = std::move(outcome.model);
    }
    way = std::move(wished);
  }
  limits_ = limits;
  deadline_ = deadline;
  return model;
}

RefineResult Query::incorrect(const Way& way, const smt::Outcome& first) {
  smt::Outcome outcome = first;
  if (!world_.approximations.hold_always()) outcome.model = plainer(way, std::move(outcome.model));
  RefineResult result;
  result.kind = VerdictKind::Incorrect;
  result.reason = way.reason;
  if (way.reason == Reason::ValueMismatch && target_is_undefined(outcome.model)) result.reason = Reason::MoreUndefined;
  result.input = input_in(world_, comparison_.machine, outcome.model);
  result.input_decides = input_decides();
  if (const std::string approximated = world_.approximations.told_in(outcome.model); !approximated.empty()) {
    result.kind = VerdictKind::Unknown;
    result.detail = "only in a model that knows too little of " + approximated;
    result.reason = Reason::Approximation;
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
    limits.milliseconds = std::min(limits.milliseconds, 500u);
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
  if (std::any_of(occurs_.begin(), occurs_.end(), [&](Term variable) { return !known.contains(variable); })) return true;
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
