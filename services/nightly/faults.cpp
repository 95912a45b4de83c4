#include "services/nightly/faults.h"

#include <filesystem>

#include "services/application/hunt.h"
#include "services/common/text.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;
using documents::Mistakes;
using documents::Place;

Place place_of(const Plan& plan, const std::string& field) {
  const auto found = plan.places.find(field);
  return found == plan.places.end() ? Place() : found->second;
}

std::string named(const Branch& branch) { return branch.name.empty() ? "" : "branch '" + branch.name + "': "; }

/// A pipeline in a branch.
void check_pipeline(const std::string& pipeline, const Place& place, const Branch& branch, optimize::Compiler& compiler,
                    Mistakes& mistakes) {
  const optimize::Invocation asked = optimize::parse_invocation(pipeline);
  if (const Status bad = optimize::check_opt_args(asked.opt_args))
    mistakes.add(place, "pipeline '" + pipeline + "': " + bad->message);
  const auto known = compiler.expand(optimize::spell_pipeline(asked.passes, compiler.major_version()));
  if (!known) mistakes.add(place, named(branch) + lines_of(known.error()).front());
}

/// Pipelines of the plan that a branch refuses.
void check_pipelines(const Plan& plan, const Branch& branch, optimize::Compiler& compiler, Mistakes& mistakes) {
  for (const Pass& pass : plan.passes) {
    const bool stands_for_others = pass.pipeline == HuntSettings::kMix || pass.pipeline == HuntSettings::kTests;
    if (stands_for_others || pass.pipeline.empty() || !pass.is_hunted_in(branch)) continue;
    if (!application::is_codegen(pass.pipeline)) {
      check_pipeline(pass.pipeline, pass.place, branch, compiler, mistakes);
      continue;
    }
    application::HuntRequest tried;
    if (const Status bad = application::hunt_in(tried, branch.opt, pass.pipeline))
      mistakes.add(pass.place, named(branch) + bad->message);
  }
  if (plan.costs.wanted) check_pipeline(plan.costs.passes, place_of(plan, "costs.passes"), branch, compiler, mistakes);
}

void check_roots(const Plan& plan, Mistakes& mistakes) {
  if (const auto roots = triage::Roots::open(plan.known_roots, {}); !roots)
    for (const std::string& line : lines_of(roots.error()))
      mistakes.add(place_of(plan, "known-roots"), "known-roots: " + line);
  else if (const auto known = known_of(plan); !known)
    for (const std::string& line : lines_of(known.error())) mistakes.add(place_of(plan, "tolerate"), line);
}

}  // namespace

void find_missing_folders(const Plan& plan, Mistakes& mistakes) {
  for (const auto& [field, path] : {std::pair("seeds", &plan.seeds), {"costs.inputs", &plan.costs.inputs}})
    if (!path->empty() && !fs::exists(*path))
      mistakes.add(place_of(plan, field), field + (": " + *path) + ": no such file or folder");
}

void find_faults(const Plan& plan, Mistakes& mistakes) {
  find_missing_folders(plan, mistakes);
  check_roots(plan, mistakes);
  for (const Branch& branch : plan.branches) {
    if (branch.is_built()) {
      if (!fs::is_directory(branch.checkout))
        mistakes.add(branch.place, named(branch) + "checkout: " + branch.checkout + ": no such folder");
    } else if (branch.opt.empty()) {
      continue;
    } else if (auto compiler = optimize::open_compiler(branch.opt)) {
      check_pipelines(plan, branch, **compiler, mistakes);
    } else {
      mistakes.add(branch.place, named(branch) + compiler.error());
    }
  }
}

}  // namespace assay::nightly
