// A "compiler" that attacks: HOSTILE ATTACK [FILE or PROCESS]. Exit status 0: it did what it wanted; 1: it was refused.

#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>

namespace {

/// A process that outlives this one, if it can: it lets go of the outputs and says first who it is.
bool leave_behind(const std::function<bool()>& escape) {
  int ready[2];
  if (pipe(ready) != 0) return false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const char escaped = escape() ? 1 : 0;
    for (int i = 0; i < 3; ++i) close(i);
    (void)!write(ready[1], &escaped, 1);
    for (;;) pause();
  }
  char escaped = 0;
  const bool told = read(ready[0], &escaped, 1) == 1;
  std::printf("%d\n", child);
  return told && escaped != 0;
}

/// As many processes as there may be.
int breed(int most) {
  int made = 0;
  for (; made < most; ++made) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      for (int i = 0; i < 3; ++i) close(i);
      for (;;) pause();
    }
  }
  std::printf("%d\n", made);
  return made == most ? 0 : 1;
}

bool done(long result) { return result >= 0; }

bool set_flags(const char* file) {
  const int opened = open(file, O_RDONLY);
  int flags = 0;
  return ioctl(opened, FS_IOC_GETFLAGS, &flags) == 0 && ioctl(opened, FS_IOC_SETFLAGS, &flags) == 0;
}

bool signal_at_arrival(pid_t process) {
  int ends[2];
  if (pipe(ends) != 0 || fcntl(ends[0], F_SETOWN, process) != 0 || fcntl(ends[0], F_SETSIG, SIGKILL) != 0 ||
      fcntl(ends[0], F_SETFL, O_ASYNC) != 0)
    return false;
  return write(ends[1], "x", 1) == 1;
}

bool limit_time(pid_t process) {
  const rlimit none{0, 0};
  return prlimit(process, RLIMIT_CPU, &none, nullptr) == 0;
}

bool read_memory(pid_t process) {
  char bytes[8];
  iovec here{bytes, sizeof bytes}, there{const_cast<char*>("there"), 1};  // the same program, at the same address
  return process_vm_readv(process, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

bool send_signal_by_descriptor(pid_t process) {
  const long opened = syscall(SYS_pidfd_open, process, 0);
  return opened >= 0 && syscall(SYS_pidfd_send_signal, opened, SIGKILL, nullptr, 0) == 0;
}

bool queue_signal(pid_t process) {
  sigval none{};
  return sigqueue(process, SIGKILL, none) == 0;
}

bool bind_to_a_processor(pid_t process) {
  cpu_set_t set;
  return sched_getaffinity(process, sizeof set, &set) == 0 && sched_setaffinity(process, sizeof set, &set) == 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  const char* file = count > 2 ? words[2] : "";
  const pid_t process = count > 2 ? std::atoi(words[2]) : 0;
  const timeval times[2] = {{1, 0}, {1, 0}};
  const timespec exact[2] = {{1, 0}, {1, 0}};
  const std::map<std::string, std::function<bool()>> attacks{
      {"chmod", [&] { return done(chmod(file, 0777)); }},
      {"fchmod", [&] { return done(fchmod(open(file, O_RDONLY), 0777)); }},
      {"chown", [&] { return done(chown(file, getuid(), getgid())); }},
      {"lchown", [&] { return done(lchown(file, getuid(), getgid())); }},
      {"fchown", [&] { return done(fchown(open(file, O_RDONLY), getuid(), getgid())); }},
      {"utimes", [&] { return done(utimes(file, times)); }},
      {"utimensat", [&] { return done(utimensat(AT_FDCWD, file, exact, 0)); }},
      {"futimens", [&] { return done(futimens(open(file, O_RDONLY), exact)); }},
      {"truncate", [&] { return done(truncate(file, 0)); }},
      {"open-and-empty", [&] { return done(open(file, O_RDONLY | O_TRUNC)); }},
      {"set-flags", [&] { return set_flags(file); }},
      {"kill", [&] { return done(kill(process, SIGKILL)); }},
      {"kill-thread", [&] { return done(syscall(SYS_tgkill, process, process, SIGKILL)); }},
      {"kill-group", [&] { return done(kill(-process, SIGKILL)); }},
      {"queue-signal", [&] { return queue_signal(process); }},
      {"signal-by-descriptor", [&] { return send_signal_by_descriptor(process); }},
      {"signal-at-arrival", [&] { return signal_at_arrival(process); }},
      {"trace", [&] { return done(ptrace(PTRACE_SEIZE, process, 0, 0)); }},
      {"read-memory", [&] { return read_memory(process); }},
      {"limit-time", [&] { return limit_time(process); }},
      {"priority", [&] { return done(setpriority(PRIO_PROCESS, process, 19)); }},
      {"affinity", [&] { return bind_to_a_processor(process); }},
      {"leave-in-session", [&] { return leave_behind([] { return setsid() >= 0; }); }},
      {"leave-in-group", [&] { return leave_behind([] { return setpgid(0, 0) == 0; }); }},
      {"leave", [&] { return leave_behind([] { return true; }); }},
      {"namespace", [&] { return done(unshare(CLONE_NEWUSER)); }},
      {"abort", [&]() -> bool { std::abort(); }},
      {"print",
       [&]() -> bool {
         for (;;) std::puts("endless");
       }},
      {"print-errors",
       [&]() -> bool {
         const std::string much(1 << 16, 'x');  // nothing keeps it together: each is a call of the system
         for (;;) std::fputs(much.c_str(), stderr);
       }},
      {"breed", [&] { return breed(process) == 0; }},
  };
  const auto attack = attacks.find(words[1]);
  if (attack == attacks.end()) return 2;
  const bool succeeded = attack->second();
  std::fflush(stdout);
  return succeeded ? 0 : 1;
}
