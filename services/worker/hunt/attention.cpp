#include "services/worker/hunt/attention.h"

#include <algorithm>
#include <numeric>

namespace assay::hunt {
namespace {

/// A finding of no known cause is worth as much as so many new kinds of rewrite.
constexpr std::uint64_t kCause = 200;

/// All arms begin as if they had taken so long and brought what the average brings.
constexpr double kPriorMicroseconds = 3e6;

/// Weights are multiples of 1 / kAverage of the average.
constexpr double kAverage = 1'000;
constexpr double kMost = 4;

std::string arm_of(const std::string& pipeline) { return "pipeline " + pipeline; }
std::string arm_of(std::string_view environment) { return "environment " + std::string(environment); }

}  // namespace

std::size_t draw_weighted(Rng& rng, std::span<const std::uint64_t> weights) {
  std::uint64_t roll = rng.below(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}));
  std::size_t index = 0;
  while (roll >= weights[index]) roll -= weights[index++];
  return index;
}

void Attention::took(const std::string& pipeline, std::string_view environment, std::chrono::microseconds time) {
  const auto spent = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  for (const std::string& arm : {arm_of(pipeline), arm_of(environment)}) counts_.add(hunt_ + " took " + arm, spent);
}

void Attention::brought(const std::string& pipeline, std::string_view environment, std::uint64_t reward) {
  for (const std::string& arm : {arm_of(pipeline), arm_of(environment)}) counts_.add(hunt_ + " brought " + arm, reward);
}

void Attention::rewrote(const std::string& pipeline, std::string_view environment, const std::string& shape) {
  if (counts_.add(hunt_ + " rewrite " + pipeline + " " + shape) == 1) brought(pipeline, environment, 1);
}

void Attention::found(const std::string& pipeline, std::string_view environment) {
  brought(pipeline, environment, kCause);
}

std::vector<std::uint64_t> Attention::weights_of(const std::vector<std::string>& arms) const {
  std::vector<double> took, brought;
  for (const std::string& arm : arms) {
    took.push_back(static_cast<double>(counts_.count(hunt_ + " took " + arm)));
    brought.push_back(static_cast<double>(counts_.count(hunt_ + " brought " + arm)));
  }
  const double all_took = std::accumulate(took.begin(), took.end(), 0.0);
  const double all_brought = std::accumulate(brought.begin(), brought.end(), 0.0);
  std::vector<std::uint64_t> weights(arms.size(), static_cast<std::uint64_t>(kAverage));
  if (all_took == 0 || all_brought == 0) return weights;
  const double average = all_brought / all_took;
  for (std::size_t index = 0; index < arms.size(); ++index) {
    const double rate = (brought[index] + average * kPriorMicroseconds) / (took[index] + kPriorMicroseconds);
    weights[index] = static_cast<std::uint64_t>(std::clamp(rate / average, 1 / kMost, kMost) * kAverage);
  }
  return weights;
}

Weights Attention::weights(const std::vector<std::string>& pipelines, std::span<const Environment> environments) const {
  std::vector<std::string> first, second;
  for (const std::string& pipeline : pipelines) first.push_back(arm_of(pipeline));
  for (const Environment& environment : environments) second.push_back(arm_of(environment.name));
  return {weights_of(first), weights_of(second)};
}

}  // namespace assay::hunt
