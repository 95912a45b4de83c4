#include "services/coordinator/door/address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

namespace assay::door {
namespace {

constexpr int kBacklog = 4096;

struct HostAndPort {
  std::string host;
  int port = 0;
};

Result<HostAndPort> split(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : address.substr(colon + 1);
  if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos ||
      std::stoi(digits) > 65535)
    return Error{"'" + address + "' is no address: expected HOST:PORT"};
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return HostAndPort{host, std::stoi(digits)};
}

void set_port(sockaddr_storage& address, int port) {
  if (address.ss_family == AF_INET)
    reinterpret_cast<sockaddr_in&>(address).sin_port = htons(static_cast<std::uint16_t>(port));
  else
    reinterpret_cast<sockaddr_in6&>(address).sin6_port = htons(static_cast<std::uint16_t>(port));
}

int port_of(const Socket& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET ? reinterpret_cast<const sockaddr_in&>(address).sin_port
                                            : reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
}

/// The four bytes of an IPv4 address, also in IPv6's clothes; nullptr for others.
const in_addr* ipv4_in(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) return &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return IN6_IS_ADDR_V4MAPPED(&six) ? reinterpret_cast<const in_addr*>(six.s6_addr + 12) : nullptr;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this != &other) {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = other.release();
  }
  return *this;
}

int Socket::release() { return std::exchange(descriptor_, -1); }

Result<Listeners> listen_at(const std::string& address) {
  const auto parts = split(address);
  if (!parts) return Error{parts.error()};
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(parts->host.empty() ? nullptr : parts->host.c_str(), "0", &hints, &found) != 0)
    return Error{"can't listen at '" + address + "': no address has that name"};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, freeaddrinfo);
  Listeners listeners;
  listeners.port = parts->port;
  int reason = 0;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    Socket socket(::socket(each->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_storage own{};
    memcpy(&own, each->ai_addr, each->ai_addrlen);
    set_port(own, listeners.port);
    // A port that was just left is free; one that another process listens at is not.
    const int yes = 1, no = 0;
    setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (each->ai_family == AF_INET6) {
      const bool any = IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6&>(own).sin6_addr);
      setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, any ? &no : &yes, sizeof yes);
    }
    if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), each->ai_addrlen) != 0 ||
        listen(socket.get(), kBacklog) != 0) {
      // Without a name to resolve, or where the other family is not there, what is left serves.
      if (reason == 0 || errno == EADDRINUSE) reason = errno;
      continue;
    }
    if (listeners.port == 0) listeners.port = port_of(socket);
    listeners.sockets.push_back(std::move(socket));
  }
  if (listeners.sockets.empty() || reason == EADDRINUSE)
    return Error{"can't listen at '" + address + "': " + strerror(reason)};
  return listeners;
}

std::string text_of(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (const in_addr* four = ipv4_in(address)) {
    inet_ntop(AF_INET, four, text, sizeof text);
    return std::string("ipv4:") + text;
  }
  inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, text, sizeof text);
  return std::string("ipv6:[") + text + "]";
}

std::string network_of(const sockaddr_storage& address) {
  if (const in_addr* four = ipv4_in(address)) return std::string(reinterpret_cast<const char*>(four), sizeof *four);
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return std::string(reinterpret_cast<const char*>(six.s6_addr), 8);
}

}  // namespace assay::door
