#pragma once

#include <pthread.h>
#include <time.h>

#include <chrono>
#include <cstdint>

namespace assay::refine::smt {

/// The work that a thread has done, as the time that it takes on a machine of our days. What is limited by it ends at
/// the same step on every machine, however busy. Only what is counted moves it: whoever works without bound counts what
/// it does. What one of a kind takes was fitted to the processor time of 5,000 checks of hunts; it is a unit, not a
/// promise.
struct WorkClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<WorkClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept { return time_point(duration(done)); }

  static void node() noexcept { done += 300; }  ///< of terms, made or found again
  static void nodes_walked(std::size_t count) noexcept { done += 50 * static_cast<rep>(count); }
  static void evaluation() noexcept { done += 40; }                  ///< of one node
  static void gate() noexcept { done += 400; }                       ///< of a circuit, with its clauses
  static void add(duration work) noexcept { done += work.count(); }  ///< of a solver, which counts for itself

 private:
  static inline constinit thread_local rep done = 0;
};

/// The processor time of a thread. It depends on the machine, and on what else runs there.
struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ProcessorClock>;
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
