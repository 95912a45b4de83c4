#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/records.h"

namespace assay::check {

/// What many checks cost, and which rung of the ladder decided them.
class Statistics {
 public:
  struct Share {
    std::string name;
    std::uint64_t checks = 0;
    double seconds = 0;
  };
  struct Check {
    std::string name;
    std::string verdict;  ///< with its reason
    std::string method;
    double seconds = 0;
  };

  void add(const std::string& name, const Verdict& verdict);

  std::uint64_t checks() const { return checks_.size(); }
  double seconds() const;
  double median() const;
  /// By what decided: a method, "cache", or "nothing"; the time is that of the whole checks.
  const std::vector<Share>& deciders() const { return deciders_; }
  /// By rung: how many checks asked it, and the time spent in it.
  const std::vector<Share>& rungs() const { return rungs_; }
  /// By duration: "below 1 ms", "below 10 ms", …
  std::vector<Share> histogram() const;
  /// The checks that took longest, the longest first.
  std::vector<Check> slowest(std::size_t count) const;

 private:
  std::vector<Check> checks_;
  std::vector<Share> deciders_;
  std::vector<Share> rungs_;
};

/// All of it as a table for a reader.
std::string render(const Statistics& statistics, std::size_t slowest = 10);

}  // namespace assay::check
