#pragma once

#include <pthread.h>
#include <time.h>

#include <chrono>

namespace assay::refine::smt {

/// The processor time of a thread. What is limited by it ends with the same answer on a busy machine.
struct WorkClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<WorkClock>;
  static constexpr bool is_steady = true;

  /// Of the thread that asks.
  static time_point now() noexcept { return now(CLOCK_THREAD_CPUTIME_ID); }
  static time_point now(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
  /// The clock by which another thread may ask for the time of this one.
  static clockid_t of_this_thread() noexcept {
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
    pthread_getcpuclockid(pthread_self(), &clock);
    return clock;
  }
};

}  // namespace assay::refine::smt
