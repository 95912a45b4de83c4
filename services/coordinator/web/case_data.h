#pragma once

#include <string>

#include "services/common/records.h"
#include "services/coordinator/web/page.h"

namespace assay::web {

/// For rows.mustache: the lines of both texts beside each other.
Data side_by_side(const std::string& source, const std::string& target);
/// For counterexample.mustache: inputs, both traces beside each other, results.
Data counterexample_data(const Counterexample& found);

}  // namespace assay::web
