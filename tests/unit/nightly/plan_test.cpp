#include "services/nightly/plan.h"

#include <gmock/gmock.h>

namespace assay::nightly {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kPlan = R"(name: llvm
database: nights.db
baseline: old
branches:
  - name: old
    opt: /opt/old/bin/opt
  - name: trunk
    checkout: src
    update: git pull --ff-only
    configure: cmake -B build
    build: ninja -C build opt
    opt: build/bin/opt
    keep: [build/lib]
passes:
  - pipeline: instcombine
    share: 3
    branches: [trunk]
  - pipeline: mix
budget:
  time: 2h
  mutants: 1000
  memory: 4096
  jobs: 2
costs:
  inputs: modules
  most: 20
  runs: 5
  time: 2m
seeds: seeds
seed: 7
known-roots: roots.yaml
tolerate: []
tell:
  - command: mail -s night team@example.org
    format: markdown
    when: news
)";

/// The plan with a line in place of another.
std::string with(const std::string& line, const std::string& instead) {
  std::string text = kPlan;
  const auto at = text.find(line);
  EXPECT_NE(at, std::string::npos) << line;
  return text.replace(at, line.size(), instead);
}

std::string complaint(const std::string& text) {
  const auto plan = parse_plan(text, "/plans/night.yaml");
  EXPECT_FALSE(plan);
  return plan ? "" : plan.error();
}

TEST(Plan, HoldsWhatItsFileSays) {
  const auto plan = parse_plan(kPlan, "/plans/night.yaml");
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->name, "llvm");
  EXPECT_EQ(plan->database, "/plans/nights.db");
  EXPECT_EQ(plan->state, "/plans/nights.db.nights");
  ASSERT_EQ(plan->branches.size(), 2u);
  EXPECT_FALSE(plan->branches[0].is_built());
  EXPECT_EQ(plan->branches[0].opt, "/opt/old/bin/opt");
  EXPECT_EQ(plan->branches[1].checkout, "/plans/src");
  EXPECT_EQ(plan->branches[1].opt, "build/bin/opt");
  EXPECT_EQ(plan->branches[1].keep, std::vector<std::string>{"build/lib"});
  EXPECT_EQ(plan->passes[0].share, 3u);
  EXPECT_EQ(plan->passes[1].share, 1u);
  EXPECT_EQ(plan->budget.time_s, 7200u);
  EXPECT_EQ(plan->budget.mutants, 1000u);
  EXPECT_EQ(plan->budget.memory_mb, 4096u);
  EXPECT_TRUE(plan->costs.wanted);
  EXPECT_EQ(plan->costs.inputs, "/plans/modules");
  EXPECT_EQ(plan->costs.most, 20u);
  EXPECT_EQ(plan->costs.runs, 5u);
  EXPECT_EQ(plan->costs.time_s, 120u);
  EXPECT_EQ(plan->costs.passes, "default<O2>");
  EXPECT_EQ(plan->seed, 7u);
  EXPECT_EQ(plan->seeds, "/plans/seeds");
  EXPECT_TRUE(plan->tolerate.empty());
  EXPECT_EQ(plan->tell[0].format, ReportFormat::Markdown);
  EXPECT_EQ(plan->tell[0].when, Listener::When::News);
}

TEST(Plan, ABranchIsComparedWithItsOwnBaselineOrThePlans) {
  const auto plan =
      parse_plan(with("keep: [build/lib]", "baseline: third\n  - {name: third, opt: /opt/3}"), "/plans/night.yaml");
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->baseline_of(plan->branches[0]), nullptr);  // it is the baseline
  EXPECT_EQ(plan->baseline_of(plan->branches[1])->name, "third");
  EXPECT_EQ(plan->baseline_of(plan->branches[2])->name, "old");
}

TEST(Plan, AMistakeIsToldWithFileLineKeyAndWhatWasExpected) {
  EXPECT_EQ(complaint(with("  time: 2h", "  time: 2 hours")),
            "/plans/night.yaml:20: `time: 2 hours`: \"2 hours\" is no duration: expected 90, 90s, 5m or "
            "2h; a number alone is seconds");
  EXPECT_EQ(complaint(with("    share: 3", "    share: many")),
            "/plans/night.yaml:16: `share: many`: expected a whole number above 0");
  EXPECT_EQ(complaint(with("    format: markdown", "    format: markdwn")),
            "/plans/night.yaml:35: `format: markdwn`: expected text, markdown, html or json; did you mean 'markdown'?");
  EXPECT_EQ(complaint(with("    build: ninja", "    biuld: ninja")),
            "/plans/night.yaml:11: `biuld: ninja -C build opt`: unknown key 'biuld'; did you mean 'build'?");
  EXPECT_THAT(complaint(with("  jobs: 2", "  jobs: 2\n  jobs: 3")),
              StartsWith("/plans/night.yaml:24: `jobs: 3`: duplicated mapping key 'jobs'"));
  EXPECT_THAT(complaint(with("database: nights.db\n", "")), HasSubstr("missing required key 'database'"));
  EXPECT_THAT(complaint(with("branches: [trunk]", "branches: [trnk]")),
              StartsWith("/plans/night.yaml:17: `branches: [trnk]`: no branch is called 'trnk'; did you mean 'trunk'? "
                         "(there are old, trunk)"));
  EXPECT_THAT(complaint(with("baseline: old", "baseline: older")),
              StartsWith("/plans/night.yaml:3: `baseline: older`: no branch is called 'older'; did you mean 'old'?"));
  EXPECT_THAT(complaint(with("    opt: build/bin/opt", "    opt: build/bin/opt\n    baseline: trunk")),
              HasSubstr("'trunk' is its own baseline"));
  EXPECT_THAT(complaint(with("    build: ninja -C build opt\n", "")), HasSubstr("checkout needs build"));
  EXPECT_THAT(complaint(with("  - name: trunk", "  - name: old")),
              StartsWith("/plans/night.yaml:5: `- name: old`: 'old' stands there twice"));
  EXPECT_THAT(complaint(with("  - name: trunk", "  - name: ../x")), HasSubstr("expected a name of letters"));
  EXPECT_THAT(complaint("- a\n- b\n"), StartsWith("/plans/night.yaml:1:"));
  EXPECT_THAT(complaint(""), StartsWith("/plans/night.yaml:1:"));
  EXPECT_THAT(complaint("a: [\n"), StartsWith("/plans/night.yaml:"));
}

TEST(Plan, CostsNeedABaselineAndInputs) {
  const std::string costs = "  inputs: modules\n  most: 20\n  runs: 5\n  time: 2m\n";
  const auto none = parse_plan(with("costs:\n" + costs, ""), "/plans/night.yaml");
  ASSERT_TRUE(none) << none.error();
  EXPECT_FALSE(none->costs.wanted);
  const auto usual = parse_plan(with("costs:\n" + costs, "costs: {}\n"), "/plans/night.yaml");
  ASSERT_TRUE(usual) << usual.error();
  EXPECT_TRUE(usual->costs.wanted);
  EXPECT_THAT(complaint(with("baseline: old\n", "")), HasSubstr("costs: no branch has a baseline"));
  EXPECT_THAT(complaint(with("  runs: 5", "  runs: 5000")), HasSubstr("runs: expected 1000 at most"));
  EXPECT_THAT(complaint(with("  runs: 5", "  rums: 5")), HasSubstr("unknown key 'rums'; did you mean 'runs'?"));
  std::string bare = with("costs:\n" + costs, "costs: {}\n");
  EXPECT_THAT(complaint(bare.erase(bare.find("seeds: seeds\n"), 13)), HasSubstr("costs: expected inputs"));
}

TEST(Plan, WhatIsNoTextIsToldWithLineAndColumn) {
  const auto fault = [](const std::string& text) {
    const auto plan = parse_plan(text, "p.yaml");
    return plan ? "" : plan.error();
  };
  for (const char* damaged : {"!:", "(&:", "&a:", "*a:", "- a:", "[a:", "? a\n:"})
    EXPECT_NE(fault(damaged), "") << damaged;
  EXPECT_EQ(fault("\xa1:"), "p.yaml:1:1: a byte that is no text in UTF-8");
  EXPECT_EQ(fault(kPlan + "x\xff: 1\n"), "p.yaml:" + std::to_string(std::count(kPlan.begin(), kPlan.end(), '\n') + 1) +
                                             ":2: a byte that is no text in UTF-8");
  EXPECT_THAT(fault("branches: " + std::string(100'000, '[')), HasSubstr("is nested too deeply"));
  EXPECT_THAT(fault("branches:\n  " + std::string(200'000, '-')), HasSubstr("p.yaml:"));
  std::string crlf;
  for (const char c : kPlan) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(fault(crlf), fault(kPlan));
}

TEST(Plan, AFileThatIsNotThereIsNamed) {
  const auto plan = read_plan("/nowhere/night.yaml");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error(), "/nowhere/night.yaml: can't be read");
}

}  // namespace
}  // namespace assay::nightly
