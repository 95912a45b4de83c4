#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace assay {

/// A new folder that goes with this object, and what is in it.
class ScratchFolder {
 public:
  /// `begin`: how its name begins, in the folder for temporary files; or how its path does, if that is absolute.
  explicit ScratchFolder(const std::string& begin) {
    std::string path = (std::filesystem::temp_directory_path() / (begin + "XXXXXX")).string();
    if (mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (is_there()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  bool is_there() const { return !path_.empty(); }  ///< else it could not be made
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace assay
