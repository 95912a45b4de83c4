#pragma once

#include <cstddef>

/// What a process and the program that it has started in advance agree on, beside the messages Run… of
/// proto/assay/v1/internal/processes.proto. The program says that it waits. Then, in turn: what is to be run, with the
/// three pipes for standard input, output and error; the number of the process that runs it; how that process ended.
namespace assay::optimize::prestarted {

/// The environment's name of the socket's number, and the program's only argument: what has other arguments was started
/// by something in between (an interpreter of scripts), which can't be used.
constexpr const char* kSocketVariable = "ASSAY_PRESTARTED_SOCKET";
constexpr const char* kArgument = "--assay-prestarted";
/// Is there where each run is to be held (hold_run of services/common/call_filter.h).
constexpr const char* kHeldVariable = "ASSAY_PRESTARTED_HELD";

constexpr std::size_t kMostBytes = 64 * 1024;  ///< of what is to be run
constexpr std::size_t kMostArguments = 256;

}  // namespace assay::optimize::prestarted
