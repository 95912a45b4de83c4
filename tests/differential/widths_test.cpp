// Pairs that the solver proves, at narrower widths: what it proves of those, too, no input of any kind may refute.

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdio>
#include <cstdlib>
#include <set>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/mutate.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"

namespace assay {
namespace {

constexpr std::uint64_t kSeed = 20261123;
constexpr const char* kPipelines[] = {"instcombine", "reassociate,instcombine", "early-cse,instsimplify",
                                      "instcombine,simplifycfg,gvn"};

/// ASSAY_WIDTHS: how many pairs; ASSAY_WIDTHS_SEED: which.
std::uint64_t number_or(const char* name, std::uint64_t otherwise) {
  const char* asked = std::getenv(name);
  return asked == nullptr ? otherwise : std::strtoull(asked, nullptr, 10);
}

struct Pair {
  std::unique_ptr<llvm::Module> source_module, target_module;
  llvm::Function* source = nullptr;
  llvm::Function* target = nullptr;
  std::string text() const { return ir::print(*source) + ir::print(*target); }
};

/// A function, and what passes or edits made of it.
class PairMaker {
 public:
  explicit PairMaker(llvm::LLVMContext& context) : context_(context) {
    mutate::SeedOptions seed_options;
    seed_options.allow_undef = seed_options.checkable_only = true;
    auto seeds =
        mutate::Seeds::load(context, {std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds"}, seed_options);
    EXPECT_TRUE(seeds);
    if (seeds) seeds_ = std::move(*seeds);
  }

  /// No source: the draw gave no pair that differs.
  Pair make(Rng& rng) {
    mutate::Options edits;
    edits.profile.allow_undef = rng.chance(1, 2);
    edits.profile.weights[static_cast<std::size_t>(generate::Family::Freeze)] = 8;
    mutate::Mutator mutator(edits);
    Pair pair;
    pair.source_module = std::make_unique<llvm::Module>("source", context_);
    pair.source = rng.chance(1, 2) ? &generate::generate_function(*pair.source_module, rng, edits.profile, "f")
                                   : mutator.mutant_of(*rng.pick(seeds_.all()).function, *pair.source_module, rng, "f");
    if (pair.source == nullptr) return {};
    pair.target_module = llvm::CloneModule(*pair.source_module);
    pair.target = pair.target_module->getFunction("f");
    if (!rng.chance(1, 4) && passes_.run_passes(*pair.target_module, kPipelines[rng.below(std::size(kPipelines))]))
      return {};
    if (rng.chance(1, 2)) pair.target = mutator.mutate(*pair.target, rng);
    const bool differs = pair.target != nullptr && pair.target->getFunctionType() == pair.source->getFunctionType() &&
                         ir::print(*pair.target) != ir::print(*pair.source);
    return differs ? std::move(pair) : Pair{};
  }

 private:
  llvm::LLVMContext& context_;
  mutate::Seeds seeds_;
  optimize::PassRunner passes_;
};

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
    const refine::RefineResult result = refine::refine(*source, *target, options);
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

TEST(Widths, WhatIsProvedOfANarrowedPairNoInputRefutes) {
  const std::uint64_t seed = number_or("ASSAY_WIDTHS_SEED", kSeed), count = number_or("ASSAY_WIDTHS", 900);
  unsigned pairs = 0, proved = 0, narrowed = 0, still_proved = 0, run = 0, proved_by_runs = 0, refuted = 0;
  llvm::LLVMContext context;
  PairMaker maker(context);
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
