#pragma once

#include <memory>
#include <string>
#include <vector>

#include "services/channel/crew.h"
#include "services/common/pasted.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/triage/known_roots.h"

namespace assay::application {

/// Processes that judge what strangers paste. Each question has one of its own, without network and without files to
/// write; compilers and judges are its children, with limits of their own.
class Bench {
 public:
  /// To be called while there is no other thread: it forks. `rules`: of known causes.
  static Result<std::unique_ptr<Bench>> start(const std::vector<std::unique_ptr<optimize::Compiler>>& compilers,
                                              std::shared_ptr<const triage::KnownRoots> rules);

  /// The names of the compilers that a question may ask for.
  const std::vector<std::string>& compilers() const { return names_; }
  /// An error is nothing of the question's: it may be asked again. From any thread.
  Result<PastedAnswer> judge(const Pasted& pasted);
  /// Ends all questions, and takes no more.
  void close() { crew_->close(); }

 private:
  Bench(std::unique_ptr<Crew> crew, std::vector<std::string> names)
      : crew_(std::move(crew)), names_(std::move(names)) {}

  std::unique_ptr<Crew> crew_;
  std::vector<std::string> names_;
};

}  // namespace assay::application
