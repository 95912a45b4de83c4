#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace assay::door {

/// Threads that answer calls, and a queue of bounded length before them. A call that waits costs no thread.
class Executor {
 public:
  Executor(std::size_t threads, std::size_t longest_queue);
  /// Runs what is queued, then ends.
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// False if the queue is full: the task will not be run.
  bool run(std::function<void()> task);

 private:
  void work();

  const std::size_t longest_queue_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace assay::door
