// What is proved of loops round by round, against what runs of the whole show: loops that passes have changed, and that
// were edited besides, so that most are wrong.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "services/worker/check/check.h"
#include "services/worker/check/preconditions.h"
#include "services/worker/check/rounds.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"
#include "tests/differential/pair_maker.h"

namespace assay {
namespace {

bool proves_segment(const llvm::Function& before, const llvm::Function& after) {
  auto source = semantics::lower(before), target = semantics::lower(after);
  if (!source || !target) return false;
  refine::Options options;
  options.smt_timeout_ms = 300;
  const refine::RefineResult result = refine::refine(*source, *target, options);
  return result.kind == VerdictKind::Correct && result.bound.empty() &&
         !check::needs_memory_without_undef(before, after);
}

// ASSAY_ROUNDS: how many pairs; ASSAY_ROUNDS_SEED: which; ASSAY_ROUNDS_SEEDS: a folder of other functions.
TEST(Rounds, WhatTheyProveNoRunRefutes) {
  const std::uint64_t seed = number_or("ASSAY_ROUNDS_SEED", 20261123), count = number_or("ASSAY_ROUNDS", 600);
  const char* folder = std::getenv("ASSAY_ROUNDS_SEEDS");
  llvm::LLVMContext context;
  PairMaker::Options drawn;
  drawn.seeds = {folder != nullptr ? folder : std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds/loops"};
  drawn.pipelines = {"instcombine",
                     "loop-mssa(licm)",
                     "loop(indvars)",
                     "loop(loop-rotate)",
                     "loop-unroll",
                     "loop(simple-loop-unswitch<nontrivial>)",
                     "loop-vectorize",
                     "gvn",
                     "loop(loop-instsimplify),simplifycfg",
                     "loop(loop-idiom)",
                     "early-cse",
                     "loop(loop-reduce)",
                     "loop(loop-predication)"};
  drawn.profile.loop_percent = 100;
  drawn.profile.memory_percent = 30;
  drawn.generated_percent = 15;
  drawn.edited_percent = 70;
  PairMaker maker(context, drawn);
  check::Options runs;
  runs.oracles = check::Oracles::Interpreter;
  runs.samples = 400;
  runs.trust_text = runs.confirms = false;
  check::Checker checker(runs);
  unsigned pairs = 0, proved = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Rng rng = Rng(seed).fork(i);
    const Pair pair = maker.make(rng);
    if (pair.source == nullptr) continue;
    ++pairs;
    if (!check::is_proved_by_rounds(*pair.source, *pair.target, proves_segment)) continue;
    ++proved;
    const Verdict verdict = checker.check(*pair.source, *pair.target);
    EXPECT_NE(verdict.kind, VerdictKind::Incorrect)
        << "proved, but a run refutes it; seed " << seed << ", pair " << i << ": " << verdict.detail << "\n"
        << pair.text();
  }
  std::printf("seed %llu: %u pairs, %u proved\n", static_cast<unsigned long long>(seed), pairs, proved);
  EXPECT_GT(proved, pairs / 30);
}

}  // namespace
}  // namespace assay
