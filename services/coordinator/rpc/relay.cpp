#include "services/coordinator/rpc/relay.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "services/common/log.h"

namespace assay::rpc {
namespace {

using door::Clock;

constexpr std::string_view kPeerPrefix = "unix-abstract:";
constexpr int kSocketBuffer = 64 << 10;

/// Two connected sockets, the first of which has a name, so that the second one's owner can tell them apart.
bool make_pair(const std::string& name, door::Socket& own, door::Socket& other) {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, both) != 0) return false;
  own = door::Socket(both[0]);
  other = door::Socket(both[1]);
  for (const int each : both) setsockopt(each, SOL_SOCKET, SO_SNDBUF, &kSocketBuffer, sizeof kSocketBuffer);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return bind(both[0], reinterpret_cast<const sockaddr*>(&address), size) == 0;
}

}  // namespace

door::Visitor Visitors::of(const grpc::ServerContextBase& context) const {
  const std::string peer = context.peer();
  const std::lock_guard lock(mutex_);
  const auto found = peer.starts_with(kPeerPrefix) ? all_.find(peer.substr(kPeerPrefix.size())) : all_.end();
  return found == all_.end() ? door::Visitor() : found->second;
}

void Visitors::add(const std::string& name, const door::Visitor& visitor) {
  const std::lock_guard lock(mutex_);
  all_[name] = visitor;
}

void Visitors::remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  all_.erase(name);
}

/// One client's connection, and the socket through which gRPC has it.
class Relay::Connection final : public door::Session {
 public:
  Connection(Relay& relay, const door::Arrival& arrival, std::string name, door::Socket inner)
      : visitors_(relay.visitors_),
        name_(std::move(name)),
        inner_(std::move(inner)),
        budget_(relay.ledger_, arrival.peer, Clock::now()),
        address_(arrival.visitor.address) {}
  ~Connection() override { visitors_.remove(name_); }

  std::size_t take(std::string_view bytes) override {
    if (is_over_) return 0;
    if (bytes.size() > admitted_) admitted_ += budget_.admit(bytes.substr(admitted_), Clock::now());
    if (admitted_ == 0) return 0;
    const ssize_t count = send(inner_.get(), bytes.data(), admitted_, MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) is_over_ = true;
    if (count <= 0) return 0;
    admitted_ -= static_cast<std::size_t>(count);
    return static_cast<std::size_t>(count);
  }

  void give(std::string& to, std::size_t most) override {
    if (is_over_) return;
    if (!budget_.fault().empty()) return end_with_fault(to);
    const std::size_t before = to.size();
    to.resize(before + most);
    const ssize_t count = recv(inner_.get(), to.data() + before, most, 0);
    to.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count > 0) budget_.follow(std::string_view(to).substr(before));
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) is_over_ = true;
  }

  void client_ended() override { is_over_ = true; }
  bool is_over() const override { return is_over_ || !budget_.fault().empty(); }
  void look_at_the_time(Clock::time_point now) override { budget_.look_at_the_time(now); }
  int inner() const override { return inner_.get(); }
  bool waits_for_inner() const override { return admitted_ > 0; }

 private:
  void end_with_fault(std::string& to) {
    if (budget_.at_frame_end()) to += FrameBudget::goodbye(budget_.fault(), true);
    log_event(LogLevel::Warning, "connection-ended", "peer=" + address_ + " reason=" + budget_.fault());
    is_over_ = true;
  }

  Visitors& visitors_;
  const std::string name_;
  door::Socket inner_;
  FrameBudget budget_;
  const std::string address_;
  std::size_t admitted_ = 0;  ///< bytes at the front of what came that may go on to gRPC, and did not yet
  bool is_over_ = false;
};

std::unique_ptr<door::Session> Relay::receive(const door::Arrival& arrival) {
  const std::string name = "assay-" + std::to_string(getpid()) + "-" +
                           std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "-" + std::to_string(++next_);
  door::Socket own, other;
  if (!make_pair(name, own, other)) {
    log_event(LogLevel::Warning, "connection-dropped", std::string("error=") + strerror(errno));
    return nullptr;
  }
  visitors_.add(name, arrival.visitor);
  auto connection = std::make_unique<Connection>(*this, arrival, name, std::move(own));
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
  parameters.fd = other.release();
  acceptor_.HandleNewConnection(&parameters);
  return connection;
}

}  // namespace assay::rpc
