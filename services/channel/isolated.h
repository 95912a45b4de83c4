#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "services/channel/child.h"

namespace assay {

/// A copy of this process that answers requests one after the other. What it does to itself (loop, crash, eat memory)
/// costs that one answer: it is killed, and the next request starts another copy, which knows what this process knows
/// by then. Must be asked while this process has one thread only.
class IsolatedWorker {
 public:
  struct Limits {
    std::chrono::milliseconds time{0};  ///< wall clock of one request; 0: none
    std::size_t memory_bytes = 0;       ///< beyond what this process has mapped, all requests together; 0: none
    std::size_t most_bytes = channel::kMostBytes;  ///< of a request, and of an answer
    std::chrono::milliseconds processor{0};        ///< time of one request; 0: no limit
  };
  /// Gives an answer to fall back on, should there be no end.
  using Provisional = std::function<void(const std::string&)>;
  using Handler = std::function<std::string(const std::string& request, const Provisional& provisional)>;

  struct Answer {
    enum class End { Answered, TimedOut, OutOfMemory, Died };
    End end = End::Died;
    std::string text;         ///< the answer, if there is one
    std::string provisional;  ///< otherwise what was last given to fall back on; may be empty
    std::string message;      ///< otherwise how it ended: "killed by signal 11"
    double seconds = 0;       ///< by the clock; of what a limit ended, at most that of processor time
  };

  IsolatedWorker(Handler handler, Limits limits);
  ~IsolatedWorker();
  IsolatedWorker(const IsolatedWorker&) = delete;
  IsolatedWorker& operator=(const IsolatedWorker&) = delete;

  /// A request that ran out of memory in a copy that had answered others is asked again of a new one.
  Answer ask(const std::string& request);

 private:
  Answer ask_once(const std::string& request);
  void follow(Answer& answer, std::chrono::steady_clock::time_point begun);
  void end(Answer& answer, const channel::End& how);
  void serve(int socket) noexcept;

  Handler handler_;
  Limits limits_;
  std::unique_ptr<channel::Child> child_;
  std::size_t answered_ = 0;  ///< by this child
};

}  // namespace assay
