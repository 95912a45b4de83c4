#include "services/common/records.h"

#include <ctime>

#include "services/common/records_json.h"

namespace assay {
namespace {

std::string decided_by(const Verdict& verdict) {
  std::string text = name_of(verdict.method) + std::string(verdict.cached ? ", from the cache" : "");
  return text.empty() ? "" : " (" + text + ")";
}

}  // namespace

std::string reason_text(const Verdict& verdict) { return reason_text(verdict.kind, verdict.reason, verdict.feature); }

std::string summary(const Counterexample& counterexample) {
  return "source " + counterexample.source_result + "; target " + counterexample.target_result;
}

std::string headline(const Verdict& verdict) {
  const std::string reason = reason_text(verdict);
  switch (verdict.kind) {
    case VerdictKind::Correct:
      return "correct" + (verdict.bound.empty() ? "" : " within limits (" + verdict.bound + ")") +
             ": the target refines the source" + decided_by(verdict);
    case VerdictKind::Incorrect:
      return "INCORRECT: " + reason + ": " + meaning_of(verdict.reason) + decided_by(verdict);
    case VerdictKind::Unknown:
      return "unknown: " + reason;
    case VerdictKind::Unsupported:
      return "unsupported: " + reason;
    case VerdictKind::Error:
      return "error: " + reason;
  }
  return {};
}

std::string verdict_to_json(const Verdict& verdict) { return json_text(verdict); }

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
