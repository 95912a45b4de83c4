#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/semantics/types.h"

namespace assay::interpret {

/// The tape of choices of one run. What picks one value for all its uses (freeze, the payload of a NaN, …) asks here.
/// After each run advance() turns to the next combination, until all have been seen. Once sample() was called, choices
/// that were not set before are drawn.
class Choices {
 public:
  struct Entry {
    std::uint64_t value = 0;
    std::uint64_t last = 0;  ///< values are 0 … last
  };

  Choices() = default;
  /// Choices that follow `script` first and are zero (or drawn, once sample() was called) after it.
  explicit Choices(const std::vector<std::uint64_t>& script) {
    for (std::uint64_t value : script) tape_.push_back({value, ~std::uint64_t{0}});
  }

  /// From now on unset choices are drawn.
  void sample(std::uint64_t seed) {
    rng_.emplace(seed);
    takes_in_order_ = seed == 1;
    taken_ = 0;
  }
  bool samples() const { return rng_.has_value(); }
  void stop_sampling() {
    rng_.reset();
    clear();
  }
  /// Patterns that choices are likely to be when they are drawn; the first sample takes them in their order.
  void suggest(std::vector<llvm::APInt> patterns) { suggested_ = std::move(patterns); }

  /// A number in [0, last].
  std::uint64_t index(std::uint64_t last) {
    if (position_ == tape_.size()) tape_.push_back({rng_ ? draw(last) : 0, last});
    Entry& entry = tape_[position_++];
    if (entry.last != last) entry = {entry.value > last ? last : entry.value, last};
    return entry.value;
  }
  /// Any pattern of n bits.
  llvm::APInt bits(unsigned n, semantics::Choice) {
    llvm::APInt value(n, 0);
    const llvm::APInt* suggested = rng_ && position_ == tape_.size() ? suggestion(n) : nullptr;
    for (unsigned low = 0; suggested != nullptr && low < n; low += 64)
      tape_.push_back({suggested->extractBitsAsZExtValue(n - low < 64 ? n - low : 64, low), ~std::uint64_t{0}});
    for (unsigned low = 0; low < n; low += 64) {
      const unsigned take = n - low < 64 ? n - low : 64;
      value.insertBits(index(take == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << take) - 1), low, take);
    }
    return value;
  }

  /// To the start of the tape, for the same run again.
  void rewind() { position_ = 0; }
  /// Forgets everything.
  void clear() {
    tape_.clear();
    position_ = 0;
  }
  /// To the next combination of the choices that the last run asked for; false if there is none.
  bool advance() {
    tape_.resize(position_);
    position_ = 0;
    while (!tape_.empty()) {
      if (tape_.back().value < tape_.back().last) {
        ++tape_.back().value;
        return true;
      }
      tape_.pop_back();
    }
    return false;
  }
  bool asked() const { return position_ > 0; }
  std::size_t made() const { return position_; }
  /// How many combinations the choices that were asked for have, at most `limit`.
  std::uint64_t combinations(std::uint64_t limit) const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < position_; ++i) {
      if (tape_[i].last >= limit) return limit;
      product *= tape_[i].last + 1;
      if (product >= limit) return limit;
    }
    return product;
  }
  /// The choices that the last run made, for a script.
  std::vector<std::uint64_t> script() const {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < position_; ++i) values.push_back(tape_[i].value);
    return values;
  }

 private:
  /// Small numbers, the largest and random ones: the ends are where things happen.
  std::uint64_t draw(std::uint64_t last) {
    switch (rng_->below(4)) {
      case 0:
        return last == ~std::uint64_t{0} ? rng_->below(4) : rng_->below(last < 4 ? last + 1 : 4);
      case 1:
        return last - rng_->below(last < 2 ? last + 1 : 2);
      default:
        return last == ~std::uint64_t{0} ? (*rng_)() : rng_->below(last + 1);
    }
  }

  /// One of those that have n bits; none, or no luck: null.
  const llvm::APInt* suggestion(unsigned n) {
    const auto fits = [&](const llvm::APInt& each) { return each.getBitWidth() == n; };
    if (takes_in_order_) {
      while (taken_ < suggested_.size())
        if (const llvm::APInt& next = suggested_[taken_++]; fits(next)) return &next;
      return nullptr;
    }
    if (suggested_.empty() || rng_->chance(1, 2)) return nullptr;
    const std::size_t first = rng_->below(suggested_.size());
    for (std::size_t i = 0; i < suggested_.size(); ++i)
      if (const llvm::APInt& each = suggested_[(first + i) % suggested_.size()]; fits(each)) return &each;
    return nullptr;
  }

  std::vector<Entry> tape_;
  std::size_t position_ = 0;
  std::optional<Rng> rng_;
  std::vector<llvm::APInt> suggested_;
  bool takes_in_order_ = false;
  std::size_t taken_ = 0;  ///< of the suggestions, where they are taken in order
};

}  // namespace assay::interpret
