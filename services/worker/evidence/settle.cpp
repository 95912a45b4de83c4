#include "services/worker/evidence/settle.h"

#include <algorithm>

#include "services/worker/evidence/sentence.h"

namespace assay::evidence {
namespace {

enum class Claimed : std::uint8_t { Nothing, Proof, Refutation, Contradiction };
/// What the assumptions leave of the claim.
enum class Left : std::uint8_t {
  All,
  Within,       ///< limits that the verdict tells
  None,         ///< an assumption voids it
  Unconfirmed,  ///< nobody but the solver has seen it, and that does not count
};

/// What is believed of a claim of which this is left. Whatever is not here is unknown.
struct Cell {
  Claimed claimed;
  Left left;
  VerdictKind verdict;
};
constexpr Cell kBelieved[] = {
    {Claimed::Proof, Left::All, VerdictKind::Correct},
    {Claimed::Proof, Left::Within, VerdictKind::Correct},
    {Claimed::Refutation, Left::All, VerdictKind::Incorrect},
};

VerdictKind believed(Claimed claimed, Left left) {
  const auto cell =
      std::ranges::find_if(kBelieved, [&](const Cell& each) { return each.claimed == claimed && each.left == left; });
  return cell == std::end(kBelieved) ? VerdictKind::Unknown : cell->verdict;
}

/// Has nobody but the solver seen it? What the texts say nobody needs to see.
bool is_seen_by_solver_alone(const std::optional<Counterexample>& counterexample) {
  return counterexample && !counterexample->confirmed_by.empty() &&
         std::ranges::find(counterexample->confirmed_by, Decider::Interpreter) == counterexample->confirmed_by.end();
}

void tell_gap(Verdict& verdict, const Gap& gap) {
  const InconclusiveRow& row = row_of(gap.why);
  verdict.kind = row.verdict;
  verdict.reason = gap.reason;
  verdict.feature = gap.feature.empty() ? with_parameter(row.feature, gap.parameter) : gap.feature;
  const std::string sentence = with_parameter(row.sentence, gap.parameter);
  verdict.detail = gap.first + (gap.first.empty() || sentence.empty() ? "" : "; ") + sentence;
}

/// Why nothing is left. All approximations of a model are told, of others the first.
void tell_void(Verdict& verdict, const Assumption& voids, const Assumptions& under) {
  verdict.reason = row_of(voids.row).reason;
  verdict.feature = feature_of(voids);
  verdict.detail = row_of(voids.row).kind == AssumptionKind::Approximation
                       ? "only in a model that knows too little of " + under.approximations()
                       : sentence_of(voids);
}

/// Tells a refutation, or a contradiction.
template <class Told>
void tell(Verdict& verdict, const Told& told) {
  verdict.reason = told.reason;
  verdict.detail = told.detail;
  verdict.counterexample = told.counterexample;
}

}  // namespace

Verdict settle(const Claim& claim, bool only_confirmed) {
  Verdict verdict;
  verdict.method = claim.by_;
  if (const Gap* gap = claim.gap()) {
    tell_gap(verdict, *gap);
    return verdict;
  }
  const auto* refutation = std::get_if<Refutation>(&claim.what_);
  const auto* both = std::get_if<Contradiction>(&claim.what_);
  const bool is_proof = refutation == nullptr && both == nullptr;
  const Assumption* voids = is_proof ? claim.under_.voids_proofs() : claim.under_.voids_refutations();
  Left left = Left::All;
  if (voids != nullptr)
    left = Left::None;
  else if (is_proof && claim.under_.limits_proofs())
    left = Left::Within;
  else if (refutation != nullptr && only_confirmed && is_seen_by_solver_alone(refutation->counterexample))
    left = Left::Unconfirmed;
  verdict.kind = believed(is_proof          ? Claimed::Proof
                          : both != nullptr ? Claimed::Contradiction
                                            : Claimed::Refutation,
                          left);
  if (both != nullptr) tell(verdict, *both);
  if (refutation != nullptr && left != Left::None) tell(verdict, *refutation);
  if (left == Left::Within) verdict.bound = claim.under_.limits();
  if (left == Left::None) tell_void(verdict, *voids, claim.under_);
  if (left == Left::Unconfirmed) {
    const std::string said = name_of(verdict.reason) + (verdict.detail.empty() ? "" : ": " + verdict.detail);
    tell_void(verdict, {Assumed::SolverAlone, said}, claim.under_);
  }
  verdict.cached = claim.is_recalled_ && verdict.kind != VerdictKind::Unknown;
  return verdict;
}

}  // namespace assay::evidence
