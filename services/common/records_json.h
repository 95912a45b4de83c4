#pragma once

#include "services/common/fields_json.h"
#include "services/common/records.h"

/// The JSON form of verdicts, both ways: `verdict` is the kind, and `reason` says reason and feature together. Every
/// key must be there. Slow to compile: for .cpp files only.
namespace assay {

inline void to_json(nlohmann::json& json, const Verdict& v) {
  json = {{"verdict", v.kind},    {"reason", reason_text(v)}, {"method", v.method},
          {"bound", v.bound},     {"detail", v.detail},       {"counterexample", v.counterexample},
          {"seconds", v.seconds}, {"costs", v.costs},         {"cached", v.cached}};
}
inline void from_json(const nlohmann::json& json, Verdict& v) {
  json.at("verdict").get_to(v.kind);
  const auto why = parse_reason(v.kind, json.at("reason").get<std::string>());
  if (!why) throw nlohmann::json::out_of_range::create(403, "no such reason", &json);
  v.reason = why->reason;
  v.feature = why->feature;
  json.at("method").get_to(v.method);
  json.at("bound").get_to(v.bound);
  json.at("detail").get_to(v.detail);
  json.at("counterexample").get_to(v.counterexample);
  json.at("seconds").get_to(v.seconds);
  json.at("costs").get_to(v.costs);
  json.at("cached").get_to(v.cached);
}

}  // namespace assay
