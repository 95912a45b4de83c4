#include "services/worker/compare/compare.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "services/worker/compare/measure.h"
#include "services/worker/ir/ir.h"

namespace assay::compare {
namespace {

namespace fs = std::filesystem;

constexpr const char* k19 = "/usr/lib/llvm-19/bin/opt";
constexpr const char* k22 = "/usr/lib/llvm-22/bin/opt";

std::string seeds() {
  const char* root = std::getenv("ASSAY_SOURCE");
  return std::string(root == nullptr ? "." : root) + "/corpus/seeds";
}

const Summary& summary_of(const Comparison& comparison, Measure measure) {
  return comparison.summaries.at(static_cast<std::size_t>(measure));
}

/// A comparison of that many inputs, all of the same value but for those that a test changes.
Comparison alike(std::size_t inputs, double value) {
  Comparison comparison;
  for (std::size_t i = 0; i < inputs; ++i) {
    const std::vector<Sample> same(static_cast<std::size_t>(Measure::Count), {value, 0, true});
    comparison.inputs.push_back({"input" + std::to_string(i), same, same});
  }
  return comparison;
}

TEST(Compare, InstructionsOfTextAreThoseThatLLVMCounts) {
  const auto inputs = read_inputs({seeds()});
  ASSERT_TRUE(inputs) << inputs.error();
  ASSERT_GT(inputs->size(), 10u);
  for (const Input& input : *inputs) {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, input.ir, input.name);
    ASSERT_TRUE(module) << module.error();
    EXPECT_EQ(instructions_in(ir::print(**module)), (*module)->getInstructionCount()) << input.name;
  }
  const char* spread =
      "define i32 @f(i32 %x) personality ptr @p {\n  switch i32 %x, label %a [\n    i32 1, label %b\n    i32 2, label "
      "%a\n  ]\n\n"
      "a:\n    #dbg_value(i32 %x, !1, !DIExpression(), !2)\n  %r = invoke i32 @g()\n          to label %b unwind label "
      "%u\n\n"
      "b:\n  ret i32 0\n\nu:\n  %l = landingpad { ptr, i32 }\n          cleanup\n  ; a comment\n  unreachable\n}\n"
      "@g = global i32 0\n  stray\n";
  EXPECT_EQ(instructions_in(spread), 5u);
}

TEST(Compare, FreezesAreTakenOutOfTextThatStaysAModule) {
  const std::string text =
      "define i1 @f(<2 x i32> %x, i1 %y, { i1, i1 } %z) {\n  %a = freeze <2 x i32> %x\n  %b = freeze i1 %y, !dbg !1\n"
      "  %c = freeze { i1, i1 } %z\n  %d = add i32 0, 0\n  ret i1 %b\n}\n";
  const WithoutFreezes without = without_freezes(text);
  EXPECT_EQ(without.count, 2u);
  EXPECT_EQ(without.text,
            "define i1 @f(<2 x i32> %x, i1 %y, { i1, i1 } %z) {\n  %a = bitcast <2 x i32> %x to <2 x i32>\n"
            "  %b = bitcast i1 %y to i1\n  %c = freeze { i1, i1 } %z\n  %d = add i32 0, 0\n  ret i1 %b\n}\n");
}

TEST(Compare, FreezeOnAndOffIsACompilerBesideItself) {
  Options options;
  options.runs = 1;
  options.passes = "instcombine";
  options.without_freezes = FreezesOut::OfBranch;
  const std::string opt = k22;
  const std::vector<Input> inputs{{"f",
                                   "define i32 @f(i32 %x) {\n  %a = freeze i32 %x\n  %b = mul i32 %a, %a\n"
                                   "  ret i32 %b\n}\n"}};
  const auto comparison = compare(opt, opt, inputs, options);
  ASSERT_TRUE(comparison) << comparison.error();
  EXPECT_EQ(comparison->baseline_freezes, 1u);
  EXPECT_EQ(comparison->branch_freezes, 1u);
  constexpr auto kInstructions = static_cast<std::size_t>(Measure::Instructions);
  EXPECT_EQ(comparison->inputs[0].baseline[kInstructions].value, 3);
  EXPECT_EQ(comparison->inputs[0].branch[kInstructions].value, 2);
}

TEST(Compare, TheMedianAndTheMedianDistanceAreNotMovedByOneOddRun) {
  EXPECT_EQ(median_of({}), (Sample{0, 0, true}));
  EXPECT_EQ(median_of({10, 12, 11, 10, 900}), (Sample{11, 1, true}));
  EXPECT_EQ(median_of({4, 2}), (Sample{3, 1, true}));
}

TEST(Compare, AnInputThatIsFarFromTheOthersIsAnOutlierInItsDirection) {
  Comparison comparison = alike(20, 1'000);
  const auto set = [&](std::size_t input, Measure measure, double value) {
    comparison.inputs[input].branch[static_cast<std::size_t>(measure)].value = value;
  };
  set(3, Measure::Instructions, 2'000);
  set(4, Measure::ObjectSize, 500);
  set(5, Measure::Instructions, 1'020);  // two per cent
  find_outliers(comparison, 0.05);
  ASSERT_EQ(comparison.outliers.size(), 2u);
  EXPECT_EQ(comparison.outliers[0].input, "input3");
  EXPECT_EQ(comparison.outliers[0].measure, Measure::Instructions);
  EXPECT_NEAR(comparison.outliers[0].ratio, 2, 0.01);
  EXPECT_EQ(comparison.outliers[1].input, "input4");
  EXPECT_EQ(summary_of(comparison, Measure::Instructions).worse, 1u);
  EXPECT_EQ(summary_of(comparison, Measure::ObjectSize).better, 1u);
  EXPECT_TRUE(comparison.costs_more(0.05));
}

TEST(Compare, WhatRunsOfTheSameDifferByIsNoOutlier) {
  Comparison comparison = alike(20, 100);
  const auto time = static_cast<std::size_t>(Measure::CompileTime);
  comparison.inputs[2].branch[time] = {140, 15, true};  // 40 ms apart, but its own runs are 15 ms apart in the median
  comparison.inputs[3].branch[time] = {140, 1, true};
  comparison.inputs[4].baseline[time].value = 0.5;  // a ratio of 3, and all of it noise
  comparison.inputs[4].branch[time].value = 1.5;
  find_outliers(comparison, 0.05);
  ASSERT_EQ(comparison.outliers.size(), 1u);
  EXPECT_EQ(comparison.outliers[0].input, "input3");
}

TEST(Compare, ABranchThatCostsMoreEverywhereHasNoOutliersButAMedianThatTellsIt) {
  Comparison comparison = alike(20, 1'000);
  for (ComparedInput& input : comparison.inputs)
    input.branch[static_cast<std::size_t>(Measure::ObjectSize)].value = 1'200;
  find_outliers(comparison, 0.05);
  EXPECT_TRUE(comparison.outliers.empty());
  EXPECT_NEAR(summary_of(comparison, Measure::ObjectSize).ratio, 1.2, 0.01);
  EXPECT_TRUE(comparison.costs_more(0.05));
  EXPECT_FALSE(comparison.costs_more(0.25));
}

TEST(Compare, MemoryThatCannotBeToldFromOursIsNotCompared) {
  Comparison comparison = alike(3, 100'000);
  const auto memory = static_cast<std::size_t>(Measure::PeakMemory);
  comparison.inputs[0].branch[memory] = {900'000, 0, false};
  find_outliers(comparison, 0.05);
  EXPECT_EQ(summary_of(comparison, Measure::PeakMemory).inputs, 2u);
  EXPECT_TRUE(comparison.outliers.empty());
}

constexpr const char* kLoop = R"(
define i32 @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %q, align 4
  %t = add i32 %s, %v
  %next = add nuw i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %t
}
)";

TEST(Compare, ACompilerIsLikeItselfInAllThatIsExact) {
  Options options;
  options.runs = 2;
  const auto comparison = compare(k22, k22, {{"loop", kLoop}}, options);
  ASSERT_TRUE(comparison) << comparison.error();
  ASSERT_EQ(comparison->inputs.size(), 1u) << text_of(*comparison, 5);
  for (const Measure measure : {Measure::Instructions, Measure::ObjectSize}) {
    const auto index = static_cast<std::size_t>(measure);
    EXPECT_EQ(comparison->inputs[0].baseline[index], comparison->inputs[0].branch[index]);
    EXPECT_GT(comparison->inputs[0].branch[index].value, 5);
    EXPECT_EQ(comparison->inputs[0].branch[index].spread, 0);
  }
  const Sample& memory = comparison->inputs[0].branch[static_cast<std::size_t>(Measure::PeakMemory)];
  EXPECT_GT(memory.value, 10'000) << "an opt takes tens of megabytes";
}

TEST(Compare, OfAnInputThatTakesLessThanIsAskedForOnlyWhatIsCountedIsCompared) {
  Options options;
  options.runs = 1;
  options.least_ms = 1e9;
  const auto comparison = compare(k22, k22, {{"loop", kLoop}}, options);
  ASSERT_TRUE(comparison) << comparison.error();
  EXPECT_EQ(summary_of(*comparison, Measure::CompileTime).inputs, 0u);
  EXPECT_EQ(summary_of(*comparison, Measure::PeakMemory).inputs, 0u);
  EXPECT_EQ(summary_of(*comparison, Measure::Instructions).inputs, 1u);
  EXPECT_EQ(summary_of(*comparison, Measure::ObjectSize).inputs, 1u);
}

TEST(Compare, TwoReleasesGetTheSameTextAndWhatOneCantCompileIsTold) {
  Options options;
  options.runs = 1;
  options.passes = "instcombine";
  // The flag is newer than 19, so both get the text without it; nobody can compile the other one.
  const std::string newer = "define i1 @f(i8 %x) {\n  %c = icmp samesign ult i8 %x, 3\n  ret i1 %c\n}\n";
  const auto comparison = compare(k19, k22, {{"newer", newer}, {"broken", "define i8 @f() {"}}, options);
  ASSERT_TRUE(comparison) << comparison.error();
  ASSERT_EQ(comparison->inputs.size(), 1u) << text_of(*comparison, 5);
  EXPECT_EQ(comparison->inputs[0].input, "newer");
  ASSERT_EQ(comparison->not_compared.size(), 1u);
  EXPECT_NE(comparison->not_compared[0].reason.find("opt: it ended with exit code 1"), std::string::npos);
  EXPECT_NE(markdown_of(*comparison, 5).find("`instcombine` "), 0u);
  EXPECT_FALSE(compare("linked", k22, {}, options));
  EXPECT_FALSE(compare(k22, "/bin/true", {}, options));
  options.passes = "nonsense";
  EXPECT_FALSE(compare(k19, k22, {}, options));
}

TEST(Compare, WithoutAnLlcOnlyWhatOptDoesIsComparedAndThatIsSaid) {
  std::string folder = (fs::temp_directory_path() / "assay-compare-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/opt") << "#!/bin/bash\nexec " << k22 << " \"$@\"\n";
  fs::permissions(folder + "/opt", fs::perms::owner_all);
  Options options;
  options.runs = 1;
  const auto comparison = compare(k22, folder + "/opt", {{"loop", kLoop}}, options);
  fs::remove_all(folder);
  ASSERT_TRUE(comparison) << comparison.error();
  EXPECT_EQ(comparison->no_objects, "no llc lies beside " + folder + "/opt");
  EXPECT_EQ(comparison->compared, 1u) << text_of(*comparison, 5);
  EXPECT_EQ(summary_of(*comparison, Measure::Instructions).inputs, 1u);
  EXPECT_EQ(summary_of(*comparison, Measure::ObjectSize).inputs, 0u);
  EXPECT_NE(text_of(*comparison, 5).find(comparison->no_objects), std::string::npos);
}

TEST(Compare, SomeOfTheInputsAreSpreadOverAll) {
  std::vector<Input> inputs;
  for (int i = 0; i < 10; ++i) inputs.push_back({std::to_string(i), ""});
  EXPECT_EQ(some_of(inputs, 10).size(), 10u);
  const auto some = some_of(inputs, 3);
  ASSERT_EQ(some.size(), 3u);
  EXPECT_EQ(some[0].name + some[1].name + some[2].name, "036");
}

/// An opt that burns processor time over inputs that have a certain word, with the llc of 22 beside it.
/// A module whose time is more than noise.
std::string many_loops() {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    std::string one = kLoop;
    text += one.replace(one.find("@f"), 2, "@f" + std::to_string(i));
  }
  return text;
}

TEST(Compare, AnInputThatABranchIsSlowOnIsFound) {
  std::string folder = (fs::temp_directory_path() / "assay-compare-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/opt") << "#!/bin/bash\ncase \"$*\" in *--version*) exec " << k22
                                 << " --version;; esac\ntext=$(cat)\n"
                                 << "case $text in *@slow*) for ((i = 0; i < 600000; ++i)); do :; done;; esac\nexec "
                                 << k22 << " \"$@\" <<<\"$text\"\n";
  fs::permissions(folder + "/opt", fs::perms::owner_all);
  fs::create_symlink("/usr/lib/llvm-22/bin/llc", folder + "/llc");
  Options options;
  options.runs = 7;  // a shared processor is slow now and then
  std::vector<Input> inputs;
  for (int i = 0; i < 5; ++i) inputs.push_back({"quick" + std::to_string(i), many_loops()});
  std::string slow = many_loops();
  inputs.push_back({"slow", slow.replace(slow.find("@f0"), 3, "@slow")});
  const auto comparison = compare(k22, folder + "/opt", inputs, options);
  fs::remove_all(folder);
  ASSERT_TRUE(comparison) << comparison.error();
  ASSERT_FALSE(comparison->outliers.empty()) << text_of(*comparison, 5);
  EXPECT_EQ(comparison->outliers[0].input, "slow") << text_of(*comparison, 5);
  EXPECT_EQ(comparison->outliers[0].measure, Measure::CompileTime);
}

}  // namespace
}  // namespace assay::compare
