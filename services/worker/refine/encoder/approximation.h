#pragma once

#include <string>
#include <vector>

#include "services/worker/evidence/assumption.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

/// What the model knows too little of: a row of evidence/assumption.def of the kind Approximation.
using Cause = evidence::Assumed;

/// What counterexamples of one pair rest on. Where a condition holds, the model is only a bound of what the functions
/// do, and a counterexample may be none.
class Approximations {
 public:
  explicit Approximations(smt::Terms& terms) : terms_(terms) {}
  /// No counterexample of the pair is certain. `subject`: the row's parameter.
  void add(Cause cause, std::string subject = {});
  /// No counterexample in which the condition holds is certain.
  void add_where(smt::Term condition, Cause cause);

  /// Where what is known of the model ends.
  std::vector<smt::Term> conditions() const;
  /// Does one of them hold everywhere?
  bool hold_always() const;
  /// Those that hold in the model, in the order in which they were met. If none does, the model is a counterexample.
  evidence::Assumptions held_in(const smt::Model& model) const;

 private:
  struct Conditional {
    evidence::Assumption assumption;
    smt::Term condition;  ///< constant true: everywhere
  };
  smt::Terms& terms_;
  std::vector<Conditional> list_;
};

}  // namespace assay::refine
