#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "services/common/status.h"
#include "services/coordinator/store/sql.h"

namespace assay::channel {
class Child;
}

/// SQL that somebody asks, answered where it can do no harm.
namespace assay::query {

/// Has each question answered by a process of its own, with limits of memory, of processor time and of time by the
/// clock: whatever it does there costs that one answer. Few are answered at once; others wait.
class Desk {
 public:
  /// To be called before the first thread is started: it forks.
  static Result<std::unique_ptr<Desk>> start();
  /// Ends all questions.
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// What is said where as many wait as may: the question can be asked again later.
  static constexpr const char* kBusy = "too many questions are being answered: try again";

  /// As store::answer_sql, from any thread. An answer of which nothing came in time is cut by "time", without rows.
  Result<store::SqlAnswer> answer(const std::string& file, const std::string& sql, const store::SqlLimits& limits);
  /// Ends all questions, and takes no more.
  void close();

 private:
  explicit Desk(std::unique_ptr<channel::Child> clerk);
  Result<store::SqlAnswer> ask(const std::string& file, const std::string& sql, const store::SqlLimits& limits);

  std::mutex mutex_;
  std::condition_variable free_;
  int under_way_ = 0, waiting_ = 0;
  bool closed_ = false;
  std::mutex telling_;  // questions go to the process one after the other
  std::unique_ptr<channel::Child> clerk_;
};

}  // namespace assay::query
