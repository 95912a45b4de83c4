#include "services/worker/optimize/forked.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "services/common/conduct.h"
#include "services/common/confine.h"
#include "services/common/subprocess.h"
#include "services/worker/optimize/crash_trace.h"

namespace assay::optimize {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAnswerFd = 3;

void close_end(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

struct Pipes {
  int out[2] = {-1, -1};
  int err[2] = {-1, -1};
  bool open() { return pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0; }
  ~Pipes() {
    for (int* end : {&out[0], &out[1], &err[0], &err[1]}) close_end(*end);
  }
};

// An exception that left here would go on in a copy of the parent; noexcept makes it a crash.
[[noreturn]] void be_child(const std::function<std::string()>& job, const Limits& limits, Pipes& pipes) noexcept {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Confinement::prepared().apply_to_copy();  // as long as what it is prepared with is open
  const int null = ::open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(pipes.err[1], STDERR_FILENO);
  // A sibling's pipe held open here would keep its parent waiting for its end. Only the answer's pipe stays.
  dup2(pipes.out[1], kAnswerFd);
  close_range(kAnswerFd + 1, ~0U, 0);
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (limits.memory_bytes != 0) limit_own_memory(limits.memory_bytes);
  install_crash_writer(STDERR_FILENO);
  const std::string output = job();
  for (std::size_t done = 0; done < output.size();) {
    const ssize_t put = write(kAnswerFd, output.data() + done, output.size() - done);
    if (put < 0 && errno != EINTR) _exit(1);
    if (put > 0) done += put;
  }
  _exit(0);
}

// Takes all that comes through both pipes until they are closed; false when the time is over, or it is too much.
bool drain(Pipes& pipes, ChildResult& result, pid_t child, Clock::time_point start, std::chrono::milliseconds limit) {
  Clock::time_point deadline = start + limit;

  while (pipes.out[0] >= 0 || pipes.err[0] >= 0) {
    pollfd polled[2] = {{pipes.out[0], POLLIN, 0}, {pipes.err[0], POLLIN, 0}};
    int wait = -1;
    if (limit.count() > 0) {
      if (Clock::now() >= deadline) {
        const auto later = processor_deadline(child, start, limit);
        if (!later) return false;
        deadline = *later;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      wait = static_cast<int>(std::max<std::int64_t>(left, 1));
    }
    if (poll(polled, 2, wait) < 0 && errno != EINTR) return true;
    for (int i = 0; i < 2; ++i) {
      if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      char buffer[65536];
      int& fd = i == 0 ? pipes.out[0] : pipes.err[0];
      const ssize_t got = read(fd, buffer, sizeof buffer);
      std::string& output = i == 0 ? result.output : result.message;
      if (got > 0) output.append(buffer, static_cast<std::size_t>(got));
      if (output.size() > kMostOutput) return false;
      if (got == 0 || (got < 0 && errno != EINTR)) close_end(fd);
    }
  }
  return true;
}

bool speaks_of_memory(const std::string& message) {
  return message.find("out of memory") != std::string::npos || message.find("bad_alloc") != std::string::npos ||
         message.find("llocation failed") != std::string::npos;
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& job, const Limits& limits) {
  ChildResult result;
  const auto start = Clock::now();
  Pipes pipes;
  if (!pipes.open()) {
    result.message = std::string("pipe: ") + strerror(errno);
    return result;
  }
  (void)Confinement::prepared();  // by this process, once
  const pid_t child = fork();
  if (child == 0) be_child(job, limits, pipes);
  if (child < 0) {
    result.message = std::string("fork: ") + strerror(errno);
    return result;
  }
  close_end(pipes.out[1]);
  close_end(pipes.err[1]);
  const bool drained = drain(pipes, result, child, start, limits.time);
  if (!drained) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // what it has left behind
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!drained) {
    result.end = ChildResult::End::TimedOut;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    result.end = ChildResult::End::Finished;
  } else if (limits.memory_bytes != 0 && speaks_of_memory(result.message)) {
    result.end = ChildResult::End::OutOfMemory;
  } else {
    result.end = ChildResult::End::Crashed;
    result.message = name_frames(result.message);
    if (result.message.empty())
      result.message = WIFSIGNALED(status) ? "killed by signal " + std::to_string(WTERMSIG(status))
                                           : "exit status " + std::to_string(WEXITSTATUS(status));
  }
  return result;
}

std::string pack(const std::vector<std::string>& texts) {
  std::string packed;
  for (const std::string& text : texts) packed += std::to_string(text.size()) + ':' + text;
  return packed;
}

std::vector<std::string> unpack(const std::string& packed) {
  std::vector<std::string> texts;
  for (std::size_t position = 0; position < packed.size();) {
    const auto colon = packed.find(':', position);
    if (colon == std::string::npos) return {};
    const std::size_t size = std::strtoull(packed.c_str() + position, nullptr, 10);
    if (size > packed.size() - colon - 1) return {};
    texts.push_back(packed.substr(colon + 1, size));
    position = colon + 1 + size;
  }
  return texts;
}

}  // namespace assay::optimize
