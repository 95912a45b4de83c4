#pragma once

#include <atomic>

namespace assay::cli {

/// Set by Ctrl-C or SIGTERM from then on; a second signal ends the process at once.
const std::atomic<bool>& stop_on_signals();

}  // namespace assay::cli
