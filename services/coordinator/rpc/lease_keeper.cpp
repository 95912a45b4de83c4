#include "services/coordinator/rpc/lease_keeper.h"

#include <algorithm>
#include <chrono>

#include "services/common/log.h"

namespace assay::rpc {

LeaseKeeper::LeaseKeeper(CoordinatorLink& link, std::string worker_id, const WorkUnit& unit)
    : link_(link),
      thread_(&LeaseKeeper::run, this, std::move(worker_id), unit.lease_id, std::max(unit.lease_ms / 4, 1u)) {}

LeaseKeeper::~LeaseKeeper() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

LeaseState LeaseKeeper::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void LeaseKeeper::run(std::string worker_id, std::string lease_id, std::uint32_t interval_ms) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, std::chrono::milliseconds(interval_ms), [this] { return done_; })) {
    lock.unlock();
    auto state = link_.heartbeat(worker_id, lease_id);
    if (!state) log_event(LogLevel::Warning, "heartbeat-failed", "lease=" + lease_id + " error=" + state.error());
    lock.lock();
    if (state) state_ = *state;
    if (state_ == LeaseState::Lost) return;
  }
}

}  // namespace assay::rpc
