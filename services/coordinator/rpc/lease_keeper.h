#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "services/coordinator/rpc/link.h"

namespace assay::rpc {

/// Renews one lease from a thread of its own for as long as it lives.
class LeaseKeeper {
 public:
  LeaseKeeper(CoordinatorLink& link, std::string worker_id, const WorkUnit& unit);
  ~LeaseKeeper();
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  /// What the coordinator last said. Held while it can't be reached: the lease may still be ours.
  LeaseState state() const;

 private:
  void run(std::string worker_id, std::string lease_id, std::uint32_t interval_ms);

  CoordinatorLink& link_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  LeaseState state_ = LeaseState::Held;
  std::thread thread_;  // last, so that it starts when all else is there
};

}  // namespace assay::rpc
