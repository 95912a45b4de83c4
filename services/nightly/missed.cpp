#include "services/nightly/missed.h"

#include <nlohmann/json.hpp>

#include "services/channel/isolated.h"
#include "services/common/records_json.h"

namespace assay::nightly {

store::NightMissed look_for_missed(const Plan& plan, std::uint64_t seed, const store::NightBranch& branch,
                                   const store::NightBranch* baseline) {
  store::NightMissed row{branch.night_id, branch.branch, "", ""};
  if (branch.opt.empty()) {
    row.failure = branch.branch + " has no compiler";
    return row;
  }
  application::MissedRequest request;
  request.settings.seeds = plan.seeds;
  request.settings.compilers = {branch.opt};
  request.settings.passes = {plan.missed.passes};
  request.mutants = plan.missed.mutants;
  request.seed = seed;
  if (baseline != nullptr) request.baseline = baseline->opt;
  request.jobs = plan.budget.jobs;
  request.seconds = plan.missed.time_s;
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        const auto missed = application::find_missed(request);
        return missed ? "+" + json_text(*missed) : "-" + missed.error();
      },
      {});
  const IsolatedWorker::Answer answer = worker.ask("");
  if (answer.end != IsolatedWorker::Answer::End::Answered)
    row.failure = "the search ended: " + answer.message;
  else
    (answer.text.starts_with('+') ? row.missed : row.failure) = answer.text.substr(1);
  return row;
}

std::optional<application::Missed> missed_of(const store::NightMissed& row) {
  const auto json = nlohmann::json::parse(row.missed, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return json.get<application::Missed>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace assay::nightly
