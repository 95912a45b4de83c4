#include "services/worker/hunt/mutants.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>

#include <cstdlib>
#include <set>

#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

std::string corpus() {
  const char* root = std::getenv("ASSAY_SOURCE");
  return std::string(root == nullptr ? "." : root) + "/corpus/seeds";
}

InputOptions seeded() {
  InputOptions options;
  options.seeds = {corpus()};
  return options;
}

/// The text of a batch's mutants; `first` others of the same batch were made before or not.
std::string batch(const InputOptions& options, std::uint64_t seed, const Mix& mix, std::uint64_t first,
                  std::uint64_t end) {
  llvm::LLVMContext context;
  auto source = MutantSource::open(context, options);
  if (!source) return source.error();
  (*source)->begin_batch(seed, mix);
  std::string text;
  for (std::uint64_t index = first; index < end; ++index) {
    llvm::Module module("slice", context);
    if ((*source)->make(module, index, "m" + std::to_string(index)) != nullptr) text += ir::print(module);
  }
  return text;
}

TEST(Mutants, AreTheSameForTheSameSeedWhateverWasMadeBefore) {
  const Mix mix = mix_for({"gvn"});
  const std::string all = batch(seeded(), 5, mix, 0, 60);
  EXPECT_EQ(all, batch(seeded(), 5, mix, 0, 60));
  EXPECT_NE(all, batch(seeded(), 6, mix, 0, 60));
  const std::string later = batch(seeded(), 5, mix, 40, 60);
  EXPECT_EQ(all.substr(all.size() - later.size()), later);
}

/// In a hunt a slice's mutants do: what one declares for itself and no longer calls goes away when the next is made.
TEST(Mutants, OfASliceStandInOneModule) {
  llvm::LLVMContext context;
  auto source = MutantSource::open(context, seeded());
  ASSERT_TRUE(source) << source.error();
  (*source)->begin_batch(5, mix_for({"instcombine"}));
  unsigned made = 0;
  for (std::uint64_t slice = 0; slice < 30; ++slice) {
    llvm::Module module("slice", context);
    std::set<std::string> names;
    for (std::uint64_t index = 64 * slice; index < 64 * (slice + 1); ++index) {
      const std::string name = "m" + std::to_string(index);
      if ((*source)->make(module, index, name) != nullptr) names.insert(name);
    }
    for (const std::string& name : names) EXPECT_NE(module.getFunction(name), nullptr) << name;
    EXPECT_FALSE(llvm::verifyModule(module));
    made += static_cast<unsigned>(names.size());
  }
  EXPECT_GT(made, 1'500u);
}

TEST(Mutants, OfDifferentBatchesAreMadeOfDifferentThings) {
  std::set<std::size_t> sizes;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::string text = batch({}, seed, {{"peephole", 1}}, 0, 40);
    std::set<std::string> words;
    for (const char* word :
         {"udiv", "sdiv", "select", "zext", "trunc", "llvm.", "freeze", "shl", "<2 x", "i128", "i3 ", "i32"})
      if (text.find(word) != std::string::npos) words.insert(word);
    std::size_t hash = 0;
    for (const std::string& word : words) hash = hash * 31 + std::hash<std::string>()(word);
    sizes.insert(hash);
  }
  EXPECT_GT(sizes.size(), 3u);
}

TEST(Mutants, HoldWhatTheMixNames) {
  EXPECT_NE(batch(seeded(), 1, {{"memory", 1}}, 0, 60).find("store "), std::string::npos);
  InputOptions only = seeded();
  only.mix = {{"floats", 1}};
  const std::string floats = batch(only, 1, {{"memory", 1}}, 0, 60);
  EXPECT_NE(floats.find("float"), std::string::npos);
  EXPECT_EQ(floats.find("store "), std::string::npos) << "the user's mix goes before the passes'";
}

TEST(Mutants, UseEverySeedOfAMixThatFollowsThePasses) {
  llvm::LLVMContext context;
  auto source = MutantSource::open(context, seeded());
  ASSERT_TRUE(source) << source.error();
  EXPECT_GT((*source)->seed_count(), 50u);
  EXPECT_EQ((*source)->discarded(), 0u);
}

}  // namespace
}  // namespace assay::hunt
