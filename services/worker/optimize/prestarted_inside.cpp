/// Is loaded into a program before its main begins (LD_PRELOAD). The program waits there, loaded, linked and
/// initialized; for each request a copy of it goes on into main with the arguments, pipes and limits of the request. It
/// must need nothing that the C library lacks, since the program may be linked with any library of C++ or none; so it
/// reads and writes its messages by hand.
#include <dlfcn.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "services/channel/wire.h"
#include "services/common/call_filter.h"
#include "services/worker/optimize/prestarted_protocol.h"

namespace {

using namespace assay::channel;
using namespace assay::optimize::prestarted;
using Main = int (*)(int, char**, char**);

Main main_of_program = nullptr;
bool is_held = false;

/// What is to be run.
struct Asked {
  char message[kMostBytes];
  char words[kMostBytes];  ///< of the arguments, each with a zero at its end
  char* arguments[kMostArguments + 1];
  int count;
  std::uint64_t memory_limit_bytes;
  int pipes[kMostDescriptors];
  std::size_t pipes_count;
};
Asked asked;

/// The message RunAsked of so many bytes, taken apart.
bool read_asked(std::size_t size) {
  asked.count = 0;
  asked.memory_limit_bytes = 0;
  char* word = asked.words;
  FieldReader fields(asked.message, size);
  for (Field field; fields.next(field);) {
    if (field.name == 2 && field.is_number) asked.memory_limit_bytes = field.number;
    if (field.name != 1 || field.is_number) continue;
    // A word's field is longer than the word, so that there is room for its zero.
    if (static_cast<std::size_t>(asked.count) == kMostArguments) return false;
    asked.arguments[asked.count++] = word;
    memcpy(word, field.bytes, field.size);
    word[field.size] = 0;
    word += field.size + 1;
  }
  asked.arguments[asked.count] = nullptr;
  return !fields.is_broken() && asked.count > 0;
}

/// Waits for what is to be run next; false where there is nothing and never will be.
bool receive(int socket) {
  asked.pipes_count = 0;
  const auto take = [](int descriptor) {
    if (asked.pipes_count < kMostDescriptors) asked.pipes[asked.pipes_count++] = descriptor;
  };
  char head[kHeaderBytes];
  if (!receive_exactly(socket, head, sizeof head, take)) return false;
  const std::size_t size = length_of(head);
  return size <= sizeof asked.message && receive_exactly(socket, asked.message, size, take) && read_asked(size) &&
         asked.pipes_count == kMostDescriptors;
}

/// Sends a message of numbers, whose fields are named 1, 2, …
template <std::size_t Count>
bool tell(int socket, const std::uint64_t (&numbers)[Count]) {
  char frame[kHeaderBytes + Count * 16];
  FieldWriter fields(frame + kHeaderBytes);
  for (std::size_t i = 0; i < Count; ++i) fields.put(static_cast<std::uint32_t>(i + 1), numbers[i]);
  put_length(frame, static_cast<std::uint32_t>(fields.end() - frame - kHeaderBytes));
  return send_exactly(socket, frame, static_cast<std::size_t>(fields.end() - frame));
}

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_usec);
}

/// The copy's side: what was asked of it, then the program.
int become_run(int socket, char** environment) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 0; i < 3; ++i) dup2(asked.pipes[i], i);
  for (const int pipe : asked.pipes) close(pipe);
  close(socket);
  if (asked.memory_limit_bytes != 0) {
    const rlimit limit{asked.memory_limit_bytes, asked.memory_limit_bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  if (is_held) {
    assay::CallFilter filter;
    assay::hold_run(filter, false);
    if (!filter.install()) _exit(127);
  }
  return main_of_program(asked.count, asked.arguments, environment);
}

int wait_in_front_of_main(int count, char** arguments, char** environment) {
  const char* number = getenv(kSocketVariable);
  if (number == nullptr) return main_of_program(count, arguments, environment);
  const int socket = atoi(number);
  if (count != 2 || strcmp(arguments[1], kArgument) != 0) _exit(127);
  is_held = getenv(kHeldVariable) != nullptr;
  unsetenv(kSocketVariable);
  unsetenv(kHeldVariable);
  unsetenv("LD_PRELOAD");
  char waiting[kHeaderBytes] = {};  // RunAwaited, which has no fields
  if (!send_exactly(socket, waiting, sizeof waiting)) _exit(127);
  while (receive(socket)) {
    const pid_t run = fork();
    if (run == 0) return become_run(socket, environ);
    if (run > 0) setpgid(run, run);  // before anybody kills the group
    for (const int pipe : asked.pipes) close(pipe);
    tell(socket, {run > 0 ? static_cast<std::uint64_t>(run) : 0});
    if (run < 0) continue;
    int status = 0;
    rusage used{};
    while (wait4(run, &status, 0, &used) < 0) {
    }
    tell(socket, {static_cast<std::uint64_t>(status), microseconds(used.ru_utime), microseconds(used.ru_stime),
                  static_cast<std::uint64_t>(used.ru_maxrss)});
  }
  _exit(0);
}

}  // namespace

/// In place of the C library's: what calls main gets the function above for it.
extern "C" int __libc_start_main(Main program, int count, char** arguments, void (*init)(), void (*fini)(),
                                 void (*loader_fini)(), void* stack_end) {
  main_of_program = program;
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  if (start == nullptr) _exit(127);
  return start(wait_in_front_of_main, count, arguments, init, fini, loader_fini, stack_end);
}
