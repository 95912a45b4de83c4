#pragma once

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

/// Filters of system calls (seccomp), made without allocating, for the moment between a fork and a program, and for
/// code that may not even use the C++ library.
namespace assay {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "call_filter.h: which architecture do system calls have here?"
#endif

/// Allows what nobody refuses. A call by another architecture's numbers ends the process.
class CallFilter {
 public:
  CallFilter() {
    load(offsetof(seccomp_data, arch));
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
    put(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    put(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));  // the numbers of x32
    put(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
#endif
  }

  void refuse(long call, int error = EPERM) {
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    answer(error);
  }
  /// Refuses the call where the lower half of that argument, of the bits in the mask, is the value.
  void refuse_where(long call, unsigned argument, std::uint32_t mask, std::uint32_t value) {
    if_argument(call, argument, mask, 3);
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    answer(EPERM);
    go_on();
  }
  /// Refuses the call where any of these bits is set in the argument.
  void refuse_bits(long call, unsigned argument, std::uint32_t bits) {
    if_argument(call, argument, bits, 3);
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
    answer(EPERM);
    go_on();
  }
  /// Refuses the call but where the argument is zero or this value.
  void refuse_others(long call, unsigned argument, std::uint32_t value) {
    if_argument(call, argument, ~0u, 4);
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0));
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
    answer(EPERM);
    go_on();
  }

  /// From now on it holds for this process and all that it starts. False if the kernel refuses.
  bool install() {
    put(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    if (size_ > kMost) return false;
    const sock_fprog all{static_cast<unsigned short>(size_), program_};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0) == 0;
  }

 private:
  static constexpr std::size_t kMost = 400;

  void put(sock_filter step) {
    if (size_ < kMost) program_[size_] = step;
    ++size_;
  }
  void load(std::size_t offset) { put(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset))); }
  void answer(int error) {
    put(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA)));
  }
  /// Of that call, loads bits of the argument; of others, passes over that and as many steps behind it. All machines
  /// that we know have the lower half first.
  void if_argument(long call, unsigned argument, std::uint32_t mask, unsigned steps) {
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, static_cast<std::uint8_t>(2 + steps)));
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
    put(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  }
  void go_on() { load(offsetof(seccomp_data, nr)); }

  sock_filter program_[kMost];
  std::size_t size_ = 0;
};

/// Of a run of a program: it stays in the process group by which it is ended, and signals nobody else but that group,
/// unless the kernel keeps signals within (Landlock does, from its sixth version on). For the run itself, since its
/// number stands in the filter.
inline void hold_run(CallFilter& filter, bool signals_are_kept) {
  filter.refuse(SYS_setsid);
  filter.refuse(SYS_setpgid);
  if (signals_are_kept) return;
  const auto self = static_cast<std::uint32_t>(getpid());
  for (const long call :
       {long{SYS_kill}, long{SYS_tgkill}, long{SYS_tkill}, long{SYS_rt_sigqueueinfo}, long{SYS_rt_tgsigqueueinfo}})
    filter.refuse_others(call, 0, self);
}

}  // namespace assay
