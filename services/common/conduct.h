#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <functional>

#include "services/common/subprocess.h"

/// What all ways to run a program in a process of its own have in common.
namespace assay {

/// Both ends of a pipe, closed when it goes.
struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();
  bool open();
  static void close_end(int& end);
};

/// The standard input, output and error of a program.
struct Pipes {
  Pipe in, out, err;
  bool open() { return in.open() && out.open() && err.open(); }
  /// Closes the program's ends, in the process that runs it.
  void keep_own_ends();
};

/// As long as one lives, writing to a program that has closed its input kills nobody.
class IgnoredSigpipe {
 public:
  IgnoredSigpipe();
  ~IgnoredSigpipe();
  IgnoredSigpipe(const IgnoredSigpipe&) = delete;
  IgnoredSigpipe& operator=(const IgnoredSigpipe&) = delete;

 private:
  struct sigaction before_ {};
};

/// Waits for the program's end, at most so many milliseconds (-1: for ever); true if it has ended, with what wait4
/// says.
using EndOfProgram = std::function<bool(int milliseconds, int& status, rusage& used)>;

/// Most bytes that are taken of each of a program's two outputs. A compiler prints a few megabytes, or it prints for
/// ever.
constexpr std::size_t kMostOutput = std::size_t{128} << 20;

/// Feeds a program that was started at `start` as `process`, the leader of its process group, takes what it prints,
/// keeps the limit of time, and waits for its end. A program that prints more than kMostOutput is killed as one that
/// takes too long is: it ends as TimedOut, the last line of error_output says why, and what it printed before is kept.
SubprocessResult conduct(const SubprocessOptions& options, std::chrono::steady_clock::time_point start, pid_t process,
                         Pipes& pipes, const EndOfProgram& ended);

}  // namespace assay
