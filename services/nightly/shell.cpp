#include "services/nightly/shell.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "services/common/text.h"

namespace assay::nightly {
namespace {

constexpr std::size_t kLongestOutput = 4'000;
constexpr int kTimeIsOver = 254;  ///< exit status of the guard

volatile sig_atomic_t ended = 0;  ///< the signal that asked the guard to end

void ask_to_end(int signal) { ended = signal; }

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
  return {std::istream_iterator<pid_t>(file), {}};
}

void kill_below(pid_t process) {
  for (const pid_t child : children_of(process)) {
    kill(child, SIGSTOP);  // so that it starts no more
    kill_below(child);
    kill(child, SIGKILL);
  }
}

/// Between this program and the command: what the command leaves behind becomes a child of it, and it ends them all.
[[noreturn]] void guard(const char* command, const char* folder, std::uint32_t seconds, int in, int out, pid_t parent) {
  struct sigaction action {};
  action.sa_handler = ask_to_end;
  for (const int signal : {SIGTERM, SIGALRM, SIGINT}) sigaction(signal, &action, nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  const pid_t shell = fork();
  if (shell == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGTERM, SIGALRM, SIGINT, SIGPIPE}) ::signal(signal, SIG_DFL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (chdir(folder) != 0) {
      dprintf(STDERR_FILENO, "%s: %s\n", folder, strerror(errno));
      _exit(126);
    }
    execl("/bin/sh", "sh", "-c", command, nullptr);
    _exit(127);
  }
  alarm(seconds);
  int status = 0;
  bool over = shell < 0;
  while (!over && ended == 0) {
    const pid_t one = waitpid(-1, &status, 0);  // an orphan of the command, perhaps
    over = one == shell || (one < 0 && errno != EINTR);
  }
  do kill_below(getpid());
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
  if (ended == SIGALRM) _exit(kTimeIsOver);
  if (ended != 0 || shell < 0) _exit(1);
  if (WIFSIGNALED(status)) ::signal(WTERMSIG(status), SIG_DFL), raise(WTERMSIG(status));
  _exit(WEXITSTATUS(status));
}

std::string end_of(const std::string& file, std::streamoff from) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(0, std::ios::end);
  const std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(from, size - static_cast<std::streamoff>(kLongestOutput)));
  return visible(std::string(std::istreambuf_iterator<char>(stream), {}));
}

}  // namespace

ShellResult run_shell(const std::string& command, const std::string& folder, std::uint32_t seconds,
                      const std::string& log, const std::string& input) {
  ShellResult result;
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (!input.empty()) {  // an unnamed file: the command reads when it likes
    close(in);
    in = memfd_create("input", MFD_CLOEXEC);
    for (std::size_t at = 0; at < input.size();) {
      const ssize_t put = write(in, input.data() + at, input.size() - at);
      if (put < 0 && errno != EINTR) break;
      if (put > 0) at += static_cast<std::size_t>(put);
    }
    lseek(in, 0, SEEK_SET);
  }
  const std::streamoff from = lseek(out, 0, SEEK_END);
  const pid_t parent = getpid();
  const pid_t process = out < 0 || in < 0 ? -1 : fork();
  if (process == 0) guard(command.c_str(), folder.c_str(), seconds, in, out, parent);
  int status = 0;
  if (process > 0)
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
  else
    result.how = log + ": " + strerror(errno);
  if (out >= 0) close(out);
  if (in >= 0) close(in);
  if (process < 0) return result;
  result.output = end_of(log, from);
  if (WIFSIGNALED(status))
    result.how = "killed by signal " + std::to_string(WTERMSIG(status));
  else if (WEXITSTATUS(status) == kTimeIsOver)
    result.how = "took longer than " + std::to_string(seconds) + " s";
  else if (WEXITSTATUS(status) != 0)
    result.how = "exit status " + std::to_string(WEXITSTATUS(status));
  result.succeeded = result.how.empty();
  return result;
}

}  // namespace assay::nightly
