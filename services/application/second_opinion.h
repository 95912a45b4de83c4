#pragma once

#include <string>

#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"

namespace assay::application {

/// What another checker says of a pair.
struct Opinion {
  VerdictKind verdict = VerdictKind::Error;
  std::string reason;  ///< its own words
  double seconds = 0;
  /// Both have decided, and differently.
  bool contradicts(const Verdict& ours) const {
    if (verdict == VerdictKind::Correct) return ours.kind == VerdictKind::Incorrect;
    return verdict == VerdictKind::Incorrect && ours.kind == VerdictKind::Correct;
  }
};

/// Reads what alive-tv printed about one pair.
Opinion read_alive_tv(const std::string& output);

/// Runs alive-tv on pairs, one process each.
class AliveTv {
 public:
  /// The error says that `program` can't be run, and how to name another.
  static Result<AliveTv> find(const std::string& program);
  Opinion judge(const ir::FunctionPair& pair, const check::Options& options, unsigned timeout_ms) const;

 private:
  explicit AliveTv(std::string program) : program_(std::move(program)) {}
  std::string program_;
};

}  // namespace assay::application
