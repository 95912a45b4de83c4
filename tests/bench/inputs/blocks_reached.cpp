// How much of the optimizer's code mutants reach, beside LLVM's own tests:
//   bench_blocks TESTS [SECONDS [SEED [SEEDS [TARGETS [PASS...]]]]]
// TESTS is a tree of LLVM's tests, SEEDS what mutants are made of (TESTS, if empty), TARGETS as in --target. For each
// pass a row: blocks of the linked optimizer that the tests of the pass reach, blocks that mutants reach in so many
// seconds of processor time, and how many of the tests' blocks these are. Nothing is checked. Tests run for the targets
// of their RUN lines, as far as these have no options of passes and one of the six pipelines that most of them have
// (others run other passes, too, whose code is no matter of this one); mutants go through the same.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>

#include "services/common/environment.h"
#include "services/common/records.h"
#include "services/common/sort_stably.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"
#include "services/worker/optimize/coverage.h"
#include "services/worker/optimize/optimize.h"

namespace {

using namespace assay;

const char* const kPasses[] = {"instcombine",
                               "instsimplify",
                               "reassociate",
                               "aggressive-instcombine",
                               "early-cse",
                               "gvn",
                               "newgvn",
                               "sroa",
                               "dse",
                               "memcpyopt",
                               "sccp",
                               "ipsccp",
                               "correlated-propagation",
                               "constraint-elimination",
                               "jump-threading",
                               "simplifycfg",
                               "bdce",
                               "slp-vectorizer",
                               "vector-combine",
                               "licm",
                               "indvars",
                               "loop-reduce",
                               "loop-unroll",
                               "loop-vectorize",
                               "loop-idiom",
                               "simple-loop-unswitch",
                               "loop-rotate",
                               "inline",
                               "globalopt",
                               "attributor"};

struct Tested {
  std::string file;
  optimize::OptRun run;
};
using TestsByPass = std::map<std::string, std::vector<Tested>>;

TestsByPass tests_in(const std::string& tree) {
  TestsByPass tests;
  for (const std::string& file : mutate::seed_files(tree)) {
    const auto text = ir::read_file(file);
    if (!text) continue;
    for (const optimize::OptRun& run : optimize::read_run_lines(text->text).runs)
      if (run.opt_args.empty() && hunt::why_not_refining(run) == nullptr)
        tests[hunt::main_pass(run.passes)].push_back({file, run});
  }
  return tests;
}

std::vector<std::string> pipelines_of(const std::vector<Tested>& tests) {
  constexpr std::size_t kMost = 6;
  std::map<std::string, int> count;
  for (const Tested& each : tests) ++count[each.run.passes];
  std::vector<std::string> pipelines;
  for (const auto& [passes, _] : count) pipelines.push_back(passes);
  sort_stably(pipelines, [&](const auto& a, const auto& b) { return count[a] > count[b]; });
  pipelines.resize(std::min(pipelines.size(), kMost));
  return pipelines;
}

/// In a process of its own, which may crash or hang; its hits are counted all the same.
void apart(optimize::BlockCoverage& coverage, const std::function<void()>& work) {
  constexpr rlim_t kSeconds = 10, kBytes = rlim_t{4} << 30;
  coverage.catch_up();
  const pid_t child = fork();
  if (child == 0) {
    const rlimit time{kSeconds, kSeconds}, memory{kBytes, kBytes}, core{0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_DATA, &memory);
    setrlimit(RLIMIT_CORE, &core);
    work();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

void run_tests(optimize::BlockCoverage& coverage, const std::vector<Tested>& tests) {
  constexpr std::size_t kTogether = 16;
  for (std::size_t first = 0; first < tests.size(); first += kTogether)
    apart(coverage, [&] {
      llvm::LLVMContext context;
      optimize::PassRunner runner;
      for (std::size_t i = first; i < std::min(first + kTogether, tests.size()); ++i) {
        auto module = ir::parse_file(context, tests[i].file);
        if (!module) continue;
        optimize::set_target(**module, tests[i].run);
        (void)runner.run_passes(**module, tests[i].run.passes);
      }
    });
}

/// A slice of mutants through all pipelines.
void run_slice(hunt::MutantSource& source, const std::vector<std::string>& pipelines, const Environment& environment,
               std::uint64_t seed) {
  constexpr std::uint64_t kSlice = 64;
  source.begin_batch(seed, hunt::mix_for(pipelines), pipelines, std::string(environment.triple));
  llvm::Module slice("slice", source.context());
  ir::set_environment(slice, environment);
  for (std::uint64_t i = 0; i < kSlice; ++i) source.make(slice, i, "m" + std::to_string(i));
  ir::set_environment(slice, environment);
  optimize::PassRunner runner;
  for (const std::string& passes : pipelines) {
    auto copy = ir::clone(slice);
    (void)runner.run_passes(*copy, passes);
  }
}

struct Mutants {
  std::string seeds;
  std::vector<Environment> environments;
  double seconds = 60;
  std::uint64_t seed = 1;
};

/// How many slices were made.
std::uint64_t run_mutants(optimize::BlockCoverage& coverage, const std::vector<std::string>& pipelines,
                          const Mutants& wanted) {
  llvm::LLVMContext context;
  hunt::InputOptions inputs;
  inputs.seeds = {wanted.seeds};
  auto source = hunt::MutantSource::open(context, inputs);
  if (!source) return 0;
  rusage begun{};
  getrusage(RUSAGE_CHILDREN, &begun);
  const auto spent = [&] {
    rusage now{};
    getrusage(RUSAGE_CHILDREN, &now);
    return static_cast<double>(now.ru_utime.tv_sec - begun.ru_utime.tv_sec) +
           static_cast<double>(now.ru_stime.tv_sec - begun.ru_stime.tv_sec);
  };
  Rng rng(wanted.seed);
  std::uint64_t slices = 0;
  constexpr int kTogether = 4;
  while (spent() < wanted.seconds) {
    const std::uint64_t seed = rng();
    apart(coverage, [&] {
      Rng own(seed);
      for (int i = 0; i < kTogether; ++i) run_slice(**source, pipelines, own.pick(wanted.environments), own());
    });
    slices += kTogether;
  }
  return slices;
}

int row_of(const std::string& pass, std::vector<Tested> tests, const Mutants& wanted) {
  const std::vector<std::string> pipelines = pipelines_of(tests);
  std::erase_if(tests,
                [&](const Tested& each) { return std::ranges::find(pipelines, each.run.passes) == pipelines.end(); });
  struct Counted {
    std::size_t tests = 0, mutants = 0, both = 0;
    std::uint64_t slices = 0;
  };
  void* memory = mmap(nullptr, sizeof(Counted), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  auto* counted = new (memory) Counted;
  const auto with_coverage = [](const std::function<void(optimize::BlockCoverage&)>& work) {
    const pid_t child = fork();
    if (child == 0) {
      auto coverage = optimize::BlockCoverage::plant();
      if (coverage) work(**coverage);
      _exit(coverage ? 0 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  const bool ran = with_coverage([&](optimize::BlockCoverage& coverage) {
                     run_tests(coverage, tests);
                     counted->tests = coverage.hits();
                   }) &&
                   with_coverage([&](optimize::BlockCoverage& coverage) {
                     counted->slices = run_mutants(coverage, pipelines, wanted);
                     counted->mutants = coverage.hits();
                     run_tests(coverage, tests);
                     counted->both = counted->tests + counted->mutants -
                                     std::min(counted->tests + counted->mutants, coverage.hits());
                   });
  if (!ran) return 2;
  std::printf(
      "| %s | %zu | %zu | %llu | %zu | %zu | %.1f %% |\n", pass.c_str(), tests.size(), counted->tests,
      static_cast<unsigned long long>(counted->slices * 64), counted->mutants, counted->both,
      counted->tests == 0 ? 0.0 : 100.0 * static_cast<double>(counted->both) / static_cast<double>(counted->tests));
  std::fflush(stdout);
  munmap(memory, sizeof(Counted));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "bench_blocks TESTS [SECONDS [SEED [SEEDS [TARGETS [PASS...]]]]]\n");
    return 2;
  }
  Mutants wanted;
  if (argc > 2) wanted.seconds = std::atof(argv[2]);
  if (argc > 3) wanted.seed = std::strtoull(argv[3], nullptr, 10);
  wanted.seeds = argc > 4 && *argv[4] != '\0' ? argv[4] : argv[1];
  const auto environments = parse_environments(argc > 5 ? argv[5] : "all");
  if (!environments) {
    std::fprintf(stderr, "%s\n", environments.error().c_str());
    return 2;
  }
  wanted.environments = *environments;
  std::vector<std::string> passes(argv + std::min(argc, 6), argv + argc);
  if (passes.empty()) passes.assign(std::begin(kPasses), std::end(kPasses));
  const TestsByPass tests = tests_in(argv[1]);
  std::printf("assay %s, seed %llu, %.0f s a pass\n", assay_version(), static_cast<unsigned long long>(wanted.seed),
              wanted.seconds);
  std::printf(
      "| pass | runs of tests | their blocks | mutants | their blocks | blocks of both | of the tests' |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::string& pass : passes)
    if (const auto found = tests.find(pass); found != tests.end())
      if (row_of(pass, found->second, wanted) != 0) return 2;
}
