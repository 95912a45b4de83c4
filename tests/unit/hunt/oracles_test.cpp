// What a hunt makes of the oracles' complaints, with shell scripts that play the compiler.
#include <gmock/gmock.h>
#include <llvm/IR/LLVMContext.h>

#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/slice.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

using optimize::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr std::uint32_t kSliceSize = 8;

// Changes nothing, but answers as an opt 22 does.
constexpr const char* kHead =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "text=$(cat)\n";
constexpr const char* kSame = "printf '%s\\n' \"$text\"\n";

class Recorder : public Observer {
 public:
  void enter(Phase) override {}
  void raw_finding(const Finding&) override { ++raw; }
  void finding(const Finding& finding) override { findings.push_back(finding); }
  void withdrawn() override { ++taken_back; }
  void alone(const std::string&) override {}

  std::vector<Finding> findings;
  int raw = 0, taken_back = 0;
};

class HuntOracles : public ::testing::Test {
 protected:
  // Hunts one slice with a compiler that does what the script says.
  HuntStatistics hunt(const std::string& script, std::uint32_t oracle_every) {
    HuntSettings settings;
    settings.compilers = {folder_.script("opt", kHead + script)};
    settings.passes = {"instcombine"};
    auto targets = open_targets(settings);
    EXPECT_TRUE(targets) << targets.error();
    llvm::LLVMContext context;
    auto source = MutantSource::open(context, {});
    SliceOptions options;
    options.oracle_every = oracle_every;
    SliceHunter hunter(**source, *targets, options, seen_, *shapes_);
    hunter.begin_batch(7);
    HuntStatistics statistics;
    hunter.run(0, kSliceSize, false, statistics);
    return statistics;
  }

  TemporaryFolder folder_;
  Recorder seen_;
  std::shared_ptr<SharedCounts> shapes_ = SharedCounts::make();
};

TEST_F(HuntOracles, CodeThatDependsOnDebugInfoIsAFinding) {
  const auto statistics =
      hunt("case \"$text\" in *dbg*) text=$(printf '%s\\n' \"$text\" | sed 's/^define /define weak /');; esac\n" +
               std::string(kSame),
           1);
  ASSERT_FALSE(seen_.findings.empty());
  const Finding& finding = seen_.findings.front();
  EXPECT_EQ(finding.kind, FindingKind::DebugVariance);
  EXPECT_EQ(finding.reason, "debug info changes the code");
  EXPECT_EQ(finding.culprit, "instcombine");
  EXPECT_THAT(finding.signature, HasSubstr("debug-variance instcombine"));
  EXPECT_LT(finding.reduced.size(), finding.original.size());
  EXPECT_GE(statistics.failures, seen_.findings.size());
}

TEST_F(HuntOracles, TwoRunsWithTwoResultsAreAFinding) {
  // Where the text stands in memory decides: the comment that the oracle puts before it changes what is made. (A
  // compiler under test can't remember its runs in a file.)
  const auto statistics =
      hunt("case \"$text\" in *..........*) text=$(printf '%s\n' \"$text\" | sed 's/^define /define weak /');; esac\n" +
               std::string(kSame),
           1);
  ASSERT_FALSE(seen_.findings.empty());
  for (const Finding& finding : seen_.findings) EXPECT_EQ(finding.kind, FindingKind::Nondeterminism);
  EXPECT_EQ(statistics.failures, kSliceSize) << "one failure is one finding, whichever oracles would see it";
  EXPECT_LT(seen_.findings.size(), kSliceSize) << "failures that look alike are analysed ever more rarely";
}

TEST_F(HuntOracles, ASoundCompilerIsNotComplainedOf) {
  const auto statistics = hunt(kSame, 1);
  EXPECT_EQ(statistics.mutants, kSliceSize);
  EXPECT_EQ(statistics.failures, 0u);
  EXPECT_EQ(seen_.raw, 0);
}

TEST_F(HuntOracles, TheCostlyOnesAreAskedOfAsManyMutantsAsTheHuntAllows) {
  EXPECT_EQ(hunt(kSame, 0).judged, 0u);
  EXPECT_EQ(hunt(kSame, 1).judged, kSliceSize);
  EXPECT_LT(hunt(kSame, 4).judged, kSliceSize);
}

TEST_F(HuntOracles, WhatOneCannotJudgeIsCountedByReason) {
  const auto statistics = hunt("case \"$text\" in *dbg*) exit 1;; esac\n" + std::string(kSame), 1);
  EXPECT_TRUE(seen_.findings.empty());
  std::uint64_t counted = 0;
  for (const auto& [reason, count] : statistics.unsupported_reasons)
    if (reason.starts_with("debug-invariance: with debug info")) counted += count;
  EXPECT_EQ(counted, kSliceSize);
}

TEST_F(HuntOracles, ACrashIsAFindingWithoutTheCostlyOnes) {
  hunt("case \"$text\" in *probe*) ;; *) kill -SEGV $$;; esac\n" + std::string(kSame), 0);
  ASSERT_FALSE(seen_.findings.empty());
  EXPECT_EQ(seen_.findings.front().kind, FindingKind::Crash);
}

// A compiler of one kind, and what it answers to a question of each kind.
TEST_F(HuntOracles, AnAnswerTellsReproducesDoesNotAndUndecidedApart) {
  const auto answer = [&](const std::string& script, FindingKind kind) {
    auto compiler = optimize::open_compiler(folder_.script("opt", kHead + script));
    EXPECT_TRUE(compiler) << compiler.error();
    return Asker(Question{}, kind).ask(**compiler, optimize::testing::kAddSub, "instcombine").kind;
  };
  const std::string crash = "kill -SEGV $$\n";
  EXPECT_EQ(answer(crash, FindingKind::Crash), Answer::Kind::Reproduces);
  EXPECT_EQ(answer(kSame, FindingKind::Crash), Answer::Kind::DoesNot);
  EXPECT_EQ(answer(kSame, FindingKind::Miscompile), Answer::Kind::DoesNot);
  EXPECT_EQ(answer("printf '%s\\n' \"$text\" | sed 's/sub i8 %a, 1/sub i8 %a, 2/'\n", FindingKind::Miscompile),
            Answer::Kind::Reproduces);
  EXPECT_EQ(answer(crash, FindingKind::Miscompile), Answer::Kind::Undecided);
  EXPECT_EQ(answer(crash, FindingKind::InvalidIr), Answer::Kind::Undecided);
  EXPECT_EQ(answer(crash, FindingKind::Hang), Answer::Kind::DoesNot);
  EXPECT_EQ(answer(kSame, FindingKind::DebugVariance), Answer::Kind::DoesNot);
}

}  // namespace
}  // namespace assay::hunt
