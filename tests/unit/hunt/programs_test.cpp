// Hunts whose mutants are whole programs.
#include <gtest/gtest.h>

#include <llvm/IR/LLVMContext.h>

#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

/// Plays an opt 22 that does to each program what the words of a shell say.
std::string opt_that(const std::string& does) {
  return "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n" +
         does + "\n";
}

struct Hunted {
  HuntStatistics statistics;
  std::vector<Finding> findings;
};

Hunted hunted(const std::string& opt, std::uint64_t programs, std::size_t enough,
              std::uint32_t oracle_every = HuntSettings::kNever, const std::string& profile = HuntSettings::kPrograms) {
  optimize::testing::TemporaryFolder folder;
  WorkUnit unit;
  unit.settings.compilers = {folder.script("opt", opt)};
  unit.settings.passes = {"instcombine"};
  unit.settings.profile = profile;
  if (profile == HuntSettings::kCsmith) unit.settings.targets = "x86-64";
  unit.settings.oracle_every = oracle_every;
  unit.seed = 7;
  unit.mutants = programs;
  auto job = Job::start({});
  if (!job) throw std::runtime_error(job.error());
  Hunted all;
  const BatchEnd end = (*job)->run(unit, {[&](const Finding& finding) { all.findings.push_back(finding); },
                                          [&](const HuntStatistics& delta) { all.statistics.add(delta); },
                                          [&] { return all.findings.size() >= enough; }});
  EXPECT_EQ(end.kind, BatchEnd::Kind::Completed) << end.reason;
  return all;
}

TEST(Programs, ThatDoTheSameAreDecidedByTheirExecution) {
  const Hunted all = hunted(opt_that("cat"), 20, 1);
  EXPECT_EQ(all.statistics.mutants, 20u);
  EXPECT_EQ(all.statistics.unchanged, 20u);
  EXPECT_TRUE(all.findings.empty());
  // Another text of the same meaning is executed.
  const Hunted changed = hunted(opt_that("sed 's/ nuw / /'"), 20, 1);
  EXPECT_EQ(changed.statistics.checked_exhaustive, 20u);
  EXPECT_TRUE(changed.findings.empty());
}

TEST(Programs, ThatPrintSomethingElseAreNarrowedToAFunction) {
  const Hunted all = hunted(opt_that("sed 's/ lshr / ashr /'"), 50, 1);
  ASSERT_FALSE(all.findings.empty());
  const Finding& finding = all.findings.front();
  EXPECT_EQ(finding.kind, FindingKind::Miscompile);
  EXPECT_NE(finding.function, "main");
  EXPECT_NE(finding.reduced.find(" lshr "), std::string::npos) << finding.reduced;
  EXPECT_EQ(finding.reduced.find("@main"), std::string::npos) << finding.reduced;
  EXPECT_EQ(finding.reduced.find("@printf"), std::string::npos) << finding.reduced;
  EXPECT_LT(finding.reduced.size(), finding.original.size());
}

/// Each is counted. Of those in the same words the first, second, fourth and eighth are analysed, and of these with one
/// cause the third is not reported.
TEST(Programs, ThatCrashACompilerInTheSameWordsAreReportedEverMoreRarely) {
  const Hunted all = hunted(opt_that("cat > /dev/null; kill -ABRT $$"), 8, 100);
  EXPECT_EQ(all.statistics.failures, 8u);
  EXPECT_EQ(all.findings.size(), 3u);
  for (const Finding& each : all.findings) EXPECT_EQ(each.kind, FindingKind::Crash);
}

TEST(Programs, AreJudgedByTheCostlyOraclesTooWhereTheyAreDrawn) {
  const Hunted all = hunted(opt_that("cat"), 3, 1, /*oracle_every=*/1);
  EXPECT_TRUE(all.findings.empty());
  EXPECT_EQ(all.statistics.judged, 3u);
}

/// The function's own text is what it was: what it reads is not.
TEST(Programs, ThatPrintByAnotherFormatAreNarrowedToTheFunctionThatReadsIt) {
  const Hunted all = hunted(opt_that("sed 's/%llx/%llu/'"), 5, 1);
  ASSERT_FALSE(all.findings.empty());
  const Finding& finding = all.findings.front();
  EXPECT_NE(finding.function, "main");
  EXPECT_NE(finding.reduced.find("@printf"), std::string::npos) << finding.reduced;
  EXPECT_EQ(finding.reduced.find("@main"), std::string::npos) << finding.reduced;
}

/// The text of a program that csmith wrote, as a batch for x86-64 has it.
std::string of_csmith(std::uint64_t batch_seed, std::uint64_t index) {
  llvm::LLVMContext context;
  InputOptions options;
  options.mix = *parse_mix(HuntSettings::kCsmith);
  auto source = MutantSource::open(context, options);
  if (!source) throw std::runtime_error(source.error());
  (*source)->begin_batch(batch_seed, options.mix);
  llvm::Module program("program", context);
  const auto environments = parse_environments("avx2");
  ir::set_environment(program, environments->front());
  EXPECT_TRUE((*source)->make_program(program, index));
  ir::set_environment(program, environments->front());
  EXPECT_FALSE(ir::verify(program));
  return ir::print(program);
}

TEST(Programs, OfCsmithAreAFunctionOfTheSeedAndForTheProcessorOfTheBatch) {
  const std::string first = of_csmith(1, 0);
  EXPECT_EQ(first, of_csmith(1, 0));
  EXPECT_NE(first, of_csmith(1, 1));
  EXPECT_NE(first.find("@main("), std::string::npos);
  EXPECT_NE(first.find("\"target-cpu\"=\"haswell\""), std::string::npos);
  EXPECT_EQ(first.find("optnone"), std::string::npos) << "passes leave such functions alone";
}

TEST(Programs, OfCsmithThatPrintSomethingElseAreNarrowedToAFunction) {
  const Hunted all = hunted(opt_that("sed 's/ lshr / ashr /'"), 8, 1, HuntSettings::kNever, HuntSettings::kCsmith);
  ASSERT_FALSE(all.findings.empty());
  EXPECT_NE(all.findings.front().function, "main");
  EXPECT_LT(all.findings.front().reduced.size(), all.findings.front().original.size() / 10);
}

}  // namespace
}  // namespace assay::hunt
