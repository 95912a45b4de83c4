#include "services/common/finding.h"

#include <iterator>

#include "services/common/hash.h"

namespace assay {
namespace {

constexpr std::string_view kKinds[] = {"miscompile", "crash", "hang", "invalid-ir", "nondeterminism", "debug-variance"};

constexpr std::size_t kMostTraceLines = 400;
constexpr std::size_t kMostInputs = 200;
constexpr std::size_t kLongestValue = 2'000;

void cut(std::string& text) {
  if (text.size() <= kLongestValue) return;
  const std::size_t rest = text.size() - kLongestValue;
  text = text.substr(0, kLongestValue) + "… (" + std::to_string(rest) + " bytes more)";
}

/// Its first and its last lines: the end is where the two functions differ.
void cut(std::vector<TraceLine>& trace) {
  if (trace.size() > kMostTraceLines) {
    const std::size_t half = kMostTraceLines / 2, gone = trace.size() - 2 * half;
    trace.erase(trace.begin() + half, trace.end() - half);
    trace.insert(trace.begin() + half, TraceLine{"… " + std::to_string(gone) + " instructions more", ""});
  }
  for (TraceLine& line : trace) {
    cut(line.instruction);
    cut(line.value);
  }
}

void cut(Counterexample& example) {
  if (example.inputs.size() > kMostInputs) {
    const std::size_t gone = example.inputs.size() - kMostInputs;
    example.inputs.resize(kMostInputs);
    example.inputs.push_back({"…", "", std::to_string(gone) + " inputs more"});
  }
  for (Binding& input : example.inputs) cut(input.value);
  cut(example.source_trace);
  cut(example.target_trace);
  cut(example.source_result);
  cut(example.target_result);
}

}  // namespace

const char* name_of(FindingKind kind) { return kKinds[static_cast<int>(kind)].data(); }
std::optional<FindingKind> finding_kind_of(std::string_view name) { return enumerator_in<FindingKind>(kKinds, name); }
std::vector<std::string> finding_kind_names() { return {std::begin(kKinds), std::end(kKinds)}; }
std::optional<FindingKind> enumerator_of(std::string_view name, std::type_identity<FindingKind>) {
  return finding_kind_of(name);
}

void set_verdict(Finding& finding, const Verdict& verdict) {
  finding.reason = reason_text(verdict);
  finding.method = verdict.method;
  finding.detail = verdict.detail;
  finding.counterexample = verdict.counterexample;
  if (finding.counterexample) cut(*finding.counterexample);
  cut(finding.detail);
}

std::string Finding::id() const {
  std::string content = name_of(kind);
  const std::string compiled_by = compiler_name(compiler);
  for (const std::string* part : {&compiled_by, &pipeline, &function, &original, &reason}) content += '\0' + *part;
  if (!question.opt_args.empty()) content += '\0' + question.opt_args;
  return content_id(content);
}

std::string Finding::reduced_run() const {
  return reduced_pipeline + (question.opt_args.empty() ? "" : " " + question.opt_args);
}

}  // namespace assay
