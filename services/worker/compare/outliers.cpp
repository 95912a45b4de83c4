#include <algorithm>
#include <cmath>

#include "services/common/sort_stably.h"
#include "services/worker/compare/measure.h"

namespace assay::compare {
namespace {

constexpr double kNormal = 1.4826;  ///< median distances of a normal distribution in one standard deviation
constexpr double kFar = 3.5;        ///< standard deviations, as robust statistics usually draw the line

/// Differences below this are no news, however small the value is: a millisecond of two runs, three instructions.
double least_difference(Measure measure) {
  switch (measure) {
    case Measure::CompileTime:
      return 2;
    case Measure::PeakMemory:
      return 2'048;
    case Measure::Instructions:
      return 3;
    case Measure::ObjectSize:
      return 24;
    case Measure::Count:
      break;
  }
  return 0;
}

/// Small values are all noise, or nothing but a prologue: they weigh as if they were a little larger.
double ratio_of(const Sample& baseline, const Sample& branch, Measure measure) {
  const double least = least_difference(measure);
  return (branch.value + least) / (baseline.value + least);
}

/// One measure on all inputs on which it is known.
struct Column {
  Measure measure;
  std::vector<const ComparedInput*> inputs;
  std::vector<double> logs;
  const Sample& baseline(std::size_t i) const { return inputs[i]->baseline[static_cast<std::size_t>(measure)]; }
  const Sample& branch(std::size_t i) const { return inputs[i]->branch[static_cast<std::size_t>(measure)]; }
};

Column column_of(const Comparison& comparison, Measure measure) {
  Column column{measure, {}, {}};
  const auto index = static_cast<std::size_t>(measure);
  for (const ComparedInput& input : comparison.inputs) {
    const Sample &baseline = input.baseline[index], &branch = input.branch[index];
    if (!baseline.measured || !branch.measured) continue;
    column.inputs.push_back(&input);
    column.logs.push_back(std::log(ratio_of(baseline, branch, measure)));
  }
  return column;
}

bool is_outlier(const Column& column, std::size_t i, const Sample& logs, double threshold) {
  const Sample &baseline = column.baseline(i), &branch = column.branch(i);
  const double expected = baseline.value * std::exp(logs.value);
  const double difference = std::abs(branch.value - expected);
  return std::abs(column.logs[i] - logs.value) > std::max(std::log1p(threshold), kFar * kNormal * logs.spread) &&
         difference >= least_difference(column.measure) &&
         difference > kFar * kNormal * (baseline.spread + branch.spread);
}

}  // namespace

Sample median_of(std::vector<double> values) {
  if (values.empty()) return {};
  const auto middle = [](std::vector<double>& all) {
    std::sort(all.begin(), all.end());
    return (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
  };
  Sample sample;
  sample.value = middle(values);
  for (double& value : values) value = std::abs(value - sample.value);
  sample.spread = middle(values);
  return sample;
}

void find_outliers(Comparison& comparison, double threshold) {
  comparison.summaries.clear();
  comparison.outliers.clear();
  for (int m = 0; m < static_cast<int>(Measure::Count); ++m) {
    const Column column = column_of(comparison, static_cast<Measure>(m));
    const Sample logs = median_of(column.logs);
    Summary summary;
    summary.measure = column.measure;
    summary.inputs = column.inputs.size();
    summary.ratio = std::exp(logs.value);
    summary.spread = std::expm1(logs.spread);
    for (std::size_t i = 0; i < column.inputs.size(); ++i) {
      summary.baseline += column.baseline(i).value;
      summary.branch += column.branch(i).value;
      if (!is_outlier(column, i, logs, threshold)) continue;
      ++(column.logs[i] > logs.value ? summary.worse : summary.better);
      comparison.outliers.push_back({column.measure, column.inputs[i]->input, column.baseline(i).value,
                                     column.branch(i).value, std::exp(column.logs[i])});
    }
    comparison.summaries.push_back(summary);
  }
  sort_stably(comparison.outliers, [](const Outlier& a, const Outlier& b) {
    if ((a.ratio > 1) != (b.ratio > 1)) return a.ratio > 1;
    return std::abs(std::log(a.ratio)) > std::abs(std::log(b.ratio));
  });
}

bool Comparison::costs_more(double threshold) const {
  return std::any_of(summaries.begin(), summaries.end(),
                     [&](const Summary& summary) { return summary.worse != 0 || summary.ratio > 1 + threshold; });
}

}  // namespace assay::compare
