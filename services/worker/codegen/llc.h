#pragma once

#include <memory>
#include <string>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/status.h"
#include "services/worker/codegen/codegen.h"

namespace assay::codegen {

constexpr int kLastWithTypedPointers = 14;

/// What a run of llc left.
struct Compiled {
  enum class End { Ok, Crashed, TimedOut, OutOfMemory, Rejected };
  End end = End::Rejected;
  std::string output;   ///< an object, or a MIR file
  std::string message;  ///< why not Ok
  std::string words;    ///< what it printed on stderr
};
const char* name_of(Compiled::End end);

/// How llc is told a configuration: all but files.
std::vector<std::string> options_for(const Configuration& configuration, int major_version);
/// The option that ends it where IR becomes machine code.
std::string where_ir_ends(const Configuration& configuration, int major_version);

/// Functions of a prepared module as this llc reads them. The error names what it can't be told.
Result<std::string> spelled(const llvm::Module& module, const Llc& llc);

/// An object file of the module's text.
Compiled compile(const Llc& llc, const Configuration& configuration, const std::string& ir);
/// Its assembly, for a reader.
Compiled assembly(const Llc& llc, const Configuration& configuration, const std::string& ir);
/// The IR that reaches the selection of instructions: what llc's own passes make of the module's text.
Compiled ir_before_selection(const Llc& llc, const Configuration& configuration, const std::string& ir);

/// The passes that -opt-bisect-limit counted, in their order, those that were not run included.
std::vector<std::string> passes_in(const std::string& words);

/// The functions that GlobalISel gave back to SelectionDAG, by llc's warnings.
std::vector<std::string> fallbacks_in(const std::string& words);

}  // namespace assay::codegen
