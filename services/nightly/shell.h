#pragma once

#include <cstdint>
#include <string>

namespace assay::nightly {

struct ShellResult {
  bool succeeded = false;
  std::string how;     ///< otherwise: "exit status 1", "killed by signal 9", "took longer than 60 s"
  std::string output;  ///< what it wrote, both streams; the end of it, where that is long
};

/// Runs a command of the plan's user with /bin/sh in a folder, the input on its standard input; all that it writes goes
/// into the log file. When its time is over, or when this process ends in whatever way, all processes that it has
/// started end too, those in the background included. To be called while this process has one thread only.
ShellResult run_shell(const std::string& command, const std::string& folder, std::uint32_t seconds,
                      const std::string& log, const std::string& input = {});

}  // namespace assay::nightly
