#include "services/common/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "services/common/confine.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
};

/// The child's side. It shares the parent's memory until exec (see run_subprocess), so it must allocate nothing.
[[noreturn]] void become_program(char* const* argv, const rlimit* memory, const Confinement* confinement, const Pipe& in, const Pipe& out,
                                 const Pipe& err, const Pipe& failure) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a compiler that hangs must not outlive the hunt that was killed
  signal(SIGPIPE, SIG_DFL);
  dup2(in.read_end, STDIN_FILENO);
  dup2(out.write_end, STDOUT_FILENO);
  dup2(err.write_end, STDERR_FILENO);
  if (memory != nullptr) setrlimit(RLIMIT_AS, memory);
  if (confinement != nullptr) confinement->apply();
  execvp(argv[0], argv);
  const int reason = errno;
  [[maybe_unused]] ssize_t ignored = write(failure.write_end, &reason, sizeof reason);
  _exit(127);
}

/// When a child's time is over: by the clock, or, if that is what is limited, by the processor time that it has used.
class TimeLimit {
 public:
  TimeLimit(const SubprocessOptions& options, Clock::time_point start, pid_t child)
      : options_(options), start_(start), deadline_(start + options.time_limit), child_(child) {}
  bool is_set() const { return options_.time_limit.count() > 0; }
  /// Milliseconds to wait for the child, 0 if its time is over.
  int left() {
    if (Clock::now() >= deadline_ && options_.limit_processor_time)
      if (const auto later = processor_deadline(child_, start_, options_.time_limit)) deadline_ = *later;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
  }

 private:
  const SubprocessOptions& options_;
  Clock::time_point start_, deadline_;
  pid_t child_;
};

// Feeds the input and takes both outputs until all pipes are closed; false when the time is over.
bool exchange(std::string_view input, Pipe& in, Pipe& out, Pipe& err, SubprocessResult& result, TimeLimit& limit) {
  fcntl(in.write_end, F_SETFL, O_NONBLOCK);
  if (input.empty()) Pipe::close_end(in.write_end);
  while (out.read_end >= 0 || err.read_end >= 0) {
    pollfd polled[3] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}, {in.write_end, POLLOUT, 0}};
    int wait = -1;
    if (limit.is_set() && (wait = limit.left()) == 0) return false;
    if (poll(polled, 3, wait) < 0 && errno != EINTR) return true;
    char buffer[65536];
    for (int i = 0; i < 2; ++i) {
      if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      const ssize_t got = read(polled[i].fd, buffer, sizeof buffer);
      if (got > 0) (i == 0 ? result.output : result.error_output).append(buffer, got);
      if (got == 0 || (got < 0 && errno != EINTR)) Pipe::close_end(i == 0 ? out.read_end : err.read_end);
    }
    if ((polled[2].revents & (POLLOUT | POLLERR)) != 0) {
      const ssize_t put = write(in.write_end, input.data(), input.size());
      if (put > 0) input.remove_prefix(put);
      if (input.empty() || (put < 0 && errno != EAGAIN && errno != EINTR)) Pipe::close_end(in.write_end);
    }
  }
  return true;
}

// Waits for the child's end; false when the time is over (a child may close its outputs and go on).
bool await_end(pid_t child, int& status, rusage& used, TimeLimit& limit) {
  if (!limit.is_set()) return wait4(child, &status, 0, &used) == child;
  while (limit.left() > 0) {
    if (wait4(child, &status, WNOHANG, &used) == child) return true;
    usleep(500);
  }
  return false;
}

}  // namespace

namespace {

/// What the process has used so far, by /proc: its processor clock can't be read everywhere.
std::optional<std::chrono::milliseconds> processor_time(pid_t process) {
  FILE* file = fopen(("/proc/" + std::to_string(process) + "/stat").c_str(), "r");
  if (file == nullptr) return std::nullopt;
  char text[1024];
  const std::size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  const char* fields = strrchr(text, ')');  // the program's name may hold anything
  unsigned long user = 0, system = 0;
  constexpr const char* kFormat = ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu";
  if (fields == nullptr || sscanf(fields, kFormat, &user, &system) != 2) return std::nullopt;
  return std::chrono::milliseconds((user + system) * 1000 / static_cast<unsigned long>(sysconf(_SC_CLK_TCK)));
}

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

}  // namespace

std::optional<Clock::time_point> processor_deadline(pid_t child, Clock::time_point start,
                                                    std::chrono::milliseconds limit) {
  const auto now = Clock::now();
  const auto used = processor_time(child);
  if (now >= start + kWallPerProcessorTime * limit || !used) return std::nullopt;
  const auto left = limit - *used;
  if (left.count() <= 0) return std::nullopt;
  return std::min(now + left, start + kWallPerProcessorTime * limit);
}

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
  Pipe in, out, err, failure;
  if (options.arguments.empty() || !in.open() || !out.open() || !err.open() || !failure.open()) {
    result.error_output = "no program given or no pipe to be had";
    return result;
  }
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;  // a program that does not read its input must not kill us
  sigaction(SIGPIPE, &ignore, &before);
  std::vector<char*> argv;
  for (const std::string& argument : options.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const rlimit memory{options.memory_limit_bytes, options.memory_limit_bytes};
  const Confinement* confinement = options.confined ? &Confinement::prepared() : nullptr;
  // A hunting process is large: copying its page tables would cost more than starting the program.
  const pid_t child = vfork();
  if (child == 0)
    become_program(argv.data(), options.memory_limit_bytes != 0 ? &memory : nullptr, confinement, in, out, err, failure);
  Pipe::close_end(in.read_end);
  Pipe::close_end(out.write_end);
  Pipe::close_end(err.write_end);
  Pipe::close_end(failure.write_end);
  if (child < 0) {
    result.error_output = std::string("fork: ") + strerror(errno);
    sigaction(SIGPIPE, &before, nullptr);
    return result;
  }
  int status = 0;
  rusage used{};
  TimeLimit limit(options, start, child);
  const bool finished = exchange(options.input, in, out, err, result, limit) && await_end(child, status, used, limit);
  if (!finished) {
    kill(-child, SIGKILL);
    wait4(child, &status, 0, &used);
  }
  sigaction(SIGPIPE, &before, nullptr);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.processor_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  result.peak_memory_bytes = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  int reason = 0;
  if (!finished) {
    result.end = SubprocessResult::End::TimedOut;
  } else if (read(failure.read_end, &reason, sizeof reason) == sizeof reason) {
    result.error_output = options.arguments[0] + ": " + strerror(reason);
  } else if (WIFSIGNALED(status)) {
    result.end = SubprocessResult::End::Signalled;
    result.code = WTERMSIG(status);
  } else {
    result.end = SubprocessResult::End::Exited;
    result.code = WEXITSTATUS(status);
  }
  return result;
}

}  // namespace assay
