#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "services/channel/crew.h"
#include "services/common/status.h"
#include "services/coordinator/store/sql.h"

/// SQL that somebody asks, answered where it can do no harm.
namespace assay::query {

/// Has each question answered by a process of its own, with limits of memory, of processor time and of time by the
/// clock: whatever it does there costs that one answer. Few are answered at once; others wait.
class Desk {
 public:
  static constexpr std::chrono::milliseconds kLongest{10'000};

  /// To be called before the first thread is started: it forks. No question is given more time than `longest`.
  static Result<std::unique_ptr<Desk>> start(std::chrono::milliseconds longest = kLongest);

  /// What is said where as many wait as may: the question can be asked again later.
  static constexpr const char* kBusy = "too many questions are being answered: try again";

  /// As store::answer_sql, from any thread. An answer of which nothing came in time is cut by "time", without rows.
  Result<store::SqlAnswer> answer(const std::string& file, const std::string& sql, const store::SqlLimits& limits);
  /// Ends all questions, and takes no more.
  void close() { crew_->close(); }

 private:
  explicit Desk(std::unique_ptr<Crew> crew) : crew_(std::move(crew)) {}

  std::unique_ptr<Crew> crew_;
};

}  // namespace assay::query
