// Findings and bugs.
#include "services/coordinator/rpc/convert.h"

namespace assay::rpc {
namespace {

template <class Messages>
std::vector<TraceLine> read_trace(const Messages& lines) {
  std::vector<TraceLine> trace;
  for (const auto& line : lines) trace.push_back({line.instruction(), line.value()});
  return trace;
}

}  // namespace

v1::FindingKind to_proto(FindingKind kind) {
  switch (kind) {
    case FindingKind::Miscompile:
      return v1::FINDING_KIND_MISCOMPILE;
    case FindingKind::Crash:
      return v1::FINDING_KIND_CRASH;
    case FindingKind::Hang:
      return v1::FINDING_KIND_HANG;
    case FindingKind::InvalidIr:
      return v1::FINDING_KIND_INVALID_IR;
    case FindingKind::Nondeterminism:
      return v1::FINDING_KIND_NONDETERMINISM;
  }
  return v1::FINDING_KIND_UNSPECIFIED;
}

Result<FindingKind> from_proto(v1::FindingKind kind) {
  switch (kind) {
    case v1::FINDING_KIND_MISCOMPILE:
      return FindingKind::Miscompile;
    case v1::FINDING_KIND_CRASH:
      return FindingKind::Crash;
    case v1::FINDING_KIND_HANG:
      return FindingKind::Hang;
    case v1::FINDING_KIND_INVALID_IR:
      return FindingKind::InvalidIr;
    case v1::FINDING_KIND_NONDETERMINISM:
      return FindingKind::Nondeterminism;
    default:
      return Error{"kind: " + std::to_string(static_cast<int>(kind)) + " is no kind of finding"};
  }
}

v1::Counterexample to_proto(const Counterexample& counterexample) {
  v1::Counterexample message;
  for (const Binding& binding : counterexample.inputs) {
    v1::Binding* input = message.add_inputs();
    input->set_name(binding.name);
    input->set_type(binding.type);
    input->set_value(binding.value);
  }
  const auto write_trace = [](const std::vector<TraceLine>& trace, auto add) {
    for (const TraceLine& line : trace) {
      v1::TraceLine* into = add();
      into->set_instruction(line.instruction);
      into->set_value(line.value);
    }
  };
  write_trace(counterexample.source_trace, [&] { return message.add_source_trace(); });
  write_trace(counterexample.target_trace, [&] { return message.add_target_trace(); });
  message.set_source_result(counterexample.source_result);
  message.set_target_result(counterexample.target_result);
  for (Decider decider : counterexample.confirmed_by) message.add_confirmed_by(name_of(decider));
  return message;
}

Result<Counterexample> from_proto(const v1::Counterexample& message) {
  Counterexample counterexample;
  for (const v1::Binding& input : message.inputs())
    counterexample.inputs.push_back({input.name(), input.type(), input.value()});
  counterexample.source_trace = read_trace(message.source_trace());
  counterexample.target_trace = read_trace(message.target_trace());
  counterexample.source_result = message.source_result();
  counterexample.target_result = message.target_result();
  for (const std::string& name : message.confirmed_by()) {
    const std::optional<Decider> decider = decider_of(name);
    if (!decider) return Error{"counterexample.confirmed_by: " + name.substr(0, 64) + " is no judge"};
    counterexample.confirmed_by.push_back(*decider);
  }
  return counterexample;
}

v1::Finding to_proto(const Finding& finding) {
  v1::Finding message;
  message.set_kind(to_proto(finding.kind));
  message.mutable_compiler()->set_path(finding.compiler.path);
  message.mutable_compiler()->set_version(finding.compiler.version);
  message.set_pipeline(finding.pipeline);
  message.set_culprit(finding.culprit);
  message.set_function(finding.function);
  message.set_original(finding.original);
  message.set_reduced(finding.reduced);
  message.set_reduced_target(finding.reduced_target);
  message.set_reduced_pipeline(finding.reduced_pipeline);
  message.set_reason(finding.reason);
  message.set_method(finding.method);
  message.set_detail(finding.detail);
  if (finding.counterexample) *message.mutable_counterexample() = to_proto(*finding.counterexample);
  message.set_signature(finding.signature);
  message.set_seed(finding.seed);
  message.set_found_at(finding.found_at);
  message.set_assay_version(finding.assay_version);
  return message;
}

Result<Finding> from_proto(const v1::Finding& message) {
  Finding finding;
  auto kind = from_proto(message.kind());
  if (!kind) return Error{kind.error()};
  finding.kind = *kind;
  finding.compiler = {message.compiler().path(), message.compiler().version()};
  finding.pipeline = message.pipeline();
  finding.culprit = message.culprit();
  finding.function = message.function();
  finding.original = message.original();
  finding.reduced = message.reduced();
  finding.reduced_target = message.reduced_target();
  finding.reduced_pipeline = message.reduced_pipeline();
  finding.reason = message.reason();
  finding.method = message.method();
  finding.detail = message.detail();
  if (message.has_counterexample()) {
    auto counterexample = from_proto(message.counterexample());
    if (!counterexample) return Error{counterexample.error()};
    finding.counterexample = std::move(*counterexample);
  }
  finding.signature = message.signature();
  finding.seed = message.seed();
  finding.found_at = message.found_at();
  finding.assay_version = message.assay_version();
  return finding;
}

v1::Bug to_proto(const Bug& bug) {
  v1::Bug message;
  message.set_id(bug.id);
  message.set_signature(bug.signature);
  message.set_title(bug.title);
  message.set_status(bug.status);
  message.set_kind(to_proto(bug.kind));
  message.set_culprit(bug.culprit);
  message.set_count(bug.count);
  message.set_first_seen(bug.first_seen);
  message.set_last_seen(bug.last_seen);
  for (const std::string& version : bug.compilers) message.add_compilers(version);
  *message.mutable_best() = to_proto(bug.best);
  return message;
}

Result<Bug> from_proto(const v1::Bug& message) {
  auto kind = from_proto(message.kind());
  if (!kind) return Error{kind.error()};
  auto best = from_proto(message.best());
  if (!best) return best.wrap("best");
  Bug bug;
  bug.id = message.id();
  bug.signature = message.signature();
  bug.title = message.title();
  bug.status = message.status();
  bug.kind = *kind;
  bug.culprit = message.culprit();
  bug.count = message.count();
  bug.first_seen = message.first_seen();
  bug.last_seen = message.last_seen();
  bug.compilers.assign(message.compilers().begin(), message.compilers().end());
  bug.best = std::move(*best);
  return bug;
}

v1::ListBugsRequest to_proto(const store::BugFilter& filter) {
  v1::ListBugsRequest message;
  message.set_pass(filter.pass);
  message.set_compiler(filter.compiler);
  if (filter.kind) message.set_kind(to_proto(*filter.kind));
  message.set_status(filter.status);
  message.set_since(filter.since);
  message.set_text(filter.text);
  message.set_limit(filter.limit);
  message.set_offset(filter.offset);
  return message;
}

Result<store::BugFilter> from_proto(const v1::ListBugsRequest& message) {
  store::BugFilter filter;
  filter.pass = message.pass();
  filter.compiler = message.compiler();
  if (message.kind() != v1::FINDING_KIND_UNSPECIFIED) {
    auto kind = from_proto(message.kind());
    if (!kind) return Error{kind.error()};
    filter.kind = *kind;
  }
  filter.status = message.status();
  filter.since = message.since();
  filter.text = message.text();
  filter.limit = message.limit();
  filter.offset = message.offset();
  return filter;
}

}  // namespace assay::rpc
