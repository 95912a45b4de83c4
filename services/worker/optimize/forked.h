#pragma once

#include <functional>
#include <string>
#include <vector>

#include "services/worker/optimize/optimize.h"

namespace assay::optimize {

struct ChildResult {
  enum class End { Finished, Crashed, TimedOut, OutOfMemory, NotStarted };
  End end = End::NotStarted;
  std::string output;   ///< what the job gave back, when it finished
  std::string message;  ///< otherwise: what the child wrote on stderr, its signal, its stack trace
  double seconds = 0;
};

/// Runs a job in a forked child of this process. The child has no way to harm the parent: its memory is a copy, its
/// standard streams are closed, a crash or hang only ends the child.
ChildResult run_in_child(const std::function<std::string()>& job, const Limits& limits);

/// In a child: names what is being done, for the message if it crashes now. Keeps the first 255 characters.
void note_activity(std::string_view activity);

/// Many texts as one and back, for the way through the pipe. Malformed text unpacks to nothing.
std::string pack(const std::vector<std::string>& texts);
std::vector<std::string> unpack(const std::string& packed);

}  // namespace assay::optimize
