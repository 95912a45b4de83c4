#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>

#include "services/coordinator/rpc/rpc.h"

namespace assay::cli {

/// A process that looks at what strangers report: it parses their modules and works out signature and title itself.
/// Whatever a module does to the parser costs one answer.
class Clerk {
 public:
  /// To be called before the first thread is started: it forks.
  static Result<std::unique_ptr<Clerk>> start();
  ~Clerk();
  Clerk(const Clerk&) = delete;
  Clerk& operator=(const Clerk&) = delete;

  /// The finding's signature and title. The error names the field that can't be accepted. From any thread.
  Result<rpc::Examined> examine(const Finding& finding);

 private:
  Clerk(int socket, pid_t process) : socket_(socket), process_(process) {}

  std::mutex mutex_;
  int socket_;
  pid_t process_;
};

}  // namespace assay::cli
