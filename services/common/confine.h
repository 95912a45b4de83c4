#pragma once

#include <string>
#include <vector>

/// Keeping programs and processes that nobody trusts from the network, from files, and from other processes. What the
/// kernel does not offer is left out; see unheld().
namespace assay {

/// From now on this process and all that it starts open no sockets, so they reach no network, nor io_uring, with which
/// one could. Pairs of sockets and open ones work. Can't be undone. False if the kernel refuses.
bool forbid_sockets();

/// Does the kernel (Landlock) let a process give up the right to change files?
bool can_confine_files();

/// What a compiler under test could still do on this machine, each in a few words for a reader; empty: it is held.
std::vector<std::string> unheld();

/// For the child's side of a start, between vfork and exec: allocates nothing. No sockets, no changes of files (none is
/// even longer than nothing afterwards), of their modes, owners, times and attributes, no signals to others, no
/// tracing, no namespaces, no core dumps, few open files, few processes, no new privileges.
class Confinement {
 public:
  /// What is prepared once for all starts.
  static const Confinement& prepared();
  /// For a process that runs a program: what it starts can't leave its process group.
  void apply() const;
  /// For a process that waits and makes copies of itself, each of which gets hold_run of its own (call_filter.h).
  void apply_to_waiting() const;
  /// For a copy of this process that does a compiler's work: it starts no program either. What it has open stays so.
  void apply_to_copy() const;

 private:
  Confinement();
  void apply_but_to_group() const;
  int ruleset_;  ///< -1: the kernel has no Landlock
  unsigned long most_processes_;
};

}  // namespace assay
