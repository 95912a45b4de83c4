#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct SubprocessOptions {
  std::vector<std::string> arguments;       ///< program (searched in PATH) and its arguments
  std::string input;                        ///< what the program reads on standard input
  std::chrono::milliseconds time_limit{0};  ///< wall clock; 0: none. The whole process group is killed at the limit.
  /// The limit is on the program's processor time, so that a busy machine is no hang; kWallPerProcessorTime times as
  /// much by the clock ends it in any case.
  bool limit_processor_time = false;
  std::size_t memory_limit_bytes = 0;  ///< RLIMIT_AS of the child; 0: none
  bool confined = false;  ///< no network, no changes of files (see Confinement): for programs that nobody trusts
};

struct SubprocessResult {
  enum class End { Exited, Signalled, TimedOut, NotStarted };
  End end = End::NotStarted;  ///< TimedOut: killed at the limit of its time, or of what it may print (kMostOutput)
  int code = -1;              ///< exit status or signal number; -1 where there is neither
  std::string output;
  std::string error_output;
  double seconds = 0;            ///< by the clock
  double processor_seconds = 0;  ///< of the program and those that it waited for
  std::size_t peak_memory_bytes =
      0;  ///< most that was resident; never less than what this process had when it started it
  bool succeeded() const { return end == End::Exited && code == 0; }
};

constexpr int kWallPerProcessorTime = 10;

/// When to look again at a child that was started at `start` with a limit on its processor time; nothing if its time is
/// over.
std::optional<std::chrono::steady_clock::time_point> processor_deadline(pid_t child,
                                                                        std::chrono::steady_clock::time_point start,
                                                                        std::chrono::milliseconds limit);

/// Limits the address space of this process to what it has mapped already (a sanitizer maps terabytes) and `bytes`
/// more.
void limit_own_memory(std::size_t bytes);

/// Runs a program to its end, without a shell, and takes what it prints. If this process is killed, so is the program.
/// Never throws; a program that can't be started is NotStarted with the reason in error_output.
SubprocessResult run_subprocess(const SubprocessOptions& options);

}  // namespace assay
