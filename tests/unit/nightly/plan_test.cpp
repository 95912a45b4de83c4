#include <gmock/gmock.h>

#include "services/nightly/faults.h"

namespace assay::nightly {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
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

TEST(Plan, AMistakeIsToldWithFileLineFieldAndWhatWasExpected) {
  EXPECT_EQ(complaint(with("  time: 2h", "  time: 2 hours")),
            "/plans/night.yaml:20:9: budget.time: \"2 hours\" is no duration: expected 90, 90s, 5m or "
            "2h; a number alone is seconds");
  EXPECT_EQ(complaint(with("    share: 3", "    share: many")),
            "/plans/night.yaml:16:12: passes.share: 'many': expected a whole number from 1 to 1000000");
  EXPECT_EQ(complaint(with("    format: markdown", "    format: markdwn")),
            "/plans/night.yaml:35:13: tell.format: 'markdwn': expected text, markdown, html or json; did you mean "
            "'markdown'?");
  EXPECT_EQ(complaint(with("    build: ninja", "    biuld: ninja")),
            "/plans/night.yaml:8:15: branches.checkout: needs build, the command that makes its opt\n"
            "/plans/night.yaml:11:5: branches.biuld: unknown key; did you mean 'build'?");
  EXPECT_EQ(complaint(with("  jobs: 2", "  jobs: 2\n  jobs: 3")),
            "/plans/night.yaml:24:3: budget.jobs: stands there twice");
  EXPECT_EQ(complaint(with("database: nights.db\n", "")), "/plans/night.yaml:1:1: database: is missing");
  EXPECT_EQ(complaint(with("branches: [trunk]", "branches: [trnk]")),
            "/plans/night.yaml:17:16: passes.branches: no branch is called 'trnk'; did you mean 'trunk'? "
            "(there are old, trunk)");
  EXPECT_THAT(complaint(with("baseline: old", "baseline: older")),
              StartsWith("/plans/night.yaml:3:11: baseline: no branch is called 'older'; did you mean 'old'?"));
  EXPECT_THAT(complaint(with("    opt: build/bin/opt", "    opt: build/bin/opt\n    baseline: trunk")),
              HasSubstr("'trunk' is its own baseline"));
  EXPECT_THAT(complaint(with("    checkout: src\n", "")), HasSubstr("branches.update: needs checkout"));
  EXPECT_EQ(complaint(with("  - name: trunk", "  - name: old\n    baseline: old")),
            "/plans/night.yaml:7:11: branches.name: 'old' stands there twice\n"
            "/plans/night.yaml:8:15: branches.baseline: branch 'old' is its own baseline\n"
            "/plans/night.yaml:18:16: passes.branches: no branch is called 'trunk' (there are old, old)");
  EXPECT_THAT(complaint(with("  - name: trunk", "  - name: ../x")), HasSubstr("expected a name of letters"));
  EXPECT_THAT(complaint(with("tolerate: []", "tolerate: {a: b}")), HasSubstr("tolerate: expected a list"));
  EXPECT_THAT(complaint(with("  jobs: 2", "  jobs: [2]")), HasSubstr("budget.jobs: expected one value, not a list"));
  EXPECT_THAT(complaint("- a\n- b\n"), StartsWith("/plans/night.yaml:1:1: is no plan"));
  EXPECT_THAT(complaint(""), StartsWith("/plans/night.yaml:1:1: is no plan"));
  EXPECT_THAT(complaint("a: [\n"), StartsWith("/plans/night.yaml:1:5: Could not find closing ]"));
}

TEST(Plan, AllMistakesAreToldAtOnceInTheOrderOfTheFile) {
  EXPECT_EQ(complaint("name: ../x\n"
                      "databse: nights.db\n"
                      "branches:\n"
                      "  - {name: older, opt: /opt/old, colour: 1}\n"
                      "  - {name: new, baseline: oldr}\n"
                      "passes: []\n"
                      "budget: {jobs: 0}\n"
                      "colour: red\n"),
            "/plans/night.yaml:1:7: name: expected a name of letters, digits, '.', '_' and '-', 60 at most\n"
            "/plans/night.yaml:2:1: databse: unknown key; did you mean 'database'?\n"
            "/plans/night.yaml:4:34: branches.colour: unknown key: expected name, opt, checkout, update, configure, "
            "build, keep or baseline\n"
            "/plans/night.yaml:5:5: branches.opt: is missing\n"
            "/plans/night.yaml:5:27: branches.baseline: no branch is called 'oldr'; did you mean 'older'? (there are "
            "older, new)\n"
            "/plans/night.yaml:6:9: passes: expected one or more\n"
            "/plans/night.yaml:7:9: budget: expected time, mutants or both\n"
            "/plans/night.yaml:7:16: budget.jobs: '0': expected a whole number from 1 to 1024\n"
            "/plans/night.yaml:8:1: colour: unknown key: expected name, database, state, baseline, branches, passes, "
            "budget, costs, missed, seeds, seed, known-roots, tolerate or tell");
}

TEST(Plan, WhatThisMachineLacksIsToldBesideTheMistakesOfTheFile) {
  auto draft = parse_draft(with("  - name: trunk", "  - nam: trunk"), "/plans/night.yaml");
  ASSERT_TRUE(draft) << draft.error();
  find_faults(draft->plan, draft->mistakes);
  const std::string text = draft->mistakes.text();
  EXPECT_THAT(text, HasSubstr("/plans/night.yaml:6:10: branch 'old': compiler '/opt/old/bin/opt': no such file"));
  EXPECT_THAT(text, HasSubstr("/plans/night.yaml:7:5: branches.nam: unknown key; did you mean 'name'?"));
  EXPECT_THAT(text, Not(HasSubstr("no branch is called"))) << "it may be the one whose name can't be read";
  EXPECT_THAT(text, HasSubstr("/plans/night.yaml:25:11: costs.inputs: /plans/modules: no such file or folder"));
  EXPECT_THAT(text, HasSubstr("/plans/night.yaml:29:8: seeds: /plans/seeds: no such file or folder"));
  EXPECT_THAT(text, HasSubstr("/plans/night.yaml:31:14: known-roots: /plans/roots.yaml: can't be read"));
}

TEST(Plan, AKeyWithoutAValueIsAsIfItWereNotThereUnlessItIsRequired) {
  const auto plan = parse_plan(with("tell:\n  - command: mail -s night team@example.org\n    format: markdown\n"
                                    "    when: news\n",
                                    "tell:\n"),
                               "/plans/night.yaml");
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_TRUE(plan->tell.empty());
  EXPECT_EQ(complaint(with("database: nights.db", "database:")), "/plans/night.yaml:2:1: database: expected a value");
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
  EXPECT_THAT(complaint(with("  runs: 5", "  runs: 5000")),
              HasSubstr("costs.runs: '5000': expected a whole number from 1 to 1000"));
  EXPECT_THAT(complaint(with("  runs: 5", "  rums: 5")), HasSubstr("costs.rums: unknown key; did you mean 'runs'?"));
  const auto missed = parse_plan(with("costs:\n", "missed: {mutants: 30, time: 1m}\ncosts:\n"), "/plans/night.yaml");
  ASSERT_TRUE(missed) << missed.error();
  EXPECT_TRUE(missed->missed.wanted);
  EXPECT_EQ(missed->missed.mutants, 30u);
  EXPECT_EQ(missed->missed.time_s, 60u);
  std::string seedless = with("costs:\n" + costs, "missed: {}\n");
  EXPECT_TRUE(parse_plan(seedless.erase(seedless.find("seeds: seeds\n"), 13), "/plans/night.yaml"));
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
  EXPECT_EQ(plan.error(), "/nowhere/night.yaml: can't be read: No such file or directory");
}

}  // namespace
}  // namespace assay::nightly
