#pragma once

#include <string>

#include "services/common/finding.h"

/// Links that show a case in the browser of whoever follows them: the address holds the case, nothing is stored.
namespace assay {

/// Compiler Explorer with the reduced case before opt of trunk and the pipeline. Empty: for what opt does not run, and
/// where the case is too long for an address.
std::string explorer_link(const Finding& finding);
/// Alive2's own Compiler Explorer with a module of @src and @tgt; empty likewise.
std::string alive_link(const std::string& pair);

}  // namespace assay
