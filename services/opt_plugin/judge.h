#pragma once

#include <memory>
#include <optional>
#include <string>

#include "services/channel/child.h"

/// The other end of `assay check --pipe`.
namespace assay::opt_plugin {

struct Answer {
  std::string verdict;  ///< correct, incorrect, unknown, unsupported, error
  std::string reason;
  std::string text;    ///< for a reader
  double seconds = 0;  ///< of processor time
  std::string bound;   ///< what a correct verdict is limited to; empty: nothing
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
  /// Asks, and does not wait; where that fails there is an answer at once.
  void begin(const std::string& name, const std::string& source, const std::string& target);
  /// The answer, if it comes in so many milliseconds (-1: as long as it takes).
  std::optional<Answer> answer(int wait_ms);
  /// What becomes readable when an answer comes; -1: nobody is asked.
  int descriptor() const { return assay_ ? assay_->socket() : -1; }

 private:
  /// The error says what can be done.
  Status start();
  /// Why there is no answer; the next question starts another.
  std::string ended(channel::Heard last);
  JudgeOptions options_;
  std::unique_ptr<channel::Child> assay_;
  std::optional<Answer> failed_;  ///< instead of an answer
};

}  // namespace assay::opt_plugin
