#include "services/nightly/costs.h"

#include <nlohmann/json.hpp>

#include "services/application/costs.h"
#include "services/common/fields_json.h"

namespace assay::nightly {
namespace {

const std::string& inputs_of(const Plan& plan) { return plan.costs.inputs.empty() ? plan.seeds : plan.costs.inputs; }

std::optional<compare::Comparison> read(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return json.get<compare::Comparison>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

/// Readers of a report know the folder.
void shorten_names(compare::Comparison& comparison, const std::string& folder) {
  const auto shorten = [&](auto& list) {
    for (auto& each : list)
      if (each.input.starts_with(folder + "/")) each.input.erase(0, folder.size() + 1);
  };
  shorten(comparison.inputs);
  shorten(comparison.outliers);
  shorten(comparison.not_compared);
}

}  // namespace

store::NightCosts measure_costs(const Plan& plan, const store::NightBranch& branch,
                                const store::NightBranch& baseline) {
  store::NightCosts row{branch.night_id, branch.branch, "", ""};
  for (const store::NightBranch* each : {&branch, &baseline})
    if (each->opt.empty()) {
      row.failure = each->branch + " has no compiler";
      return row;
    }
  application::CostsRequest request;
  request.baseline = baseline.opt;
  request.branch = branch.opt;
  request.paths = {inputs_of(plan)};
  request.inputs = plan.costs.most;
  request.seconds = plan.costs.time_s;
  request.options.passes = plan.costs.passes;
  request.options.runs = plan.costs.runs;
  request.options.threshold = plan.costs.threshold / 100.0;
  auto comparison = application::compare_costs_apart(request);
  if (!comparison) {
    row.failure = comparison.error();
    return row;
  }
  if (comparison->compared == 0) {
    row.failure = "no input was compared";
    if (!comparison->not_compared.empty()) row.failure += ": " + comparison->not_compared.front().reason;
    return row;
  }
  shorten_names(*comparison, inputs_of(plan));
  row.comparison = json_text(*comparison);
  return row;
}

std::optional<compare::Comparison> comparison_of(const store::NightCosts& row) { return read(row.comparison); }

}  // namespace assay::nightly
