#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>

#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/ir_facts.h"

namespace assay::application {

/// A process that looks at what strangers report: it parses their modules, works out signature and title itself, and
/// says what is in them. Whatever a module does to the parser costs one answer.
class Clerk {
 public:
  /// To be called before the first thread is started: it forks.
  static Result<std::unique_ptr<Clerk>> start();
  ~Clerk();
  Clerk(const Clerk&) = delete;
  Clerk& operator=(const Clerk&) = delete;

  /// The finding's signature and title. The error names the field that can't be accepted. From any thread.
  Result<rpc::Examined> examine(const Finding& finding);
  /// What source and target of a bug say. A module of which nothing can be known says why. From any thread.
  Result<std::vector<store::ModuleFacts>> facts_of(const store::FactsWanted& wanted);

 private:
  /// The error is the clerk's end.
  Status ask(const std::string& request, std::string& answer);

  Clerk(int socket, pid_t process) : socket_(socket), process_(process) {}

  std::mutex mutex_;
  int socket_;
  pid_t process_;
};

}  // namespace assay::application
