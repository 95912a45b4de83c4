#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "services/channel/frames.h"
#include "services/common/subprocess.h"

namespace assay::optimize {

/// A program that waits just before its main, loaded, linked and initialized: a run of it costs a copy of that process
/// instead of a start. All runs have the same addresses, so what depends on these does not show. For use by the process
/// that started it, not by its copies; ends with it.
class PrestartedProgram {
 public:
  /// Null where that is impossible: a script, a program without dynamic linking, one that can't be started; and where
  /// LD_PRELOAD is somebody's already.
  static std::unique_ptr<PrestartedProgram> start(const std::string& program, bool confined);
  ~PrestartedProgram();
  PrestartedProgram(const PrestartedProgram&) = delete;
  PrestartedProgram& operator=(const PrestartedProgram&) = delete;

  /// As run_subprocess; arguments[0] and `confined` were decided at the start. NotStarted: the program waits no longer,
  /// this and any other run has to be started.
  SubprocessResult run(const SubprocessOptions& options);
  /// Is this the process that started it?
  bool is_own() const;

 private:
  PrestartedProgram(pid_t process, int socket);

  pid_t owner_;
  pid_t process_;
  int socket_;
  channel::FrameReader reader_;
};

}  // namespace assay::optimize
