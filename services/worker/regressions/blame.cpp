#include "services/worker/regressions/comparison.h"

namespace assay::regressions {
namespace {

constexpr std::size_t kMoreStepsThanAny = 1'000'000'000;

}  // namespace

Blamed find_blame(const std::string& module_text, const cost::Costs& baseline_costs, Build& baseline, Build& branch,
                  const Comparison& comparison, const Options& options) {
  const optimize::Limits limits = limits_of(options);
  const std::string pipeline = optimize::spell_pipeline(options.passes, branch.opt->major_version());
  const auto dearer = [&](const optimize::OptimizeResult& run) { return comparison.is_dearer(run, baseline_costs); };
  // The source itself is dear, mostly: a bisection would end anywhere. So step by step, from the end.
  const auto whole = branch.opt->run_first(module_text, pipeline, kMoreStepsThanAny, limits);
  for (std::size_t step = whole.executed.size(); step-- > 0;) {
    const auto is_dear = dearer(branch.opt->run_first(module_text, pipeline, step, limits));
    if (!is_dear) return {};
    if (*is_dear) continue;
    optimize::PassRunner names;
    const std::string& pass = whole.executed[step];
    return {Blame::Made, names.pipeline_name(pass.substr(0, pass.find('<')))};
  }
  const auto culprit = optimize::find_culprit(
      *baseline.opt, module_text, optimize::spell_pipeline(options.passes, baseline.opt->major_version()),
      [&](const optimize::OptimizeResult& run) { return dearer(run) == false; }, limits);
  if (!culprit || culprit->pass.empty()) return {};
  return {Blame::Missed, culprit->pass};
}

}  // namespace assay::regressions
