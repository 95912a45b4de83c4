#pragma once

#include <string>

#include "services/application/hunt.h"

namespace assay::cli {

/// What `assay hunt` looks for in place of miscompilations.
struct MissedOptions {
  bool folds = false;
  std::string baseline;  ///< path of an opt; empty: nothing is compared
};

/// Looks for what each compiler of the hunt misses, records it in the database file, and tells what is new there.
int hunt_missed(application::HuntRequest request, const MissedOptions& options, const std::string& database, bool json);

}  // namespace assay::cli
