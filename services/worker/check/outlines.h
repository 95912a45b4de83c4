#pragma once

#include <string>

#include "services/worker/check/frames.h"

namespace assay::check {

/// Of what is loaded nothing is told, as its place may be written in many ways, or where it was loaded.
enum class OutlinesOf : bool { Values, Places };

/// How the value is computed, to some depth, whatever module it stands in; of a comparison, not what it is true for.
/// "?" where nothing is told.
std::string outline_of(ValueAt value, OutlinesOf what);

}  // namespace assay::check
