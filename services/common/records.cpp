#include "services/common/records.h"

#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "services/common/hash.h"

namespace assay {
namespace {

constexpr std::string_view kVerdictNames[] = {"correct", "incorrect", "unknown", "unsupported", "error"};
constexpr std::string_view kFindingNames[] = {"miscompile", "crash", "hang", "invalid-ir", "nondeterminism"};

template <class Kind, std::size_t N>
std::optional<Kind> find_kind(const std::string_view (&names)[N], const std::string& name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Kind>(i);
  return std::nullopt;
}

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
void add_counts(Counts& into, const Counts& from) {
  std::map<std::string, std::uint64_t> sums(into.begin(), into.end());
  for (const auto& [name, count] : from) sums[name] += count;
  into.assign(sums.begin(), sums.end());
}

nlohmann::json trace_to_json(const std::vector<TraceLine>& trace) {
  nlohmann::json lines = nlohmann::json::array();
  for (const TraceLine& line : trace) lines.push_back({{"instruction", line.instruction}, {"value", line.value}});
  return lines;
}

std::vector<TraceLine> trace_from_json(const nlohmann::json& lines) {
  std::vector<TraceLine> trace;
  for (const auto& line : lines) trace.push_back({line.at("instruction"), line.at("value")});
  return trace;
}

}  // namespace

const char* name_of(VerdictKind kind) { return kVerdictNames[static_cast<int>(kind)].data(); }
std::optional<VerdictKind> verdict_kind_of(const std::string& name) {
  return find_kind<VerdictKind>(kVerdictNames, name);
}
const char* name_of(FindingKind kind) { return kFindingNames[static_cast<int>(kind)].data(); }
std::optional<FindingKind> finding_kind_of(const std::string& name) {
  return find_kind<FindingKind>(kFindingNames, name);
}

std::string Finding::id() const {
  std::string content = name_of(kind);
  for (const std::string* part : {&compiler.version, &pipeline, &function, &original, &reason})
    content += '\0' + *part;
  return content_id(content);
}

void HuntStatistics::add(const HuntStatistics& other) {
  for (auto field : {&HuntStatistics::mutants, &HuntStatistics::discarded, &HuntStatistics::executions,
                     &HuntStatistics::unchanged, &HuntStatistics::checked_syntax, &HuntStatistics::checked_exhaustive,
                     &HuntStatistics::checked_interpreter, &HuntStatistics::checked_smt, &HuntStatistics::unknown,
                     &HuntStatistics::unsupported, &HuntStatistics::findings})
    this->*field += other.*field;
  seconds += other.seconds;
  add_counts(unsupported_reasons, other.unsupported_reasons);
  add_counts(unknown_reasons, other.unknown_reasons);
}

std::string counterexample_to_json(const Counterexample& counterexample) {
  nlohmann::json inputs = nlohmann::json::array();
  for (const Binding& b : counterexample.inputs)
    inputs.push_back({{"name", b.name}, {"type", b.type}, {"value", b.value}});
  return nlohmann::json{{"inputs", inputs},
                        {"source_trace", trace_to_json(counterexample.source_trace)},
                        {"target_trace", trace_to_json(counterexample.target_trace)},
                        {"source_result", counterexample.source_result},
                        {"target_result", counterexample.target_result},
                        {"confirmed_by", counterexample.confirmed_by}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Counterexample> counterexample_from_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    Counterexample result;
    for (const auto& b : json.at("inputs")) result.inputs.push_back({b.at("name"), b.at("type"), b.at("value")});
    result.source_trace = trace_from_json(json.at("source_trace"));
    result.target_trace = trace_from_json(json.at("target_trace"));
    result.source_result = json.at("source_result");
    result.target_result = json.at("target_result");
    result.confirmed_by = json.at("confirmed_by").get<std::vector<std::string>>();
    return result;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

const char* assay_version() { return ASSAY_VERSION; }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace assay
