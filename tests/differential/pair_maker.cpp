#include "tests/differential/pair_maker.h"

#include <gtest/gtest.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdlib>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/ir/ir.h"

namespace assay {

std::uint64_t number_or(const char* name, std::uint64_t otherwise) {
  const char* asked = std::getenv(name);
  return asked == nullptr ? otherwise : std::strtoull(asked, nullptr, 10);
}

std::string Pair::text() const { return ir::print(*source) + ir::print(*target); }

PairMaker::PairMaker(llvm::LLVMContext& context, Options options) : context_(context), options_(std::move(options)) {
  mutate::SeedOptions seed_options;
  seed_options.allow_undef = seed_options.checkable_only = true;
  auto seeds = mutate::Seeds::load(context, options_.seeds, seed_options);
  EXPECT_TRUE(seeds);
  if (seeds) seeds_ = std::move(*seeds);
}

Pair PairMaker::make(Rng& rng) {
  mutate::Options edits;
  edits.profile = options_.profile;
  edits.profile.allow_undef = rng.chance(1, 2);
  edits.profile.weights[static_cast<std::size_t>(generate::Family::Freeze)] = 8;
  mutate::Mutator mutator(edits);
  Pair pair;
  pair.source_module = std::make_unique<llvm::Module>("source", context_);
  pair.source = rng.chance(options_.generated_percent, 100)
                    ? &generate::generate_function(*pair.source_module, rng, edits.profile, "f")
                    : mutator.mutant_of(*rng.pick(seeds_.all()).function, *pair.source_module, rng, "f");
  if (pair.source == nullptr) return {};
  pair.target_module = llvm::CloneModule(*pair.source_module);
  pair.target = pair.target_module->getFunction("f");
  if (!rng.chance(1, 4) && passes_.run_passes(*pair.target_module, rng.pick(options_.pipelines))) return {};
  edits.max_edits = 1;
  if (rng.chance(options_.edited_percent, 100)) pair.target = mutate::Mutator(edits).mutate(*pair.target, rng);
  const bool differs = pair.target != nullptr && pair.target->getFunctionType() == pair.source->getFunctionType() &&
                       ir::print(*pair.target) != ir::print(*pair.source);
  return differs ? std::move(pair) : Pair{};
}

}  // namespace assay
