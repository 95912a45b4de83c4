#include "services/coordinator/door/executor.h"

namespace assay::door {

Executor::Executor(std::size_t threads, std::size_t longest_queue) : longest_queue_(longest_queue) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back(&Executor::work, this);
}

Executor::~Executor() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Executor::run(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= longest_queue_) return false;
    queue_.push_back(std::move(task));
  }
  wake_.notify_one();
  return true;
}

void Executor::work() {
  while (true) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !queue_.empty(); });
      if (queue_.empty()) return;
      task = std::move(queue_.front());
      queue_.pop_front();
    }
    task();
  }
}

}  // namespace assay::door
