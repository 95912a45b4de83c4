#pragma once

#include <memory>
#include <string>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/status.h"
#include "services/worker/codegen/codegen.h"

namespace assay::codegen {

/// What a run of llc left.
struct Compiled {
  enum class End { Ok, Crashed, TimedOut, OutOfMemory, Rejected };
  End end = End::Rejected;
  std::string output;   ///< an object, or a MIR file
  std::string message;  ///< why not Ok
  std::string words;    ///< what it printed on stderr
};
const char* name_of(Compiled::End end);

/// An object file of the module's text.
Compiled compile(const Llc& llc, const Configuration& configuration, const std::string& ir);
/// The IR that reaches the selection of instructions: what llc's own passes make of the module's text.
Compiled ir_before_selection(const Llc& llc, const Configuration& configuration, const std::string& ir);

/// The functions that GlobalISel gave back to SelectionDAG, by llc's warnings.
std::vector<std::string> fallbacks_in(const std::string& words);

}  // namespace assay::codegen
