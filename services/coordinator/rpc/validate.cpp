#include "services/coordinator/rpc/validate.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace assay::rpc {
namespace {

constexpr std::size_t kMaxModule = 2 << 20;  // three of them and a trace fit into a message
constexpr std::size_t kMaxText = 64 << 10;
constexpr std::size_t kMaxWord = 4 << 10;
constexpr std::size_t kMaxSettings = 64;
constexpr std::size_t kMaxReasons = 1000;
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 48;  // sums of very many still fit into 63 bits
constexpr std::uint64_t kMaxBatch = 10'000'000;

Status within(const char* field, const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return {};
  return Error{std::string(field) + ": " + std::to_string(text.size()) + " bytes, at most " + std::to_string(limit) +
               " are accepted"};
}

Status required(const char* field, const std::string& text, std::size_t limit) {
  if (text.empty()) return Error{std::string(field) + ": is empty"};
  return within(field, text, limit);
}

// Texts that become arguments or names of files.
Status argument(const char* field, const std::string& text, std::size_t limit) {
  if (auto error = required(field, text, limit)) return error;
  if (text.find('\0') != std::string::npos) return Error{std::string(field) + ": contains a NUL byte"};
  return {};
}

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool is_utc_time(const std::string& text) {
  static constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return false;
  }
  return true;
}

Status validate_reasons(const char* field, const std::vector<std::pair<std::string, std::uint64_t>>& reasons) {
  if (reasons.size() > kMaxReasons)
    return Error{std::string(field) + ": at most " + std::to_string(kMaxReasons) + " are accepted"};
  for (const auto& [reason, count] : reasons) {
    if (auto error = required(field, reason, kMaxWord)) return error;
    if (count > kMaxCount) return Error{std::string(field) + ": a count of " + std::to_string(count) + " is too large"};
  }
  return {};
}

Status validate_counterexample(const Counterexample& counterexample) {
  std::size_t bytes = counterexample.source_result.size() + counterexample.target_result.size();
  for (const Binding& b : counterexample.inputs) bytes += b.name.size() + b.type.size() + b.value.size();
  for (const auto* trace : {&counterexample.source_trace, &counterexample.target_trace})
    for (const TraceLine& line : *trace) bytes += line.instruction.size() + line.value.size();
  bytes += counterexample.confirmed_by.size() * sizeof(Decider);
  if (bytes <= 2 * kMaxModule) return {};
  return Error{"counterexample: " + std::to_string(bytes) + " bytes of text, at most " +
               std::to_string(2 * kMaxModule) + " are accepted"};
}

}  // namespace

Status validate(const WorkerInfo& worker) {
  if (auto error = within("name", worker.name, kMaxWord)) return error;
  if (auto error = required("token", worker.token, kMaxWord)) return error;
  return within("version", worker.version, kMaxWord);
}

Status validate(const HuntSettings& settings) {
  if (settings.passes.empty()) return Error{"settings.passes: is empty"};
  if (settings.passes.size() > kMaxSettings) return Error{"settings.passes: has more than 64 entries"};
  for (const std::string& pass : settings.passes)
    if (auto error = argument("settings.passes", pass, kMaxText)) return error;
  if (settings.compilers.empty()) return Error{"settings.compilers: is empty"};
  if (settings.compilers.size() > kMaxSettings) return Error{"settings.compilers: has more than 64 entries"};
  for (const std::string& compiler : settings.compilers)
    if (auto error = argument("settings.compilers", compiler, kMaxWord)) return error;
  if (auto error = within("settings.profile", settings.profile, kMaxWord)) return error;
  if (auto error = within("settings.feedback", settings.feedback, kMaxWord)) return error;
  if (settings.seeds.empty()) return {};
  return argument("settings.seeds", settings.seeds, kMaxWord);
}

Status validate(const NewHunt& hunt) {
  if (auto error = validate(hunt.settings)) return error;
  if (auto error = required("token", hunt.token, kMaxWord)) return error;
  if (hunt.mutant_limit > kMaxCount)
    return Error{"mutant_limit: " + std::to_string(hunt.mutant_limit) + " is too large"};
  if (hunt.batch_size > kMaxBatch) return Error{"batch_size: " + std::to_string(hunt.batch_size) + " is too large"};
  return {};
}

Status validate(const Finding& finding) {
  if (auto error = required("original", finding.original, kMaxModule)) return error;
  if (auto error = required("reduced", finding.reduced, kMaxModule)) return error;
  if (auto error = within("reduced_target", finding.reduced_target, kMaxModule)) return error;
  if (auto error = required("signature", finding.signature, kMaxWord)) return error;
  const std::pair<const char*, const std::string*> texts[] = {{"pipeline", &finding.pipeline},
                                                              {"reduced_pipeline", &finding.reduced_pipeline},
                                                              {"detail", &finding.detail},
                                                              {"reason", &finding.reason}};
  for (const auto& [field, text] : texts)
    if (auto error = within(field, *text, kMaxText)) return error;
  const std::pair<const char*, const std::string*> words[] = {{"compiler.path", &finding.compiler.path},
                                                              {"compiler.version", &finding.compiler.version},
                                                              {"culprit", &finding.culprit},
                                                              {"function", &finding.function},
                                                              {"method", &finding.method},
                                                              {"assay_version", &finding.assay_version}};
  for (const auto& [field, text] : words)
    if (auto error = within(field, *text, kMaxWord)) return error;
  if (!is_utc_time(finding.found_at))
    return Error{"found_at: '" + finding.found_at.substr(0, 40) + "' is no time like 2026-01-31T23:59:59Z"};
  if (finding.counterexample) return validate_counterexample(*finding.counterexample);
  return {};
}

Status validate(const HuntStatistics& statistics) {
  for (const auto field :
       {&HuntStatistics::mutants, &HuntStatistics::discarded, &HuntStatistics::executions, &HuntStatistics::unchanged,
        &HuntStatistics::checked_syntax, &HuntStatistics::checked_exhaustive, &HuntStatistics::checked_interpreter,
        &HuntStatistics::checked_smt, &HuntStatistics::unknown, &HuntStatistics::unsupported,
        &HuntStatistics::findings})
    if (statistics.*field > kMaxCount)
      return Error{"statistics: a count of " + std::to_string(statistics.*field) + " is too large"};
  if (!std::isfinite(statistics.seconds) || statistics.seconds < 0 || statistics.seconds > 1e9)
    return Error{"statistics.seconds: is no length of time"};
  if (auto error = validate_reasons("statistics.unknown_reasons", statistics.unknown_reasons)) return error;
  return validate_reasons("statistics.unsupported_reasons", statistics.unsupported_reasons);
}

std::optional<store::Lease> parse_lease_id(const std::string& id, const std::string& worker_id) {
  const auto last = id.rfind('.');
  const auto first = last == std::string::npos || last == 0 ? std::string::npos : id.rfind('.', last - 1);
  if (first == std::string::npos) return std::nullopt;
  store::Lease lease;
  lease.hunt_id = id.substr(0, first);
  lease.worker_id = worker_id;
  const std::string_view text = id;
  if (!parse_number(text.substr(first + 1, last - first - 1), lease.batch)) return std::nullopt;
  if (!parse_number(text.substr(last + 1), lease.attempt)) return std::nullopt;
  return lease;
}

Status validate_lease_id(const std::string& id) {
  if (parse_lease_id(id, "")) return {};
  return Error{"lease_id: '" + id.substr(0, 80) + "' is no lease's id"};
}

Status validate_remote(const HuntSettings& settings) {
  if (auto error = validate(settings)) return error;
  for (const std::string& compiler : settings.compilers) {
    if (compiler == "linked") continue;
    std::string_view name = compiler;
    const bool absolute = name.front() == '/' && name.find("/../") == std::string_view::npos;
    name.remove_prefix(name.rfind('/') + 1);
    const bool named_opt =
        name == "opt" || (name.starts_with("opt-") && name.size() > 4 &&
                          std::all_of(name.begin() + 4, name.end(), [](char c) { return c >= '0' && c <= '9'; }));
    if (!absolute || !named_opt)
      return Error{"settings.compilers: '" + compiler + "' is neither \"linked\" nor the absolute path of an opt"};
  }
  return {};
}

}  // namespace assay::rpc
