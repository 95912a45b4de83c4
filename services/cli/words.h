#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The words of the command line: what was meant by one that is none, and all of them for a shell.
namespace assay::cli {

/// "did you mean 'check'?" for the first word of the command line that is no verb or no option of its verb; empty: nothing is near.
std::string nearest_word(const CLI::App& app, const std::vector<std::string>& words);

/// A script for bash (and zsh, by way of bashcompinit) that completes verbs and options.
std::string completion_script(const CLI::App& app);

/// "0.1.0 (LLVM 22.1.8, Z3 4.8.12, build 0123abcd)"
std::string version_text();

}  // namespace assay::cli
