#include "services/channel/child.h"

#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

extern char** environ;

namespace assay::channel {
namespace {

constexpr int kMomentMs = 5'000;  ///< from the end of a child's socket to its own, on a busy machine

void close_both(const int (&ends)[2]) {
  for (const int end : ends) ::close(end);
}

Error system_error(const char* what, int number) { return Error{std::string(what) + ": " + strerror(number)}; }

}  // namespace

std::string End::text() const {
  switch (kind) {
    case Kind::Answered:
      return "answered";
    case Kind::Exited:
      return "exit status " + std::to_string(code);
    case Kind::Killed:
      return "killed by signal " + std::to_string(code);
    case Kind::OutOfTime:
      return "out of time";
    case Kind::TooLong:
      return "a message is longer than the limit";
    case Kind::Broken:
      return "what it says is no message";
    case Kind::Closed:
      return "it listens no longer";
    case Kind::NotStarted:
      return "it can't be started";
  }
  return "it can't be started";
}

End end_of_status(int status) {
  if (WIFSIGNALED(status)) return {End::Kind::Killed, WTERMSIG(status)};
  return {End::Kind::Exited, WEXITSTATUS(status)};
}

Result<std::unique_ptr<Child>> Child::copy(const std::function<void(int socket)>& work, std::size_t most) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return system_error("socketpair", errno);
  const pid_t process = fork();
  if (process < 0) {
    const int reason = errno;
    close_both(ends);
    return system_error("fork", reason);
  }
  if (process == 0) {
    ::close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    work(ends[1]);
    _exit(0);
  }
  ::close(ends[1]);
  return std::unique_ptr<Child>(new Child(process, ends[0], most));
}

Result<std::unique_ptr<Child>> Child::program(const std::vector<std::string>& arguments, std::size_t most) {
  if (arguments.empty()) return Error{"no program is named"};
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return system_error("socketpair", errno);
  std::vector<char*> words;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t process = -1;
  const int failed = posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == 0) return std::unique_ptr<Child>(new Child(process, ends[0], most));
  ::close(ends[0]);
  return system_error(words[0], failed);
}

Child::~Child() {
  kill_it();
  if (socket_ >= 0) ::close(socket_);
}

void Child::wait_for_it() {
  if (process_ < 0) return;
  while (waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

void Child::kill_it() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  wait_for_it();
}

/// Whoever closes a socket by dying can be waited for a little later.
bool Child::has_ended_soon() {
  for (int rest = kMomentMs; process_ >= 0; --rest) {
    const pid_t ended = waitpid(process_, &status_, WNOHANG);
    if (ended == process_ || (ended < 0 && errno != EINTR)) process_ = -1;
    if (process_ >= 0 && rest == 0) return false;
    if (process_ >= 0) usleep(1'000);
  }
  return true;
}

End Child::end(Heard last) {
  if ((last == Heard::Closed || last == Heard::Cut) && has_ended_soon()) return end_of_status(status_);
  kill_it();
  switch (last) {
    case Heard::Closed:
    case Heard::Cut:
      return {End::Kind::Closed};
    case Heard::TooLong:
      return {End::Kind::TooLong};
    case Heard::Broken:
      return {End::Kind::Broken};
    default:
      return {End::Kind::OutOfTime};
  }
}

End Child::dismiss() {
  shutdown(socket_, SHUT_RDWR);
  wait_for_it();
  return end_of_status(status_);
}

End Child::await() {
  ::close(std::exchange(socket_, -1));
  wait_for_it();
  return end_of_status(status_);
}

/// Answered: it was told.
End Child::tell(const std::string& frame, int wait_ms) {
  switch (write_frame(socket_, frame, wait_ms)) {
    case Sent::All:
      return {End::Kind::Answered};
    case Sent::TooLong:
      return {End::Kind::TooLong};  // nothing was sent: the child can be asked others
    case Sent::OutOfTime:
      return end(Heard::Nothing);
    case Sent::Gone:
      break;
  }
  return end(Heard::Closed);
}

}  // namespace assay::channel
