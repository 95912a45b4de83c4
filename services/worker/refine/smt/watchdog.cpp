#include "services/worker/refine/smt/watchdog.h"

#include <algorithm>

namespace assay::refine::smt {

namespace {
constexpr std::chrono::milliseconds kGlance{10};
constexpr int kIdleGlances = 100;  // then it sleeps until it is woken
}  // namespace

Watchdog::Watchdog() : thread_([this] { run(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::start(Watch watch) {
  const std::lock_guard lock(mutex_);
  watch_ = std::move(watch);
  clock_ = ProcessorClock::of_this_thread();
  active_ = true;
  verdict_ = Verdict::InTime;
  // An awake thread is not notified: it glances every few milliseconds, so that short activities pay only this lock.
  if (asleep_) changed_.notify_one();
}

Watchdog::Verdict Watchdog::stop() {
  const std::lock_guard lock(mutex_);
  active_ = false;
  return verdict_;
}

void Watchdog::run() {
  std::unique_lock lock(mutex_);
  int idle = 0;
  while (!ending_) {
    idle = active_ ? 0 : idle + 1;
    if (active_) {
      if (ProcessorClock::now(clock_) >= watch_.deadline)
        verdict_ = Verdict::Timeout;
      else if (verdict_ == Verdict::InTime && watch_.most_bytes != 0 && watch_.bytes_in_use() > watch_.most_bytes)
        verdict_ = Verdict::MemoryLimit;
      if (verdict_ != Verdict::InTime) watch_.interrupt();
    }
    if (idle < kIdleGlances) {
      changed_.wait_for(lock, kGlance);
    } else {
      asleep_ = true;
      changed_.wait(lock, [this] { return active_ || ending_; });
      asleep_ = false;
      idle = 0;
    }
  }
}

}  // namespace assay::refine::smt
