#pragma once

#include <string>

#include "services/common/finding.h"
#include "services/common/records.h"
#include "services/coordinator/web/page.h"

namespace assay::web {

/// Where the page of a pass is.
std::string pass_link(const std::string& name);
/// Where the page of a cause is.
std::string cause_link(const std::string& id);
/// What a list says of a bug.
Data bug_row(const Bug& bug, const Causes& causes);
/// Of several, at most so many: those that are no news come last, else in their order.
Data bug_rows(const std::vector<Bug>& bugs, const Causes& causes, std::size_t most = ~std::size_t{0});
/// For rows.mustache: the lines of both texts beside each other.
Data side_by_side(const std::string& source, const std::string& target);
/// For counterexample.mustache: inputs, both traces beside each other, results.
Data counterexample_data(const Counterexample& found);

}  // namespace assay::web
