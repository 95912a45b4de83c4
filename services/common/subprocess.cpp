#include "services/common/subprocess.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "services/common/conduct.h"
#include "services/common/confine.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

/// The child's side. It shares the parent's memory until exec (see run_subprocess), so it must allocate nothing.
[[noreturn]] void become_program(char* const* argv, const rlimit* memory, const Confinement* confinement,
                                 const Pipes& pipes, const Pipe& failure) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a compiler that hangs must not outlive the hunt that was killed
  signal(SIGPIPE, SIG_DFL);
  dup2(pipes.in.read_end, STDIN_FILENO);
  dup2(pipes.out.write_end, STDOUT_FILENO);
  dup2(pipes.err.write_end, STDERR_FILENO);
  if (memory != nullptr) setrlimit(RLIMIT_AS, memory);
  if (confinement != nullptr) confinement->apply();
  execvp(argv[0], argv);
  const int reason = errno;
  [[maybe_unused]] ssize_t ignored = write(failure.write_end, &reason, sizeof reason);
  _exit(127);
}

// Has the child ended, within so many milliseconds (-1: whenever it does)?
bool has_ended(pid_t child, int milliseconds, int& status, rusage& used) {
  if (milliseconds < 0) {
    pid_t ended = -1;
    while ((ended = wait4(child, &status, 0, &used)) < 0 && errno == EINTR) {
    }
    if (ended != child) status = SIGKILL;  // somebody else has waited for it: how it ended is unknown, never a success
    return true;
  }
  const auto deadline = Clock::now() + std::chrono::milliseconds(milliseconds);
  do {
    if (wait4(child, &status, WNOHANG, &used) == child) return true;
    usleep(500);
  } while (Clock::now() < deadline);
  return false;
}

}  // namespace

void limit_own_memory(std::size_t bytes) {
  long pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == nullptr) return;
  const bool known = fscanf(file, "%ld", &pages) == 1;
  fclose(file);
  if (!known) return;
  const rlim_t all = static_cast<rlim_t>(pages) * sysconf(_SC_PAGESIZE) + bytes;
  const rlimit limit{all, all};
  setrlimit(RLIMIT_AS, &limit);
}

SubprocessResult run_subprocess(const SubprocessOptions& options) {
  SubprocessResult result;
  const auto start = Clock::now();
  Pipes pipes;
  Pipe failure;
  if (options.arguments.empty() || !pipes.open() || !failure.open()) {
    result.error_output = "no program given or no pipe to be had";
    return result;
  }
  const IgnoredSigpipe ignored;  // a program that does not read its input must not kill us
  std::vector<char*> argv;
  for (const std::string& argument : options.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const rlimit memory{options.memory_limit_bytes, options.memory_limit_bytes};
  const Confinement* confinement = options.confined ? &Confinement::prepared() : nullptr;
  // A hunting process is large: copying its page tables would cost more than starting the program.
  const pid_t child = vfork();
  if (child == 0)
    become_program(argv.data(), options.memory_limit_bytes != 0 ? &memory : nullptr, confinement, pipes, failure);
  pipes.keep_own_ends();
  Pipe::close_end(failure.write_end);
  if (child < 0) {
    result.error_output = std::string("fork: ") + strerror(errno);
    return result;
  }
  result = conduct(options, start, child, pipes, [child](int milliseconds, int& status, rusage& used) {
    return has_ended(child, milliseconds, status, used);
  });
  int reason = 0;
  if (result.end == SubprocessResult::End::TimedOut || read(failure.read_end, &reason, sizeof reason) != sizeof reason)
    return result;
  result.end = SubprocessResult::End::NotStarted;
  result.code = -1;
  result.error_output = options.arguments[0] + ": " + strerror(reason);
  return result;
}

}  // namespace assay
