#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "services/common/finding.h"
#include "services/worker/hunt/ask.h"

/// Asking again what was asked when a finding was made: the one way in which anybody does.
namespace assay::application {

/// What a compiler says to a finding's question.
struct Replay {
  enum class Kind {
    Shows,      ///< the failure is there
    Absent,     ///< the compiler ran, and it is not there
    Undecided,  ///< no answer: see `why`
  };
  Kind kind = Kind::Undecided;
  std::string why;  ///< one line
  /// Undecided because the compiler refuses the case, or does it right where what it can't read was left out, or the
  /// linked LLVM can't read what the compiler wrote.
  bool unread = false;
  hunt::Answer answer;  ///< what was seen; empty after replay_apart
};
const char* name_of(Replay::Kind kind);
std::optional<Replay::Kind> enumerator_of(std::string_view name, std::type_identity<Replay::Kind>);

/// Runs the finding's reduced case through its shortest pipeline, as that compiler spells it, and asks what was asked
/// when it was found. Where that gets no answer, it is asked once more with a patient solver: a machine that is busy
/// says the same as one that is not. In this process: see replay_apart.
Replay replay(optimize::Compiler& compiler, const Finding& finding);

/// The same in a child process that ends after that many seconds, whatever case, compiler and solver do; then it is
/// undecided. `opt`: linked, or the path of an opt; a finding of code generation is asked of the llc beside it. To be
/// called while this process has one thread only.
Replay replay_apart(const std::string& opt, const Finding& finding, std::uint32_t seconds);

}  // namespace assay::application
