// What feedback buys: the same time, the same seeds, with and without it, in one process with the linked compiler:
//   bench_feedback [SECONDS [SEED [PASSES [SEED_FOLDER]]]]
// For off, features and coverage in turn: mutants made, blocks of the optimizer reached (counted in the same way for
// all three), features of rewrites seen and functions learned. Nothing is checked. Seconds are of processor time.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "services/worker/hunt/feedback.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/ir/ir.h"

namespace {

using namespace assay;

int run(hunt::FeedbackMode mode, const char* name, double seconds, std::uint64_t seed, const std::string& passes,
        const std::string& folder) {
  llvm::LLVMContext context;
  hunt::InputOptions inputs;
  inputs.seeds = {folder};
  auto source = hunt::MutantSource::open(context, inputs);
  auto feedback = hunt::Feedback::open(hunt::FeedbackMode::Coverage);  // to count with
  if (!source || !feedback) {
    std::fprintf(stderr, "%s\n", source ? feedback.error().c_str() : source.error().c_str());
    return 2;
  }
  optimize::PassRunner runner;
  unsigned long long made = 0, learned = 0;
  const auto learn = [&](const llvm::Function& function) {
    (*source)->learn(hunt::text_alone(function));
    ++learned;
  };
  double next_report = seconds / 4;
  const std::clock_t start = std::clock();
  const auto elapsed = [&] { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  Rng rng(seed);
  while (elapsed() < seconds) {
    (*source)->begin_batch(rng(), hunt::mix_for({passes}));
    for (unsigned first = 0; first < 1'000 && elapsed() < seconds; first += 64) {
      llvm::Module slice("slice", context);
      slice.setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
      for (unsigned index = first; index < first + 64; ++index)
        made += (*source)->make(slice, index, "m" + std::to_string(index)) != nullptr ? 1 : 0;
      auto after = ir::clone(slice);
      if (runner.run_passes(*after, passes)) return 2;
      if (mode == hunt::FeedbackMode::Coverage)
        for (const auto& [function, features] : (*feedback)->shown_inside(slice, runner, passes)) learn(*function);
      if (mode == hunt::FeedbackMode::Off) continue;
      for (const llvm::Function& function : slice) {
        const llvm::Function* partner = after->getFunction(function.getName());
        if (function.isDeclaration() || function.hasLocalLinkage() || partner == nullptr || partner->isDeclaration())
          continue;
        if (!(*feedback)->new_features(function, *partner, passes).empty()) learn(function);
      }
    }
    if (elapsed() < next_report) continue;
    next_report += seconds / 4;
    std::printf("| %s | %.0f s | %llu | %zu | %zu | %llu |\n", name, elapsed(), made, (*feedback)->blocks_hit(),
                (*feedback)->known(), learned);
    std::fflush(stdout);
  }
  std::printf("| %s | %.0f s | %llu | %zu of %zu | %zu | %llu |\n", name, elapsed(), made, (*feedback)->blocks_hit(),
              (*feedback)->blocks(), (*feedback)->known(), learned);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string passes = optimize::spell_pipeline(argc > 3 ? argv[3] : "instcombine", 22);
  const std::string folder = argc > 4 ? argv[4] : "corpus/seeds";
  std::printf("| feedback, `%s` | after | mutants | blocks reached | features | learned |\n|---|---|---|---|---|---|\n",
              passes.c_str());
  std::fflush(stdout);
  const std::pair<hunt::FeedbackMode, const char*> modes[] = {{hunt::FeedbackMode::Off, "off"},
                                                              {hunt::FeedbackMode::Features, "features"},
                                                              {hunt::FeedbackMode::Coverage, "coverage"}};
  for (const auto& [mode, name] : modes) {
    // Each in a process of its own: caches and breakpoints as new.
    const pid_t child = fork();
    if (child == 0) {
      const int code = run(mode, name, seconds, seed, passes, folder);
      std::fflush(stdout);
      _exit(code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 2;
  }
}
