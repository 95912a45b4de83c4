#pragma once

#include <string>
#include <utility>
#include <vector>

#include "services/coordinator/web/page.h"

namespace assay::web {

/// For bars.mustache: a bar for each number, with its label and the text that a pointer on it shows. `caption` says
/// what is counted. Bars are drawn as SVG, scaled to the largest number.
Data bar_chart(const std::string& caption, const std::vector<std::pair<std::string, double>>& bars,
               const std::string& unit);

}  // namespace assay::web
