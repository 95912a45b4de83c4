#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/application/improve.h"
#include "services/application/regressions.h"
#include "services/common/status.h"

/// What is missed, as texts for upstream's tracker.
namespace assay::application {

/// A file for each text: STEM-1, STEM-2, … with the ending. The error names the one that could not be written.
Status write_numbered(const std::vector<std::string>& texts, const std::string& folder, const std::string& stem,
                      const std::string& ending);

/// Writes an issue for each rule, rule-1.md and so on; what they cost is measured with the llc of the compiler's build,
/// of the linked one with an installed llc of its version, else in IR alone. The error names what can't be had or
/// written. To be called while this process has one thread.
Status write_issues(const std::vector<RuleTold>& rules, const std::optional<Weighed>& weighed,
                    const ImproveRequest& request, const std::string& folder);

/// The same of regressions, each cause once: regression-1.md and so on.
Status write_issues(const std::vector<regressions::Regression>& found, const RegressionsRequest& request,
                    const std::string& folder);

}  // namespace assay::application
