#pragma once

#include <span>
#include <utility>
#include <vector>

#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// A conjunction that is satisfiable exactly if the original one is, and how to complete its models.
struct Conjunction {
  bool contradiction = false;
  std::vector<Term> conjuncts;                    ///< none is a constant or an And
  std::vector<std::pair<Term, Term>> eliminated;  ///< variable = term, in order of elimination

  /// Gives the eliminated variables their values.
  void complete(const Terms& terms, Model& model) const;
};

/// Flattens, uses each conjunct as a fact in the others, and solves equations of a variable; bounded effort.
Conjunction preprocess(Terms& terms, std::span<const Term> assertions);

}  // namespace assay::refine::smt
