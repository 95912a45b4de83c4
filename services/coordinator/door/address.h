#pragma once

#include <sys/socket.h>

#include <string>
#include <vector>

#include "services/common/status.h"

namespace assay::door {

/// A socket that is closed with its owner.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  ~Socket();
  Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
  Socket& operator=(Socket&& other) noexcept;
  int get() const { return descriptor_; }
  int release();

 private:
  int descriptor_;
};

struct Listeners {
  std::vector<Socket> sockets;  ///< one for each address that the host's name has
  int port = 0;
};

/// Listens at HOST:PORT, "[::1]:7070" for IPv6; port 0 takes a free one. The error names the address.
Result<Listeners> listen_at(const std::string& address);

/// "ipv4:192.0.2.1": an IPv4 address in IPv6's clothes is one of IPv4.
std::string text_of(const sockaddr_storage& address);
/// What counts as one peer: an address of IPv4, a network of IPv6.
std::string network_of(const sockaddr_storage& address);

}  // namespace assay::door
