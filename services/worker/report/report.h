#pragma once

#include <string>

#include "services/common/finding.h"
#include "services/common/status.h"

/// A finding as others want it: a folder that replays, the text of an issue, a regression test.
namespace assay::report {

/// Writes the finding as a folder that replays without this machine, a database or a network:
///   case.ll      the reduced module, in words that the compiler's release reads
///   target.ll    what the compiler made of it (not for crashes and hangs)
///   original.ll  the module as hunted
///   bundle.json  all the rest: pipelines, compiler, culprit, question, counterexample, seed, versions, date
///   run.sh       runs opt and `assay check` on case.ll; exit code 0: reproduces, 1: does not, 2: could not be
///                run, 3: undecided
///   issue.md     text for upstream's tracker
///   test.ll      a regression test with RUN lines
/// The folder is made if need be; files of these names in it are replaced.
Status write_bundle(const Finding& finding, const std::string& folder);

/// Reads a bundle back; the path is the folder's or that of its bundle.json. What comes back equals what was written,
/// but where case.ll had to be put into an older release's words. The error names the file and what it lacks.
Result<Finding> load_bundle(const std::string& path);

/// An issue in Markdown, the title in its first line: reproducer, before and after, counterexample, versions.
std::string issue_text(const Finding& finding);

/// A test for a suite run by lit, in which %s is the test itself; fails while the bug is there.
std::string regression_test(const Finding& finding);

/// The script of the bundle.
std::string run_script(const Finding& finding);

}  // namespace assay::report
