#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/values/frame_lane.h"

namespace assay::interpret {

/// How a run ended, and what code outside saw of it.
struct RunResult {
  EndKind end = EndKind::Returned;
  semantics::Rule rule = semantics::Rule::RuleCount;  ///< the rule broken by undefined behaviour
  std::uint32_t at = kNoInstruction;                  ///< of the function that the run began with
  std::vector<const llvm::Instruction*> chain;        ///< as in Behaviour
  std::string reason;                                 ///< as in Behaviour
  std::optional<BadAccess> access;                    ///< as in Behaviour, without the name
  const Lane* lanes = nullptr;                        ///< returned; null if the program exited
  bool unwound = false;                               ///< an exception left the function
  bool is_trapped = false;                            ///< it ended in a trap, which does not look at memory
  /// The run looked at an address that another run may choose otherwise.
  bool address_observed = false;
  bool guesses_provenance = false;  ///< a pointer was made of a number, or its bytes were read as one
  bool is_left_open = false;        ///< it was ended because LangRef leaves open what comes next
  /// Why the run refutes nothing as a source and proves nothing as a target, where it is not for an address.
  const char* doubt = nullptr;
  std::vector<Event> events;
  std::string output;            ///< what the program printed to stdout
  std::string errors;            ///< and to stderr
  std::optional<int> exit_code;  ///< the program called exit, or kNoreturnExit

  /// Before a run. Only programs that use memory or call something leave events, output or an exit code.
  void clear(bool uses_memory) {
    end = EndKind::Returned;
    at = kNoInstruction;
    reason.clear();
    chain.clear();
    access.reset();
    lanes = nullptr;
    address_observed = guesses_provenance = is_left_open = false;
    doubt = nullptr;
    if (!uses_memory) return;
    unwound = is_trapped = false;
    events.clear();
    output.clear();
    errors.clear();
    exit_code.reset();
  }
};

}  // namespace assay::interpret
