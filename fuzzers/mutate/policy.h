#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzzers/mutate/subject.h"

/// The combinators of which the policy is built. A mutator is a small struct with `static constexpr std::string_view
/// kName` and `bool apply(Subject&) const`, which edits the function and says whether it did; when it did not, the
/// function is as it was.
namespace assay::mutate {

template <class M>
struct Weighted {
  unsigned weight;
  M mutator;
  Weighted(unsigned weight, M mutator) : weight(weight), mutator(std::move(mutator)) {}
};

/// Draws one of its mutators by weight.
class Select {
 public:
  struct Entry {
    std::string_view name;
    unsigned weight;
    unsigned batch_weight;  ///< what `weight` is in this batch
    std::function<bool(Subject&)> apply;
    std::uint64_t tried = 0;
    std::uint64_t applied = 0;
  };

  template <class... Ms>
  explicit Select(Weighted<Ms>... mutators) {
    (entries_.push_back({Ms::kName, mutators.weight, mutators.weight,
                         [mutator = std::move(mutators.mutator)](Subject& subject) { return mutator.apply(subject); }}),
     ...);
  }

  bool apply(Subject& subject) {
    std::uint64_t total = 0;
    for (const Entry& entry : entries_) total += entry.batch_weight;
    if (total == 0) return false;
    std::uint64_t roll = subject.rng.below(total);
    for (Entry& entry : entries_) {
      if (roll >= entry.batch_weight) {
        roll -= entry.batch_weight;
        continue;
      }
      ++entry.tried;
      if (!entry.apply(subject)) return false;
      ++entry.applied;
      return true;
    }
    return false;
  }

  std::vector<Entry>& entries() { return entries_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// Tries again, up to a number of times, until an edit was made.
template <class Inner>
struct Retry {
  unsigned times;
  Inner inner;
  bool apply(Subject& subject) {
    for (unsigned attempt = 0; attempt < times; ++attempt)
      if (inner.apply(subject)) return true;
    return false;
  }
};

/// Makes a random number of edits; true if it made one.
template <class Inner>
struct Repeat {
  unsigned least;
  unsigned most;
  Inner inner;
  bool apply(Subject& subject) {
    const auto count = least + subject.rng.below(most >= least ? most - least + 1 : 1);
    bool edited = false;
    for (std::uint64_t index = 0; index < count; ++index) edited |= inner.apply(subject);
    return edited;
  }
};

template <class Inner>
Retry(unsigned, Inner) -> Retry<Inner>;
template <class Inner>
Repeat(unsigned, unsigned, Inner) -> Repeat<Inner>;

}  // namespace assay::mutate
