#include "services/coordinator/rpc/validate.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "services/common/environment.h"
#include "services/common/fields.h"
#include "services/common/text.h"
#include "services/common/work.h"

namespace assay::rpc {
namespace {

constexpr std::size_t kMaxModule = 2 << 20;  // three of them and a trace fit into a message
constexpr std::size_t kMaxText = 64 << 10;
constexpr std::size_t kMaxWord = 4 << 10;
constexpr std::size_t kMaxSettings = 256;  ///< code generation for all targets has about a hundred pipelines
constexpr std::size_t kMaxReasons = 1000;
constexpr std::size_t kMaxSurface = 20'000;  ///< features, judges and pipelines: as many as are kept of a hunt
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 48;  // sums of very many still fit into 63 bits
constexpr std::uint64_t kMostOfARun = 1'000;                 // functions of a mutant, and what is asked about each
constexpr std::uint64_t kMaxBatch = 10'000'000;
constexpr std::uint32_t kMaxUnroll = 1'000;
constexpr std::uint32_t kMaxSolverMs = 3'600'000;

Status within(const std::string& field, const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return {};
  return Error{field + ": " + std::to_string(text.size()) + " bytes, at most " + std::to_string(limit) +
               " are accepted"};
}

Status required(const std::string& field, const std::string& text, std::size_t limit) {
  if (text.empty()) return Error{field + ": is empty"};
  return within(field, text, limit);
}

// Texts that become arguments or names of files.
Status argument(const std::string& field, const std::string& text, std::size_t limit) {
  if (auto error = required(field, text, limit)) return error;
  if (text.find('\0') != std::string::npos) return Error{field + ": contains a NUL byte"};
  return {};
}

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// Clocks of workers may be wrong: a finding is no worse for it, and what is recorded is the coordinator's time.
bool is_utc_time(const std::string& text) {
  static constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return false;
  }
  const auto number = [&](std::size_t at, std::size_t digits) { return std::atoi(text.substr(at, digits).c_str()); };
  using namespace std::chrono;
  const year_month_day day(year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                           std::chrono::day(static_cast<unsigned>(number(8, 2))));
  return day.ok() && number(11, 2) <= 23 && number(14, 2) <= 59 && number(17, 2) <= 59;
}

/// Options of passes, before a worker looks whether they are any (optimize::check_opt_args): words that begin with a
/// dash, and no path.
Status validate_options(const std::string& field, const std::string& options) {
  bool starts = true;
  for (const char c : options) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       std::string_view("-_=.,+ ").find(c) != std::string_view::npos;
    if (!plain || (starts && c != '-' && c != ' '))
      return Error{field + ": '" + options.substr(0, 80) + "': expected options like -force-vector-width=4"};
    starts = c == ' ';
  }
  return {};
}

Status without_path(const std::string& field, const std::string& pipeline) {
  const Status fault = fault_of_foreign_pipeline(pipeline);
  return fault ? Error{field + ": " + fault->message} : Status();
}

/// Of a -passes string what every release agrees on: printable characters, brackets in pairs.
Status validate_pipeline(const std::string& text) {
  const std::string pipeline = text.substr(0, text.find(' '));
  if (pipeline.size() < text.size())
    if (auto error = validate_options("settings.passes", text.substr(pipeline.size()))) return error;
  if (auto error = without_path("settings.passes", pipeline)) return error;
  std::string open;
  for (const char c : pipeline) {
    if (c < ' ' || c > '~') return Error{"settings.passes: holds a character that no pipeline has"};
    if (c == '(' || c == '<') open += c == '(' ? ')' : '>';
    if (c != ')' && c != '>') continue;
    if (open.empty() || open.back() != c)
      return Error{"settings.passes: '" + pipeline.substr(0, 80) + "': brackets do not match"};
    open.pop_back();
  }
  return open.empty() ? Status() : Error{"settings.passes: '" + pipeline.substr(0, 80) + "': a bracket is not closed"};
}

/// May the text have more than one line?
bool is_of_lines(const std::string& field) {
  for (const char* text : {"original", "reduced", "reduced_target", "detail"})
    if (field == text) return true;
  return false;
}

/// Bytes that a terminal acts on. (What is no UTF-8 is escaped where it is shown.)
bool holds_controls(const std::string& text, bool of_lines) {
  return std::any_of(text.begin(), text.end(), [&](unsigned char c) {
    return (c < ' ' && !(of_lines && (c == '\n' || c == '\t'))) || c == 0x7f;
  });
}

Status validate_counterexample(const Counterexample& counterexample) {
  std::size_t bytes = counterexample.source_result.size() + counterexample.target_result.size();
  for (const Binding& b : counterexample.inputs) bytes += b.name.size() + b.type.size() + b.value.size();
  for (const auto* trace : {&counterexample.source_trace, &counterexample.target_trace})
    for (const TraceLine& line : *trace) bytes += line.instruction.size() + line.value.size();
  bytes += counterexample.confirmed_by.size() * sizeof(Decider);
  for (const Binding& b : counterexample.inputs)
    for (const std::string* text : {&b.name, &b.type, &b.value})
      if (holds_controls(*text, true)) return Error{"counterexample.inputs: holds control characters"};
  for (const auto* trace : {&counterexample.source_trace, &counterexample.target_trace})
    for (const TraceLine& line : *trace)
      if (holds_controls(line.instruction, true) || holds_controls(line.value, true))
        return Error{"counterexample: a trace holds control characters"};
  for (const std::string* text : {&counterexample.source_result, &counterexample.target_result})
    if (holds_controls(*text, true)) return Error{"counterexample: a result holds control characters"};
  if (bytes <= 2 * kMaxModule) return {};
  return Error{"counterexample: " + std::to_string(bytes) + " bytes of text, at most " +
               std::to_string(2 * kMaxModule) + " are accepted"};
}

/// How long a text may be: a word, unless it is named here.
std::size_t limit_of(const std::string& field) {
  for (const char* module : {"original", "reduced", "reduced_target"})
    if (field == module) return kMaxModule;
  for (const char* text : {"pipeline", "reduced_pipeline", "detail", "reason", "title", "settings.passes"})
    if (field == text) return kMaxText;
  return kMaxWord;
}

/// Looks at every field of a record; the first that can't be accepted ends it.
class FieldChecker {
 public:
  explicit FieldChecker(std::string prefix = "") : prefix_(std::move(prefix)) {}

  template <class T>
  void operator()(const char* name, const T& value) {
    if (!error_) check(prefix_ + name, value);
  }
  const Status& error() const { return error_; }

 private:
  void check(const std::string& field, const std::string& text) {
    error_ = within(field, text, limit_of(field));
    if (!error_ && holds_controls(text, is_of_lines(field))) error_ = Error{field + ": holds control characters"};
  }
  /// Lists of texts are arguments of programs.
  void check(const std::string& field, const std::vector<std::string>& texts) {
    if (texts.size() > kMaxSettings)
      error_ = Error{field + ": has more than " + std::to_string(kMaxSettings) + " entries"};
    for (const std::string& text : texts)
      if (!error_) error_ = argument(field, text, limit_of(field));
  }
  template <Record R>
  void check(const std::string& field, const std::vector<R>& records) {
    if (records.size() > kMaxSettings)
      error_ = Error{field + ": has more than " + std::to_string(kMaxSettings) + " entries"};
    for (const R& record : records)
      if (!error_) check(field, record);
  }
  void check(const std::string& field, const Counts& counts) {
    const std::size_t most = field.ends_with("surface") ? kMaxSurface : kMaxReasons;
    if (counts.size() > most) error_ = Error{field + ": at most " + std::to_string(most) + " are accepted"};
    for (const auto& [word, count] : counts) {
      if (!error_) error_ = required(field, word, limit_of("pipeline"));
      if (!error_ && count > kMaxCount)
        error_ = Error{field + ": a count of " + std::to_string(count) + " is too large"};
    }
  }
  void check(const std::string& field, double seconds) {
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) error_ = Error{field + ": is no length of time"};
  }
  void check(const std::string&, const std::optional<Counterexample>& counterexample) {
    if (counterexample) error_ = validate_counterexample(*counterexample);
  }
  template <Record R>
  void check(const std::string& field, const R& record) {
    FieldChecker inner(field + ".");
    each_field(record, inner);
    error_ = inner.error();
  }
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void check(const std::string&, T) {}  // any number that fits is one

  std::string prefix_;
  Status error_;
};

template <Record R>
Status check_fields(const R& record, const std::string& prefix = "") {
  FieldChecker checker(prefix);
  each_field(record, checker);
  return checker.error();
}

}  // namespace

Status validate(const WorkerInfo& worker) {
  if (auto error = required("token", worker.token, kMaxWord)) return error;
  return check_fields(worker);
}

Status validate(const HuntSettings& settings) {
  if (settings.passes.empty()) return Error{"settings.passes: is empty"};
  if (settings.compilers.empty()) return Error{"settings.compilers: is empty"};
  if (auto error = check_fields(settings, "settings.")) return error;
  for (const std::string& pipeline : settings.passes)
    if (auto error = validate_pipeline(pipeline)) return error;
  for (const std::string& compiler : settings.compilers)
    if (!is_compiler_name(compiler))
      return Error{"settings.compilers: '" + compiler.substr(0, 80) +
                   "' is not \"linked\", a version or VERSION@BUILD (a path means something on one machine only)"};
  if (!settings.seeds.empty() && !is_seeds_name(settings.seeds))
    return Error{"settings.seeds: '" + settings.seeds.substr(0, 80) + "' is not FOLDER@HASH"};
  if (auto error = validate_options("settings.opt_args", settings.opt_args)) return error;
  if (const auto environments = parse_environments(settings.targets); !environments)
    return Error{"settings.targets: " + environments.error()};
  if (settings.unroll > kMaxUnroll)
    return Error{"settings.unroll: " + std::to_string(settings.unroll) + " is too large"};
  if (settings.smt_timeout_ms > kMaxSolverMs)
    return Error{"settings.smt_timeout_ms: " + std::to_string(settings.smt_timeout_ms) + " is too large"};
  return {};
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
  if (!is_utc_time(finding.found_at))
    return Error{"found_at: '" + finding.found_at.substr(0, 40) + "' is no time like 2026-01-31T23:59:59Z"};
  if (auto error = without_path("pipeline", finding.pipeline)) return error;
  if (auto error = without_path("reduced_pipeline", finding.reduced_pipeline)) return error;
  if (auto error = validate_options("question.opt_args", finding.question.opt_args)) return error;
  return check_fields(finding);
}

Status validate(const HuntStatistics& statistics) {
  Status error;
  each_field(statistics, [&]<class T>(const char*, const T& value) {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      if (value > kMaxCount) error = Error{"statistics: a count of " + std::to_string(value) + " is too large"};
  });
  return error ? error : check_fields(statistics, "statistics.");
}

Status validate_amounts(const HuntStatistics& statistics, const store::Lease& lease, const HuntSettings& settings) {
  if (statistics.mutants > lease.mutants)
    return Error{"statistics.mutants: " + std::to_string(statistics.mutants) + " of a batch of " +
                 std::to_string(lease.mutants)};
  const auto times = [](std::size_t listed) { return std::max<std::uint64_t>(1, std::min(listed, kMaxSettings)); };
  const std::uint64_t most =
      lease.mutants * times(settings.compilers.size()) * times(settings.passes.size()) * kMostOfARun;
  Status error;
  each_field(statistics, [&]<class T>(const char* name, const T& value) {
    std::uint64_t amount = 0;
    if constexpr (std::is_same_v<T, std::uint64_t>) amount = value;
    if constexpr (std::is_same_v<T, Counts>)
      for (const auto& [word, count] : value) amount += std::min(count, kMaxCount);
    if (amount > most)
      error = Error{std::string("statistics.") + name + ": " + std::to_string(amount) + " of a batch of " +
                    std::to_string(lease.mutants)};
  });
  return error;
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

Status validate_reason(const std::string& reason) { return required("reason", reason, kMaxText); }

}  // namespace assay::rpc
