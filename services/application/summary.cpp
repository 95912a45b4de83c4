#include "services/application/summary.h"

#include <nlohmann/json.hpp>

#include "services/common/records_json.h"

namespace assay::application {

nlohmann::json to_json(const Counts& counts) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

nlohmann::json to_json(const HuntStatistics& s) {
  return {{"mutants", s.mutants},
          {"mutants_per_second", s.seconds > 0 ? static_cast<double>(s.mutants) / s.seconds : 0.0},
          {"seconds", s.seconds},
          {"discarded", s.discarded},
          {"executions", s.executions},
          {"unchanged", s.unchanged},
          {"checked",
           {{"syntax", s.checked_syntax},
            {"exhaustive", s.checked_exhaustive},
            {"interpreter", s.checked_interpreter},
            {"smt", s.checked_smt}}},
          {"judged", s.judged},
          {"unknown", s.unknown},
          {"unknown_reasons", to_json(s.unknown_reasons)},
          {"unsupported", s.unsupported},
          {"unsupported_reasons", to_json(s.unsupported_reasons)},
          {"surface", to_json(s.surface)},
          {"failures", s.failures}};
}

nlohmann::json to_json(const Finding& finding) {
  nlohmann::json json = finding;
  json["id"] = finding.id();
  return json;
}

nlohmann::json to_json(const Bug& bug) {
  nlohmann::json json = bug;
  json["best"] = to_json(bug.best);
  return json;
}

nlohmann::json json_of(const triage::Roots& roots, const Bug& bug) {
  nlohmann::json json = to_json(bug);
  const triage::Standing standing = roots.standing_of(bug);
  json["standing"] = name_of(standing.kind);
  json["known_root"] = nullptr;
  if (standing.rule != nullptr)
    json["known_root"] = {
        {"id", standing.rule->id},         {"state", standing.rule->state}, {"upstream", standing.rule->upstream},
        {"reason", standing.rule->reason}, {"owner", standing.rule->owner}, {"expires", standing.rule->expires}};
  return json;
}

nlohmann::json json_of(const HuntResult& result, const triage::Roots& roots) {
  const rpc::HuntReport& report = result.report;
  nlohmann::json json = to_json(report.hunt.statistics);
  json["hunt"] = report.hunt.id;
  json["state"] = name_of(report.hunt.state);
  json["seed"] = report.hunt.seed;
  json["passes"] = result.passes;
  json["compilers"] = report.hunt.settings.compilers;
  json["assay_version"] = assay_version();
  json["findings"] = report.bugs.findings;
  json["bugs_seen"] = report.bugs.seen;
  json["new_bugs"] = report.bugs.found;
  json["batches_out"] = report.leases.leased;
  json["batches_abandoned"] = report.leases.abandoned;
  json["not_finished"] = result.unfinished;
  json["bugs"] = nlohmann::json::array();
  for (const Bug& bug : result.bugs) json["bugs"].push_back(json_of(roots, bug));
  return json;
}

}  // namespace assay::application
