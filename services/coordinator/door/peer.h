#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

namespace assay::door {

using Clock = std::chrono::steady_clock;

/// So much a second, and what was not taken is saved up to a limit.
class Bucket {
 public:
  Bucket(double per_second, double most) : per_second_(per_second), most_(most), saved_(most) {}

  /// False, and nothing is taken, if there is not enough.
  bool take(double amount, Clock::time_point now) {
    if (at_ != Clock::time_point()) {
      const double passed = std::chrono::duration<double>(now - at_).count();
      saved_ = std::min(most_, saved_ + per_second_ * std::max(0.0, passed));
    }
    at_ = now;
    if (saved_ < amount) return false;
    saved_ -= amount;
    return true;
  }

 private:
  double per_second_, most_, saved_;
  Clock::time_point at_{};
};

/// What the connections of one address hold together; used by the door's thread alone. An IPv6 address counts with all
/// of its network (/64), whose every host is one customer's.
struct Peer {
  std::size_t connections = 0;
  std::size_t streams = 0;      ///< calls that are not answered
  std::size_t bytes = 0;        ///< of requests that are not answered
  Bucket arrivals{500, 2'000};  ///< each costs a handshake, and what stands behind the door
  Bucket frames{20'000, 40'000};
};

/// Who is at the other end of a connection.
struct Visitor {
  std::string address;   ///< "ipv4:192.0.2.1", "ipv6:[2001:db8::1]"
  std::string identity;  ///< the name in the certificate that it has shown; empty: it has shown none
};

}  // namespace assay::door
