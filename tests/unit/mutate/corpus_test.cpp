#include "fuzzers/mutate/corpus.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "services/worker/ir/ir.h"

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kText = R"(
define i8 @small(i8 %x) {
  %a = add nsw i8 %x, 1
  ret i8 %a
}
define i8 @same_features(i8 %y) {
  %b = add nsw i8 %y, 1
  ret i8 %b
}
define i8 @other_flag(i8 %y) {
  %b = add nuw i8 %y, 1
  ret i8 %b
}
define i8 @all_of_them(i8 %y) {
  %a = add nsw i8 %y, 1
  %b = add nuw i8 %a, 1
  %c = mul i8 %b, -128
  ret i8 %c
}
)";

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / ("assay-corpus-" + std::to_string(::getpid()))).string();
  }
  void TearDown() override { fs::remove_all(folder_); }
  Seeds load() {
    auto loaded = Seeds::load(context_, {folder_}, SeedOptions{});
    EXPECT_TRUE(loaded);
    return std::move(*loaded);
  }
  std::string folder_;
  llvm::LLVMContext context_;
};

TEST(Features, AreEqualUpToNamesAndDifferByFlags) {
  llvm::LLVMContext context;
  Seeds seeds;
  seeds.add_text(context, kText, "text", SeedOptions{});
  EXPECT_EQ(features_of(*seeds.all()[0].function), features_of(*seeds.all()[1].function));
  EXPECT_NE(features_of(*seeds.all()[0].function), features_of(*seeds.all()[2].function));
}

TEST(Features, OfARewriteNameThePassAndWhatChanged) {
  llvm::LLVMContext context;
  Seeds seeds;
  seeds.add_text(context, kText, "text", SeedOptions{});
  const llvm::Function& small = *seeds.all()[0].function;
  const llvm::Function& large = *seeds.all()[3].function;
  EXPECT_TRUE(rewrite_features(small, *seeds.all()[1].function, "instcombine").empty()) << "nothing went or came";
  const auto shrunk = rewrite_features(large, small, "instcombine");
  EXPECT_FALSE(shrunk.empty());
  EXPECT_EQ(shrunk, rewrite_features(large, small, "instcombine"));
  EXPECT_NE(shrunk, rewrite_features(large, small, "gvn"));
  EXPECT_NE(shrunk, rewrite_features(small, large, "instcombine"));
}

TEST(Distill, KeepsEveryFeatureInFewerFunctions) {
  llvm::LLVMContext context;
  Seeds seeds;
  seeds.add_text(context, kText, "text", SeedOptions{});
  const auto kept = distill(seeds);
  EXPECT_LT(kept.size(), seeds.size());
  std::set<std::uint64_t> all;
  std::set<std::uint64_t> left;
  for (const Seed& seed : seeds.all())
    for (const std::uint64_t each : features_of(*seed.function)) all.insert(each);
  for (const std::size_t index : kept)
    for (const std::uint64_t each : features_of(*seeds.all()[index].function)) left.insert(each);
  EXPECT_EQ(left, all);
}

TEST_F(Folder, MergesWithoutWritingAFunctionTwice) {
  Seeds seeds;
  seeds.add_text(context_, kText, "text", SeedOptions{});
  const CorpusChange first = write_corpus(folder_, seeds, {0, 1, 2});
  EXPECT_EQ(first.written, 3u);
  EXPECT_TRUE(first.failed.empty());
  const CorpusChange second = write_corpus(folder_, seeds, {0, 1, 2, 3});
  EXPECT_EQ(second.written, 1u);
  EXPECT_EQ(second.already_there, 3u);
  EXPECT_EQ(load().size(), 4u);
}

TEST_F(Folder, LeavesQuarantinedFilesOutOfTheSeeds) {
  Seeds seeds;
  seeds.add_text(context_, kText, "text", SeedOptions{});
  write_corpus(folder_, seeds, {0});
  ASSERT_FALSE(quarantine(folder_, kText, "crashes in instcombine\nwith a long trace"));
  const Seeds loaded = load();
  EXPECT_EQ(loaded.size(), 1u);
  EXPECT_TRUE(loaded.skipped().empty());
}

}  // namespace
}  // namespace assay::mutate
