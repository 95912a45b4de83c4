#pragma once

#include <map>
#include <string>

#include "services/opt_plugin/judge.h"

namespace assay::opt_plugin {

struct OutputOptions {
  bool quiet = false;  ///< prints incorrect verdicts only, and no summary
  std::string report;  ///< folder; empty: none
};

/// What a pass did to a function, as texts of modules that hold it.
struct Change {
  std::string pass;
  std::string function;
  std::string source;
  std::string target;
};

/// Prints verdicts to stderr, because stdout is opt's, and keeps those that are not correct in the report folder:
///   verdicts.jsonl              one line for every check
///   PROCESS-NUMBER-PASS.src.ll  the module before, and .tgt.ll after, .txt the verdict
class Verdicts {
 public:
  explicit Verdicts(OutputOptions options);
  /// True if it was incorrect.
  bool add(const Change& change, const Answer& answer);
  /// A change that was not checked, for the summary.
  void skip(const std::string& why) { ++skipped_[why]; }
  /// Prints how many there were of each.
  void finish() const;

 private:
  void keep(const Change& change, const Answer& answer, bool files);
  OutputOptions options_;
  std::map<std::string, unsigned> counts_;
  std::map<std::string, unsigned> skipped_;
  unsigned number_ = 0;
};

}  // namespace assay::opt_plugin
