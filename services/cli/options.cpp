#include "services/cli/options.h"

#include "services/common/processors.h"

namespace assay::cli {

unsigned default_jobs() { return granted_processors(); }

}  // namespace assay::cli
