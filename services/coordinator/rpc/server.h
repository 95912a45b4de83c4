#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "services/coordinator/door/stream.h"
#include "services/coordinator/rpc/coordinator.h"

namespace assay::rpc {

struct ServerOptions {
  std::string listen = "127.0.0.1:7070";  ///< address and port; port 0 takes a free one
  door::Tls tls{};                        ///< empty: no encryption
  std::uint32_t calls_per_second = 0;     ///< from one address; 0: no limit
  std::size_t connections = 1'000;        ///< at once; each takes three open files
  std::size_t connections_of_an_address = 500;
};

/// The coordinator over gRPC: the services of proto/assay/v1, the standard health service, and reflection.
class Server {
 public:
  /// Listens; an error if the address can't be had. The coordinator must outlive the server.
  static Result<std::unique_ptr<Server>> start(Coordinator& coordinator, const ServerOptions& options);
  /// Stops at once if it still runs.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  /// Blocks until stop() was called.
  void wait();
  /// Reports itself as not serving, takes no new calls, and gives those under way so much time to end. From any
  /// thread, but not from a signal handler.
  void stop(std::chrono::milliseconds grace = std::chrono::seconds(5));

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::rpc
