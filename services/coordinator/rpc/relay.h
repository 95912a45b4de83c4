#pragma once

#include <grpcpp/grpcpp.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "services/coordinator/door/door.h"
#include "services/coordinator/rpc/frames.h"

namespace assay::rpc {

/// Who is at the other end of the connections that gRPC was handed: to gRPC they are sockets of this process, whose
/// names are kept here.
class Visitors {
 public:
  /// The visitor of a call; one without a name if it is not known.
  door::Visitor of(const grpc::ServerContextBase& context) const;
  void add(const std::string& name, const door::Visitor& visitor);
  void remove(const std::string& name);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, door::Visitor> all_;  // by the name of their socket
};

/// Hands connections on to gRPC, frame by frame, within the budgets.
class Relay {
 public:
  Relay(grpc::experimental::ExternalConnectionAcceptor& acceptor, Visitors& visitors)
      : acceptor_(acceptor), visitors_(visitors) {}

  /// The session of a connection; nothing if the machine has no socket for it.
  std::unique_ptr<door::Session> receive(const door::Arrival& arrival);

 private:
  class Connection;

  grpc::experimental::ExternalConnectionAcceptor& acceptor_;
  Visitors& visitors_;
  CallLedger ledger_;
  std::uint64_t next_ = 0;
};

}  // namespace assay::rpc
