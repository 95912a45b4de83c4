#pragma once

#include <sys/types.h>

#include <memory>

#include "services/common/subprocess.h"

namespace assay::optimize {

class PrestartedProgram;

/// A program that is run often, confined. From the second run on it waits in front of its main, so that a run costs a
/// copy of it instead of a start (ADR 27). A program that can't wait, or dies of it, is started each time.
class RepeatedProgram {
 public:
  RepeatedProgram();
  ~RepeatedProgram();
  RepeatedProgram(const RepeatedProgram&) = delete;
  RepeatedProgram& operator=(const RepeatedProgram&) = delete;

  /// As run_subprocess of confined options; arguments[0] is the same in all runs. What waits has the same addresses in
  /// all runs: where these matter, `own_addresses` asks for a start.
  SubprocessResult run(const SubprocessOptions& options, bool own_addresses = false);

 private:
  PrestartedProgram* waiting(const std::string& program);

  std::unique_ptr<PrestartedProgram> waiting_;
  pid_t runs_by_ = -1;  ///< the process that counts: a copy of it (fork) has a program of its own
  unsigned runs_ = 0, starts_ = 0;
};

}  // namespace assay::optimize
