#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/environment.h"
#include "services/common/rng.h"
#include "services/worker/hunt/shared_counts.h"

/// Where a hunt's time goes: pipelines and environments are drawn the more often, the more they have brought for the
/// time that they took.
namespace assay::hunt {

/// How often each is drawn, relative to the others.
struct Weights {
  std::vector<std::uint64_t> pipelines, environments;
};

/// Index i with a probability of weights[i] in their sum, which must not be 0.
std::size_t draw_weighted(Rng& rng, std::span<const std::uint64_t> weights);

/// What pipelines and environments have brought and taken in one hunt, counted by all of a worker's jobs. What counts
/// is a kind of rewrite that the hunt has not seen, and above all a finding whose cause nobody knows. Findings of known
/// causes and by design bring nothing, and their analysis takes time.
class Attention {
 public:
  /// `counts` must outlive it. `hunt` tells hunts apart that are counted in the same place.
  Attention(SharedCounts& counts, std::string hunt) : counts_(counts), hunt_(std::move(hunt)) {}

  void took(const std::string& pipeline, std::string_view environment, std::chrono::microseconds time);
  /// A function was rewritten; `shape` says how.
  void rewrote(const std::string& pipeline, std::string_view environment, const std::string& shape);
  /// A finding was reported that no rule explains.
  void found(const std::string& pipeline, std::string_view environment);

  /// At first all alike; none is ever drawn less often than a quarter, or more often than four times as often as it
  /// would be then.
  Weights weights(const std::vector<std::string>& pipelines, std::span<const Environment> environments) const;

 private:
  void brought(const std::string& pipeline, std::string_view environment, std::uint64_t reward);
  std::vector<std::uint64_t> weights_of(const std::vector<std::string>& arms) const;

  SharedCounts& counts_;
  std::string hunt_;
};

}  // namespace assay::hunt
