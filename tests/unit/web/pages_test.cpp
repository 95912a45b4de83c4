#include "services/coordinator/web/pages.h"

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/unit/store/store_fixture.h"

namespace assay::web {
namespace {

using store::make_finding;

class Pages : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<store::Store>(open());
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }
  Context context() {
    return {*store_, [this](const std::string& sql, const store::SqlLimits& limits) {
              return store::answer_sql(path(), sql, limits);
            }};
  }
  std::string record(const Finding& finding) {
    const auto recorded = store_->record_finding(finding);
    EXPECT_TRUE(recorded) << recorded.error();
    return recorded ? recorded->bug_id : "";
  }
  void change(store::BugChange change) {
    const auto done = store_->change_bug(change);
    ASSERT_TRUE(done) << done.error();
    ASSERT_FALSE(*done) << (*done)->message;
  }

  std::unique_ptr<store::Store> store_;
};

/// Texts that would act in a page if they became markup.
const std::vector<std::string>& injections() {
  static const std::vector<std::string> all{"<script>alert(1)</script>",
                                            "\"><img src=x onerror=alert(1)>",
                                            "'><svg/onload=alert(1)>",
                                            "</pre></td></table><script>alert(1)</script>",
                                            "{{{title}}}{{&title}}{{#bugs}}",
                                            "--><iframe src=//x></iframe>",
                                            "&lt;script&gt;",
                                            std::string("nul\0byte <b>", 12),
                                            "\xff\xfe<i>",
                                            "\x1b[2J<u>"};
  return all;
}

void expect_no_markup_of(const std::string& body, const std::string& what) {
  for (const char* tag :
       {"<script", "<img", "<svg/", "<iframe", "<b>al", "<b>nul", "<i>\"", "<u>", "onerror=alert(1)>"})
    EXPECT_EQ(body.find(tag), std::string::npos) << what << " holds " << tag;
  for (const char c : body) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') << what;
}

TEST_F(Pages, WhatADatabaseHoldsIsTextInEveryField) {
  int number = 0;
  for (const std::string& text : injections()) {
    Finding finding = make_finding(++number, "signature " + text);
    finding.compiler = {text, text, text, text};
    finding.pipeline = finding.culprit = finding.function = finding.original = finding.reduced = text;
    finding.reduced_target = finding.reduced_pipeline = finding.reason = finding.detail = finding.title = text;
    finding.found_at = text;
    finding.assay_version = finding.hunt_id = finding.explained_by = text;
    finding.counterexample =
        Counterexample{{{text, text, text}}, {{text, text}}, {{text, text}}, text, text, {Decider::Smt}};
    const std::string bug = record(finding);
    store::BugChange note;
    note.bug_id = bug;
    note.who = "someone <b>al</b>";
    note.why = "<script>alert(1)</script> of the note";
    note.assignee = "<script>alert(1)</script>";
    change(note);
    const Response page = bug_page(context(), bug);
    EXPECT_EQ(page.status, 200);
    EXPECT_NE(page.body.find("of the note"), std::string::npos);
    expect_no_markup_of(page.body, "the page of a bug with " + text);
    if (text.starts_with("{{{"))
      EXPECT_NE(page.body.find("<h1>{{{title}}}{{&amp;title}}{{#bugs}}</h1>"), std::string::npos)
          << "text is no template";
    for (const Params& params : {Params{{"text", text}}, Params{{"sort", text}}, Params{{"kind", text}},
                                 Params{{"pass", text}}, Params{{"offset", text}}, Params{{"hunt", text}}})
      expect_no_markup_of(bugs_page(context(), params).body, "a filter with " + text);
    store::Hunt hunt;
    hunt.id = "hunt" + std::to_string(number);
    hunt.batch_size = 1;
    hunt.created_at = text;
    hunt.settings.passes = hunt.settings.compilers = {text};
    hunt.settings.seeds = hunt.settings.profile = text;
    hunt.statistics.unknown_reasons = {{text, 3}};
    hunt.statistics.unsupported_reasons = {{text, 4}};
    ASSERT_FALSE(store_->create_hunt(hunt));
    store::Worker worker;
    worker.id = "worker" + std::to_string(number);
    worker.name = worker.version = worker.registered_at = worker.last_seen = text;
    worker.offer.compilers = {{text, text, text, text}};
    worker.offer.seeds = {text};
    ASSERT_FALSE(store_->register_worker(worker));
    HuntStatistics judged;
    judged.surface = {{"any smt " + text, 5}, {"any smt gvn@" + text, 6}, {"any incorrect gvn@avx2", 7}};
    const store::Lease lease{hunt.id, 0, 1, 1, worker.id, 1, 1};
    ASSERT_FALSE(store_->add_lease(lease));
    ASSERT_TRUE(store_->complete(lease, judged));
    ASSERT_FALSE(store_->set_hunt_state(hunt.id, store::HuntState::Failed, text));
    expect_no_markup_of(hunt_page(context(), hunt.id).body, "the page of a hunt with " + text);
    const nlohmann::json each{{"bug_id", text},   {"title", text},      {"culprit", text},  {"pipeline", text},
                              {"note", text},     {"branches", {text}}, {"root", text},     {"upstream", text},
                              {"name", text},     {"state", text},      {"compiler", text}, {"before", text},
                              {"revision", text}, {"baseline", text},   {"failure", text},  {"branch", text},
                              {"what", text},     {"feature", text},    {"judge", text},    {"pairs", 1}};
    const nlohmann::json cost{{"measure", text}, {"input", text}, {"reason", text}, {"inputs", 3},
                              {"ratio", 1.5},    {"baseline", 2}, {"branch", 3}};
    const nlohmann::json costs{{"branch", text},
                               {"baseline", text},
                               {"failure", text},
                               {"comparison",
                                {{"passes", text},
                                 {"no_objects", text},
                                 {"summaries", {cost}},
                                 {"outliers", {cost}},
                                 {"not_compared", {cost}}}}};
    nlohmann::json report{{"previous", text}};
    for (const char* list : {"new_bugs", "regressed", "fixed", "open", "undecided", "analysing", "of_baselines",
                             "known", "branches", "hunts", "surface", "left_out"})
      report[list] = {each};
    report["costs"] = {costs};
    store::Night night;
    night.id = text;
    night.plan = night.started_at = night.finished_at = text;
    night.report = report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    ASSERT_FALSE(store_->begin_night(night, {}));
    if (text.find('\0') == std::string::npos) {
      EXPECT_EQ(night_page(context(), text).status, 200);
    }
    expect_no_markup_of(night_page(context(), text).body, "the page of a night with " + text);
    expect_no_markup_of(pass_page(context(), text).body, "the page of a pass with " + text);
    expect_no_markup_of(query_page(context(), {{"sql", text}}, true).body, "the query page with " + text);
    expect_no_markup_of(failure(404, text).body, "the page of a failure with " + text);
  }
  expect_no_markup_of(bugs_page(context(), {}).body, "the list of bugs");
  expect_no_markup_of(overview_page(context()).body, "the overview");
  expect_no_markup_of(passes_page(context()).body, "the list of passes");
  expect_no_markup_of(feed(context()).body, "the feed");
  expect_no_markup_of(hunts_page(context()).body, "the list of hunts");
  expect_no_markup_of(nights_page(context()).body, "the list of nights");
  expect_no_markup_of(workers_page(context()).body, "the list of workers");
  expect_no_markup_of(query_page(context(), {{"sql", "SELECT * FROM findings"}}, true).body, "the answer of a query");
}

TEST_F(Pages, APassHasItsBugsByStatusAndKind) {
  Finding finding = store::make_finding(1);
  finding.culprit = "loop-unroll<peeling>";
  const std::string bug = record(finding);
  store::BugChange confirmed;
  confirmed.bug_id = bug;
  confirmed.who = "someone";
  confirmed.status = BugStatus::Confirmed;
  change(confirmed);
  Finding other = store::make_finding(2, "of another pass");
  other.culprit = "gvn";
  const std::string stranger = record(other);
  const std::string all = passes_page(context()).body;
  EXPECT_NE(all.find("href=\"/passes/loop-unroll%3Cpeeling%3E\""), std::string::npos);
  const std::string page = pass_page(context(), finding.culprit).body;
  for (const std::string& part : {std::string("1 bugs"), std::string("status=confirmed"), "/bugs/" + bug})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("/bugs/" + stranger), std::string::npos);
  EXPECT_EQ(page.find("status=new"), std::string::npos) << "no bug is new";
  EXPECT_NE(bug_page(context(), bug).body.find("href=\"/passes/loop-unroll%3Cpeeling%3E\""), std::string::npos);
  EXPECT_EQ(pass_page(context(), "absent").status, 404);
}

TEST_F(Pages, ABugLinksToAlive2WhereThereIsAnAddress) {
  const std::string bug = record(store::make_finding(1));
  EXPECT_EQ(bug_page(context(), bug).body.find("Alive2"), std::string::npos);
  Context linked = context();
  std::string address;
  linked.alive_link = [&](const Finding&) { return address; };
  EXPECT_EQ(bug_page(linked, bug).body.find("Alive2"), std::string::npos) << "this case has none";
  address = "https://alive2.llvm.org/ce/clientstate/e30\"><b>";
  const std::string page = bug_page(linked, bug).body;
  EXPECT_NE(page.find("https://alive2.llvm.org/ce/clientstate/e30"), std::string::npos);
  EXPECT_EQ(page.find("<b>\" rel"), std::string::npos) << "it is no markup";
}

TEST_F(Pages, ACauseHasItsRuleItsReleasesAndItsBugs) {
  Finding finding = store::make_finding(1);
  finding.culprit = "gvn";
  const std::string bug = record(finding);
  const std::string stranger = record(store::make_finding(2, "of nobody"));
  Context known = context();
  KnownCause cause;
  cause.id = "a<cause>";
  cause.reason = "it does something";
  cause.state = "open";
  cause.upstream = "https://example.org/1";
  cause.compilers = "14-22";
  KnownCause other = cause;
  other.id = "of-none";
  known.causes = {{cause, other}, [&](const Bug& each) {
                    return each.id == bug ? KnownOfBug{cause.id, "tolerated", 3} : KnownOfBug{"", "new", 0};
                  }};
  const std::string page = cause_page(known, cause.id).body;
  for (const std::string& part : {std::string("it does something"), std::string("href=\"https://example.org/1\""),
                                  std::string("LLVM 14-22"), "/bugs/" + bug, finding.compiler.version})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("/bugs/" + stranger), std::string::npos);
  EXPECT_EQ(page.find("<cause>"), std::string::npos) << "it is no markup";
  EXPECT_EQ(cause_page(known, "absent").status, 404);
  EXPECT_NE(cause_page(known, "of-none").body.find("No bug here falls under it."), std::string::npos);
  const std::string all = causes_page(known).body;
  EXPECT_NE(all.find("href=\"/causes/a%3Ccause%3E\""), std::string::npos);
  EXPECT_NE(all.find("1 bugs fall under no rule; 1 more rules know none"), std::string::npos) << all;
  EXPECT_NE(bug_page(known, bug).body.find("href=\"/causes/a%3Ccause%3E\""), std::string::npos);
  EXPECT_EQ(bug_page(known, stranger).body.find("/causes/"), std::string::npos);
}

TEST_F(Pages, BugsThatAreNoNewsAreToldByTheirStandingAndComeLast) {
  Finding finding = store::make_finding(1);
  finding.culprit = "gvn";
  const std::string news = record(finding);
  finding = store::make_finding(2, "tolerated");
  finding.culprit = "gvn";
  finding.found_at = "2026-11-30T00:00:00Z";  // the newest, which would come first
  const std::string tolerated = record(finding);
  Context known = context();
  known.causes.known_of = [&](const Bug& each) {
    return each.id == tolerated ? KnownOfBug{"a-rule", "tolerated", 3} : KnownOfBug{"", "new", 0};
  };
  ASSERT_TRUE(store_->place_bugs(
      "rules", [&](const Bug& each) { return known.causes.of(each).place; }, 9));
  const auto expect_last = [&](const std::string& page, const char* what) {
    EXPECT_NE(page.find("<span class=\"status tolerated\">tolerated</span>"), std::string::npos) << what << page;
    EXPECT_NE(page.find("/causes/a-rule"), std::string::npos) << what;
    const std::size_t first = page.find("/bugs/" + news), second = page.find("/bugs/" + tolerated);
    ASSERT_NE(second, std::string::npos) << what;
    EXPECT_LT(first, second) << what;
  };
  expect_last(bugs_page(known, {}).body, "the list");
  expect_last(overview_page(known).body, "the overview");
  expect_last(pass_page(known, "gvn").body, "a pass");
  EXPECT_NE(bug_page(known, tolerated).body.find("<span class=\"status tolerated\">"), std::string::npos);
  const std::string sorted = bugs_page(known, {{"sort", "first-seen"}}).body;
  EXPECT_GT(sorted.find("/bugs/" + news), sorted.find("/bugs/" + tolerated)) << "who asks for an order gets it";
}

TEST_F(Pages, BugsThatAreNoNewsComeBehindAllOthersNotOnlyOnTheirPage) {
  for (int i = 0; i < 60; ++i) {  // the last ten are tolerated, and the newest
    Finding finding = store::make_finding(i, i < 50 ? "news " + std::to_string(i) : "old " + std::to_string(i));
    finding.found_at = "2026-01-01T00:00:" + std::to_string(10 + i) + "Z";
    finding.title = i < 50 ? "fresh" : "stale";
    record(finding);
  }
  Context known = context();
  known.causes.known_of = [](const Bug& each) {
    return each.signature.starts_with("old") ? KnownOfBug{"a-rule", "tolerated", 3} : KnownOfBug{"", "new", 0};
  };
  ASSERT_TRUE(store_->place_bugs(
      "rules", [&](const Bug& each) { return known.causes.of(each).place; }, 99));
  const std::string first = bugs_page(known, {}).body, second = bugs_page(known, {{"offset", "50"}}).body;
  EXPECT_NE(first.find(">fresh<"), std::string::npos);
  EXPECT_EQ(first.find(">stale<"), std::string::npos);
  EXPECT_NE(second.find(">stale<"), std::string::npos);
  EXPECT_EQ(second.find(">fresh<"), std::string::npos);
}

TEST_F(Pages, ANightShowsWhatItsBranchesMiss) {
  store::Night night;
  night.id = "2026-01-04";
  night.report = R"({"missed": [{"branch": "trunk", "known_rules": 3, "missed": {"searched": 70, "folds": 5,
    "rules": [{"rule": {"text": "sub x, x => 0 <b>"}, "folds": 2, "first": "a.ll: @f", "pair": "define @src"}],
    "regressions": [{"key": "missed gvn", "source": "define @dear"}]}}, {"branch": "19", "failure": "no opt"}]})";
  ASSERT_FALSE(store_->begin_night(night, {}));
  const std::string all = night_page(context(), night.id).body;
  for (const char* part : {"What trunk misses", "sub x, x =&gt; 0 &lt;b&gt;", "define @src", "a.ll: @f", "3 rules were",
                           "missed gvn", "define @dear", "What 19 misses", "Not looked for: no opt"})
    EXPECT_NE(all.find(part), std::string::npos) << part;
  const std::string trunk = night_page(context(), night.id, {{"branch", "trunk"}}).body;
  EXPECT_EQ(trunk.find("What 19 misses"), std::string::npos);
}

TEST_F(Pages, ANightIsShownByBranchAndBesideAnother) {
  const auto add = [&](const char* id, const char* report) {
    store::Night night;
    night.id = id;
    night.plan = "llvm";
    night.report = report;
    ASSERT_FALSE(store_->begin_night(night, {}));
  };
  add("2026-01-02", R"({"open": [{"bug_id": "both", "branches": ["trunk"]}, {"bug_id": "gone", "branches": ["trunk"]}],
                        "hunts": [{"branch": "trunk", "pipeline": "gvn", "judged": 5}]})");
  add("2026-01-03", R"({"new_bugs": [{"bug_id": "come", "branches": ["trunk"]}],
                        "open": [{"bug_id": "both", "branches": ["trunk"]}, {"bug_id": "stable", "branches": ["19"]}],
                        "branches": [{"name": "trunk"}, {"name": "19"}],
                        "hunts": [{"branch": "trunk", "pipeline": "gvn", "judged": 7},
                                  {"branch": "19", "pipeline": "licm", "judged": 8}]})");
  const auto has = [](const std::string& body, const std::string& part) {
    return body.find(part) != std::string::npos;
  };
  const std::string trunk = night_page(context(), "2026-01-03", {{"branch", "trunk"}}).body;
  EXPECT_TRUE(has(trunk, "/bugs/come") && has(trunk, "/bugs/both") && has(trunk, "<code>gvn</code>"));
  EXPECT_FALSE(has(trunk, "/bugs/stable") || has(trunk, "<code>licm</code>"));
  EXPECT_TRUE(has(night_page(context(), "2026-01-03").body, "/bugs/stable"));
  const std::string beside = night_page(context(), "2026-01-03", {{"branch", "trunk"}, {"against", "2026-01-02"}}).body;
  EXPECT_TRUE(has(beside, "1 bugs show in both nights."));
  EXPECT_TRUE(has(beside, "Only in this night (1)") && has(beside, "/bugs/come"));
  EXPECT_TRUE(has(beside, "Only in night 2026-01-02 (1)") && has(beside, "/bugs/gone"));
  EXPECT_FALSE(has(beside, "/bugs/both"));
  EXPECT_TRUE(has(beside, "<td class=\"number\">7</td><td class=\"number\">5</td>"));
  EXPECT_EQ(night_page(context(), "2026-01-03", {{"against", "absent"}}).status, 404);
}

TEST_F(Pages, NightsAreDrawnOverTime) {
  for (const char* id : {"2026-01-02", "2026-01-03"}) {
    store::Night night;
    night.id = id;
    night.started_at = std::string(id) + "T01:00:00Z";
    night.report = R"({"hunts": [{"judged": 1200, "unknown": 7}, {"judged": 34, "unknown": "none"}]})";
    ASSERT_FALSE(store_->begin_night(night, {}));
  }
  const std::string body = nights_page(context()).body;
  const auto older = body.find("2026-01-02: 1,234"), newer = body.find("2026-01-03: 1,234");
  ASSERT_NE(older, std::string::npos) << body;
  EXPECT_LT(older, newer);
  EXPECT_NE(body.find("2026-01-03: 7"), std::string::npos);
}

TEST_F(Pages, NightsAreCardsWhereTheScreenIsNarrow) {
  store::Night night;
  night.id = "2026-01-02";
  ASSERT_FALSE(store_->begin_night(night, {}));
  const std::string body = nights_page(context()).body;
  EXPECT_NE(body.find("<table class=\"cards\">"), std::string::npos);
  EXPECT_NE(body.find("<td class=\"what\"><a href=\"/nights/2026-01-02\">"), std::string::npos) << body;
  EXPECT_NE(body.find("data-label=\"began\""), std::string::npos);
}

TEST_F(Pages, ACaseThatIsNotReducedToTheEndIsNotCalledReduced) {
  Finding finding = make_finding(3);
  const std::string reduced = record(finding);
  EXPECT_NE(bug_page(context(), reduced).body.find("<h2>Reduced case</h2>"), std::string::npos);
  finding = make_finding(4, "another");
  finding.unfinished = true;
  const std::string body = bug_page(context(), record(finding)).body;
  EXPECT_NE(body.find("<h2>Case, not reduced to the end</h2>"), std::string::npos);
  EXPECT_EQ(body.find("Reduced case"), std::string::npos);
}

TEST_F(Pages, TheFeedHasTheNewestBugsFirst) {
  EXPECT_NE(feed(context()).body.find("<updated>1970-01-01T00:00:00Z</updated>"), std::string::npos);
  const std::string bug = record(store::make_finding(1));
  const Response news = feed(context());
  EXPECT_EQ(news.type, "application/atom+xml; charset=utf-8");
  EXPECT_TRUE(news.body.starts_with("<?xml"));
  EXPECT_NE(news.body.find("<feed xmlns=\"http://www.w3.org/2005/Atom\">"), std::string::npos);
  EXPECT_NE(news.body.find("<id>urn:assay:bug:" + bug + "</id>"), std::string::npos);
  EXPECT_NE(bugs_page(context(), {}).body.find("href=\"/feed.atom\""), std::string::npos);
}

TEST_F(Pages, ABugIsShownWithWhatDiffers) {
  const std::string bug = record(make_finding(7));
  store::BugChange reported;
  reported.bug_id = bug;
  reported.who = "someone";
  reported.status = BugStatus::Reported;
  reported.upstream = "https://github.com/llvm/llvm-project/issues/1";
  change(reported);
  const std::string body = bug_page(context(), bug).body;
  EXPECT_NE(body.find("<h1>[InstCombine] Miscompile of add (value mismatch)</h1>"), std::string::npos);
  EXPECT_NE(body.find("<tr class=\"changed\"><td class=\"line\">2</td><td><pre>  <span"), std::string::npos) << body;
  EXPECT_NE(body.find("returns i8 2"), std::string::npos);
  EXPECT_NE(body.find("interpreter and smt"), std::string::npos);
  EXPECT_NE(body.find("<a href=\"https://github.com/llvm/llvm-project/issues/1\" rel=\"noreferrer noopener\">"),
            std::string::npos);
  EXPECT_NE(body.find("assay replay " + bug), std::string::npos);
  EXPECT_EQ(bug_page(context(), "ffffffffffff").status, 404);
}

TEST_F(Pages, ReleasesCountAllFindingsOfABugNotOnlyThoseThatThePageLists) {
  std::string bug;
  for (int i = 0; i < 70; ++i) {
    Finding finding = make_finding(i);
    finding.compiler.version = i < 64 ? "16.0.6" : "19.1.7";
    finding.found_at = i == 3 ? "2025-01-01T00:00:00Z" : "2026-01-01T00:00:00Z";
    bug = record(finding);
  }
  const std::string body = bug_page(context(), bug).body;
  EXPECT_NE(body.find("<tr><td>16.0.6@0123456789ab</td><td class=\"number\">64</td><td class=\"time\">2025-01-01 "
                      "00:00</td><td class=\"time\">2026-01-01 00:00</td></tr>"),
            std::string::npos);
  EXPECT_NE(body.find("<tr><td>19.1.7@0123456789ab</td><td class=\"number\">6</td>"), std::string::npos);
}

TEST_F(Pages, OfABugTheFilesAreWhatWasStored) {
  const Finding finding = make_finding(7);
  const std::string bug = record(finding);
  EXPECT_EQ(bug_file(context(), bug, "source.ll").body, finding.reduced);
  EXPECT_EQ(bug_file(context(), bug, "target.ll").body, finding.reduced_target);
  EXPECT_EQ(bug_file(context(), bug, "original.ll").body, finding.original);
  EXPECT_NE(bug_file(context(), bug, "finding.json").body.find("\"reduced_target\""), std::string::npos);
  EXPECT_EQ(bug_file(context(), bug, "other").status, 404);
  for (const char* name : {"source.ll", "target.ll", "original.ll"})
    EXPECT_EQ(bug_file(context(), bug, name).type, "text/plain; charset=utf-8");
}

TEST_F(Pages, AFilterLetsThroughWhatItSays) {
  for (int i = 0; i < 120; ++i) {
    Finding finding = make_finding(i, "signature " + std::to_string(i));
    finding.title = "title " + std::to_string(i);
    finding.culprit = i % 2 == 0 ? "gvn" : "sroa";
    record(finding);
  }
  const auto rows = [](const Response& response) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = response.body.find("<a href=\"/bugs/", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const Response all = bugs_page(context(), {});
  EXPECT_EQ(rows(all), 50u);
  EXPECT_NE(all.body.find("1 to 50 of 120 bugs"), std::string::npos);
  EXPECT_NE(all.body.find("href=\"/bugs?offset=50\""), std::string::npos);
  EXPECT_EQ(rows(bugs_page(context(), {{"offset", "100"}})), 20u);
  const Response gvn = bugs_page(context(), {{"pass", "gvn"}, {"offset", "50"}});
  EXPECT_NE(gvn.body.find("51 to 60 of 60 bugs"), std::string::npos);
  EXPECT_NE(gvn.body.find("href=\"/bugs?pass=gvn\""), std::string::npos) << "the way back keeps the filter";
  const Response mistake = bugs_page(context(), {{"kind", "crush"}});
  EXPECT_EQ(mistake.status, 400);
  EXPECT_NE(mistake.body.find("miscompile, crash, hang"), std::string::npos);
  EXPECT_EQ(bugs_page(context(), {{"pass", "gnv"}}).status, 400);
  EXPECT_EQ(bugs_page(context(), {{"offset", "-1"}}).status, 400);
}

TEST_F(Pages, AQueryOnlyReads) {
  record(make_finding(1));
  const Response answer =
      query_page(context(), {{"sql", "SELECT culprit, COUNT(*) AS n FROM bugs GROUP BY culprit"}}, true);
  EXPECT_NE(answer.body.find("<th>culprit</th><th>n</th>"), std::string::npos);
  EXPECT_NE(answer.body.find("<td>instcombine</td><td class=\"number\">1</td>"), std::string::npos) << answer.body;
  for (const char* sql :
       {"DELETE FROM bugs", "SELECT 1; SELECT 2", "PRAGMA user_version = 3", "ATTACH 'x' AS y", "SELEC"})
    EXPECT_NE(query_page(context(), {{"sql", sql}}, true).body.find("class=\"failure\""), std::string::npos) << sql;
  EXPECT_EQ(store_->statistics()->bugs, 1u);
}

TEST_F(Pages, DaysAreCounted) {
  for (int i = 0; i < 5; ++i) {
    Finding finding = make_finding(i, i < 2 ? "a" : "b");
    finding.found_at = i < 3 ? "2026-01-02T03:04:05Z" : "2026-01-04T23:59:59Z";
    record(finding);
  }
  const auto days = store_->days_since("2026-01-01");
  ASSERT_TRUE(days) << days.error();
  const std::vector<store::DayCounts> expected{{"2026-01-02", 2, 3}, {"2026-01-04", 0, 2}};
  EXPECT_EQ(*days, expected);
  EXPECT_TRUE(store_->days_since("2026-01-05")->empty());
}

TEST_F(Pages, MetricsAreInPrometheusFormat) {
  Finding finding = make_finding(1);
  record(finding);
  store::Hunt hunt;
  hunt.id = "h";
  hunt.batch_size = 1;
  hunt.created_at = "2026-01-02T03:04:05Z";
  hunt.statistics.mutants = 41;
  hunt.statistics.unknown_reasons = {{"a \"quoted\" \\ word\nand a line", 2}};
  ASSERT_FALSE(store_->create_hunt(hunt));
  const Response response = metrics(context());
  EXPECT_EQ(response.type, "text/plain; version=0.0.4; charset=utf-8");
  static const std::regex line(
      R"re(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="([^"\\\n]|\\["\\n])*"\})? -?[0-9.e+]+)re");
  std::istringstream lines(response.body);
  std::size_t count = 0;
  for (std::string each; std::getline(lines, each); ++count) EXPECT_TRUE(std::regex_match(each, line)) << each;
  EXPECT_GT(count, 20u);
  EXPECT_NE(response.body.find("assay_bugs{status=\"new\"} 1\n"), std::string::npos);
  EXPECT_NE(response.body.find("assay_mutants_total 41\n"), std::string::npos);
  EXPECT_NE(response.body.find("assay_hunts{state=\"running\"} 1\n"), std::string::npos);
}

TEST_F(Pages, AnEmptyDatabaseSaysWhatToDo) {
  EXPECT_NE(overview_page(context()).body.find("assay hunt"), std::string::npos);
  EXPECT_NE(hunts_page(context()).body.find("assay hunt"), std::string::npos);
  EXPECT_NE(workers_page(context()).body.find("assay work"), std::string::npos);
  EXPECT_NE(bugs_page(context(), {}).body.find("0 to 0 of 0 bugs"), std::string::npos);
}

}  // namespace
}  // namespace assay::web
