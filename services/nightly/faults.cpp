#include "services/nightly/faults.h"

#include <filesystem>

#include "services/application/hunt.h"
#include "services/common/text.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;

/// Pipelines of the plan that a branch refuses.
void check_pipelines(const Plan& plan, const Branch& branch, optimize::Compiler& compiler,
                     std::vector<std::string>& faults) {
  const auto check = [&](const std::string& pipeline) {
    const optimize::Invocation asked = optimize::parse_invocation(pipeline);
    if (const Status bad = optimize::check_opt_args(asked.opt_args))
      faults.push_back("pipeline '" + pipeline + "': " + bad->message);
    const auto known = compiler.expand(optimize::spell_pipeline(asked.passes, compiler.major_version()));
    if (!known) faults.push_back("branch '" + branch.name + "': " + lines_of(known.error()).front());
  };
  for (const Pass& pass : plan.passes) {
    const bool stands_for_others = pass.pipeline == HuntSettings::kMix || pass.pipeline == HuntSettings::kTests;
    if (stands_for_others || !pass.is_hunted_in(branch)) continue;
    if (!application::is_codegen(pass.pipeline)) {
      check(pass.pipeline);
      continue;
    }
    application::HuntRequest tried;
    if (const Status bad = application::hunt_in(tried, branch.opt, pass.pipeline))
      faults.push_back("branch '" + branch.name + "': " + bad->message);
  }
  if (plan.costs.wanted) check(plan.costs.passes);
}

}  // namespace

std::vector<std::string> missing_folders(const Plan& plan) {
  std::vector<std::string> faults;
  for (const auto& [key, path] : {std::pair("seeds", &plan.seeds), {"costs: inputs", &plan.costs.inputs}})
    if (!path->empty() && !fs::exists(*path)) faults.push_back(key + (": " + *path) + ": no such file or folder");
  return faults;
}

std::vector<std::string> faults_of(const Plan& plan) {
  std::vector<std::string> faults = missing_folders(plan);
  if (const auto known = known_of(plan); !known) faults.push_back(known.error());
  for (const Branch& branch : plan.branches) {
    if (branch.is_built()) {
      if (!fs::is_directory(branch.checkout))
        faults.push_back("branch '" + branch.name + "': checkout: " + branch.checkout + ": no such folder");
    } else if (auto compiler = optimize::open_compiler(branch.opt)) {
      check_pipelines(plan, branch, **compiler, faults);
    } else {
      faults.push_back("branch '" + branch.name + "': " + compiler.error());
    }
  }
  return faults;
}

}  // namespace assay::nightly
