#pragma once

#include <llvm/IR/Function.h>
#include <llvm/TargetParser/Triple.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/optimize/run_lines.h"

/// Seeds that are LLVM's own tests, or files written like them: their RUN lines say of which pass they are tests.
namespace assay::hunt {

/// The pass that a -passes string is there for: the first that does not only bring functions into the form that others
/// want; "default<" for a whole pipeline, empty for none.
std::string main_pass(const std::string& pipeline);

/// Why what the pass does is no subject of refinement, in a few words; null if it is.
const char* why_not_hunted(const std::string& pass);

/// Why the run's output need not refine its input, in a few words: a pass or an option changes what the program means.
/// Null if it must.
const char* why_not_refining(const optimize::OptRun& run);

/// Which seeds are tests of which pass.
class TestsOfPasses {
 public:
  TestsOfPasses() = default;
  /// Reads the RUN lines of the seeds' files once more. What the seeds are stays the caller's.
  explicit TestsOfPasses(const mutate::Seeds& seeds);

  /// The tests of the pipelines' main passes. With a triple: those for that architecture, or for none; without: all.
  std::vector<const llvm::Function*> of(const std::vector<std::string>& pipelines, const std::string& triple) const;

 private:
  using Architecture = llvm::Triple::ArchType;
  std::map<std::pair<std::string, Architecture>, std::vector<const llvm::Function*>> tests_;
};

/// What HuntSettings::kTests stands for.
struct TestedPipelines {
  std::vector<std::string> passes;              ///< -passes strings, with options of passes behind a blank
  std::map<std::string, std::size_t> left_out;  ///< how many RUN lines were left out, by reason
};

/// Of each pass the few pipelines that most RUN lines of the files below `seeds` have, as far as they are taken.
TestedPipelines pipelines_of_tests(const std::string& seeds,
                                   const std::function<bool(const std::string& pipeline)>& is_taken);

}  // namespace assay::hunt
