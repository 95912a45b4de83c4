#pragma once

#include <string>
#include <vector>

namespace assay::application {

/// What to hunt with after a change to these files of LLVM's tree, each once: the pass that a file holds, the passes
/// that ask an analysis, default<O2> for other files of the optimizer, "codegen=TARGET" for those of a target, tests
/// included, and "codegen" for what all targets share. Nothing for files that are none of it.
std::vector<std::string> passes_of_files(const std::vector<std::string>& files);

}  // namespace assay::application
