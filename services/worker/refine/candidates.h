#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/smt/solver.h"

namespace assay::refine {

/// Guesses how the source would choose to do what the target does: instances for the source's choices over the inputs
/// and the target's choices. Wrong guesses cost time only.
class Candidates {
 public:
  /// `source_choices` are those that matter; `occurs` holds the variables of any question.
  Candidates(World& world, const Behaviour& source, const Behaviour& target,
             const std::vector<ChoiceVariable>& source_choices, const std::vector<ChoiceVariable>& target_choices,
             const std::unordered_set<Term>& occurs);
  /// The likeliest first.
  std::vector<smt::Instance> list() const;

 private:
  using Sites = std::vector<std::pair<Term, Term>>;  ///< what the source does somewhere, and the target there
  using Key = std::pair<std::string, unsigned>;      ///< what a choice is for, its width
  Sites call_sites() const;
  Sites result_sites() const;
  smt::Instance paired(const Sites& sites) const;
  void pair_below(Term from, Term to, smt::Instance& instance) const;
  void pair_in_order(std::string ChoiceVariable::* key, bool by_place, smt::Instance& instance) const;
  void aim(const Sites& sites, bool replaces, smt::Instance& instance) const;

  World& world_;
  Terms& terms_;
  const Behaviour& source_;
  const Behaviour& target_;
  const std::vector<ChoiceVariable>& inner_;
  std::vector<ChoiceVariable> outer_;
  std::unordered_map<Term, std::string> inner_key_, outer_key_;
};

}  // namespace assay::refine
