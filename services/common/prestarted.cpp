#include "services/common/prestarted.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "services/common/conduct.h"
#include "services/common/confine.h"
#include "services/common/prestarted_protocol.h"

// The library that is loaded into the program, so that nothing has to be found beside this program.
asm(R"(
  .section .rodata
  .hidden assay_prestarted_inside, assay_prestarted_inside_end
  .global assay_prestarted_inside, assay_prestarted_inside_end
assay_prestarted_inside:
  .incbin ")" ASSAY_PRESTARTED_INSIDE R"("
assay_prestarted_inside_end:
  .previous
)");
extern "C" const char assay_prestarted_inside[], assay_prestarted_inside_end[];

namespace assay {
namespace {

using namespace prestarted;
using Clock = std::chrono::steady_clock;

constexpr int kPatience = 20'000;  ///< milliseconds for the program's greeting

/// A file in memory that holds the library; -1 if there can be none.
int library_in_memory() {
  const int file = memfd_create("assay-prestarted", MFD_CLOEXEC);
  std::string_view rest(assay_prestarted_inside, assay_prestarted_inside_end - assay_prestarted_inside);
  while (file >= 0 && !rest.empty()) {
    const ssize_t put = write(file, rest.data(), rest.size());
    if (put <= 0) break;
    rest.remove_prefix(put);
  }
  return file;
}

/// Is there something to receive, within so many milliseconds (-1: whenever it comes)? A signal does not end the wait.
bool waits_for_message(int socket, int milliseconds) {
  pollfd polled{socket, POLLIN, 0};
  int ready = -1;
  while ((ready = poll(&polled, 1, milliseconds)) < 0 && errno == EINTR) {
  }
  return ready == 1;
}

template <class Message>
bool receive(int socket, int milliseconds, Message& message) {
  return waits_for_message(socket, milliseconds) && recv(socket, &message, sizeof message, 0) == sizeof message;
}

bool send_request(int socket, const SubprocessOptions& options, const Pipes& pipes) {
  Request request;
  request.memory_limit_bytes = options.memory_limit_bytes;
  request.arguments = static_cast<std::uint32_t>(options.arguments.size());
  std::string bytes;
  for (const std::string& argument : options.arguments) bytes.append(argument.c_str(), argument.size() + 1);
  if (request.arguments > kMostArguments || bytes.size() > kMostBytes) return false;
  const int ends[3] = {pipes.in.read_end, pipes.out.write_end, pipes.err.write_end};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof ends)]{};
  iovec parts[2] = {{&request, sizeof request}, {bytes.data(), bytes.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  cmsghdr* control = CMSG_FIRSTHDR(&message);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof ends);
  memcpy(CMSG_DATA(control), ends, sizeof ends);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof request + bytes.size());
}

}  // namespace

PrestartedProgram::PrestartedProgram(pid_t process, int socket)
    : owner_(getpid()), process_(process), socket_(socket) {}

PrestartedProgram::~PrestartedProgram() {
  close(socket_);
  if (!is_own()) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool PrestartedProgram::is_own() const { return getpid() == owner_; }

std::unique_ptr<PrestartedProgram> PrestartedProgram::start(const std::string& program, bool confined) {
  if (getenv("LD_PRELOAD") != nullptr) return nullptr;  // what somebody has loaded there is not ours to drop
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  const int library = library_in_memory();
  const std::string preload = "LD_PRELOAD=/proc/self/fd/" + std::to_string(library);
  const std::string socket = std::string(kSocketVariable) + "=" + std::to_string(ends[1]);
  std::vector<const char*> environment;
  for (char** each = environ; *each != nullptr; ++each) environment.push_back(*each);
  environment.insert(environment.end(), {preload.c_str(), socket.c_str(), nullptr});
  const char* arguments[] = {program.c_str(), kArgument, nullptr};
  const Confinement* confinement = confined ? &Confinement::prepared() : nullptr;
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const pid_t child = library < 0 || null < 0 ? -1 : vfork();
  if (child == 0) {  // allocates nothing: it shares this process's memory until exec
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    for (int i = 0; i < 3; ++i) dup2(null, i);
    fcntl(library, F_SETFD, 0);
    fcntl(ends[1], F_SETFD, 0);
    if (confinement != nullptr) confinement->apply();
    execve(arguments[0], const_cast<char**>(arguments), const_cast<char**>(environment.data()));
    _exit(127);
  }
  for (const int file : {ends[1], library, null})
    if (file >= 0) close(file);
  if (child < 0) {
    close(ends[0]);
    return nullptr;
  }
  std::unique_ptr<PrestartedProgram> started(new PrestartedProgram(child, ends[0]));
  char greeting = 0;
  if (!receive(ends[0], kPatience, greeting)) return nullptr;
  return started;
}

SubprocessResult PrestartedProgram::run(const SubprocessOptions& options) {
  SubprocessResult result;
  const auto start = Clock::now();
  const IgnoredSigpipe ignored;
  Pipes pipes;
  Started started;
  if (!is_own() || !pipes.open() || !send_request(socket_, options, pipes) || !receive(socket_, -1, started) ||
      started.process < 0) {
    result.error_output = "the program that was started in advance waits no longer";
    return result;
  }
  pipes.keep_own_ends();
  bool lost = false;
  result = conduct(options, start, started.process, pipes, [&](int milliseconds, int& status, rusage& used) {
    Ended ended;
    if (!waits_for_message(socket_, milliseconds)) return false;
    lost = recv(socket_, &ended, sizeof ended, 0) != sizeof ended;
    status = ended.status;
    used = ended.used;
    return true;
  });
  if (lost) {
    result = SubprocessResult();
    result.error_output = "the program that was started in advance has died";
  }
  return result;
}

}  // namespace assay
