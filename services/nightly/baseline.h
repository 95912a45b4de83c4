#pragma once

#include <cstdint>
#include <string>

#include "services/common/finding.h"

namespace assay::optimize {
class Compiler;
}

namespace assay::nightly {

/// What a compiler says to a finding's question. Kept apart from hunt::Answer, which holds modules: this one is written
/// down.
struct Replay {
  enum class Kind {
    Shows,      ///< the failure is there
    Absent,     ///< the compiler ran, and it is not there
    Undecided,  ///< no answer: see `why`
  };
  Kind kind = Kind::Undecided;
  std::string why;  ///< one line
  bool unread =
      false;  ///< undecided because the linked LLVM can't read what the compiler wrote, or the compiler not the case
  bool operator==(const Replay&) const = default;
};
const char* name_of(Replay::Kind kind);

/// Runs the finding's reduced case through its shortest pipeline with that compiler and asks what was asked when it was
/// found. Where the stored question gets no answer, it is asked once more with a patient solver. In this process: see
/// replay_apart.
Replay replay(optimize::Compiler& compiler, const Finding& finding);

/// The same in a child process that ends after that many seconds, whatever case, compiler and solver do; then it is
/// undecided. `opt`: linked, or the path of an opt. To be called while this process has one thread only.
Replay replay_apart(const std::string& opt, const Finding& finding, std::uint32_t seconds);

/// Is a finding of a branch news, when its baseline said this? What could not be decided there is news too, and says
/// so.
inline bool is_new_against(const Replay& in_baseline) { return in_baseline.kind != Replay::Kind::Shows; }

}  // namespace assay::nightly
