#pragma once

#include <string>
#include <vector>

#include "services/channel/isolated.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"

namespace assay::check {

/// What one pair may cost, even if the solver does not keep its own limits.
struct HardLimits {
  unsigned timeout_ms = 60'000;  ///< wall clock; 0: none
  unsigned memory_mb = 4'096;    ///< 0: none
  unsigned processor_ms = 0;     ///< processor time; 0: no limit of it
};

/// Judges pairs in a child process, which is killed when it breaks a limit. Then the verdict is the last one that the
/// child told early, or unknown (timeout, memory-limit or crash), and a new child judges the next pair. Equal texts
/// and pairs that the cache knows need no child.
class IsolatedChecker {
 public:
  /// The pairs must outlive the checker, unchanged.
  IsolatedChecker(const Options& options, const HardLimits& limits, std::vector<ir::FunctionPair> pairs = {});

  /// Judges one of the pairs.
  Verdict check(std::size_t pair);
  /// Judges texts, which are parsed in the child; see check_texts in check.h.
  Verdict check(const std::string& source, const std::string& target);

 private:
  std::string serve(const std::string& request, const IsolatedWorker::Provisional& provisional);
  Verdict ask(const std::string& request);

  Options options_;
  HardLimits limits_;
  std::vector<ir::FunctionPair> pairs_;
  IsolatedWorker worker_;
  std::unique_ptr<Checker> checker_;  ///< the child's
};

}  // namespace assay::check
