#include "services/common/companion.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "services/common/confine.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

/// The child's side, which shares the parent's memory until exec: it must allocate nothing.
[[noreturn]] void become(char* const* argv, const rlimit* memory, const Pipes& pipes, const Confinement& confinement) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  dup2(pipes.in.read_end, STDIN_FILENO);
  dup2(pipes.out.write_end, STDOUT_FILENO);
  dup2(pipes.err.write_end, STDERR_FILENO);
  if (memory != nullptr) setrlimit(RLIMIT_AS, memory);
  confinement.apply();
  execvp(argv[0], argv);
  _exit(127);
}

}  // namespace

Result<std::unique_ptr<Companion>> Companion::start(const Options& options) {
  std::unique_ptr<Companion> companion(new Companion(-1));
  Pipes& pipes = companion->pipes_;
  if (options.arguments.empty() || !pipes.open()) return Error{"no program given or no pipe to be had"};
  std::vector<char*> argv;
  for (const std::string& argument : options.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  rlimit memory{};
  getrlimit(RLIMIT_AS, &memory);
  memory.rlim_cur = std::min<rlim_t>(memory.rlim_max, options.memory_limit_bytes);
  const Confinement& confinement = Confinement::prepared();
  const pid_t child = vfork();
  if (child == 0) become(argv.data(), options.memory_limit_bytes != 0 ? &memory : nullptr, pipes, confinement);
  pipes.keep_own_ends();
  if (child < 0) return Error{std::string("fork: ") + strerror(errno)};
  companion->process_ = child;
  return companion;
}

Companion::~Companion() { end_it(); }

void Companion::end_it() {
  if (process_ < 0) return;
  kill(-process_, SIGKILL);
  kill(process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

bool Companion::tell(const void* bytes, std::size_t count) {
  const IgnoredSigpipe ignored;
  const auto* next = static_cast<const char*>(bytes);
  while (count != 0) {
    const ssize_t written = write(pipes_.in.write_end, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

Companion::Heard Companion::hear(void* bytes, std::size_t count, std::chrono::milliseconds time) {
  const auto deadline = Clock::now() + time;
  auto* next = static_cast<char*>(bytes);
  while (count != 0) {
    pollfd ready{pipes_.out.read_end, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int seen = poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (seen < 0 && errno == EINTR) continue;
    if (seen <= 0) return Heard::OutOfTime;
    const ssize_t got = read(pipes_.out.read_end, next, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Heard::Ended;
    next += got;
    count -= static_cast<std::size_t>(got);
  }
  return Heard::All;
}

std::string Companion::last_words() {
  end_it();
  std::string words;
  char some[4096];
  for (ssize_t got = 0; (got = read(pipes_.err.read_end, some, sizeof some)) > 0 && words.size() < (1u << 16);)
    words.append(some, static_cast<std::size_t>(got));
  return words;
}

}  // namespace assay
