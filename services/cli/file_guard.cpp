#include "services/cli/file_guard.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <initializer_list>
#include <new>
#include <string_view>
#include <utility>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"

namespace assay::cli {
namespace {

constexpr int kReadSeconds = 60;
constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
constexpr std::size_t kStackBytes = std::size_t{64} << 10;

/// What the handler needs, which may neither allocate nor lock.
struct Guarded {
  pid_t owner = 0;
  std::string file;  ///< as a terminal may show it
  const char* deed = nullptr;
  int exit_code = kUsage;
  std::array<struct sigaction, kSignals.size()> before{};
  std::new_handler before_memory = nullptr;
};
Guarded guarded;

void write_all(std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) (void)!write(STDERR_FILENO, part.data(), part.size());
}

void tell_and_end(std::string_view what, std::string_view expected) {
  write_all({"assay: ", guarded.file, ": ", guarded.deed, " ", what, ": expected ", expected, "\n"});
  _exit(guarded.exit_code);
}

void tell_signal(int number) {
  if (getpid() != guarded.owner) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  if (number == SIGPROF) tell_and_end("took more than 60 s of the processor", "a module that LLVM reads in that time");
  const char digits[] = {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10), ')'};
  const std::string_view code(number < 10 ? digits + 1 : digits, number < 10 ? 2 : 3);
  write_all({"assay: ", guarded.file, ": ", guarded.deed, " crashed (signal ", code,
             ": expected a module that is valid, and nests less deeply\n"});
  _exit(guarded.exit_code);
}

void tell_memory() {
  if (getpid() == guarded.owner) tell_and_end("took more memory than there is", "less of it, or a higher limit");
  std::set_new_handler(guarded.before_memory);  // a child's own; it is asked next
  if (guarded.before_memory == nullptr) throw std::bad_alloc();
}

/// Of the processor; zero: for ever.
void set_time(int seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

FileGuard::FileGuard(std::string file) : FileGuard(std::move(file), "reading it") { set_time(kReadSeconds); }

FileGuard::FileGuard(std::string file, const char* deed) {
  guarded.owner = getpid();
  guarded.file = visible(file);
  guarded.deed = deed;
  guarded.exit_code = kUsage;
  // A stack that has no room left has none for a handler either.
  static char stack[kStackBytes];
  const stack_t other{stack, 0, sizeof stack};
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = tell_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &guarded.before[i]);
  guarded.before_memory = std::set_new_handler(tell_memory);
}

void FileGuard::is_read(const char* deed) {
  set_time(0);
  guarded.deed = deed;
  guarded.exit_code = kInconclusive;
}

FileGuard::~FileGuard() {
  set_time(0);
  std::set_new_handler(guarded.before_memory);
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &guarded.before[i], nullptr);
  guarded.owner = 0;
}

}  // namespace assay::cli
