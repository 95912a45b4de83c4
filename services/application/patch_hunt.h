#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "services/common/scratch_folder.h"
#include "services/common/status.h"

namespace assay::application {

/// Where a function of a patch comes from.
struct PatchTest {
  std::string file;      ///< that the patch touches, as it names it
  std::string function;  ///< "@f"
};

/// The functions that a patch to a compiler adds or changes in its tests, in a folder of their own that goes with this
/// object, and what the RUN lines of those tests run: -passes strings, with options of passes behind a blank.
class PatchHunt {
 public:
  /// `checkout` is a tree with the patch applied, or empty. The patch may hold no function that can be used.
  static Result<std::unique_ptr<PatchHunt>> open(const std::string& patch_file, const std::string& checkout);

  const std::string& folder() const { return folder_.path(); }
  const std::vector<std::string>& pipelines() const { return pipelines_; }
  const std::vector<std::string>& files() const { return files_; }  ///< all that the patch touches
  std::size_t functions() const { return functions_; }
  /// Of a file of the folder, by its name there.
  PatchTest test_in(const std::string& name) const;
  const std::vector<std::string>& skipped() const { return skipped_; }  ///< "origin: reason"

 private:
  PatchHunt() = default;
  ScratchFolder folder_{"assay-patch-"};
  std::vector<std::string> pipelines_;
  std::vector<std::string> files_;
  std::size_t functions_ = 0;
  std::vector<std::string> skipped_;
  std::map<std::string, PatchTest> tests_;  ///< by the file's name in the folder
};

/// "@f": the function that a file of the folder defines.
std::string function_of(const std::string& ir);

}  // namespace assay::application
