#pragma once

#include <string>

namespace assay::cli {

/// While one stands, this process works on a file that somebody else may have written, with LLVM, which ends a process
/// by a crash where a module nests too deeply, and by quadratic loops never. Whatever ends it ends the command with an
/// error that names the file. Of children nothing changes: how they end is told by whoever started them.
class FileGuard {
 public:
  /// One at a time. Reading may take a minute of the processor, and what the process has limited itself to.
  explicit FileGuard(std::string file);
  /// What has limits of its own: "reducing it".
  FileGuard(std::string file, const char* deed);
  ~FileGuard();
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;

  /// From here on what is done has limits of its own, and to break them is no fault of the file's.
  void is_read(const char* deed);
};

}  // namespace assay::cli
