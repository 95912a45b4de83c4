#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "services/common/conduct.h"
#include "services/common/status.h"

namespace assay {

/// A program that is started once and then talked with over its standard input and output, in bytes. Confined (see
/// Confinement); it ends with this object, and with this process.
class Companion {
 public:
  struct Options {
    std::vector<std::string> arguments;  ///< program (searched in PATH) and its arguments
    std::size_t memory_limit_bytes = 0;  ///< RLIMIT_AS, where this process has no lower one; 0: none
  };
  static Result<std::unique_ptr<Companion>> start(const Options& options);
  /// Kills it.
  ~Companion();
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  /// False if it does not read any more.
  bool tell(const void* bytes, std::size_t count);
  enum class Heard { All, Ended, OutOfTime };
  /// Takes so many bytes of what it says, within a time by the clock.
  Heard hear(void* bytes, std::size_t count, std::chrono::milliseconds time);
  /// Waits for its end, which it has come to or which is made here, and gives all that it said on its standard error.
  std::string last_words();

 private:
  explicit Companion(pid_t process) : process_(process) {}
  void end_it();

  pid_t process_;
  Pipes pipes_;
};

}  // namespace assay
