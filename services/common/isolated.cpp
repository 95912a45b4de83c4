#include "services/common/isolated.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>

#include "services/common/subprocess.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kOutOfMemory = 77;  ///< exit status of a child that could not allocate
constexpr char kFinal = 'A';
constexpr char kProvisional = 'P';

void close_end(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

bool write_all(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t put = ::write(fd, data, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    data += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

bool read_all(int fd, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(fd, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// A message is one letter, a length, and as many bytes.
bool send(int fd, char kind, const std::string& text) {
  const std::uint64_t size = text.size();
  std::string message(1 + sizeof size, kind);
  std::memcpy(message.data() + 1, &size, sizeof size);
  message += text;
  return write_all(fd, message.data(), message.size());
}

bool receive(int fd, char& kind, std::string& text) {
  std::uint64_t size = 0;
  if (!read_all(fd, &kind, 1) || !read_all(fd, reinterpret_cast<char*>(&size), sizeof size)) return false;
  text.resize(size);
  return read_all(fd, text.data(), size);
}

/// True when there is something to read (or the end of it) before the deadline.
bool wait_for(int fd, Clock::time_point deadline, bool limited) {
  for (;;) {
    int wait = -1;
    if (limited) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return false;
      wait = static_cast<int>(left) + 1;
    }
    pollfd polled{fd, POLLIN, 0};
    const int ready = poll(&polled, 1, wait);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return true;
  }
}

}  // namespace

IsolatedWorker::IsolatedWorker(Handler handler, Limits limits) : handler_(std::move(handler)), limits_(limits) {}

IsolatedWorker::~IsolatedWorker() { end(); }

void IsolatedWorker::end() {
  close_end(to_child_);
  close_end(from_child_);
  if (child_ < 0) return;
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

void IsolatedWorker::serve(int in, int out) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (limits_.memory_bytes != 0) limit_own_memory(limits_.memory_bytes);
  std::set_new_handler([] { _exit(kOutOfMemory); });
  char kind = 0;
  for (std::string request; receive(in, kind, request);) {
    const std::string answer =
        handler_(request, [&](const std::string& provisional) { send(out, kProvisional, provisional); });
    if (!send(out, kFinal, answer)) break;
  }
  _exit(0);
}

bool IsolatedWorker::start(Answer& answer) {
  if (child_ >= 0) return true;
  int requests[2], answers[2];
  if (pipe2(requests, O_CLOEXEC) != 0) {
    answer.message = std::string("pipe: ") + strerror(errno);
    return false;
  }
  if (pipe2(answers, O_CLOEXEC) != 0) {
    answer.message = std::string("pipe: ") + strerror(errno);
    for (int fd : requests) ::close(fd);
    return false;
  }
  signal(SIGPIPE, SIG_IGN);  // a child that died must not take us with it
  child_ = fork();
  answered_ = 0;
  if (child_ == 0) {
    ::close(requests[1]);
    ::close(answers[0]);
    serve(requests[0], answers[1]);
  }
  ::close(requests[0]);
  ::close(answers[1]);
  to_child_ = requests[1];
  from_child_ = answers[0];
  if (child_ > 0) return true;
  answer.message = std::string("fork: ") + strerror(errno);
  end();
  return false;
}

void IsolatedWorker::describe_death(Answer& answer) {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  answer.end = Answer::End::Died;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory) {
    answer.end = Answer::End::OutOfMemory;
    answer.message = "out of memory";
  } else if (WIFSIGNALED(status)) {
    answer.message = "killed by signal " + std::to_string(WTERMSIG(status));
  } else {
    answer.message = "exit status " + std::to_string(WEXITSTATUS(status));
  }
}

IsolatedWorker::Answer IsolatedWorker::ask_once(const std::string& request) {
  Answer answer;
  const auto begun = Clock::now();
  const auto finish = [&] {
    answer.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    return answer;
  };
  if (!start(answer)) return finish();
  const bool limited = limits_.time.count() > 0;
  if (send(to_child_, kFinal, request)) {
    while (true) {
      if (!wait_for(from_child_, begun + limits_.time, limited)) {
        answer.end = Answer::End::TimedOut;
        answer.message = "no answer after " + std::to_string(limits_.time.count()) + " ms";
        end();
        return finish();
      }
      char kind = 0;
      std::string text;
      if (!receive(from_child_, kind, text)) break;
      if (kind == kFinal) {
        answer.end = Answer::End::Answered;
        answer.text = std::move(text);
        ++answered_;
        return finish();
      }
      answer.provisional = std::move(text);
    }
  }
  describe_death(answer);
  end();
  return finish();
}

IsolatedWorker::Answer IsolatedWorker::ask(const std::string& request) {
  const bool used = child_ >= 0 && answered_ > 0;
  Answer answer = ask_once(request);
  if (used && answer.end == Answer::End::OutOfMemory) answer = ask_once(request);
  return answer;
}

}  // namespace assay
