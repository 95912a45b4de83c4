// What the solver proves, against what runs show: functions that passes have changed, and that were edited besides, so
// that most are wrong.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "services/worker/check/check.h"
#include "services/worker/check/looks_at_undef.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"
#include "tests/differential/pair_maker.h"

namespace assay {
namespace {

bool proves(const llvm::Function& before, const llvm::Function& after) {
  auto source = semantics::lower(before), target = semantics::lower(after);
  if (!source || !target) return false;
  refine::Options options;
  options.smt_timeout_ms = 300;
  const refine::RefineResult result = refine::refine(*source, *target, options);
  return result.claim.is_proved_without_limit() && !check::needs_memory_without_undef(before, after);
}

/// ASSAY_PROOFS: how many pairs; ASSAY_PROOFS_SEED: which; ASSAY_PROOFS_SEEDS: a folder of other functions.
PairMaker::Options draws(const std::string& folder) {
  const char* other = std::getenv("ASSAY_PROOFS_SEEDS");
  PairMaker::Options drawn;
  drawn.seeds = {other != nullptr ? other : std::string(std::getenv("ASSAY_SOURCE")) + folder};
  drawn.generated_percent = 15;
  drawn.edited_percent = 70;
  return drawn;
}

using Judge = std::function<bool(const llvm::Function& source, const llvm::Function& target)>;

void expect_no_run_refutes(const PairMaker::Options& drawn, const Judge& is_proved) {
  const std::uint64_t seed = number_or("ASSAY_PROOFS_SEED", 20261123), count = number_or("ASSAY_PROOFS", 600);
  llvm::LLVMContext context;
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
    if (!is_proved(*pair.source, *pair.target)) continue;
    ++proved;
    const Verdict verdict = checker.check(*pair.source, *pair.target);
    EXPECT_NE(verdict.kind, VerdictKind::Incorrect)
        << "proved, but a run refutes it; seed " << seed << ", pair " << i << ": " << verdict.detail << "\n"
        << pair.text();
  }
  std::printf("seed %llu: %u pairs, %u proved\n", static_cast<unsigned long long>(seed), pairs, proved);
  EXPECT_GT(proved, pairs / 30);
}

TEST(Proofs, OfLoopsRoundByRoundNoRunRefutes) {
  PairMaker::Options drawn = draws("/corpus/seeds/loops");
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
  expect_no_run_refutes(drawn, [](const llvm::Function& source, const llvm::Function& target) {
    return prove::is_proved_by_rounds(
        normalize::NormalPair(source, target),
        [](const auto& before, const auto& after, prove::Effort) { return proves(before, after); },
        /*cuts_behind_reads=*/true);
  });
}

TEST(Proofs, OfWholeFunctionsNoRunRefutes) {
  PairMaker::Options drawn = draws("/corpus/seeds");
  drawn.pipelines = {"instcombine", "gvn",         "early-cse", "sroa",           "dse",         "memcpyopt",
                     "simplifycfg", "reassociate", "sccp",      "jump-threading", "default<O2>", "vector-combine"};
  check::Options solver;
  solver.oracles = check::Oracles::Smt;
  solver.smt_timeout_ms = 200;
  solver.trust_text = false;
  check::Checker checker(solver);
  expect_no_run_refutes(drawn, [&](const llvm::Function& source, const llvm::Function& target) {
    const Verdict verdict = checker.check(source, target);
    return verdict.kind == VerdictKind::Correct && verdict.bound.empty();
  });
}

}  // namespace
}  // namespace assay
