#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

/// What a process and the program that it has started in advance say to each other, over a pair of sockets that keeps
/// the bounds of messages. The program greets with one byte. Then, in turn: a request with the three pipes for standard
/// input, output and error; the number of the process that runs it; how that process ended.
namespace assay::prestarted {

/// The environment's name of the socket's number, and the program's only argument: what has other arguments was started
/// by something in between (an interpreter of scripts), which can't be used.
constexpr const char* kSocketVariable = "ASSAY_PRESTARTED_SOCKET";
constexpr const char* kArgument = "--assay-prestarted";

constexpr std::size_t kMostBytes = 64 * 1024;  ///< of a request
constexpr std::size_t kMostArguments = 256;

/// Followed by the arguments, each with a zero at its end.
struct Request {
  std::uint64_t memory_limit_bytes = 0;  ///< RLIMIT_AS; 0: none
  std::uint32_t arguments = 0;
};

struct Started {
  pid_t process = -1;  ///< -1: it could not be made
};

struct Ended {
  int status = 0;  ///< as wait4 tells it
  rusage used{};
};

}  // namespace assay::prestarted
