#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/refine.h"

namespace assay::refine {

/// What the two functions do, and where they differ beside their results.
struct Comparison {
  Machine& machine;  ///< of the source
  Machine& target_machine;
  const Behaviour& source;
  const Behaviour& target;
  Term memory_differs;          ///< where both return
  Term unwound_memory_differs;  ///< where both unwind
  Term same_exception;
  std::vector<Term> same_values;  ///< per lane of the result, where neither is poison
  const std::vector<ChoiceVariable>& source_choices;
  const std::vector<ChoiceVariable>& target_choices;
  Term same_lane(std::size_t lane) const { return same_values[lane]; }
};

/// Refinement as a list of proof obligations. Each is put to the solver as: are there an input and choices of the
/// target that lead to what no choices of the source allow?
class Query {
 public:
  Query(World& world, const Comparison& comparison, smt::Solver& solver);
  RefineResult run();

 private:
  /// One way in which refinement may fail.
  struct Obligation {
    Reason reason = Reason::None;  ///< of the verdict if it fails
    Term assumed;                  ///< over inputs and the target's choices
    Term ending;   ///< the part of `assumed` that is not assumed by every obligation: how the target ends
    Term differs;  ///< what a source without undefined behaviour does not allow
    std::optional<Cause> cause = std::nullopt;  ///< what a counterexample to it rests on
  };
  using Clock = smt::WorkClock;
  std::vector<Obligation> obligations() const;
  /// Has the world seen the same, but for when library functions have set errno?
  Term same_outside(const External& a, const External& b) const;
  void add_obligations_of_unwinding(Term defined, Term before, std::vector<Obligation>& all) const;
  std::vector<Term> variables_of_memory() const;
  /// The variables that say in which cell of memory the two differ.
  std::vector<Term> witness_addresses(Term question) const;
  Obligation together(const std::vector<Obligation>& list) const;
  std::vector<Term> aliases_in(const std::vector<Obligation>& list) const;
  void decide_aliases(std::vector<Obligation>& list);
  void rename_choices(const std::unordered_map<Term, Term>& known);
  class Runs;
  evidence::Claim proof_within_bounds();
  bool add_bounds_met(evidence::Claim& proof, const std::vector<Bounded>& places, const Runs& runs);
  Term source_end() const;
  smt::Outcome check(const Obligation& obligation);
  /// The variables in the question that say whether an input lane is undef.
  std::vector<Term> undef_inputs_of(Term question) const;
  void substitute(std::span<Term* const> terms, const std::unordered_map<Term, Term>& map) const;
  smt::Outcome solve_apart(const Obligation& obligation, const smt::ExistsForall& problem,
                           const std::vector<Term>& undef_inputs, Clock::time_point question);
  /// `late`: late_picks() of the problem's body.
  smt::Outcome solve(const Obligation& obligation, smt::ExistsForall problem, const std::vector<Term>& late,
                     Clock::time_point question);
  const budget::Obligations& shares() const { return world_.options.shares.obligations; }
  smt::Limits part_of(Clock::time_point until, unsigned share) const;
  /// No more milliseconds than the limit of a query.
  unsigned at_most(std::chrono::milliseconds time) const;
  std::vector<Term> instantiate(const smt::ExistsForall& problem, const smt::Instance& instance) const;
  /// The source's choices that occur in some obligation: the variables of "for all".
  void find_inner();
  /// What is picked of undef results and undef cells when they are compared.
  void find_final_picks();
  /// The target's final picks in the question, if choices of the source that were made before them occur there too.
  std::vector<Term> late_picks(Term question) const;
  /// The source's choices in the question but for its final picks.
  std::vector<Term> early_choices(Term question) const;
  std::optional<smt::Outcome> refute_by_two(const smt::ExistsForall& problem, const std::vector<Term>& late,
                                            Clock::time_point question);
  std::vector<Term> axioms() const;
  /// What is known of the addresses of objects, if the question looks at any.
  struct Addresses {
    std::vector<Term> axioms;
    Term chosen;  ///< the source has chosen addresses that its objects can have
  };
  Addresses addresses(const Obligation& obligation, std::vector<Term> others) const;
  /// The source's choices, if they are possible ones, do not lead where the target goes.
  Term fails(const Obligation& obligation, const Addresses& known) const;
  std::vector<smt::Instance> candidates() const;
  bool is_ruled_out_without_cells(const Obligation& obligation);
  std::vector<Term> roots() const;
  bool has_inner(Term term) const;
  std::optional<smt::Outcome> try_candidates(const Obligation& obligation, const smt::ExistsForall& problem,
                                             const std::vector<Term>& late, Clock::time_point question);
  bool choices_move_cells(const Obligation& obligation) const;
  bool choices_move_axioms() const;
  std::vector<Term> moving_choices(const Obligation& obligation) const;
  smt::ExistsForall with_moving_fixed(const smt::ExistsForall& problem, const std::vector<Term>& moving,
                                      const smt::Instance& instance) const;
  Term with_choices_written_out(Term body) const;
  Term addresses_differ() const;
  smt::Model preferred_model(Obligation obligation, smt::Model model);
  RefineResult incorrect(const Obligation& obligation, const smt::Outcome& outcome);
  bool target_is_undefined(const smt::Model& model);
  bool depends_on_surroundings() const;
  bool input_decides() const;

  World& world_;
  Terms& terms_;
  const Comparison& comparison_;
  const Behaviour& source_;
  const Behaviour& target_;
  smt::Solver& solver_;
  smt::Limits limits_;
  Clock::time_point deadline_;         ///< of all questions together
  std::vector<ChoiceVariable> inner_;  ///< the source's choices that matter
  /// The choices of both with the keys that they have once more is known; empty: nothing is.
  std::vector<ChoiceVariable> renamed_source_, renamed_target_;
  std::unordered_set<Term> is_inner_;
  std::unordered_set<Term> occurs_;  ///< variables of any question
  std::unordered_set<Term> source_final_picks_, target_final_picks_;
};

}  // namespace assay::refine
