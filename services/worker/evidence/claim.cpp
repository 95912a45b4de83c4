#include "services/worker/evidence/claim.h"

#include <utility>

#include "services/worker/evidence/sentence.h"

namespace assay::evidence {
namespace {

constexpr InconclusiveRow kInconclusive[] = {
#define INCONCLUSIVE(name, verdict, reason, feature, sentence) \
  {#name, VerdictKind::verdict, Reason::reason, feature, sentence},
#include "services/worker/evidence/inconclusive.def"
};

}  // namespace

const InconclusiveRow& row_of(Inconclusive why) { return kInconclusive[static_cast<std::size_t>(why)]; }

Claim Claim::proved(Method by, Assumptions under) {
  Claim claim;
  claim.what_ = Proof{};
  claim.by_ = by;
  claim.under_ = std::move(under);
  return claim;
}

Claim Claim::refuted(Method by, Refutation refutation, Assumptions under) {
  Claim claim;
  claim.what_ = std::move(refutation);
  claim.by_ = by;
  claim.under_ = std::move(under);
  return claim;
}

Claim Claim::contradicted(Method by, Contradiction contradiction) {
  Claim claim;
  claim.what_ = std::move(contradiction);
  claim.by_ = by;
  return claim;
}

Claim Claim::inconclusive(Method by, Inconclusive why, std::string parameter) {
  Claim claim;
  claim.what_ = Gap{.why = why, .parameter = std::move(parameter), .reason = row_of(why).reason};
  claim.by_ = by;
  return claim;
}

Claim Claim::gave_up(Reason reason, std::string feature, std::string obligation) {
  if (reason == Reason::OraclesDisagree)
    return contradicted(
        Method::Smt,
        {.reason = reason, .detail = with_parameter(row_of(Inconclusive::SolverGaveUp).sentence, obligation)});
  Claim claim;
  claim.what_ = Gap{Inconclusive::SolverGaveUp, std::move(obligation), reason, std::move(feature)};
  claim.by_ = Method::Smt;
  return claim;
}

void Claim::assume(Assumption assumption) {
  const bool is_void = (std::holds_alternative<Proof>(what_) && proved() == nullptr) ||
                       (std::holds_alternative<Refutation>(what_) && refuted() == nullptr);
  if (gap() == nullptr && !is_void) under_.add(std::move(assumption));
}

void Claim::add_detail(const std::string& text) {
  if (auto* refutation = std::get_if<Refutation>(&what_)) refutation->detail += text;
}

void Claim::say_first(const std::string& text) {
  if (auto* nothing = std::get_if<Gap>(&what_)) nothing->first = text;
  auto* refutation = std::get_if<Refutation>(&what_);
  if (refutation != nullptr) refutation->detail = text + (refutation->detail.empty() ? "" : ": ") + refutation->detail;
}

const Assumptions* Claim::proved() const {
  return std::holds_alternative<Proof>(what_) && under_.voids_proofs() == nullptr ? &under_ : nullptr;
}

const Refutation* Claim::refuted() const {
  return under_.voids_refutations() == nullptr ? std::get_if<Refutation>(&what_) : nullptr;
}

Reason Claim::reason() const {
  if (const Gap* nothing = gap()) return nothing->reason;
  const bool is_proof = std::holds_alternative<Proof>(what_);
  const Assumption* voids = is_proof ? under_.voids_proofs() : under_.voids_refutations();
  if (voids != nullptr) return row_of(voids->row).reason;
  if (const Contradiction* both = contradicted()) return both->reason;
  return is_proof ? Reason::None : std::get<Refutation>(what_).reason;
}

bool Claim::ran_out() const {
  const Gap* nothing = gap();
  return nothing != nullptr && (nothing->reason == Reason::Timeout || nothing->reason == Reason::ResourceLimit ||
                                nothing->reason == Reason::MemoryLimit);
}

bool Claim::is_unsupported() const {
  return gap() != nullptr && row_of(gap()->why).verdict == VerdictKind::Unsupported;
}

}  // namespace assay::evidence
