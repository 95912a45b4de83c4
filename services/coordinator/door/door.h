#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "services/common/status.h"
#include "services/coordinator/door/peer.h"
#include "services/coordinator/door/stream.h"

/// What stands between the network and whatever speaks a protocol: one thread accepts, encrypts, reads and writes for
/// all connections of a port, waits for none of them, and keeps to a budget for each, for an address and in all.
namespace assay::door {

/// What is behind one connection. All of it is called by the door's thread, and waits for nothing.
class Session {
 public:
  virtual ~Session() = default;

  /// Takes some of what came, from its front, and returns how many bytes; none where it can't go on now.
  virtual std::size_t take(std::string_view bytes) = 0;
  /// Appends what there is for the client, about `most` bytes of it.
  virtual void give(std::string& to, std::size_t most) = 0;
  /// May the client send more now?
  virtual bool is_hungry() const { return true; }
  /// The client will send no more.
  virtual void client_ended() = 0;
  /// Is it over? What it gave is still sent.
  virtual bool is_over() const = 0;
  /// Called some times a second.
  virtual void look_at_the_time(Clock::time_point now) = 0;

  /// A descriptor that is watched for it beside the client's.
  virtual int inner() const { return -1; }
  /// Does it wait until the inner descriptor takes bytes?
  virtual bool waits_for_inner() const { return false; }
};

/// Has the door look at a session again, from any thread; nothing happens if it is gone.
using Waker = std::function<void()>;

/// A connection that is let in.
struct Arrival {
  Visitor visitor;
  std::shared_ptr<Peer> peer;
  Waker wake;
};

struct Options {
  std::string listen;    ///< HOST:PORT; port 0 takes a free one
  Tls tls{};             ///< empty: no encryption
  std::string protocol;  ///< for ALPN
  std::size_t most_connections = 1024;
  std::size_t most_of_an_address = 512;
  std::string full;  ///< what is said, without encryption, to a connection beyond these
};

class Door {
 public:
  /// Listens. From now on the process ignores SIGPIPE. The error names the address.
  static Result<std::unique_ptr<Door>> open(const Options& options,
                                            std::function<std::unique_ptr<Session>(const Arrival&)> receive);
  /// Closes all connections.
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  int port() const;
  /// Lets nobody in any more; those who are in go on.
  void shut();
  /// Does its thread come round within that time?
  bool answers_within(std::chrono::milliseconds time);
  std::size_t connections() const;

 private:
  class Loop;
  explicit Door(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace assay::door
