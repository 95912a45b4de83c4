#pragma once

#include <set>
#include <string>
#include <vector>

#include "services/common/status.h"

/// What hunts have learned, kept in a folder that several workers share, now and later.
namespace assay::hunt {

class SharedCorpus {
 public:
  /// Makes the folder if it isn't there; the error says why it can't be written to.
  static Result<SharedCorpus> open(const std::string& folder);

  /// One file each, named by its content: what two workers learn stands there once.
  void add(const std::string& ir);
  /// A function that crashes or hangs a compiler, or that the checker did not survive: kept apart, never a start.
  void set_aside(const std::string& ir, const std::string& reason);
  /// The functions that others have added since the last call, or, at the first, all; in the order of their names. A
  /// file that can't be read is named in the log and passed by.
  std::vector<std::string> take_new();

 private:
  explicit SharedCorpus(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
  std::set<std::string> known_;  ///< names of files
};

}  // namespace assay::hunt
