#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/known_cause.h"
#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/check/isolated_checker.h"
#include "services/worker/optimize/run_lines.h"
#include "services/worker/triage/known_roots.h"

/// LLVM's own tests, and files written like them: what their RUN lines make a compiler do is judged.
namespace assay::application {

struct TestOptions {
  std::vector<std::string> paths;      ///< files, and folders that are searched for .ll
  std::vector<std::string> functions;  ///< these only; with or without @
  std::string compiler = "linked";
  std::string baseline;  ///< another compiler that does the same; empty: none
  std::string opt_args;  ///< beside those of the RUN lines
  check::Options judge;
  check::HardLimits limits;
  unsigned jobs = 1;
  std::shared_ptr<const triage::KnownRoots> rules;  ///< of known causes; null: nobody asks for them
};

/// A function that the compiler changed.
struct ChangedFunction {
  std::string name;  ///< without @
  Verdict verdict;
  std::optional<KnownCause> cause = {};  ///< of an incorrect one: whose rule it falls under
};
ASSAY_FIELDS(ChangedFunction, name, verdict, cause);

/// What one compiler made of one RUN line's run.
struct CompilerRun {
  std::string error;          ///< why there is nothing to judge; empty: there is
  std::size_t functions = 0;  ///< that code outside can call, in both modules
  std::vector<ChangedFunction> changed;
};
ASSAY_FIELDS(CompilerRun, error, functions, changed);

struct TestRun {
  optimize::OptRun run;
  CompilerRun compiler;
  CompilerRun baseline;  ///< nothing in it where there is none
};
ASSAY_FIELDS(TestRun, run, compiler, baseline);

struct TestFile {
  std::string file;
  std::string error;  ///< why no RUN line was followed; empty: some were, or there is none
  std::vector<TestRun> runs;
  std::vector<optimize::LeftOut> left_out;
};
ASSAY_FIELDS(TestFile, file, error, runs, left_out);

/// Functions, without @, by what differs between the two compilers.
struct News {
  std::vector<std::string> newly_wrong;      ///< the baseline is known to compile it rightly
  std::vector<std::string> no_longer_wrong;  ///< the other way round
  std::vector<std::string> undecided;        ///< wrong by one of them, and what the other does is not known
};
News news_of(const TestRun& run);

/// The files of the paths ("-": standard input), in their order, those of a folder sorted: its files with one of the
/// endings. The error names what is not there.
Result<std::vector<std::string>> test_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& endings = {".ll"});

/// Judges file after file, as many at a time as there are jobs, in processes of their own; `told` gets them in their
/// order. The error: a compiler that can't be had. To be called while this process has one thread only.
Status check_test_files(const TestOptions& options, const std::vector<std::string>& files,
                        const std::function<void(TestFile)>& told);

}  // namespace assay::application
