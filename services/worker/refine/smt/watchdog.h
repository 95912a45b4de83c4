#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

/// Watches one activity at a time from a thread of its own and interrupts it, again and again until it ends, when its
/// time is over or its memory is used up; solvers look at their own clock too seldom.
class Watchdog {
 public:
  enum class Verdict : std::uint8_t { InTime, Timeout, MemoryLimit };
  struct Watch {
    ProcessorClock::time_point deadline;          ///< of the thread that starts the watch
    std::uint64_t most_bytes = 0;                 ///< 0: any
    std::function<std::uint64_t()> bytes_in_use;  ///< asked from the watching thread
    std::function<void()> interrupt;              ///< called from the watching thread
  };

  Watchdog();
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void start(Watch watch);
  /// Ends the watch; after it returns, `interrupt` is not called any more.
  Verdict stop();

 private:
  void run();
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  bool active_ = false;
  bool asleep_ = false;  // nothing to watch for a while
  Verdict verdict_ = Verdict::InTime;
  Watch watch_;
  clockid_t clock_ = CLOCK_THREAD_CPUTIME_ID;  ///< of the thread that is watched
  std::thread thread_;
};

}  // namespace assay::refine::smt
