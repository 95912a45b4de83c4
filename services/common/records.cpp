#include "services/common/records.h"

#include <ctime>
#include <map>
#include <string_view>

#include "services/common/hash.h"
#include "services/common/records_json.h"

namespace assay {
namespace {

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

}  // namespace

std::string reason_text(const Verdict& verdict) { return reason_text(verdict.kind, verdict.reason, verdict.feature); }

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
  return nlohmann::json(counterexample).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Counterexample> counterexample_from_json(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<Counterexample>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::string verdict_to_json(const Verdict& verdict) {
  return nlohmann::json(verdict).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Verdict> verdict_from_json(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<Verdict>();
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
