#pragma once

#include <chrono>
#include <optional>
#include <unordered_set>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/refine.h"

namespace assay::refine {

/// What the two functions do, and where they differ beside their results.
struct Comparison {
  Machine& machine;  ///< of the source
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

/// Asks, for one way to fail after the other, whether some input and some choices of the target lead to what no choices
/// of the source allow.
class Query {
 public:
  Query(World& world, const Comparison& comparison, smt::Solver& solver);
  RefineResult run();

 private:
  struct Way {
    Reason reason = Reason::None;
    Term assumed;  ///< over inputs and the target's choices
    Term ending;   ///< the part of it that not all ways assume
    Term differs;  ///< what a source without undefined behaviour does not allow
  };
  using Clock = std::chrono::steady_clock;
  std::vector<Way> ways() const;
  void add_ways_of_unwinding(Term defined, Term before, std::vector<Way>& ways) const;
  std::vector<Term> variables_of_memory() const;
  std::vector<Term> looks(Term question) const;  ///< which cell it is about
  Way together(const std::vector<Way>& list) const;
  smt::Outcome check(const Way& way);
  smt::Limits part_of(Clock::time_point until, unsigned share) const;
  std::vector<Term> instantiate(const smt::ExistsForall& problem, const smt::Instance& instance) const;
  void find_inner();
  std::vector<Term> axioms() const;
  /// What is known of addresses, if they matter.
  struct Addresses {
    std::vector<Term> axioms;
    Term chosen;  ///< the source has chosen places where its objects can be
  };
  Addresses addresses(const Way& way, std::vector<Term> others) const;
  /// The source's choices, if they are possible ones, do not lead where the target goes.
  Term fails(const Way& way, const Addresses& known) const;
  std::vector<smt::Instance> candidates() const;
  bool is_ruled_out_without_cells(const Way& way);
  std::vector<Term> roots() const;
  bool has_inner(Term term) const;
  std::optional<smt::Outcome> try_candidates(const Way& way, const smt::ExistsForall& problem, Clock::time_point question);
  bool choices_move_cells(const Way& way) const;
  bool choices_move_axioms() const;
  std::vector<Term> moving_choices(const Way& way) const;
  smt::ExistsForall with_moving_fixed(const smt::ExistsForall& problem, const std::vector<Term>& moving,
                                      const smt::Instance& instance) const;
  /// Memory differs at some cell: which one may depend on the source's choices.
  Term look_again(Term body) const;
  smt::Model plainer(Way way, smt::Model model);
  RefineResult incorrect(const Way& way, const smt::Outcome& outcome);
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
  Clock::time_point deadline_;  ///< of all questions together
  std::vector<ChoiceVariable> inner_;  ///< the source's choices that matter
  std::unordered_set<Term> is_inner_;
  std::unordered_set<Term> occurs_;  ///< variables of any question
};

}  // namespace assay::refine
