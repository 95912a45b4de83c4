#pragma once

#include <memory>
#include <string>

#include "services/channel/child.h"

/// The other end of `assay check --pipe`.
namespace assay::opt_plugin {

struct Answer {
  std::string verdict;  ///< correct, incorrect, unknown, unsupported, error
  std::string reason;
  std::string text;  ///< for a reader
};

struct JudgeOptions {
  std::string program;          ///< the assay command
  double timeout_s = 10;        ///< of one function
  unsigned smt_timeout_ms = 0;  ///< of one query; 0: assay's own
  std::string cache;            ///< folder; empty: none
  std::string more;             ///< options of assay check, with blanks between them
};

/// Starts assay when it is first asked. One that dies is an error verdict, and the next question starts another.
class Judge {
 public:
  explicit Judge(JudgeOptions options) : options_(std::move(options)) {}
  /// Waits for assay's end.
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  Answer ask(const std::string& name, const std::string& source, const std::string& target);

 private:
  /// The error says what can be done.
  Status start();
  JudgeOptions options_;
  std::unique_ptr<channel::Child> assay_;
};

}  // namespace assay::opt_plugin
