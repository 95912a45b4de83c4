#include <map>

#include "services/worker/regressions/comparison.h"

namespace assay::regressions {
namespace {

constexpr std::size_t kMoreStepsThanAny = 1'000'000'000;

/// The steps of a branch's pipeline on one module, each run when it is asked for.
class Steps {
 public:
  Steps(const std::string& text, const cost::Costs& baseline, Build& branch, const Comparison& comparison,
        Profiled* profiled, const Options& options)
      : text_(text),
        baseline_(baseline),
        branch_(branch),
        comparison_(comparison),
        profiled_(profiled),
        limits_(limits_of(options)) {
    pipeline_ = optimize::spell_pipeline(options.passes, branch.opt->major_version());
    passes_ = branch.opt->run_first(text, pipeline_, kMoreStepsThanAny, limits_).executed;
  }

  /// The pass behind the last step at which the function is not dearer yet. Nothing: there is no such step.
  std::optional<std::string> pass_that_made_it_dearer() {
    if (passes_.empty()) return std::nullopt;
    const auto step = last_cheap(0, passes_.size());
    if (!step || *step == passes_.size()) return std::nullopt;
    optimize::PassRunner names;
    return names.pipeline_name(passes_[*step].substr(0, passes_[*step].find('<')));
  }

 private:
  struct Step {
    std::string ir;
    bool is_cheap = false;
  };
  const Step& at(std::size_t step) {
    const auto [found, is_new] = known_.try_emplace(step);
    if (is_new) {
      const auto run = branch_.opt->run_first(text_, pipeline_, step, limits_);
      found->second = {run.ir, comparison_.is_dearer(run, baseline_, profiled_) == false};
    }
    return found->second;
  }

  /// The source itself is dear, mostly, so that cheapness comes and goes and no bisection finds it. Between two steps
  /// with one text nothing is looked for.
  std::optional<std::size_t> last_cheap(std::size_t first, std::size_t last) {
    if (at(last).is_cheap) return last;
    if (at(first).ir == at(last).ir) return std::nullopt;
    if (last - first == 1) return at(first).is_cheap ? std::optional(first) : std::nullopt;
    const std::size_t middle = first + (last - first) / 2;
    const auto later = last_cheap(middle, last);
    return later ? later : last_cheap(first, middle);
  }

  const std::string& text_;
  const cost::Costs& baseline_;
  Build& branch_;
  const Comparison& comparison_;
  Profiled* profiled_;
  optimize::Limits limits_;
  std::string pipeline_;
  std::vector<std::string> passes_;
  std::map<std::size_t, Step> known_;
};

}  // namespace

Blamed find_blame(const std::string& module_text, const cost::Costs& baseline_costs, Build& baseline, Build& branch,
                  const Comparison& comparison, const Options& options) {
  std::optional<Profiled> runs;
  if (are_of_runs(baseline_costs)) runs.emplace(module_text, options.judge.seed);
  Profiled* profiled = runs ? &*runs : nullptr;
  Steps steps(module_text, baseline_costs, branch, comparison, profiled, options);
  if (const auto pass = steps.pass_that_made_it_dearer()) return {Blame::Made, *pass};
  const auto culprit = optimize::find_culprit(
      *baseline.opt, module_text, optimize::spell_pipeline(options.passes, baseline.opt->major_version()),
      [&](const optimize::OptimizeResult& run) { return comparison.is_dearer(run, baseline_costs, profiled) == false; },
      limits_of(options));
  if (!culprit || culprit->pass.empty()) return {};
  return {Blame::Missed, culprit->pass};
}

}  // namespace assay::regressions
