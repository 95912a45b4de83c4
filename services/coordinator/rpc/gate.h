#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "services/coordinator/rpc/relay.h"
#include "services/coordinator/store/store.h"

namespace assay::rpc {

/// Which roles beside an admin may call a method.
enum class Callers { Admins, Viewers, Workers, ViewersAndWorkers };

/// Who calls.
struct Caller {
  std::string who;   ///< name of the token or certificate; empty: not known
  std::string peer;  ///< address without the port
};

/// Decides who may call, and how often.
class Gate {
 public:
  /// So many calls a second from one address; 0: no limit.
  Gate(store::Store& store, const Visitors& visitors, std::uint32_t calls_per_second)
      : store_(store), visitors_(visitors), rate_(calls_per_second) {}

  /// RESOURCE_EXHAUSTED if the caller's address calls too often. Does not wait.
  grpc::Status count(const grpc::ServerContextBase& context);
  /// UNAUTHENTICATED or PERMISSION_DENIED if the caller may not call the method.
  grpc::Status admit(const grpc::ServerContextBase& context, Callers allowed, const char* method, Caller& caller);
  /// Keeps what a caller has changed.
  void keep(const Caller& caller, const char* method, const std::string& subject, const grpc::Status& outcome);

 private:
  using Clock = std::chrono::steady_clock;
  struct Bucket {
    double calls = 0;  ///< that may be made at once
    Clock::time_point at;
  };

  void keep_refusal(const Caller& caller, const char* method, const std::string& why);

  store::Store& store_;
  const Visitors& visitors_;
  const std::uint32_t rate_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;                // by address
  std::map<std::string, Clock::time_point> refused_at_;  // by address: a refusal is kept once a minute
};

}  // namespace assay::rpc
