#pragma once

#include <sys/time.h>

#include <chrono>

namespace assay::channel {

/// Ends this process after so much of a time (ITIMER_PROF: of the processor's, by SIGPROF); zero: never.
inline void set_timer(__itimer_which which, std::chrono::milliseconds time) {
  itimerval timer{};
  timer.it_value.tv_sec = time.count() / 1'000;
  timer.it_value.tv_usec = time.count() % 1'000 * 1'000;
  setitimer(which, &timer, nullptr);
}

}  // namespace assay::channel
