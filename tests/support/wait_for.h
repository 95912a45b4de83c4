#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace assay {

/// Asks until the condition holds; false if it does not within the limit, which is for hangs: a busy machine may take
/// long.
inline bool wait_for(const std::function<bool()>& condition, std::chrono::seconds limit = std::chrono::seconds(120)) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace assay
