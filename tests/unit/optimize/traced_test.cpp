// Looking into an installed opt while it runs.
#include "services/worker/optimize/traced.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <numeric>
#include <set>

namespace assay::optimize {
namespace {

constexpr const char* kSums = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 3\n  %b = add i8 %a, 5\n  ret i8 %b\n}\n";
constexpr const char* kNegation =
    "define i8 @f(i8 %x, i8 %y) {\n  %a = sub i8 0, %x\n  %b = sub i8 %y, %a\n  ret i8 %b\n}\n";

std::set<std::string> functions_reached(TracedOpt& opt, const char* text) {
  std::vector<std::uint32_t> all(opt.blocks());
  std::iota(all.begin(), all.end(), 0u);
  const auto reached = opt.run(text, "instcombine", all, {});
  EXPECT_TRUE(reached) << reached.error();
  std::set<std::string> names;
  for (const std::uint32_t block : *reached)
    names.insert(opt.function_of(block).substr(0, opt.function_of(block).find('(')));
  return names;
}

// Every release that is here with its static archives; the one that Assay is built with is.
TEST(TracedOpt, NamesTheFunctionsThatARunReaches) {
  for (const char* release : {"14", "15", "16", "19", "22"}) {
    const std::string folder = std::string("/usr/lib/llvm-") + release;
    if (!std::filesystem::exists(folder + "/bin/opt") || !std::filesystem::exists(folder + "/lib/libLLVMInstCombine.a"))
      continue;
    SCOPED_TRACE(release);
    const auto compiler = open_compiler(folder + "/bin/opt");
    ASSERT_TRUE(compiler) << compiler.error();
    const auto opt = TracedOpt::open(**compiler);
    ASSERT_TRUE(opt) << opt.error();
    const auto sums = functions_reached(**opt, kSums), negation = functions_reached(**opt, kNegation);
    EXPECT_THAT(sums, testing::Contains("llvm::InstCombinerImpl::visitAdd"));
    EXPECT_THAT(sums, testing::Not(testing::Contains("llvm::InstCombinerImpl::visitSub")));
    EXPECT_THAT(negation, testing::Contains("llvm::InstCombinerImpl::visitSub"));
    EXPECT_EQ(functions_reached(**opt, kSums), sums);
  }
}

TEST(TracedOpt, AsksAboutTheWatchedBlocksOnly) {
  const auto compiler = open_compiler("/usr/lib/llvm-22/bin/opt");
  if (!compiler) GTEST_SKIP() << compiler.error();
  const auto opt = TracedOpt::open(**compiler);
  ASSERT_TRUE(opt) << opt.error();
  EXPECT_TRUE((*opt)->run(kSums, "instcombine", {}, {})->empty());
  EXPECT_FALSE((*opt)->run("no module", "instcombine", {}, {})) << "an opt that fails tells nothing";
}

TEST(TracedOpt, IsNoUseForTheLinkedLlvm) {
  const auto linked = open_compiler("linked");
  ASSERT_TRUE(linked);
  EXPECT_FALSE(TracedOpt::open(**linked));
}

}  // namespace
}  // namespace assay::optimize
