#include "services/worker/optimize/prestarted.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/v1/internal/processes.pb.h"
#include "services/common/conduct.h"
#include "services/common/confine.h"
#include "services/worker/optimize/prestarted_protocol.h"

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

namespace assay::optimize {
namespace {

using namespace prestarted;
using channel::Heard;
using v1::internal::RunAsked;
using v1::internal::RunAwaited;
using v1::internal::RunEnded;
using v1::internal::RunStarted;
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

/// The message that asks for a run; nothing if it is more than the program takes.
std::optional<RunAsked> asked_of(const SubprocessOptions& options) {
  RunAsked asked;
  asked.set_memory_limit_bytes(options.memory_limit_bytes);
  for (const std::string& argument : options.arguments) asked.add_arguments(argument.c_str());
  if (options.arguments.size() > kMostArguments || asked.ByteSizeLong() > kMostBytes) return std::nullopt;
  return asked;
}

bool send_request(int socket, const RunAsked& asked, const Pipes& pipes) {
  const int ends[] = {pipes.in.read_end, pipes.out.write_end, pipes.err.write_end};
  return channel::write_message(socket, asked, -1, ends) == channel::Sent::All;
}

timeval time_of(std::uint64_t microseconds) {
  return {static_cast<time_t>(microseconds / 1'000'000), static_cast<suseconds_t>(microseconds % 1'000'000)};
}

}  // namespace

PrestartedProgram::PrestartedProgram(pid_t process, int socket)
    : owner_(getpid()), process_(process), socket_(socket), reader_(socket, kMostBytes) {}

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
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  const int library = library_in_memory();
  const std::string preload = "LD_PRELOAD=/proc/self/fd/" + std::to_string(library);
  const std::string socket = std::string(kSocketVariable) + "=" + std::to_string(ends[1]);
  std::vector<const char*> environment;
  for (char** each = environ; *each != nullptr; ++each) environment.push_back(*each);
  environment.insert(environment.end(), {preload.c_str(), socket.c_str()});
  const std::string held = std::string(kHeldVariable) + "=1";
  if (confined) environment.push_back(held.c_str());
  environment.push_back(nullptr);
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
    if (confinement != nullptr) confinement->apply_to_waiting();
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
  RunAwaited waits;
  if (started->reader_.next(waits, kPatience) != Heard::Message) return nullptr;
  return started;
}

SubprocessResult PrestartedProgram::run(const SubprocessOptions& options) {
  SubprocessResult result;
  const auto start = Clock::now();
  const IgnoredSigpipe ignored;
  Pipes pipes;
  RunStarted started;
  const auto asked = asked_of(options);
  if (!is_own() || !asked || !pipes.open() || !send_request(socket_, *asked, pipes) ||
      reader_.next(started, -1) != Heard::Message || started.process() == 0) {
    result.error_output = "the program that was started in advance waits no longer";
    return result;
  }
  pipes.keep_own_ends();
  bool lost = false;
  const auto process = static_cast<pid_t>(started.process());
  result = conduct(options, start, process, pipes, [&](int milliseconds, int& status, rusage& used) {
    RunEnded ended;
    const Heard heard = reader_.next(ended, milliseconds);
    if (heard == Heard::Nothing) return false;
    lost = heard != Heard::Message;
    status = static_cast<int>(ended.status());
    used.ru_utime = time_of(ended.user_us());
    used.ru_stime = time_of(ended.system_us());
    used.ru_maxrss = static_cast<long>(ended.peak_kb());
    return true;
  });
  if (lost) {
    result = SubprocessResult();
    result.error_output = "the program that was started in advance has died";
  }
  return result;
}

}  // namespace assay::optimize
