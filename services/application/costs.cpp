#include "services/application/costs.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "services/channel/isolated.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"

namespace assay::application {

Result<compare::Comparison> compare_costs(const CostsRequest& request) {
  auto inputs = compare::read_inputs(request.paths);
  if (!inputs) return Error{inputs.error()};
  if (inputs->empty()) return Error{"no .ll or .bc file among them"};
  if (request.inputs != 0) *inputs = compare::some_of(std::move(*inputs), request.inputs);
  compare::Options options = request.options;
  if (request.seconds != 0) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(request.seconds);
    options.stop = [end] { return std::chrono::steady_clock::now() >= end; };
  }
  return compare::compare(request.baseline, request.branch, *inputs, options);
}

Result<compare::Comparison> compare_costs_apart(const CostsRequest& request) {
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        const auto comparison = compare_costs(request);
        return comparison ? "+" + json_text(*comparison) : "-" + comparison.error();
      },
      {});
  const IsolatedWorker::Answer answer = worker.ask("");
  if (answer.end != IsolatedWorker::Answer::End::Answered) return Error{"the comparison ended: " + answer.message};
  if (!answer.text.starts_with('+')) return Error{visible(answer.text.substr(1))};
  return nlohmann::json::parse(answer.text.substr(1)).get<compare::Comparison>();
}

}  // namespace assay::application
