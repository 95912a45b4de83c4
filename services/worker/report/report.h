#pragma once

#include <string>

#include "services/common/finding.h"
#include "services/common/status.h"
#include "services/worker/triage/known_roots.h"

/// A finding as others want it: a folder that replays, the text of an issue, a regression test.
namespace assay::report {

/// What is known beside the finding itself.
struct Context {
  struct Release {
    std::string version;
    bool decided = false;  ///< false: it can't read the case, or the oracle gave no answer
    bool shows = false;    ///< the failure
  };
  std::vector<Release> releases;   ///< that were asked, oldest first
  std::string right;               ///< what a release that is right makes of the case; empty: none is known
  std::string right_release;       ///< which one that is
  std::string passes;              ///< a plainer -passes string that was seen to show it too; empty: none is known
  std::string update_test_checks;  ///< path of LLVM's script; empty: checks are written in its style
  std::vector<std::string> place;  ///< functions of LLVM where it is made, the likeliest first; empty: not known
  const triage::KnownRoot* known = nullptr;  ///< the root that it looks like
};

/// Writes the finding as a folder that replays without this machine, a database or a network:
///   case.ll      the reduced module, in words that the compiler's release reads
///   target.ll    what the compiler made of it (not for crashes and hangs)
///   original.ll  the module as hunted, likewise
///   bundle.json  all the rest: pipelines, compiler, culprit, question, counterexample, seed, versions, date
///   run.sh       runs opt and `assay check` on case.ll; exit code 0: reproduces, 1: does not, 2: could not be
///                run, 3: undecided
///   issue.md     text for upstream's tracker
///   test.ll      a regression test for lit
/// The folder is made if need be; files of these names in it are replaced. What is not as it was wanted, though the
/// bundle was written, is a sentence in `notes`.
Status write_bundle(const Finding& finding, const std::string& folder, const Context& context = {},
                    std::vector<std::string>* notes = nullptr);

/// Reads a bundle back; the path is the folder's or that of its bundle.json. What comes back equals what was written,
/// but where case.ll had to be put into an older release's words. The error names the file and what it lacks.
Result<Finding> load_bundle(const std::string& path);

/// An issue in Markdown as LLVM's developers write them, the title in its first line: the command, the case once (of a
/// miscompile source and target as Alive2 takes them, with a link that shows them there), the counterexample in a
/// sentence, labels, the releases affected, the issue that it looks like.
std::string issue_text(const Finding& finding, const Context& context = {});
/// The reduced case and what the compiler makes of it as @src and @tgt of one module.
std::string alive_pair(const Finding& finding);
/// The address that shows that in Alive2; empty for what is no miscompile of opt, and for long cases, which nobody's
/// parser is given for it.
std::string alive_link_of(const Finding& finding);
/// "with `i8 %x` = `128`, the source returns i8 0; the target returns i8 128."
std::string counterexample_sentence(const Counterexample& example);
/// How opt of that release shows it: "opt -S -passes='instcombine' case.ll".
std::string command_line(const Finding& finding, const Context& context = {});

/// A test for lit, in which %s is the test itself; fails while the bug is there. Of a miscompile it needs opt and
/// FileCheck alone, and expects what a release that is right gives, or else the input itself.
std::string regression_test(const Finding& finding, const Context& context = {});

/// The script of the bundle.
std::string run_script(const Finding& finding);

}  // namespace assay::report
