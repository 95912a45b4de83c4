#include "services/nightly/report.h"

#include <gmock/gmock.h>

#include "services/common/fields_json.h"

#include "tests/unit/store/store_fixture.h"

namespace assay::nightly {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Report : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<store::Store>(open());
    plan_.name = "p";
    plan_.branches.resize(2);
    plan_.branches[0].name = "old";
    plan_.branches[1].name = "new";
    plan_.baseline = "old";
    plan_.known_roots = write_empty_rules();
    plan_.tolerate.clear();
    bug_ = store_->record_finding(store::make_finding(1))->bug_id;
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }
  std::string write_empty_rules() const {
    const std::string file = path() + ".rules";
    std::ofstream(file) << "[]\n";
    return file;
  }

  static store::NightAnswer word(const std::string& answer) {
    const auto found = enumerator_of(answer, std::type_identity<store::NightAnswer>());
    EXPECT_TRUE(found) << answer;
    return found.value_or(store::NightAnswer::Unasked);
  }
  /// A night in which the branch said this of the bug.
  NightReport night(const std::string& id, store::NightStep step, const std::string& answer,
                    const std::string& baseline = "", const std::string& branch = "new",
                    const std::string& compiler = "") {
    store::Night night;
    night.id = id;
    night.plan = "p";
    night.started_at = id + "T00:00:00Z";
    EXPECT_FALSE(store_->begin_night(night, {{id, branch, bug_, step, word(answer), word(baseline), "because"}}));
    EXPECT_FALSE(store_->put(store::NightHunt{id, "new", "gvn", "", ""}));
    if (!compiler.empty())
      EXPECT_FALSE(
          store_->put(store::NightBranch{id, branch, store::BranchState::Found, "/usr/bin/opt", compiler, "", ""}));
    auto report = make_report(*store_, plan_, night);
    EXPECT_TRUE(report) << report.error();
    night.state = store::NightState::Finished;
    EXPECT_FALSE(store_->put(night));
    return report ? *report : NightReport();
  }

  Plan plan_;
  std::string bug_;
  std::unique_ptr<store::Store> store_;
};

using enum store::NightStep;

TEST_F(Report, WhatANightMeetsIsNewUnlessItsBaselineDoesItToo) {
  const NightReport fresh = night("2026-01-01", Judge, "shows", "absent");
  ASSERT_EQ(fresh.new_bugs.size(), 1u);
  EXPECT_EQ(fresh.new_bugs[0].bug_id, bug_);
  EXPECT_EQ(fresh.exit_code, 1);
  const NightReport old = night("2026-01-02", Judge, "shows", "shows");
  EXPECT_TRUE(old.new_bugs.empty());
  EXPECT_EQ(old.branches[1].in_baseline, 1u);
  EXPECT_EQ(old.exit_code, 0);
}

TEST_F(Report, WhatIsMetInTheBaselineItselfIsListedButNoNews) {
  const NightReport report = night("2026-01-01", Judge, "shows", "", "old");
  EXPECT_TRUE(report.new_bugs.empty());
  ASSERT_EQ(report.of_baselines.size(), 1u);
  EXPECT_EQ(report.of_baselines[0].branches, std::vector<std::string>{"old"});
  EXPECT_EQ(report.exit_code, 0);
  const std::string text = render(report, ReportFormat::Text);
  EXPECT_THAT(text, HasSubstr("\n0 new causes"));
  EXPECT_THAT(text, HasSubstr("Met in a baseline, so not of the branches' making (1)\n  " + bug_));
  plan_.baseline.clear();  // then it is one branch like the other
  EXPECT_EQ(night("2026-01-02", Judge, "shows", "", "old").new_bugs.size(), 1u);
  EXPECT_EQ(night("2026-01-03", Judge, "shows", "", "new").exit_code, 1);
}

TEST_F(Report, ABaselineThatIsComparedItselfHasNewsOfItsOwn) {
  plan_.branches.resize(3);
  plan_.branches[2].name = "oldest";
  plan_.baseline.clear();
  plan_.branches[1].baseline = "old";
  plan_.branches[0].baseline = "oldest";
  EXPECT_EQ(night("2026-01-01", Judge, "shows", "absent", "old").new_bugs.size(), 1u);
  EXPECT_EQ(night("2026-01-02", Judge, "shows", "", "oldest").of_baselines.size(), 1u);
}

TEST_F(Report, WhatIsStillBeingAnalysedStandsUnderThatNameAndIsNotMissed) {
  Finding cut = store::make_finding(7, "unreduced miscompile");
  cut.culprit.clear();
  cut.unfinished = true;
  bug_ = store_->record_finding(cut)->bug_id;
  const NightReport report = night("2026-01-01", Judge, "shows", "absent");
  EXPECT_TRUE(report.new_bugs.empty());
  ASSERT_EQ(report.analysing.size(), 1u);
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_THAT(render(report, ReportFormat::Text), HasSubstr("\n0 new causes, 0 regressed, 0 fixed, 0 still open, "
                                                            "0 undecided; 1 still being analysed; 0 known causes."));
}

TEST_F(Report, WhatTheBaselineCouldNotDecideIsNewAndSaysSo) {
  const NightReport report = night("2026-01-01", Judge, "shows", "undecided");
  ASSERT_EQ(report.new_bugs.size(), 1u);
  EXPECT_EQ(report.new_bugs[0].note, "new: its baseline is undecided: because");
}

TEST_F(Report, ABugIsOpenThenFixedThenBack) {
  EXPECT_EQ(night("2026-01-01", Judge, "shows", "absent").new_bugs.size(), 1u);
  const NightReport open = night("2026-01-02", Verify, "shows");
  EXPECT_EQ(open.open.size(), 1u);
  EXPECT_EQ(open.exit_code, 0);
  EXPECT_EQ(open.previous, "2026-01-01");
  EXPECT_EQ(night("2026-01-03", Verify, "absent").fixed.size(), 1u);
  const NightReport gone = night("2026-01-04", Verify, "absent");
  EXPECT_TRUE(gone.fixed.empty() && gone.open.empty());
  const NightReport back = night("2026-01-05", Verify, "shows");
  EXPECT_EQ(back.regressed.size(), 1u);
  EXPECT_EQ(back.exit_code, 1);
}

TEST_F(Report, WhatIsAbsentInTheVeryCompilerThatShowedItIsNotFixed) {
  const auto with = [&](const std::string& day, const std::string& compiler, const std::string& answer) {
    return night(day, Verify, answer, "", "new", compiler);
  };
  with("2026-01-01", "22@a", "shows");
  const NightReport same = with("2026-01-02", "22@a", "absent");
  EXPECT_TRUE(same.fixed.empty());
  ASSERT_EQ(same.undecided.size(), 1u);
  EXPECT_THAT(same.undecided[0].note, HasSubstr("new: absent in the very compiler that showed it"));
  with("2026-01-03", "22@a", "shows");
  EXPECT_EQ(with("2026-01-04", "22@b", "absent").fixed.size(), 1u) << "a newer build may be right";
}

TEST_F(Report, WhatIsUndecidedIsNeitherFixedNorForgotten) {
  night("2026-01-01", Verify, "shows");
  const NightReport report = night("2026-01-02", Verify, "undecided");
  EXPECT_TRUE(report.fixed.empty());
  ASSERT_EQ(report.undecided.size(), 1u);
  EXPECT_EQ(report.undecided[0].note, "new: because");
  EXPECT_EQ(night("2026-01-03", Verify, "absent").fixed.size(), 1u);  // the last answer counts, whenever it was given
}

TEST_F(Report, AHuntThatFailedIsNewsAndANightWhoseHuntsAllFailedIsBroken) {
  store::Night night;
  night.id = "2026-01-01";
  night.plan = "p";
  ASSERT_FALSE(store_->begin_night(night, {}));
  const auto put = [&](const std::string& pipeline, const std::string& hunt, const std::string& failure) {
    EXPECT_FALSE(store_->put(store::NightHunt{night.id, "new", pipeline, hunt, failure}));
    const auto report = make_report(*store_, plan_, night);
    EXPECT_TRUE(report) << report.error();
    return report ? *report : NightReport();
  };
  EXPECT_EQ(put("gvn", "", "the hunt was killed").exit_code, 2);
  EXPECT_EQ(put("sroa", "", "").exit_code, 1);
  EXPECT_EQ(put("gvn", "", "").exit_code, 0);
}

TEST_F(Report, AHuntWithoutMutantsHasFailed) {
  store::Night night;
  night.id = "2026-01-01";
  night.plan = "p";
  store::Hunt hunt;
  hunt.id = "h";
  hunt.batch_size = 100;
  hunt.created_at = "2026-01-01T00:00:00Z";
  const Status refused = store_->create_hunt(hunt);
  ASSERT_FALSE(refused) << refused->message;
  ASSERT_FALSE(store_->begin_night(night, {}));
  ASSERT_FALSE(store_->put(store::NightHunt{night.id, "new", "gvn", "h", ""}));
  const auto report = make_report(*store_, plan_, night);
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->exit_code, 2);
  ASSERT_EQ(report->left_out.size(), 1u);
  EXPECT_EQ(report->left_out[0].what, "not hunted: new, gvn: no mutant was made in its time");
}

TEST_F(Report, AHuntThatDecidedNothingHasFailedUnlessNothingWasChangedOrSomethingWasFound) {
  const auto exit_code_of = [&](const std::string& id, const HuntStatistics& statistics) {
    store::Hunt hunt;
    hunt.id = id;
    hunt.batch_size = 100;
    hunt.created_at = "2026-01-01T00:00:00Z";
    hunt.statistics = statistics;
    const Status refused = store_->create_hunt(hunt);
    EXPECT_FALSE(refused) << refused->message;
    store::Night night;
    night.id = "night " + id;
    night.plan = "p";
    EXPECT_FALSE(store_->begin_night(night, {}));
    EXPECT_FALSE(store_->put(store::NightHunt{night.id, "new", "gvn", id, ""}));
    const auto report = make_report(*store_, plan_, night);
    EXPECT_TRUE(report) << report.error();
    return report ? report->exit_code : -1;
  };
  EXPECT_EQ(exit_code_of("a", {.mutants = 9, .executions = 9, .unchanged = 2, .unknown = 4, .unsupported = 3}), 2);
  EXPECT_EQ(exit_code_of("b", {.mutants = 9, .discarded = 9}), 2);
  EXPECT_EQ(exit_code_of("c", {.mutants = 9, .executions = 9, .unchanged = 9}), 0);
  EXPECT_EQ(exit_code_of("d", {.mutants = 9, .executions = 9, .unsupported = 8, .failures = 1}), 0);
  EXPECT_EQ(exit_code_of("e", {.mutants = 9, .executions = 9, .checked_smt = 1, .unknown = 8}), 0);
}

/// A comparison whose branch takes that many times as long, most of it on one input.
compare::Comparison slower(double ratio) {
  compare::Comparison comparison;
  comparison.compared = 7;
  comparison.passes = "default<O2>";
  comparison.summaries = {{compare::Measure::CompileTime, 7, 10, 10 * ratio, ratio, 0, 1, 0},
                          {compare::Measure::ObjectSize}};
  comparison.outliers = {{compare::Measure::CompileTime, "loops/slow.ll", 1, 9, 9}};
  comparison.inputs = {{"loops/slow.ll", {}, {}}};
  comparison.not_compared = {{"broken.ll", "opt: it ended with exit code 1"}};
  return comparison;
}

TEST_F(Report, WhatABranchCostsIsToldWithItsOutliersBesideTheNightBefore) {
  ASSERT_FALSE(
      store_->begin_night({"2026-01-01", "p", store::NightState::Running, 1, "2026-01-01T00:00:00Z", "", 0, ""}, {}));
  ASSERT_FALSE(store_->put(store::NightCosts{"2026-01-01", "new", json_text(slower(2)), ""}));
  const NightReport first = night("2026-01-01", Judge, "shows", "shows");
  ASSERT_EQ(first.costs.size(), 1u);
  EXPECT_EQ(first.costs[0].baseline, "old");
  EXPECT_TRUE(first.costs[0].before.empty());
  ASSERT_TRUE(first.costs[0].comparison);
  EXPECT_TRUE(first.costs[0].comparison->inputs.empty());
  EXPECT_EQ(first.exit_code, 0);  // costs are told, and decide nothing
  ASSERT_FALSE(
      store_->begin_night({"2026-01-02", "p", store::NightState::Running, 1, "2026-01-02T00:00:00Z", "", 0, ""}, {}));
  ASSERT_FALSE(store_->put(store::NightCosts{"2026-01-02", "new", json_text(slower(3)), ""}));
  const NightReport second = night("2026-01-02", Judge, "shows", "shows");
  const std::string text = render(second, ReportFormat::Text);
  EXPECT_THAT(text, HasSubstr("new beside old: 7 inputs through default<O2>"));
  EXPECT_THAT(text, ContainsRegex("compile-time +7 +10.0 ms +30.0 ms +3.000 +2.000 "));
  EXPECT_THAT(text, ContainsRegex("object-size +0 +- +- +-"));
  EXPECT_THAT(text, ContainsRegex("9.00 +compile-time +1.0 ms +9.0 ms +loops/slow.ll"));
  EXPECT_THAT(text, HasSubstr("broken.ll: opt: it ended with exit code 1"));
  EXPECT_THAT(text, ContainsRegex("1 +costs of new: inputs that were not compared"));
  for (const ReportFormat format : {ReportFormat::Markdown, ReportFormat::Html})
    EXPECT_THAT(render(second, format), HasSubstr("loops/slow.ll"));
  EXPECT_EQ(report_of_json(to_json_text(second))->costs[0].comparison->outliers, slower(3).outliers);
}

/// What a night's row holds that met these rules and causes.
std::string missed_with(const std::vector<std::string>& rules, const std::vector<std::string>& causes) {
  application::Missed missed;
  missed.mutants = 9;
  for (const std::string& text : rules) missed.rules.emplace_back().rule.text = text;
  for (const std::string& key : causes) missed.regressions.push_back({key, "define"});
  return json_text(missed);
}

TEST_F(Report, WhatABranchMissesIsToldOnceAndCountedFromThenOn) {
  const auto begin = [&](const std::string& day, const std::string& missed, const std::string& failure) {
    ASSERT_FALSE(store_->begin_night({day, "p", store::NightState::Running, 1, day + "T00:00:00Z", "", 0, ""}, {}));
    ASSERT_FALSE(store_->put(store::NightMissed{day, "new", missed, failure}));
  };
  begin("2026-01-01", missed_with({"and x, x => x"}, {"missed instcombine: ret"}), "");
  const NightReport first = night("2026-01-01", Judge, "shows", "shows");
  ASSERT_EQ(first.missed.size(), 1u);
  EXPECT_EQ(first.missed[0].missed.rules.size(), 1u);
  EXPECT_EQ(first.exit_code, 0);  // it is told, and decides nothing
  begin("2026-01-02", missed_with({"and x, x => x", "or x, x => x"}, {"missed instcombine: ret"}), "");
  const NightReport second = night("2026-01-02", Judge, "shows", "shows");
  ASSERT_EQ(second.missed[0].missed.rules.size(), 1u);
  EXPECT_EQ(second.missed[0].missed.rules[0].rule.text, "or x, x => x");
  EXPECT_EQ(second.missed[0].known_rules, 1u);
  EXPECT_EQ(second.missed[0].known_regressions, 1u);
  const std::string text = render(second, ReportFormat::Text);
  EXPECT_THAT(text, HasSubstr("or x, x => x"));
  EXPECT_THAT(text, HasSubstr("0 new regressions, 1 known"));
  EXPECT_EQ(report_of_json(to_json_text(second))->missed[0].known_rules, 1u);
  begin("2026-01-03", "", "there are no seeds");
  EXPECT_THAT(render(night("2026-01-03", Judge, "shows", "shows"), ReportFormat::Text),
              HasSubstr("new: not looked for: there are no seeds"));
}

TEST_F(Report, CostsThatNobodyMeasuredAreToldAsSuch) {
  EXPECT_THAT(render(night("2026-01-01", Judge, "shows", "shows"), ReportFormat::Text),
              HasSubstr("Not measured: the plan has no costs."));
  ASSERT_FALSE(
      store_->begin_night({"2026-01-02", "p", store::NightState::Running, 1, "2026-01-02T00:00:00Z", "", 0, ""}, {}));
  ASSERT_FALSE(store_->put(store::NightCosts{"2026-01-02", "new", "", "new has no compiler"}));
  EXPECT_THAT(render(night("2026-01-02", Judge, "shows", "shows"), ReportFormat::Text),
              HasSubstr("new beside old: not measured: new has no compiler"));
}

TEST_F(Report, ItsJsonIsTheReport) {
  const NightReport report = night("2026-01-01", Judge, "shows", "absent");
  const auto back = report_of_json(to_json_text(report));
  ASSERT_TRUE(back);
  EXPECT_EQ(to_json_text(*back), to_json_text(report));
  EXPECT_FALSE(report_of_json("[]"));
  EXPECT_FALSE(report_of_json("{\"branches\": 3}"));
}

TEST_F(Report, AListInMarkdownEndsBeforeWhatFollowsIt) {
  NightReport report = night("2026-01-01", Judge, "shows", "absent");
  report.known = {{"a-root", "https://example.org/1", 1, {"new"}}};
  EXPECT_THAT(render(report, ReportFormat::Markdown),
              HasSubstr("- a-root: 1 bug in new\n  - https://example.org/1\n\n## Branches\n"));
}

TEST_F(Report, TextOfADatabaseIsNoMarkup) {
  NightReport report = night("2026-01-01", Judge, "shows", "absent");
  report.new_bugs[0].title = "<script>alert(1)</script> [a](http://x) | `b`\x1b[2J";
  report.branches[0].failure = "<img src=x>\nsecond line";
  EXPECT_THAT(render(report, ReportFormat::Html),
              AllOf(HasSubstr("&lt;script&gt;"), Not(HasSubstr("<script")), Not(HasSubstr("<img"))));
  EXPECT_THAT(render(report, ReportFormat::Markdown),
              AllOf(HasSubstr("\\<script\\>"), HasSubstr("\\[a\\](http://x) \\| \\`b\\`"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(render(report, ReportFormat::Text), AllOf(HasSubstr("<script>"), HasSubstr("\\x1b")));
}

}  // namespace
}  // namespace assay::nightly
