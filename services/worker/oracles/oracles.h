#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/worker/optimize/optimize.h"

/// Everything that can be wrong with a compiler's run besides refinement.
namespace assay::oracles {

/// One run of a compiler, as an oracle sees it.
struct Run {
  optimize::Compiler& compiler;
  const std::string& ir;  ///< what was to be compiled
  const std::string& pipeline;
  const optimize::Limits& limits;
  const optimize::OptimizeResult& result;
};

/// A pipeline of no passes. What a compiler does with it, it does while it reads, verifies and writes: before an oracle
/// blames passes, it looks whether they were needed.
inline constexpr const char* kNoPasses = "verify";

/// What is wrong, in the words of a finding.
struct Complaint {
  std::string headline;  ///< one line that says nothing of addresses, names or constants: Finding::reason
  std::string detail;    ///< the whole story: Finding::detail
};

/// One thing that can be wrong. An oracle may run the compiler again. It speaks only of what it has seen twice or what
/// can't be an accident of this machine; what it can't judge it says in `unsupported`.
class Oracle {
 public:
  struct Judgement {
    std::optional<Complaint> complaint;
    std::string unsupported;  ///< why this oracle can't judge this run; empty: it could
  };
  virtual ~Oracle() = default;
  /// A stable word: Question::oracle.
  virtual const char* name() const = 0;
  /// Of the findings that its complaints become.
  virtual FindingKind kind() const = 0;
  virtual Judgement judge(const Run& run) const = 0;
};

/// A pass crashed: signal, fatal error, assertion.
std::unique_ptr<Oracle> make_crash_oracle();
/// How much more time the hang oracle gives before it speaks.
inline constexpr int kPatience = 4;
/// The compiler did not end in its time, nor in kPatience times its time.
std::unique_ptr<Oracle> make_hang_oracle();
/// The output does not pass the verifier.
std::unique_ptr<Oracle> make_verifier_oracle();
/// How often a case of nondeterminism is compiled again before it counts as gone.
inline constexpr unsigned kReruns = 10;
/// The same module, read into another place of memory, gives another output in one of `reruns` more runs.
std::unique_ptr<Oracle> make_nondeterminism_oracle(unsigned reruns);
/// Debug info attached to the input changes the code that comes out.
std::unique_ptr<Oracle> make_debug_invariance_oracle();

/// Those that look at the run at hand, and again only at one that failed: crash, hang, verifier. A hunt asks them of
/// every mutant that is compiled alone.
std::vector<std::unique_ptr<Oracle>> cheap_oracles();
/// Those that cost another run of the compiler for each module: nondeterminism, debug invariance. A hunt asks them of
/// one mutant in many.
std::vector<std::unique_ptr<Oracle>> costly_oracles();
/// The oracle of that name, as a failure seen before is looked for: nondeterminism in kReruns more runs, where a hunt
/// makes one. Null if there is none.
std::unique_ptr<Oracle> oracle_named(const std::string& name);

/// What a crash's words come down to: the assertion or fatal error without names, numbers and paths, else the signal
/// and the topmost functions of the stack trace. The same for the same crash in another build or place of memory.
std::string crash_headline(const std::string& message);
/// What the verifier objects to, without names of values and numbers; the instructions concerned and what opt says
/// whenever a module is broken are left out.
std::string verifier_headline(const std::string& message);
/// The first line of a complaint without names of values and numbers.
std::string normalised_line(const std::string& text);

}  // namespace assay::oracles
