#pragma once

#include "services/worker/optimize/optimize.h"

namespace assay::optimize {

/// Sets options that check_opt_args() accepts in the linked LLVM, once: they stay as long as the process. The error is
/// LLVM's complaint of a value.
Status set_options_of_this_process(const std::string& opt_args);

}  // namespace assay::optimize
