#pragma once

#include <nlohmann/json.hpp>

#include "services/common/records.h"

/// JSON forms of the records, both ways; a missing or ill-typed field throws nlohmann::json::exception, so readers of
/// foreign text use the functions in records.h. Slow to compile: for .cpp files only.
namespace assay {

NLOHMANN_JSON_SERIALIZE_ENUM(FindingKind, {{FindingKind::Miscompile, "miscompile"},
                                           {FindingKind::Crash, "crash"},
                                           {FindingKind::Hang, "hang"},
                                           {FindingKind::InvalidIr, "invalid-ir"},
                                           {FindingKind::Nondeterminism, "nondeterminism"}})
/// The enumerator that a JSON string names.
template <class Enum>
Enum named(const nlohmann::json& json, std::optional<Enum> (*find)(std::string_view)) {
  const std::optional<Enum> found = find(json.get_ref<const std::string&>());
  if (!found) throw nlohmann::json::out_of_range::create(403, "no such name: " + json.dump(), &json);
  return *found;
}
inline void to_json(nlohmann::json& json, const VerdictKind& kind) { json = name_of(kind); }
inline void from_json(const nlohmann::json& json, VerdictKind& kind) { kind = named(json, verdict_kind_of); }
inline void to_json(nlohmann::json& json, const Method& method) { json = name_of(method); }
inline void from_json(const nlohmann::json& json, Method& method) { method = named(json, method_of); }
inline void to_json(nlohmann::json& json, const Rung& rung) { json = name_of(rung); }
inline void from_json(const nlohmann::json& json, Rung& rung) { rung = named(json, rung_of); }
inline void to_json(nlohmann::json& json, const Decider& decider) { json = name_of(decider); }
inline void from_json(const nlohmann::json& json, Decider& decider) { decider = named(json, decider_of); }

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CompilerId, path, version)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Binding, name, type, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TraceLine, instruction, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Counterexample, inputs, source_trace, target_trace, source_result, target_result,
                                   confirmed_by)

inline void to_json(nlohmann::json& json, const std::optional<Counterexample>& counterexample) {
  json = counterexample ? nlohmann::json(*counterexample) : nlohmann::json();
}
inline void from_json(const nlohmann::json& json, std::optional<Counterexample>& counterexample) {
  counterexample.reset();
  if (!json.is_null()) counterexample = json.get<Counterexample>();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RungCost, rung, seconds)

inline void to_json(nlohmann::json& json, const Verdict& v) {
  json = {{"verdict", v.kind}, {"reason", reason_text(v)}, {"method", v.method},
          {"bound", v.bound},  {"detail", v.detail},       {"counterexample", nullptr},
          {"seconds", v.seconds}, {"costs", v.costs},      {"cached", v.cached}};
  to_json(json["counterexample"], v.counterexample);
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
  from_json(json.at("counterexample"), v.counterexample);
  json.at("seconds").get_to(v.seconds);
  json.at("costs").get_to(v.costs);
  json.at("cached").get_to(v.cached);
}

inline void to_json(nlohmann::json& json, const Finding& f) {
  json = {{"kind", f.kind},
          {"compiler", f.compiler},
          {"pipeline", f.pipeline},
          {"culprit", f.culprit},
          {"function", f.function},
          {"original", f.original},
          {"reduced", f.reduced},
          {"reduced_target", f.reduced_target},
          {"reduced_pipeline", f.reduced_pipeline},
          {"reason", f.reason},
          {"method", f.method},
          {"detail", f.detail},
          {"counterexample", nullptr},
          {"signature", f.signature},
          {"seed", f.seed},
          {"found_at", f.found_at},
          {"assay_version", f.assay_version}};
  to_json(json["counterexample"], f.counterexample);
}
inline void from_json(const nlohmann::json& json, Finding& f) {
  json.at("kind").get_to(f.kind);
  json.at("compiler").get_to(f.compiler);
  for (const auto& [name, field] : std::initializer_list<std::pair<const char*, std::string*>>{
           {"pipeline", &f.pipeline}, {"culprit", &f.culprit}, {"function", &f.function}, {"original", &f.original},
           {"reduced", &f.reduced}, {"reduced_target", &f.reduced_target}, {"reduced_pipeline", &f.reduced_pipeline},
           {"reason", &f.reason}, {"method", &f.method}, {"detail", &f.detail}, {"signature", &f.signature},
           {"found_at", &f.found_at}, {"assay_version", &f.assay_version}})
    json.at(name).get_to(*field);
  from_json(json.at("counterexample"), f.counterexample);
  json.at("seed").get_to(f.seed);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HuntStatistics, mutants, discarded, executions, unchanged, checked_syntax,
                                   checked_exhaustive, checked_interpreter, checked_smt, unknown, unsupported, findings,
                                   seconds, unsupported_reasons, unknown_reasons)

}  // namespace assay
