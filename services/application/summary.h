#pragma once

#include <nlohmann/json_fwd.hpp>

#include "services/application/hunt.h"
#include "services/worker/triage/standing.h"

/// Records as programs read them: the JSON of `--json`.
namespace assay::application {

nlohmann::json to_json(const Counts& counts);
nlohmann::json to_json(const HuntStatistics& statistics);
nlohmann::json to_json(const Finding& finding);
nlohmann::json to_json(const Bug& bug);
/// The bug's JSON with its "standing" and, under "known_root", the rule.
nlohmann::json json_of(const triage::Roots& roots, const Bug& bug);
/// What became of a hunt, as `assay hunt --json` says it.
nlohmann::json json_of(const HuntResult& result, const triage::Roots& roots);

}  // namespace assay::application
