#include "services/worker/check/other_threads.h"

namespace assay::check {

using evidence::Assumed;
using evidence::Claim;

Claim with_other_threads(Claim proof, const semantics::SynchronizationChange& change,
                         const std::function<bool()>& returns_defined) {
  if (!change.exists) return proof;
  if (!change.unmatched) {
    proof.assume({Assumed::OneThread});
    return proof;
  }
  if (!change.lost.empty() && returns_defined()) {
    Counterexample seen;
    seen.source_result = "does not";
    seen.target_result = "does " + change.lost;
    seen.confirmed_by = {Decider::Interpreter};
    return Claim::refuted(Method::Interpreter, {.reason = Reason::ValueMismatch,
                                                .detail = "another thread may see the difference: " + change.lost,
                                                .counterexample = std::move(seen)});
  }
  proof.assume({Assumed::SameSynchronization, change.lost.empty() ? "" : ": " + change.lost});
  return proof;
}

}  // namespace assay::check
