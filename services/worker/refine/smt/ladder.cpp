#include "services/worker/refine/smt/ladder.h"

#include <algorithm>

#include "services/worker/refine/smt/search.h"
#include "services/worker/refine/smt/z3/integers.h"

namespace assay::refine::smt {

namespace {

using Clock = WorkClock;

bool is_float(Term t) { return is_float_operation(t.kind()); }

bool is_quotient_by_constant(Term t) {
  return (t.kind() == Kind::UDiv || t.kind() == Kind::URem) && is_hard_arithmetic(t) && t.operand(1).is_constant();
}

/// What decides which rung is likely to answer: size, sums, products of unknowns, wide numbers.
std::string shape_of(std::span<const Term> nodes) {
  constexpr std::size_t kSmall = 100, kMiddle = 400, kFewSums = 4;
  constexpr unsigned kWord = 64;
  const auto sums =
      static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [](Term t) { return t.kind() == Kind::Add; }));
  std::string shape = nodes.size() < kSmall ? " small" : nodes.size() < kMiddle ? " middle" : " large";
  if (sums >= kFewSums) shape += " sums";
  if (std::any_of(nodes.begin(), nodes.end(), is_hard_arithmetic)) shape += " products";
  if (std::any_of(nodes.begin(), nodes.end(), [](Term t) { return t.width() > kWord + 2; })) shape += " wide";
  return shape;
}

}  // namespace

Query::Query(Solver::State& state, Terms& terms, std::span<const Term> assertions, const Limits& limits)
    : state_(state),
      terms_(terms),
      assertions_(assertions.begin(), assertions.end()),
      limits_(limits),
      deadline_(Clock::now() + std::chrono::milliseconds(limits.milliseconds)) {}

bool Query::has(bool (*is_such)(Term)) const {
  const std::vector<Term> nodes = terms_.nodes_of(simplified_.conjuncts);
  return std::any_of(nodes.begin(), nodes.end(), is_such);
}

std::string Query::kind_of(const char* rung, std::span<const Term> conjuncts) const {
  return state_.options.learns ? rung + shape_of(terms_.nodes_of(conjuncts)) : "";
}

bool Query::is_worth_trying(const std::string& kind) {
  return !state_.options.learns || state_.experience.is_worth_trying(kind);
}

void Query::learn(const std::string& kind, bool decided) {
  if (state_.options.learns) state_.experience.told(kind, decided);
}

Budget Query::budget() const { return {deadline_, limits_.megabytes}; }

std::optional<Outcome> Query::verified(Model model, Stage stage) const {
  simplified_.complete(terms_, model);
  if (!Evaluator(terms_, assertions_).all_true(model)) return std::nullopt;
  return Outcome::sat(std::move(model), stage);
}

Outcome Query::run() {
  simplified_ = preprocess(terms_, assertions_);
  if (simplified_.contradiction) return Outcome::unsat(Stage::Simplification);
  if (simplified_.conjuncts.empty()) {
    if (std::optional<Outcome> outcome = verified(Model(), Stage::Simplification)) return std::move(*outcome);
    return Outcome::unknown(Reason::ModelMismatch);
  }
  Rng rng(state_.options.seed);
  if (std::optional<Model> model = search_model(terms_, simplified_.conjuncts, state_.options.random_models, rng))
    if (std::optional<Outcome> outcome = verified(std::move(*model), Stage::Evaluation)) return std::move(*outcome);
  return solve();
}

/// Bit vectors: the SAT solver; where it does not answer soon and there are sums, integers in its stead; then the SAT
/// solver goes on. Where there is much time, Z3 gets a part of it before the rest is the SAT solver's: it rewrites
/// before it turns to bits.
BackendResult Query::solve_bits(std::span<const Term> conjuncts, const Budget& budget) {
  const std::vector<Term> nodes = terms_.nodes_of(conjuncts);
  if (std::any_of(nodes.begin(), nodes.end(), is_float))  // rewriting has made one after lowering
    return state_.z3().solve(terms_, conjuncts, Engine::Floats, budget, state_.watchdog());
  const auto until = [&](Clock::duration most, int share) {
    Budget part = budget;
    part.deadline = Clock::now() + std::min<Clock::duration>(most, (budget.deadline - Clock::now()) / share);
    return part;
  };
  const bool patient = budget.deadline - Clock::now() >= shares().patience;
  const std::string kind = kind_of("integers", conjuncts);
  const bool integers_likely = state_.experience.decides_most(kind);
  BackendResult result = state_.sat.solve(
      terms_, conjuncts, until(integers_likely ? shares().at_once : shares().soon, shares().bits_share));
  bool braked = result.reason == Reason::ResourceLimit;
  if (is_spent(result.reason) && Integers::may_help(terms_, conjuncts)) {
    BackendResult refuted = refute_as_integers(
        conjuncts, until(shares().integers, integers_likely ? shares().likely_integers_share : shares().integers_share),
        kind);
    if (refuted.answer == Answer::Unsat) result = std::move(refuted);
  }
  if (is_spent(result.reason)) {
    result = state_.sat.solve(terms_, conjuncts, patient ? until(shares().patience, shares().bits_share) : budget);
    braked |= result.reason == Reason::ResourceLimit;
  }
  if (is_spent(result.reason) && patient) {
    BackendResult rewritten = state_.z3().solve(
        terms_, conjuncts, Engine::Bits, until(Clock::duration::max(), shares().rewriting_share), state_.watchdog());
    if (rewritten.answer != Answer::Unknown) return rewritten;
    result = state_.sat.solve(terms_, conjuncts, budget);
  }
  if (braked && result.reason == Reason::Timeout) result.reason = Reason::ResourceLimit;
  const bool doubted = result.answer == Answer::Unsat && state_.wants_second_opinion();
  return doubted ? second_opinion(conjuncts, std::move(result), budget) : result;
}

/// Not asked where they hardly ever decide questions of the kind.
BackendResult Query::refute_as_integers(std::span<const Term> conjuncts, const Budget& budget,
                                        const std::string& kind) {
  if (!is_worth_trying(kind)) return {};
  ++state_.statistics.as_integers;
  BackendResult result = state_.z3().refute_as_integers(terms_, conjuncts, budget, state_.watchdog());
  learn(kind, result.answer == Answer::Unsat);
  return result;
}

/// The proof, unless Z3 finds a model.
BackendResult Query::second_opinion(std::span<const Term> conjuncts, BackendResult proof, const Budget& budget) {
  const BackendResult second = state_.z3().solve(terms_, conjuncts, Engine::Bits, budget, state_.watchdog());
  if (second.answer == Answer::Sat) return {Answer::Unknown, Reason::OraclesDisagree, "solvers of bits", {}};
  if (second.answer == Answer::Unsat) ++state_.statistics.second_opinions;
  return proof;
}

std::optional<Outcome> Query::solve_abstractly(Lowering::Abstraction abstraction, unsigned share) {
  Budget part = budget();
  part.deadline = Clock::now() + (deadline_ - Clock::now()) / share;
  Lowering lowering(terms_, abstraction, part.deadline);
  std::optional<std::vector<Term>> lowered = lowering.lower(simplified_.conjuncts);
  if (!lowered || !lowering.abstracted()) return std::nullopt;
  const std::string kind = kind_of("abstraction", *lowered);
  if (!is_worth_trying(kind)) return std::nullopt;
  std::optional<Outcome> outcome = solve_corrected(lowering, std::move(*lowered), part);
  learn(kind, outcome.has_value());
  return outcome;
}

/// Adds what the abstraction got wrong until the answer holds.
std::optional<Outcome> Query::solve_corrected(Lowering& lowering, std::vector<Term> lowered, const Budget& part) {
  for (int round = 0; round < shares().corrections; ++round) {
    BackendResult result = solve_bits(lowered, part);
    if (result.answer == Answer::Unsat) return Outcome::unsat(Stage::Abstraction);
    if (result.reason == Reason::OraclesDisagree) return Outcome::unknown(result.reason, result.feature);
    if (result.answer == Answer::Unknown) return std::nullopt;
    lowering.lift(result.model);
    const std::vector<Term> corrections = lowering.corrections(result.model);
    if (auto outcome = verified(std::move(result.model), Stage::Abstraction)) return outcome;
    if (corrections.empty()) return std::nullopt;
    lowered.insert(lowered.end(), corrections.begin(), corrections.end());
  }
  return std::nullopt;
}

std::optional<Outcome> Query::solve_quotients() {
  const auto left = deadline_ - Clock::now();
  Budget part = budget();
  part.deadline = Clock::now() + std::min<Clock::duration>(shares().integers, left - left / shares().bits_share);
  Lowering lowering(terms_, {}, part.deadline);
  const std::optional<std::vector<Term>> lowered = lowering.lower(simplified_.conjuncts);
  if (!lowered || !Integers::may_help(terms_, *lowered)) return std::nullopt;
  BackendResult result = refute_as_integers(*lowered, part, kind_of("quotients", *lowered));
  if (result.answer != Answer::Unsat) return std::nullopt;
  if (state_.wants_second_opinion()) result = second_opinion(*lowered, std::move(result), budget());
  if (result.answer != Answer::Unsat) return Outcome::unknown(result.reason, result.feature);
  return Outcome::unsat(Stage::Solver);
}

Outcome Query::solve() {
  const bool floats = has(is_float), arithmetic = has(is_hard_arithmetic);
  const bool abstract_floats = floats && state_.options.abstract_floats;
  if (!floats && has(is_quotient_by_constant))
    if (auto outcome = solve_quotients()) return std::move(*outcome);
  if (arithmetic && (abstract_floats || !floats))
    if (auto outcome = solve_abstractly({abstract_floats, true}, shares().arithmetic_share)) return std::move(*outcome);
  if (abstract_floats)
    if (auto outcome = solve_abstractly({true, false}, shares().float_share)) return std::move(*outcome);
  if (floats) return solve_floats();
  Lowering lowering(terms_, {}, deadline_);
  const std::optional<std::vector<Term>> lowered = lowering.lower(simplified_.conjuncts);
  if (!lowered) return Clock::now() > deadline_ ? Outcome::unknown(Reason::Timeout) : solve_arrays();
  BackendResult result = solve_bits(*lowered, budget());
  if (result.answer == Answer::Unsat) return Outcome::unsat(Stage::Solver);
  if (result.answer == Answer::Unknown) return Outcome::unknown(result.reason, result.feature);
  lowering.lift(result.model);
  if (auto outcome = verified(std::move(result.model), Stage::Solver)) return std::move(*outcome);
  return Outcome::unknown(Reason::ModelMismatch);
}

/// Floating point written in integers, for the SAT solver. Nothing if it does not answer.
std::optional<Outcome> Query::solve_floats_as_bits(std::span<const Term> as_floats) {
  Lowering lowering(terms_, {.floats_in_integers = true}, deadline_);
  const std::optional<std::vector<Term>> lowered = lowering.lower(simplified_.conjuncts);
  if (!lowered) return std::nullopt;
  const std::vector<Term> nodes = terms_.nodes_of(*lowered);
  if (std::any_of(nodes.begin(), nodes.end(), is_float)) return std::nullopt;
  Budget part = budget();
  const auto left = deadline_ - Clock::now();
  if (left >= shares().patience) part.deadline = Clock::now() + left / shares().bits_of_floats_share;
  BackendResult result = state_.sat.solve(terms_, *lowered, part);
  if (result.answer == Answer::Unknown) return std::nullopt;
  if (result.answer == Answer::Unsat) {
    if (state_.wants_second_opinion()) {
      const BackendResult second = state_.z3().solve(terms_, as_floats, Engine::Floats, budget(), state_.watchdog());
      if (second.answer == Answer::Sat) return Outcome::unknown(Reason::OraclesDisagree, "solvers of floating point");
      if (second.answer == Answer::Unsat) ++state_.statistics.second_opinions;
    }
    return Outcome::unsat(Stage::Solver);
  }
  lowering.lift(result.model);
  return verified(std::move(result.model), Stage::Solver);
}

Outcome Query::solve_floats() {
  if (Clock::now() >= deadline_) return Outcome::unknown(Reason::Timeout);
  Lowering lowering(terms_, {}, deadline_);
  const std::optional<std::vector<Term>> lowered = lowering.lower(simplified_.conjuncts);
  if (!lowered && Clock::now() > deadline_) return Outcome::unknown(Reason::Timeout);
  if (!lowered) return Outcome::unknown(Reason::Unsupported, "floating point with this many array accesses");
  if (std::optional<Outcome> outcome = solve_floats_as_bits(*lowered)) return std::move(*outcome);
  Z3Backend& z3 = state_.z3();
  BackendResult result = z3.solve(terms_, *lowered, Engine::Floats, budget(), state_.watchdog());
  if (result.answer == Answer::Unsat) return Outcome::unsat(Stage::Solver);
  if (result.answer == Answer::Sat) {
    lowering.lift(result.model);
    if (std::optional<Outcome> outcome = verified(std::move(result.model), Stage::Solver)) return std::move(*outcome);
  }
  if (!z3.unsupported().empty()) return Outcome::unknown(Reason::Unsupported, z3.unsupported());
  if (result.answer == Answer::Sat) return Outcome::unknown(Reason::ModelMismatch);
  return Outcome::unknown(result.reason, result.feature);
}

/// For questions with too many array accesses to lower them to bits: Z3's own theory of arrays.
Outcome Query::solve_arrays() {
  if (has(is_float)) return solve_floats();
  Z3Backend& z3 = state_.z3();
  BackendResult result = z3.solve(terms_, simplified_.conjuncts, Engine::Arrays, budget(), state_.watchdog());
  if (result.answer == Answer::Unsat) return Outcome::unsat(Stage::Solver);
  if (result.answer == Answer::Unknown) return Outcome::unknown(result.reason, result.feature);
  if (std::optional<Outcome> outcome = verified(std::move(result.model), Stage::Solver)) return std::move(*outcome);
  return Outcome::unknown(Reason::ModelMismatch);
}

}  // namespace assay::refine::smt
