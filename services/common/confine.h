#pragma once

/// Keeping programs and processes that nobody trusts from the network and from files. What the kernel does not offer is
/// left out; see can_confine_files().
namespace assay {

/// From now on this process and all that it starts open no sockets, so they reach no network, nor io_uring, with which
/// one could. Pairs of sockets and open ones work. Can't be undone. False if the kernel refuses.
bool forbid_sockets();

/// Does the kernel (Landlock) let a process give up the right to change files?
bool can_confine_files();

/// For the child's side of a start, between vfork and exec: allocates nothing. No sockets, no changes of files (none is
/// even longer than nothing afterwards), no core dumps, few open files, no new privileges.
class Confinement {
 public:
  /// What is prepared once for all starts.
  static const Confinement& prepared();
  void apply() const;

 private:
  Confinement();
  int ruleset_;  ///< -1: the kernel has no Landlock
};

}  // namespace assay
