#include "services/common/confine.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "services/common/call_filter.h"

namespace assay {
namespace {

constexpr rlim_t kOpenFiles = 256;
/// Beyond those that run when this process first asks: a compiler that is a script needs some, and whoever else is on
/// the machine may start some, too.
constexpr rlim_t kMoreProcesses = 1'024;

// Not in Debian 12's headers.
constexpr std::uint64_t kRefer = 1u << 13, kTruncate = 1u << 14, kScopeSignal = 1u << 1;
constexpr long kScopesFrom = 6;
constexpr long kFchmodat2 = 452, kSetxattrat = 463, kRemovexattrat = 466;
struct RulesetAttributes {
  std::uint64_t handled_access_fs = 0, handled_access_net = 0, scoped = 0;
};

long landlock_version() { return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION); }

void refuse_sockets(CallFilter& filter) {
  filter.refuse(SYS_socket, EACCES);
  filter.refuse(SYS_io_uring_setup, EACCES);
}

/// What Landlock does not cover.
void refuse_changes_of_files(CallFilter& filter) {
  for (const long call : {
#if defined(__x86_64__)
         long{SYS_chmod}, long{SYS_chown}, long{SYS_lchown}, long{SYS_utime}, long{SYS_utimes}, long{SYS_futimesat},
#endif
             long{SYS_fchmod}, long{SYS_fchmodat}, kFchmodat2, long{SYS_fchown}, long{SYS_fchownat},
             long{SYS_utimensat}, long{SYS_setxattr}, long{SYS_lsetxattr}, long{SYS_fsetxattr}, kSetxattrat,
             long{SYS_removexattr}, long{SYS_lremovexattr}, long{SYS_fremovexattr}, kRemovexattrat, long {
           SYS_truncate
         }
       })
    filter.refuse(call);
    // Before its third version Landlock lets a file be emptied that is opened to be read.
#if defined(__x86_64__)
  filter.refuse_where(SYS_open, 1, O_ACCMODE | O_TRUNC, O_TRUNC);
#endif
  filter.refuse_where(SYS_openat, 2, O_ACCMODE | O_TRUNC, O_TRUNC);
  filter.refuse(SYS_openat2, ENOSYS);  // its arguments can't be seen; who gets this answer uses openat
  for (const unsigned long request : {static_cast<unsigned long>(FS_IOC_SETFLAGS), FS_IOC_FSSETXATTR})
    filter.refuse_where(SYS_ioctl, 1, ~0u, static_cast<std::uint32_t>(request));
}

/// What reaches other processes, but for signals by their number (hold_run).
void refuse_other_processes(CallFilter& filter) {
  for (const long call : {long{SYS_ptrace},
                          long{SYS_process_vm_readv},
                          long{SYS_process_vm_writev},
                          long{SYS_process_madvise},
                          long{SYS_pidfd_open},
                          long{SYS_pidfd_send_signal},
                          long{SYS_pidfd_getfd},
                          long{SYS_kcmp},
                          long{SYS_ioprio_set},
                          long{SYS_migrate_pages},
                          long{SYS_move_pages},
                          long{SYS_bpf},
                          long{SYS_perf_event_open},
                          long{SYS_keyctl},
                          long{SYS_add_key},
                          long{SYS_request_key},
                          long{SYS_unshare},
                          long{SYS_setns},
                          long{SYS_mount},
                          long{SYS_umount2},
                          long{SYS_reboot},
                          long{SYS_kexec_load},
                          long{SYS_init_module},
                          long{SYS_finit_module},
                          long{SYS_delete_module},
                          long{SYS_swapon},
                          long{SYS_swapoff},
                          long{SYS_sethostname},
                          long{SYS_setdomainname},
                          long{SYS_settimeofday},
                          long{SYS_clock_settime},
                          long{SYS_clock_adjtime},
                          long{SYS_adjtimex}})
    filter.refuse(call);
  const auto self = static_cast<std::uint32_t>(getpid());
  for (const long call : {long{SYS_prlimit64}, long{SYS_sched_setaffinity}, long{SYS_sched_setscheduler},
                          long{SYS_sched_setparam}, long{SYS_sched_setattr}})
    filter.refuse_others(call, 0, self);
  filter.refuse_others(SYS_setpriority, 1, self);
  // A signal at the arrival of bytes; characters typed into the user's terminal.
  for (const std::uint32_t command : {std::uint32_t{F_SETOWN}, std::uint32_t{F_SETOWN_EX}, std::uint32_t{F_SETSIG}})
    filter.refuse_where(SYS_fcntl, 1, ~0u, command);
  for (const std::uint32_t request : {std::uint32_t{FIOSETOWN}, std::uint32_t{SIOCSPGRP}, std::uint32_t{TIOCSTI}})
    filter.refuse_where(SYS_ioctl, 1, ~0u, request);
  filter.refuse_bits(SYS_clone, 0,
                     CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                         CLONE_NEWCGROUP | CLONE_PARENT);
  filter.refuse(SYS_clone3, ENOSYS);  // its arguments can't be seen; who gets this answer uses clone
}

/// What changes a file or a folder, by the kernel's version of Landlock.
std::uint64_t rights_to_change(long version) {
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                         LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  return rights;
}

/// A ruleset that allows to write /dev/null only, and signals to nobody outside; -1 if the kernel has none.
int make_ruleset() {
  const long version = landlock_version();
  if (version < 1) return -1;
  RulesetAttributes attributes;
  attributes.handled_access_fs = rights_to_change(version);
  if (version >= kScopesFrom) attributes.scoped = kScopeSignal;
  // Older kernels know the first member only, and want no more.
  const std::size_t size = version >= kScopesFrom ? sizeof attributes : sizeof attributes.handled_access_fs;
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) return -1;
  landlock_path_beneath_attr null{};
  null.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
  null.parent_fd = open("/dev/null", O_PATH | O_CLOEXEC);
  if (null.parent_fd >= 0) {
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &null, 0);
    close(null.parent_fd);
  }
  return ruleset;
}

void limit(int resource, rlim_t most) {
  const rlimit limits{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
}

/// Processes and threads on this machine, whoever has them; 0: it can't be told.
unsigned long processes_here() {
  unsigned long all = 0;
  if (FILE* file = std::fopen("/proc/loadavg", "r")) {
    if (std::fscanf(file, "%*s %*s %*s %*u/%lu", &all) != 1) all = 0;
    std::fclose(file);
  }
  return all;
}

}  // namespace

bool forbid_sockets() {
  CallFilter filter;
  refuse_sockets(filter);
  return filter.install();
}

bool can_confine_files() { return landlock_version() >= 1; }

std::vector<std::string> unheld() {
  std::vector<std::string> all;
  if (!can_confine_files()) all.push_back("remove, rename and make files (this kernel has no Landlock)");
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0)
    all.push_back(
        "reach the network, signal other processes, leave some behind, and change modes, owners and times of "
        "files (this kernel has no seccomp)");
  if (geteuid() == 0)
    all.push_back("start any number of processes until its time is over (Linux does not limit those of root)");
  return all;
}

const Confinement& Confinement::prepared() {
  static const Confinement one;
  return one;
}

Confinement::Confinement() : ruleset_(make_ruleset()), most_processes_(processes_here()) {
  if (most_processes_ != 0) most_processes_ += kMoreProcesses;
}

void Confinement::apply_but_to_group() const {
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, kOpenFiles);
  if (most_processes_ != 0) limit(RLIMIT_NPROC, most_processes_);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (ruleset_ >= 0) syscall(SYS_landlock_restrict_self, ruleset_, 0);
}

void Confinement::apply() const {
  apply_but_to_group();
  CallFilter filter;
  refuse_sockets(filter);
  refuse_changes_of_files(filter);
  refuse_other_processes(filter);
  hold_run(filter, ruleset_ >= 0 && landlock_version() >= kScopesFrom);
  filter.install();
}

void Confinement::apply_to_waiting() const {
  apply_but_to_group();
  CallFilter filter;
  refuse_sockets(filter);
  refuse_changes_of_files(filter);
  refuse_other_processes(filter);
  filter.refuse(SYS_setsid);
  filter.install();
}

void Confinement::apply_to_copy() const {
  apply();
  CallFilter filter;
  filter.refuse(SYS_execve);
  filter.refuse(SYS_execveat);
  filter.install();
}

}  // namespace assay
