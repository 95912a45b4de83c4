// Pairs that the solver proves, at narrower widths: what it proves of those, too, no input of any kind may refute.

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>

#include <cstdio>
#include <cstdlib>
#include <set>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"
#include "tests/differential/pair_maker.h"

namespace assay {
namespace {

constexpr std::uint64_t kSeed = 20261123;
void note_width(std::set<unsigned>& widths, const llvm::Type* type) {
  if (type->isIntOrIntVectorTy() && type->getScalarSizeInBits() > 1) widths.insert(type->getScalarSizeInBits());
  for (const llvm::Type* element : type->subtypes()) note_width(widths, element);
}

std::set<unsigned> widths_of(const Pair& pair) {
  std::set<unsigned> widths;
  for (const llvm::Function* function : {pair.source, pair.target}) {
    note_width(widths, function->getFunctionType());
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      note_width(widths, instruction.getType());
      for (const llvm::Value* operand : instruction.operands()) note_width(widths, operand->getType());
    }
  }
  return widths;
}

/// The widths of the pair become narrow ones in the same order, in both functions. False: something can't be narrowed.
bool narrow(Pair& pair, Rng& rng) {
  unsigned narrower = rng.chance(1, 3) ? 1 : 2;
  bool changed = false;
  for (const unsigned width : widths_of(pair)) {
    narrower = std::min(width, narrower + 1 + static_cast<unsigned>(rng.below(2)));
    if (narrower == width) continue;
    changed = true;
    for (llvm::Function** function : {&pair.source, &pair.target}) {
      *function = mutate::resized_copy(**function, width, narrower);
      if (*function == nullptr) return false;
    }
  }
  return changed;
}

struct Judges {
  bool undef, poison;

  VerdictKind solver(const Pair& pair) const {
    auto source = semantics::lower(*pair.source), target = semantics::lower(*pair.target);
    if (!source || !target) return VerdictKind::Unsupported;
    refine::Options options;
    options.undef_input = undef;
    options.poison_input = poison;
    options.smt_timeout_ms = 300;
    const Verdict result = evidence::settle(refine::refine(*source, *target, options).claim);
    // What is proved within a bound is not proved of the loops that all inputs run.
    return result.kind == VerdictKind::Correct && !result.bound.empty() ? VerdictKind::Unknown : result.kind;
  }
  /// Nothing: there are too many inputs.
  std::optional<interpret::CheckResult> exhaustive(const Pair& pair) const {
    auto source = semantics::lower(*pair.source), target = semantics::lower(*pair.target);
    if (!source || !target) return std::nullopt;
    interpret::CheckOptions options;
    options.undef_input = undef;
    options.poison_input = poison;
    options.budget = 400'000;
    return interpret::check_exhaustively(*source, *target, options);
  }
};

// ASSAY_WIDTHS: how many pairs; ASSAY_WIDTHS_SEED: which.
TEST(Widths, WhatIsProvedOfANarrowedPairNoInputRefutes) {
  const std::uint64_t seed = number_or("ASSAY_WIDTHS_SEED", kSeed), count = number_or("ASSAY_WIDTHS", 900);
  unsigned pairs = 0, proved = 0, narrowed = 0, still_proved = 0, run = 0, proved_by_runs = 0, refuted = 0;
  llvm::LLVMContext context;
  PairMaker::Options drawn;
  drawn.seeds = {std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds"};
  drawn.pipelines = {"instcombine", "reassociate,instcombine", "early-cse,instsimplify", "instcombine,simplifycfg,gvn"};
  PairMaker maker(context, drawn);
  for (std::uint64_t i = 0; i < count; ++i) {
    Rng rng = Rng(seed).fork(i);
    Pair pair = maker.make(rng);
    if (pair.source == nullptr) continue;
    ++pairs;
    const Judges judges{rng.chance(1, 2), rng.chance(3, 4)};
    if (judges.solver(pair) != VerdictKind::Correct) continue;
    ++proved;
    if (!narrow(pair, rng)) continue;
    ++narrowed;
    const VerdictKind verdict = judges.solver(pair);
    const auto result = judges.exhaustive(pair);
    if (verdict == VerdictKind::Correct) ++still_proved;
    if (!result) continue;
    ++run;
    using Kind = interpret::CheckResult::Kind;
    if (result->kind == Kind::Proved) ++proved_by_runs;
    if (result->kind == Kind::Refuted) ++refuted;
    EXPECT_FALSE(verdict == VerdictKind::Correct && result->kind == Kind::Refuted)
        << "proved, but a run refutes it; seed " << seed << ", pair " << i << "\n"
        << pair.text();
    EXPECT_FALSE(verdict == VerdictKind::Incorrect && result->kind == Kind::Proved)
        << "refuted, but all runs are allowed; seed " << seed << ", pair " << i << "\n"
        << pair.text();
  }
  std::printf(
      "seed %llu: %u pairs, %u proved, %u narrowed, %u of these proved; %u run on all inputs, %u proved, %u refuted\n",
      static_cast<unsigned long long>(seed), pairs, proved, narrowed, still_proved, run, proved_by_runs, refuted);
  EXPECT_GT(proved_by_runs, count / 20);
}

}  // namespace
}  // namespace assay
