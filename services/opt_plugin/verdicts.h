#pragma once

#include <llvm/Support/FileSystem.h>

#include <map>
#include <string>

#include "services/opt_plugin/judge.h"

namespace assay::opt_plugin {

struct OutputOptions {
  bool quiet = false;  ///< prints incorrect verdicts only, and no summary
  std::string report;  ///< folder; empty: none
  double budget_s = 0;
};

/// What a pass did to a function, as texts of modules that hold it.
struct Change {
  std::string pass;
  std::string function;
  std::string source;
  std::string target;
};

/// Prints verdicts to stderr, because stdout is opt's, and keeps those that are not correct in the report folder:
///   verdicts.jsonl              one line for every change, and one each where a compilation begins and ends
///   PROCESS-NUMBER-PASS.src.ll  the module before, and .tgt.ll after, .txt the verdict
/// The summary is printed once: at the end, or by the signal that ends the process.
class Verdicts {
 public:
  explicit Verdicts(OutputOptions options);
  ~Verdicts();
  Verdicts(const Verdicts&) = delete;
  Verdicts& operator=(const Verdicts&) = delete;
  /// True if it was incorrect.
  bool add(const Change& change, const Answer& answer);
  /// A change that nobody was asked about for want of time.
  void leave_out(const Change& change);
  /// A change that is not for a judge, for the summary.
  void skip(const std::string& why) { ++skipped_[why]; }
  /// Prints how many there were of each.
  void finish();

 private:
  void keep(const Change& change, const Answer& answer, bool files);
  /// Writes a file of the report.
  void write(const std::string& name, llvm::StringRef text, llvm::sys::fs::OpenFlags flags);
  /// Says that the compilation has begun, or ended: of one that is killed nobody knows what it had not decided yet.
  void mark(const char* state);
  void note(const std::string& pass, const std::string& verdict);
  std::string summary() const;
  std::string interrupted() const;

  using Counts = std::map<std::string, unsigned>;
  OutputOptions options_;
  Counts counts_;                          ///< by verdict
  std::map<std::string, Counts> by_pass_;  ///< those of each pass
  Counts skipped_;
  unsigned number_ = 0;    ///< checks
  unsigned bounded_ = 0;   ///< correct within limits
  unsigned left_out_ = 0;  ///< for want of time
  double seconds_ = 0;     ///< of processor time
};

}  // namespace assay::opt_plugin
