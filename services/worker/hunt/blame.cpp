#include "services/worker/hunt/blame.h"

namespace assay::hunt {

void add_note(Finding& finding, const std::string& note) {
  finding.detail += (finding.detail.empty() ? "" : "; ") + note;
}

void take_culprit(Finding& finding, const optimize::Culprit& culprit) {
  constexpr std::size_t kMostNamed = 3;
  finding.culprit = culprit.pass;
  finding.reduced_pipeline = culprit.pipeline;
  if (culprit.suspects.size() > 1 && culprit.suspects.size() <= kMostNamed) {
    finding.culprit.clear();
    for (const std::string& pass : culprit.suspects) finding.culprit += (finding.culprit.empty() ? "" : ",") + pass;
  }
}

void note_doubts(Finding& finding, const optimize::Culprit& culprit) {
  if (culprit.suspects.size() != 1) add_note(finding, "no pass fails alone");
  if (!culprit.needed) add_note(finding, "the pipeline fails without " + culprit.pass + ", too");
}

reduce::Options reduction_limits(const AnalysisOptions& options) {
  reduce::Options limits;
  limits.time_limit = std::chrono::milliseconds(options.reduce_ms);
  return limits;
}

}  // namespace assay::hunt
