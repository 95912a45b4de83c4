#include "services/application/causes.h"

#include "services/common/finding.h"
#include "services/common/text.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/pipeline.h"

namespace assay::application {
namespace {

void add_names(const optimize::Pipeline& pipeline, std::vector<std::string>& names) {
  for (const optimize::PipelineElement& each : pipeline) {
    if (each.inner.empty()) names.push_back(each.name);
    add_names(each.inner, names);
  }
}

/// With commas, as a culprit of several passes is written. Those of "default<O2>" are the linked LLVM's.
std::string names_of_passes(const std::string& passes) {
  const auto all = optimize::PassRunner().expand(passes);
  const auto pipeline = optimize::parse_pipeline(all ? *all : passes);
  std::vector<std::string> names;
  if (pipeline) add_names(*pipeline, names);
  return joined(names, ",");
}

std::string text_of(llvm::Function& function) {
  return ir::print(*ir::extract(*function.getParent(), function.getName().str(), true));
}

}  // namespace

KnownCause known_cause(const triage::KnownRoot& rule) {
  const bool any = rule.first == 0 && rule.last == ~0u;
  const std::string first = std::to_string(rule.first), last = std::to_string(rule.last);
  return {rule.id,
          rule.reason,
          rule.state,
          rule.upstream,
          rule.owner,
          rule.expires,
          any             ? ""
          : first == last ? first
                          : first + "-" + last,
          rule.passes};
}

std::optional<KnownCause> cause_of(const MadeBy& made_by, const ir::FunctionPair& pair, const Verdict& verdict,
                                   const triage::KnownRoots& rules) {
  if (verdict.kind != VerdictKind::Incorrect) return std::nullopt;
  Finding finding;
  finding.kind = FindingKind::Miscompile;
  finding.compiler = made_by.compiler;
  finding.culprit = names_of_passes(made_by.passes);
  set_verdict(finding, verdict);
  finding.reduced = text_of(*pair.first);
  finding.reduced_target = text_of(*pair.second);
  constexpr std::size_t kDay = 10;
  const triage::KnownRoot* rule = rules.match(finding, utc_now().substr(0, kDay));
  return rule == nullptr ? std::nullopt : std::optional(known_cause(*rule));
}

}  // namespace assay::application
