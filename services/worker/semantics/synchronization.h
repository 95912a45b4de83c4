#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// What other threads may notice of a function, beyond the memory that it leaves: its atomic accesses of memory that
/// they reach, and its fences (LangRef, Memory Model for Concurrent Operations), and stores that the source does not
/// make. The machines run one thread; this compares texts.
struct SynchronizationChange {
  bool exists = false;  ///< one of the two functions synchronizes, by itself or in functions of its module that it
                        ///< calls, or the target may make a store that the source does not
  /// What the target certainly does more weakly than the source, or no longer, wherever the source is defined: "load
  /// atomic monotonic instead of load atomic acquire". Empty: nothing of which the text alone shows that.
  std::string lost;
  /// A plain access that an acquire or a release keeps where it is, and that moved over it; for people. Empty: none.
  std::string crossed;
  /// The paths through the target need not do all that some path through the source does, in its order and as strongly;
  /// or an access crossed one of these.
  bool unmatched = false;
};

/// Compares two functions that are the same to a single thread. A target may do more than the source; it may leave out
/// unordered accesses, monotonic loads of which nothing is used, and a fence beside one as strong.
SynchronizationChange compare_synchronization(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
