#pragma once

#include <string>

#include "services/worker/hunt/analyse.h"
#include "services/worker/reduce/reduce.h"

/// What the analyses of all kinds of failures write into a finding.
namespace assay::hunt {

/// Adds to the detail.
void add_note(Finding& finding, const std::string& note);
/// Names the pass that fails alone; where several are needed, all of them. What is reduced from now on is compiled by
/// what is left of the pipeline.
void take_culprit(Finding& finding, const optimize::Culprit& culprit);
/// Notes what is not as it should be with a culprit.
void note_doubts(Finding& finding, const optimize::Culprit& culprit);
reduce::Options reduction_limits(const AnalysisOptions& options);

}  // namespace assay::hunt
