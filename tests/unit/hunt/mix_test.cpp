#include "services/worker/hunt/mix.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <set>

#include "services/common/work.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::hunt {
namespace {

unsigned weight_of(const Mix& mix, const std::string& profile) {
  for (const Share& share : mix)
    if (share.profile == profile) return share.weight;
  return 0;
}

TEST(Mix, ReadsProfilesAndTheirWeights) {
  EXPECT_EQ(*parse_mix("memory"), (Mix{{"memory", 1}}));
  EXPECT_EQ(*parse_mix("memory:3,floats"), (Mix{{"memory", 3}, {"floats", 1}}));
  for (const char* bad :
       {"", "nonsense", "memory:", "memory:0", "memory:x", "memory,", "memory:3:4", "memory:99999999999"})
    EXPECT_FALSE(parse_mix(bad)) << bad;
  EXPECT_EQ(*parse_mix(HuntSettings::kPrograms), (Mix{{"programs", 1}}));
  EXPECT_EQ(*parse_mix(HuntSettings::kCsmith), (Mix{{"csmith", 1}}));
  for (const char* with_others : {"memory,programs", "csmith,memory", "csmith:2"})
    EXPECT_FALSE(parse_mix(with_others)) << "programs stand alone";
  EXPECT_NE(parse_mix("nonsense").error().find("peephole"), std::string::npos) << "the error lists what there is";
}

TEST(Mix, FeedsPassesWhatTheyLookAt) {
  for (const char* pass : {"dse", "sroa", "gvn", "memcpyopt", "early-cse<memssa>", "function(sroa,mem2reg)"})
    EXPECT_GT(weight_of(mix_for({pass}), "memory"), 0u) << pass;
  for (const char* pass : {"licm", "loop-vectorize", "loop-unroll", "indvars", "loop-mssa(licm)", "default<O2>"})
    EXPECT_GT(weight_of(mix_for({pass}), "loops"), 0u) << pass;
  for (const char* pass : {"inline", "ipsccp", "cgscc(argpromotion)"})
    EXPECT_GT(weight_of(mix_for({pass}), "interprocedural"), 0u) << pass;
  EXPECT_GT(weight_of(mix_for({"slp-vectorizer"}), "vectors"), 0u);
  const Mix peephole = mix_for({"instcombine<no-verify-fixpoint>"});
  EXPECT_GT(weight_of(peephole, "peephole"), weight_of(peephole, "memory"));
  EXPECT_EQ(weight_of(mix_for({"dse"}), "interprocedural"), 0u);
  for (const std::string& pipeline : pipeline_mix())
    EXPECT_GT(weight_of(mix_for({optimize::parse_invocation(pipeline).passes}), "peephole"), 0u) << pipeline;
  for (const std::string& pipeline : pipeline_mix())
    EXPECT_FALSE(optimize::check_opt_args(optimize::parse_invocation(pipeline).opt_args)) << pipeline;
  EXPECT_GT(mix_for({"a-pass-of-tomorrow"}).size(), 4u) << "an unknown pass gets some of everything";
}

TEST(Mix, DrawsAFewOfManyPipelinesAndEachAtSomeTime) {
  EXPECT_EQ(draw_pipelines(1, {1, 7}), (std::vector<std::size_t>{0, 1}));
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto drawn = draw_pipelines(seed, std::vector<std::uint64_t>(20, 1'000));
    EXPECT_EQ(drawn, draw_pipelines(seed, std::vector<std::uint64_t>(20, 1'000)));
    EXPECT_EQ(std::set<std::size_t>(drawn.begin(), drawn.end()).size(), 3u);
    seen.insert(drawn.begin(), drawn.end());
  }
  EXPECT_EQ(seen.size(), 20u);
}

TEST(Mix, SortsFunctionsByTheirLanguage) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, R"(
declare void @unknown()
declare i8 @llvm.umax.i8(i8, i8)
define i8 @peephole(i8 %x) {
  %r = call i8 @llvm.umax.i8(i8 %x, i8 3)
  ret i8 %r
}
define <2 x i8> @vectors(<2 x i8> %x) {
  ret <2 x i8> %x
}
define i1 @floats(float %x) {
  %r = fcmp oeq float %x, 1.0
  ret i1 %r
}
define i8 @memory(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}
define void @loops(i1 %c) {
entry:
  br label %body
body:
  br i1 %c, label %body, label %done
done:
  ret void
}
define void @interprocedural() {
  call void @unknown()
  ret void
}
)",
                                "text");
  ASSERT_TRUE(module) << module.error();
  for (const llvm::Function& function : **module)
    if (!function.isDeclaration()) EXPECT_EQ(theme_of(function), function.getName());
}

}  // namespace
}  // namespace assay::hunt
