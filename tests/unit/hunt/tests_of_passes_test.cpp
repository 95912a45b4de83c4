#include "services/worker/hunt/tests_of_passes.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <fstream>

#include "services/common/scratch_folder.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/ir/ir.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

/// A folder of three tests; each function is known by a width that nothing else has.
class TreeOfTests : public testing::Test {
 protected:
  void SetUp() override {
    write("gvn.ll", "; RUN: opt -S -passes=gvn < %s\n", 71);
    write("sroa.ll", "; RUN: opt -S -passes='require<domtree>,function(sroa,gvn)' < %s\n", 72);
    write("x86.ll", "; RUN: opt -S -passes=gvn -mtriple=x86_64-- < %s\n", 73);
    write("none.ll", "", 74);
  }
  void write(const std::string& name, const std::string& run, unsigned bits) const {
    const std::string type = "i" + std::to_string(bits);
    std::ofstream(folder_.file(name)) << run << "define " << type << " @f(" << type << " %x) {\n  %a = mul " << type
                                      << " %x, 12345\n  %b = xor " << type << " %a, %x\n  ret " << type << " %b\n}\n";
  }
  /// The widths of the tests, sorted.
  std::vector<unsigned> widths(const std::vector<std::string>& pipelines, const std::string& triple) {
    llvm::LLVMContext context;
    const auto seeds = mutate::Seeds::load(context, {folder_.path()}, {});
    EXPECT_EQ(seeds->size(), 4u);
    std::vector<unsigned> found;
    for (const llvm::Function* function : TestsOfPasses(*seeds).of(pipelines, triple))
      found.push_back(function->getReturnType()->getIntegerBitWidth());
    std::sort(found.begin(), found.end());
    return found;
  }
  HuntSettings settings() const {
    HuntSettings settings;
    settings.compilers = {"linked"};
    settings.seeds = folder_.path();
    settings.passes = {HuntSettings::kTests};
    return settings;
  }

  ScratchFolder folder_{"assay-tests-"};
};

TEST(TestsOfPasses, ThePassOfAPipelineIsTheFirstThatDoesNotOnlyPrepare) {
  EXPECT_EQ(main_pass("gvn"), "gvn");
  EXPECT_EQ(main_pass("loop-vectorize,dce,instcombine"), "loop-vectorize");
  EXPECT_EQ(main_pass("require<domtree>,function(loop-simplify,lcssa,loop(indvars))"), "indvars");
  EXPECT_EQ(main_pass("mem2reg"), "mem2reg");
  EXPECT_EQ(main_pass("default<O3>"), "default<");
  EXPECT_EQ(main_pass(""), "");
}

TEST(TestsOfPasses, WhatChangesTheMeaningOfAProgramNeedNotRefineIt) {
  const auto why = [](const std::string& passes, const std::string& options = "") {
    optimize::OptRun run;
    run.passes = passes;
    run.opt_args = options;
    return std::string(why_not_refining(run) != nullptr ? why_not_refining(run) : "");
  };
  EXPECT_EQ(why("safe-stack"), "it adds calls that watch the program");
  for (const char* pass : {"function(lower-atomic)", "hipstdpar-math-fixup"})
    EXPECT_EQ(why(pass), "it is there to change what the program does") << pass;
  EXPECT_EQ(why("lower-matrix-intrinsics", "-matrix-default-layout=row-major"),
            "an option gives the input another meaning");
  EXPECT_EQ(why("elim-avail-extern", "-avail-extern-to-local"), "an option gives the input another meaning");
  EXPECT_EQ(why("simplify-type-tests"), "it counts on where a pass before it had the linker put things");
  for (const char* pass : {"instcombine", "guard-widening", "lower-matrix-intrinsics", "elim-avail-extern"})
    EXPECT_EQ(why(pass), "") << pass;
}

TEST_F(TreeOfTests, AreFoundByPassAndArchitecture) {
  EXPECT_EQ(widths({"gvn"}, ""), (std::vector<unsigned>{71, 73}));
  EXPECT_EQ(widths({"gvn"}, "x86_64-unknown-linux-gnu"), (std::vector<unsigned>{71, 73}));
  EXPECT_EQ(widths({"gvn"}, "aarch64-unknown-linux-gnu"), (std::vector<unsigned>{71}));
  EXPECT_EQ(widths({"gvn", "sroa<modify-cfg>"}, ""), (std::vector<unsigned>{71, 72, 73}));
  EXPECT_TRUE(widths({"licm"}, "").empty());
}

TEST_F(TreeOfTests, MutantsOfABatchAreMadeOfTheTestsOfItsPasses) {
  llvm::LLVMContext context;
  InputOptions options;
  options.seeds = {folder_.path()};
  auto source = MutantSource::open(context, options);
  ASSERT_TRUE(source) << source.error();
  const auto mutants_with = [&](const std::string& type) {
    unsigned found = 0;
    for (std::uint64_t index = 0; index < 200; ++index) {
      llvm::Module module("slice", context);
      if ((*source)->make(module, index, "m") == nullptr) continue;
      found += ir::print(module).find(type + " ") != std::string::npos ? 1 : 0;
    }
    return found;
  };
  (*source)->begin_batch(1, {{"peephole", 1}}, {"sroa"});
  EXPECT_GT(mutants_with("i72"), 2 * mutants_with("i71"));
  (*source)->begin_batch(1, {{"peephole", 1}}, {"licm"});
  const unsigned others = mutants_with("i71");
  EXPECT_GT(others, 0u) << "where no seed is a test of the passes, all are drawn";
}

TEST_F(TreeOfTests, AMutantIsForNoProcessorOfItsSeeds) {
  const ScratchFolder folder("assay-tests-");
  std::ofstream(folder.file("a64.ll"))
      << "; RUN: opt -S -passes=gvn < %s\ntarget triple = \"aarch64--\"\n"
         "define internal i71 @g(i71 %x) \"target-cpu\"=\"cortex-a53\" {\n  ret i71 %x\n}\n"
         "define i71 @f(i71 %x) vscale_range(1,2) \"target-features\"=\"+sme\" \"aarch64_pstate_sm_enabled\" {\n"
         "  %r = call i71 @g(i71 %x)\n  ret i71 %r\n}\n";
  llvm::LLVMContext context;
  InputOptions options;
  options.seeds = {folder.path()};
  auto source = MutantSource::open(context, options);
  ASSERT_TRUE(source) << source.error();
  (*source)->begin_batch(1, {{"peephole", 1}}, {"gvn"});
  unsigned mutants = 0, calls = 0;
  // Several in one module, as in a hunt: one may take away what others have left there.
  for (std::uint64_t slice = 0; slice < 10; ++slice) {
    llvm::Module module("slice", context);
    module.setTargetTriple(llvm::Triple("aarch64-unknown-linux-gnu"));
    for (std::uint64_t index = 10 * slice; index < 10 * (slice + 1); ++index) {
      const llvm::Function* mutant = (*source)->make(module, index, "m" + std::to_string(index));
      if (mutant == nullptr || !mutant->getReturnType()->isIntegerTy(71)) continue;
      ++mutants;
      const std::string text = ir::print(module);
      calls += text.find("define internal i71 @") != std::string::npos;
      for (const char* word : {"target-features", "vscale_range", "aarch64_", "target-cpu"})
        EXPECT_EQ(text.find(word), std::string::npos) << text;
    }
  }
  EXPECT_GT(mutants, 0u);
  EXPECT_GT(calls, 0u);
}

TEST_F(TreeOfTests, AHuntOfTestsRunsWhatTheirRunLinesRun) {
  write("print.ll", "; RUN: opt -S -passes='print<domtree>' < %s\n", 75);
  write("wrong.ll", "; RUN: opt -S -passes=no-such-pass < %s\n", 76);
  write("vector.ll", "; RUN: opt -S -passes=loop-vectorize -force-vector-width=4 < %s\n", 77);
  write("riscv.ll", "; RUN: opt -S -passes=instcombine -riscv-v-vector-bits-min=256 < %s\n", 79);
  write("matrix.ll", "; RUN: opt -S -passes=lower-matrix-intrinsics -matrix-default-layout=row-major < %s\n", 78);
  const auto targets = open_targets(settings());
  ASSERT_TRUE(targets) << targets.error();
  std::vector<std::string> pipelines;
  for (const optimize::Invocation& each : targets->front().pipelines)
    pipelines.push_back(each.passes + "|" + each.opt_args);
  EXPECT_EQ(pipelines,
            (std::vector<std::string>{"gvn|", "loop-vectorize|-force-vector-width=4 -hints-allow-reordering=false",
                                      "require<domtree>,function(sroa,gvn)|"}));
}

/// As codegenprepare of opt 19, which wants a target.
TEST_F(TreeOfTests, APipelineThatCrashesWhereThereIsNothingToDoIsLeftOut) {
  optimize::testing::TemporaryFolder scripts;
  HuntSettings asked = settings();
  asked.compilers = {scripts.script(
      "opt", "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *sroa*) kill -ABRT $$;; esac\ncat\n")};
  const auto targets = open_targets(asked);
  ASSERT_TRUE(targets) << targets.error();
  ASSERT_EQ(targets->front().pipelines.size(), 1u);
  EXPECT_EQ(targets->front().pipelines.front().passes, "gvn");
  asked.passes = {"sroa"};
  EXPECT_TRUE(open_targets(asked)) << "who asks for it gets it";
}

TEST_F(TreeOfTests, WhatIsLeftOutIsCountedByReason) {
  write("print.ll", "; RUN: opt -S -passes='print<domtree>' < %s\n", 75);
  for (const char* count : {"1", "2", "3", "5"})
    write(std::string("a") + count + ".ll",
          "; RUN: opt -S -passes=gvn -gvn-max-num-deps=" + std::string(count) + " < %s\n", 80);
  const TestedPipelines tested = pipelines_of_tests(
      folder_.path(), [](const std::string& pipeline) { return pipeline.find("sroa") == std::string::npos; });
  EXPECT_EQ(tested.passes.size(), 4u) << "of a pass, the most frequent";
  EXPECT_EQ(tested.passes.front(), "gvn") << "two tests run it";
  EXPECT_EQ(tested.left_out.at("a compiler refuses it"), 1u);
  EXPECT_EQ(tested.left_out.at("others of the pass are in more RUN lines"), 1u);
  EXPECT_EQ(tested.left_out.at("it changes nothing but what is printed"), 1u);
}

TEST_F(TreeOfTests, WhatAPassExpectsRunsBeforeIt) {
  write("structure.ll", "; RUN: opt -S -passes=lower-switch,structurizecfg < %s\n", 81);
  write("exits.ll", "; RUN: opt -S -passes='function(unify-loop-exits)' < %s\n", 82);
  const std::string all = "lower-switch,fix-irreducible,unify-loop-exits,lower-switch,structurizecfg";
  const auto tested = pipelines_of_tests(folder_.path(), [](const std::string&) { return true; }).passes;
  EXPECT_EQ(std::count(tested.begin(), tested.end(), all), 1);
  EXPECT_EQ(std::count(tested.begin(), tested.end(), "lower-switch,function(unify-loop-exits)"), 1);
  EXPECT_EQ(main_pass(all), "structurizecfg");
  EXPECT_EQ(main_pass("lower-switch"), "lower-switch");
}

TEST_F(TreeOfTests, AHuntOfTestsNeedsSome) {
  HuntSettings none = settings();
  none.seeds.clear();
  EXPECT_NE(open_targets(none).error().find("--seeds"), std::string::npos);
  ScratchFolder empty("assay-tests-");
  none.seeds = empty.path();
  EXPECT_NE(open_targets(none).error().find(empty.path()), std::string::npos);
}

}  // namespace
}  // namespace assay::hunt
