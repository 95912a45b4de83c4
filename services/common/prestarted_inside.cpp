/// Is loaded into a program before its main begins (LD_PRELOAD). The program waits there, loaded, linked and
/// initialized; for each request a copy of it goes on into main with the arguments, pipes and limits of the request. It
/// must need nothing that the C library lacks, since the program may be linked with any library of C++ or none.
#include <dlfcn.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "services/common/prestarted_protocol.h"

namespace {

using namespace assay::prestarted;
using Main = int (*)(int, char**, char**);

Main main_of_program = nullptr;

struct Received {
  Request request;
  char bytes[kMostBytes];
  char* arguments[kMostArguments + 1];
  int pipes[3];
};
Received received;

/// The next request; false where there is none and never will be.
bool receive(int socket) {
  char room[CMSG_SPACE(sizeof received.pipes)];
  iovec parts[2] = {{&received.request, sizeof received.request}, {received.bytes, sizeof received.bytes}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const ssize_t got = recvmsg(socket, &message, 0);
  const cmsghdr* control = CMSG_FIRSTHDR(&message);
  if (got <= static_cast<ssize_t>(sizeof received.request) || control == nullptr ||
      control->cmsg_len != CMSG_LEN(sizeof received.pipes) || received.request.arguments > kMostArguments)
    return false;
  memcpy(received.pipes, CMSG_DATA(control), sizeof received.pipes);
  char* at = received.bytes;
  for (std::uint32_t i = 0; i < received.request.arguments; ++i) {
    received.arguments[i] = at;
    at += strlen(at) + 1;
  }
  received.arguments[received.request.arguments] = nullptr;
  return true;
}

/// The copy's side: what the request wants of it, then the program.
int become_run(int socket, char** environment) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 0; i < 3; ++i) dup2(received.pipes[i], i);
  for (const int pipe : received.pipes) close(pipe);
  close(socket);
  if (received.request.memory_limit_bytes != 0) {
    const rlimit limit{received.request.memory_limit_bytes, received.request.memory_limit_bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  return main_of_program(static_cast<int>(received.request.arguments), received.arguments, environment);
}

int wait_in_front_of_main(int count, char** arguments, char** environment) {
  const char* number = getenv(kSocketVariable);
  if (number == nullptr) return main_of_program(count, arguments, environment);
  const int socket = atoi(number);
  if (count != 2 || strcmp(arguments[1], kArgument) != 0) _exit(127);
  unsetenv(kSocketVariable);
  unsetenv("LD_PRELOAD");
  if (send(socket, "", 1, MSG_NOSIGNAL) != 1) _exit(127);
  while (receive(socket)) {
    Started started{fork()};
    if (started.process == 0) return become_run(socket, environ);
    if (started.process > 0) setpgid(started.process, started.process);  // before anybody kills the group
    for (const int pipe : received.pipes) close(pipe);
    send(socket, &started, sizeof started, MSG_NOSIGNAL);
    if (started.process < 0) continue;
    Ended ended;
    while (wait4(started.process, &ended.status, 0, &ended.used) < 0) {
    }
    send(socket, &ended, sizeof ended, MSG_NOSIGNAL);
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
