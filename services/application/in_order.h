#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

namespace assay::application {

/// What threads have found out, given on in the order of its places, which count from 0.
template <class T>
class InOrder {
 public:
  explicit InOrder(const std::function<void(T)>& told) : told_(told) {}
  void add(std::size_t place, T found) {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace(place, std::move(found));
    for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
      told_(std::move(next->second));
      waiting_.erase(next);
    }
  }

 private:
  const std::function<void(T)>& told_;
  std::mutex mutex_;
  std::map<std::size_t, T> waiting_;
  std::size_t next_ = 0;
};

}  // namespace assay::application
