#pragma once

#include <string>
#include <vector>

#include "fuzzers/mutate/seeds.h"

namespace assay::mutate {

/// What a patch to a compiler says should be looked at.
struct PatchSeeds {
  Seeds seeds;                     ///< the functions that it adds or changes in its tests
  std::vector<std::string> tests;  ///< the texts of those tests, as far as they can be had
  std::vector<std::string> files;  ///< all that the patch touches
};

/// Reads a unified diff ("git diff", "git format-patch"). From each .ll file that it touches come the functions with an
/// added line, as they are after the patch. A hunk may show a part of a function only: then, and for RUN lines outside
/// of the hunks, the file below `checkout` is read (a tree with the patch applied), where one is given. What can't be
/// used is named in seeds.skipped(). The error: the text is no unified diff.
Result<PatchSeeds> seeds_of_patch(llvm::LLVMContext& context, const std::string& patch, const std::string& checkout,
                                  const SeedOptions& options);

}  // namespace assay::mutate
