#pragma once

#include <string>
#include <vector>

#include "services/common/fields.h"

namespace llvm {
class Module;
}

/// What the RUN lines of one of LLVM's tests tell opt to do (llvm.org/docs/TestingGuide.html).
namespace assay::optimize {

/// A run of opt over the test itself.
struct OptRun {
  unsigned line = 0;     ///< of its RUN line, from 1
  std::string passes;    ///< a -passes string
  std::string opt_args;  ///< options of passes, as check_opt_args() wants them
  std::string triple;    ///< what -mtriple, -data-layout, -mcpu and -mattr say; empty: what the module says
  std::string layout;
  std::string processor;
  std::string features;
  bool operator==(const OptRun&) const = default;
};
ASSAY_FIELDS(OptRun, line, passes, opt_args, triple, layout, processor, features);

/// A RUN line that is not followed, and why.
struct LeftOut {
  unsigned line = 0;
  std::string why;     ///< one of a few sentences, so that they can be counted
  std::string passes;  ///< the -passes string all the same, if it has one
  bool operator==(const LeftOut&) const = default;
};
ASSAY_FIELDS(LeftOut, line, why, passes);

struct RunLines {
  std::vector<OptRun> runs;  ///< each once, however often its output is looked at
  std::vector<LeftOut> left_out;
};

/// Reads them as lit does: a line that ends with \ goes on in the next RUN line, a pipe's other programs look at what
/// opt says. What writes files, prints or tells of opt's work is left aside. A line that runs no opt at all is nobody's
/// business here.
RunLines read_run_lines(const std::string& test);

/// Gives a module the target of a run, as opt does with -mtriple, -data-layout, -mcpu and -mattr before it runs a pass.
void set_target(llvm::Module& module, const OptRun& run);

}  // namespace assay::optimize
