#include "services/worker/check/other_threads.h"

namespace assay::check {

void limit(Verdict& verdict, const std::string& bound) {
  if (!bound.empty()) verdict.bound += (verdict.bound.empty() ? "" : ", ") + bound;
}

Verdict with_other_threads(Verdict proof, const semantics::SynchronizationChange& change,
                           const std::function<bool()>& returns_defined) {
  if (!change.exists) return proof;
  limit(proof, "one thread");
  if (!change.unmatched) return proof;
  Verdict verdict;
  if (!change.lost.empty() && returns_defined()) {
    verdict.kind = VerdictKind::Incorrect;
    verdict.method = Method::Interpreter;
    verdict.reason = Reason::ValueMismatch;
    verdict.detail = "another thread may see the difference: " + change.lost;
    verdict.counterexample = Counterexample{};
    verdict.counterexample->source_result = "is ordered for other threads";
    verdict.counterexample->target_result = "does " + change.lost;
    verdict.counterexample->confirmed_by = {Decider::Interpreter};
    return verdict;
  }
  verdict.kind = VerdictKind::Unknown;
  verdict.method = proof.method;
  verdict.reason = Reason::Unsupported;
  verdict.feature = "other threads";
  verdict.detail = "the same for one thread, but not the same atomic operations and fences" +
                   (change.lost.empty() ? "" : ": " + change.lost);
  return verdict;
}

}  // namespace assay::check
