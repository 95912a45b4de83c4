#include "services/common/conduct.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

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

/// Takes so many bytes of an output; false if they are more than a program may print.
bool take(std::string& output, const char* bytes, std::size_t count) {
  output.append(bytes, std::min(count, kMostOutput - output.size()));
  return output.size() < kMostOutput;
}

/// The last line of what a program that was stopped for its output has said.
void tell_too_much_output(std::string& error_output) {
  const std::string line = "\nkilled: it printed more than " + std::to_string(kMostOutput) + " bytes";
  error_output.resize(std::min(error_output.size(), kMostOutput - line.size()));
  error_output += line;
}

// Feeds the input and takes both outputs until all pipes are closed; false when the time is over or an output too long.
bool exchange(std::string_view input, Pipes& pipes, SubprocessResult& result, TimeLimit& limit) {
  auto& [in, out, err] = pipes;
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
      if (got > 0 && !take(i == 0 ? result.output : result.error_output, buffer, static_cast<std::size_t>(got))) {
        tell_too_much_output(result.error_output);
        return false;
      }
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

// Waits for the program's end; false when the time is over (a program may close its outputs and go on).
bool await_end(const EndOfProgram& ended, int& status, rusage& used, TimeLimit& limit) {
  while (true) {
    const int left = limit.is_set() ? limit.left() : -1;
    if (left == 0) return false;
    if (ended(left, status, used)) return true;
  }
}

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

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Pipe::~Pipe() {
  close_end(read_end);
  close_end(write_end);
}

bool Pipe::open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  read_end = ends[0];
  write_end = ends[1];
  return true;
}

void Pipe::close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

void Pipes::keep_own_ends() {
  Pipe::close_end(in.read_end);
  Pipe::close_end(out.write_end);
  Pipe::close_end(err.write_end);
}

IgnoredSigpipe::IgnoredSigpipe() {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before_);
}

IgnoredSigpipe::~IgnoredSigpipe() { sigaction(SIGPIPE, &before_, nullptr); }

std::optional<Clock::time_point> processor_deadline(pid_t child, Clock::time_point start,
                                                    std::chrono::milliseconds limit) {
  const auto now = Clock::now();
  const auto used = processor_time(child);
  if (now >= start + kWallPerProcessorTime * limit || !used) return std::nullopt;
  const auto left = limit - *used;
  if (left.count() <= 0) return std::nullopt;
  return std::min(now + left, start + kWallPerProcessorTime * limit);
}

SubprocessResult conduct(const SubprocessOptions& options, Clock::time_point start, pid_t process, Pipes& pipes,
                         const EndOfProgram& ended) {
  SubprocessResult result;
  int status = 0;
  rusage used{};
  TimeLimit limit(options, start, process);
  const bool finished = exchange(options.input, pipes, result, limit) && await_end(ended, status, used, limit);
  if (!finished) {
    kill(-process, SIGKILL);
    ended(-1, status, used);
  } else if (options.confined) {
    kill(-process, SIGKILL);  // what it has left behind
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.processor_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  result.peak_memory_bytes = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  result.end = !finished             ? SubprocessResult::End::TimedOut
               : WIFSIGNALED(status) ? SubprocessResult::End::Signalled
                                     : SubprocessResult::End::Exited;
  if (finished) result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace assay
