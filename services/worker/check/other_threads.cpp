#include "services/worker/check/other_threads.h"

#include "services/worker/check/verdicts.h"

namespace assay::check {

void limit(Verdict& verdict, const std::string& bound) {
  if (!bound.empty() && verdict.bound.find(bound) == std::string::npos)
    verdict.bound += (verdict.bound.empty() ? "" : ", ") + bound;
}

Verdict with_other_threads(Verdict proof, const semantics::SynchronizationChange& change,
                           const std::function<bool()>& returns_defined) {
  if (!change.exists) return proof;
  limit(proof, "one thread");
  if (!change.unmatched) return proof;
  if (!change.lost.empty() && returns_defined()) {
    Verdict verdict = verdict_of(VerdictKind::Incorrect, Method::Interpreter, Reason::ValueMismatch,
                                 "another thread may see the difference: " + change.lost);
    verdict.counterexample = Counterexample{};
    verdict.counterexample->source_result = "is ordered for other threads";
    verdict.counterexample->target_result = "does " + change.lost;
    verdict.counterexample->confirmed_by = {Decider::Interpreter};
    return verdict;
  }
  Verdict verdict = verdict_of(VerdictKind::Unknown, proof.method, Reason::Unsupported,
                               "the same for one thread, but not the same atomic operations and fences" +
                                   (change.lost.empty() ? "" : ": " + change.lost));
  verdict.feature = "other threads";
  return verdict;
}

}  // namespace assay::check
