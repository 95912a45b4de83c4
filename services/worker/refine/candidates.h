#pragma once

#include <functional>
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
  /// `matter`: the source's choices that are to be guessed; `occurs` holds the variables of any question.
  Candidates(World& world, const Behaviour& source, const Behaviour& target,
             const std::vector<ChoiceVariable>& source_choices, const std::vector<ChoiceVariable>& target_choices,
             const std::unordered_set<Term>& matter, const std::unordered_set<Term>& occurs);
  /// The likeliest first.
  std::vector<smt::Instance> list() const;

 private:
  using Sites = std::vector<std::pair<Term, Term>>;  ///< what the source does somewhere, and the target there
  using Key = std::pair<std::string, unsigned>;      ///< what a choice is for, its width
  Sites call_sites() const;
  Sites result_sites() const;
  /// For each choice its key and a number, the same for all picks of one undef value.
  using BasedKeys = std::unordered_map<Term, std::string>;
  static BasedKeys based_keys(const std::vector<ChoiceVariable>& choices);
  smt::Instance paired(const Sites& sites, bool by_base) const;
  void pair_below(Term from, Term to, const BasedKeys& inner, const BasedKeys& outer, smt::Instance& instance) const;
  /// The name by which a choice is paired with one of the other side.
  using Name = std::function<std::string(const ChoiceVariable&)>;
  void pair_in_order(const Name& inner_name, const Name& outer_name, bool by_place, smt::Instance& instance) const;
  smt::Instance as_if_not_poison(const smt::Instance& others) const;
  void aim(const Sites& sites, bool replaces, smt::Instance& instance) const;

  World& world_;
  Terms& terms_;
  const Behaviour& source_;
  const Behaviour& target_;
  const std::vector<ChoiceVariable>& source_choices_;
  const std::vector<ChoiceVariable>& target_choices_;
  std::vector<ChoiceVariable> inner_, outer_;  ///< those of them that occur
  BasedKeys inner_key_, outer_key_;            ///< plain keys
  BasedKeys inner_based_key_, outer_based_key_;
};

}  // namespace assay::refine
