#pragma once

#include <string>
#include <vector>

namespace assay::optimize {

/// The command by which an opt of that release reads a module from its standard input and runs a pipeline over it, the
/// result on standard output. Options may be added; a last "-" is not needed.
std::vector<std::string> opt_command(const std::string& path, const std::string& pipeline, int major_version,
                                     const std::string& opt_args = {});

}  // namespace assay::optimize
