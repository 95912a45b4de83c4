// Pasted code over HTTP: the real server, and a judge that tells what it was asked.
#include <httplib.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>

#include "services/coordinator/web/web.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::web {
namespace {

class CheckPage : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<store::Store>(open());
    options_.listen = "127.0.0.1:0";
    options_.ask = [](const std::string&, const store::SqlLimits&) { return Result<store::SqlAnswer>(Error{"none"}); };
    options_.judge.folder = path("checks");
    options_.judge.compilers = {"LLVM 22 (linked)", "LLVM 19"};
    options_.judge.judge = [this](const Pasted& pasted) -> Result<PastedAnswer> {
      std::unique_lock lock(mutex_);
      asked_.push_back(pasted);
      changed_.wait(lock, [&] { return !held_; });
      if (!busy_.empty()) return Error{busy_};
      PastedAnswer answer;
      answer.source = pasted.source;
      answer.target = "target_text";
      answer.steps = {{3, "instcombine", "was so", "is so"}};
      answer.passes_run = 7;
      JudgedPair pair{"@f", VerdictKind::Incorrect, "INCORRECT: value", "<b>detail</b>", Counterexample()};
      pair.counterexample->inputs = {{"%x", "i8", "3"}};
      pair.counterexample->source_trace = {{"%a = add i8 %x, 1", "4"}};
      answer.pairs = {pair};
      return answer;
    };
  }
  void TearDown() override {
    release();
    server_.reset();
    store_.reset();
    StoreTest::TearDown();
  }
  void start() {
    auto server = Server::start(*store_, options_);
    ASSERT_TRUE(server) << server.error();
    server_ = std::move(*server);
  }
  void hold() { held_ = true; }
  void release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  httplib::Client client() const { return httplib::Client("127.0.0.1", server_->port()); }
  httplib::Headers own() const { return {{"Origin", "http://127.0.0.1:" + std::to_string(server_->port())}}; }
  httplib::Result send(const httplib::Params& fields) const { return client().Post("/check", own(), fields); }
  /// The page when nothing is being judged any more.
  std::string page_at(const std::string& place) const {
    for (;;) {
      const auto answer = client().Get(place);
      if (!answer) return "";
      if (!answer->has_header("Refresh")) return answer->body;
    }
  }

  Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  std::string busy_;
  std::vector<Pasted> asked_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Server> server_;
};

TEST_F(CheckPage, AnAnswerHasItsPermalinkAndTheKnownCauseOfWhatIsWrong) {
  KnownCause cause;
  cause.id = "a-rule";
  cause.state = "open";
  cause.upstream = "https://example.org/1";
  cause.reason = "it does <b>something</b>";
  options_.causes.all = {cause};
  const auto judge = options_.judge.judge;
  options_.judge.judge = [=](const Pasted& pasted) {
    auto answer = judge(pasted);
    answer->pairs[0].cause = cause;
    return answer;
  };
  start();
  const auto sent = send({{"source", "a"}, {"passes", "instcombine"}});
  ASSERT_TRUE(sent);
  const std::string place = sent->get_header_value("Location");
  const std::string page = page_at(place);
  EXPECT_NE(page.find("Permalink: <a href=\"" + place + "\">"), std::string::npos) << page;
  EXPECT_NE(page.find("<a href=\"/causes/a-rule\">a-rule</a> (open, https:"), std::string::npos) << page;
  EXPECT_EQ(page.find("<b>something"), std::string::npos) << "it is no markup";
  server_.reset();
  options_.causes.all.clear();
  start();
  const std::string later = page_at(place);
  EXPECT_EQ(later.find("/causes/a-rule"), std::string::npos) << "a rule that is gone has no page";
  EXPECT_NE(later.find("a-rule (open"), std::string::npos) << later;
}

TEST_F(CheckPage, WhatIsPastedIsJudgedOnceAndFoundAgainAfterARestart) {
  start();
  const httplib::Params fields{{"source", "define i8 @f()\r\n{}"},
                               {"passes", "instcombine"},
                               {"compiler", "LLVM 19"},
                               {"no_undef", "1"},
                               {"seconds", "5"}};
  const auto sent = send(fields);
  ASSERT_TRUE(sent);
  ASSERT_EQ(sent->status, 303) << sent->body;
  const std::string place = sent->get_header_value("Location");
  const std::string page = page_at(place);
  for (const char* part : {"INCORRECT: value", "&lt;b&gt;detail", "instcombine", "Passes that ran: 7", "target_text",
                           "--no-undef-input", "%a"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  ASSERT_EQ(asked_.size(), 1u);
  EXPECT_EQ(asked_[0].source, "define i8 @f()\n{}");
  EXPECT_EQ(asked_[0].compiler, "LLVM 19");
  EXPECT_FALSE(asked_[0].undef_inputs);
  EXPECT_TRUE(asked_[0].poison_inputs);
  EXPECT_EQ(asked_[0].seconds, 5u);
  server_.reset();
  start();
  EXPECT_NE(page_at(place).find("INCORRECT: value"), std::string::npos);
  EXPECT_EQ(send(fields)->get_header_value("Location"), place);
  EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(CheckPage, FormsOfElsewhereAreRefused) {
  start();
  const httplib::Params fields{{"source", "x"}};
  for (const httplib::Headers& headers : {httplib::Headers{},
                                          {{"Origin", "http://evil.example"}},
                                          {{"Origin", "null"}},
                                          {{"Sec-Fetch-Site", "cross-site"}},
                                          {{"Sec-Fetch-Site", "same-site"}},
                                          {{"Sec-Fetch-Site", "same-origin"}, {"Origin", "http://evil.example"}}})
    EXPECT_EQ(client().Post("/check", headers, fields)->status, 403);
  EXPECT_EQ(client().Post("/check", {{"Sec-Fetch-Site", "same-origin"}}, fields)->status, 303);
  EXPECT_EQ(client().Post("/bugs", own(), fields)->status, 405);
}

TEST_F(CheckPage, ABugIsChangedByAnAdminFromHere) {
  const std::string bug = store_->record_finding(store::make_finding(1))->bug_id;
  const std::string viewer = *store_->create_token("reader", store::Role::Viewer, "someone");
  const std::string admin = *store_->create_token("boss", store::Role::Admin, "someone");
  start();
  const httplib::Params fields{{"status", "confirmed"}, {"note", "seen <b>twice</b>"}, {"who", "somebody else"}};
  const auto post = [&](const std::string& secret, const httplib::Headers& headers, const httplib::Params& sent) {
    auto http = client();
    http.set_basic_auth("anybody", secret);
    return http.Post("/bugs/" + bug, headers, sent);
  };
  EXPECT_EQ(client().Post("/bugs/" + bug, own(), fields)->status, 401);
  EXPECT_EQ(post(viewer, own(), fields)->status, 403);
  EXPECT_EQ(post(admin, {{"Origin", "http://evil.example"}}, fields)->status, 403);
  EXPECT_EQ(store_->find_bug(bug)->status, BugStatus::New);
  const auto changed = post(admin, own(), fields);
  EXPECT_EQ(changed->status, 303) << changed->body;
  EXPECT_EQ(changed->get_header_value("Location"), "/bugs/" + bug);
  EXPECT_EQ(store_->find_bug(bug)->status, BugStatus::Confirmed);
  EXPECT_EQ(store_->care_of(bug)->history.front().who, "boss");
  EXPECT_EQ(post(admin, own(), {{"status", "wrong"}})->status, 400);
  EXPECT_EQ(post(admin, own(), {{"status", ""}})->status, 400);
}

TEST_F(CheckPage, WithoutTokensWhoChangesABugSaysSo) {
  const std::string bug = store_->record_finding(store::make_finding(1))->bug_id;
  start();
  EXPECT_EQ(client().Post("/bugs/" + bug, own(), httplib::Params{{"note", "x"}})->status, 400);
  EXPECT_EQ(client().Post("/bugs/" + bug, own(), httplib::Params{{"note", "x"}, {"who", "me"}})->status, 303);
  EXPECT_EQ(store_->care_of(bug)->history.front().why, "x");
  EXPECT_EQ(client().Post("/bugs/absent", own(), httplib::Params{{"note", "x"}, {"who", "me"}})->status, 404);
}

TEST_F(CheckPage, WhatNoFormMaySayIsNamed) {
  start();
  const std::pair<httplib::Params, const char*> cases[] = {
      {{}, "source: is empty"},
      {{{"source", "x"}, {"target", "y"}, {"passes", "gvn"}}, "target, passes: both are given"},
      {{{"source", "x"}, {"opt_args", "-a=1"}}, "options of passes: there are no passes"},
      {{{"source", "x"}, {"seconds", "0"}}, "seconds:"},
      {{{"source", "x"}, {"seconds", "9x"}}, "expected a number from 1 to 20"},
      {{{"source", std::string("x\x01")}}, "source: holds control characters"},
      {{{"source", std::string("\xff")}}, "source: holds control characters or is not UTF-8"},
      {{{"source", std::string((128 << 10) + 1, 'x')}}, "source: has 131073 bytes: expected at most 131072"}};
  for (const auto& [fields, message] : cases) {
    const auto answer = send(fields);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 400) << message;
    EXPECT_NE(answer->body.find(message), std::string::npos) << message << answer->body;
  }
  EXPECT_EQ(send({{"source", std::string(600 << 10, 'x')}})->status, 413);
  EXPECT_EQ(client().Post("/check", own(), "x", "text/plain")->status, 415);
  EXPECT_TRUE(asked_.empty());
}

TEST_F(CheckPage, AClientHasFewQuestionsOpenAndPagesAreShownMeanwhile) {
  hold();
  start();
  const auto first = send({{"source", "one"}});
  ASSERT_EQ(first->status, 303);
  EXPECT_EQ(send({{"source", "two"}})->status, 303);
  const auto third = send({{"source", "three"}});
  EXPECT_EQ(third->status, 503);
  EXPECT_NE(third->body.find("three"), std::string::npos) << "what was pasted is not lost";
  EXPECT_EQ(send({{"source", "one"}})->status, 303) << "the same question again is no other one";
  const auto waits = client().Get(first->get_header_value("Location"));
  EXPECT_EQ(waits->status, 200);
  EXPECT_EQ(waits->get_header_value("Refresh"), "1");
  EXPECT_EQ(client().Get("/bugs")->status, 200);
  release();
  page_at(first->get_header_value("Location"));
}

TEST_F(CheckPage, WhatNobodyCouldJudgeIsToldAndMayBeAskedAgain) {
  busy_ = "nobody is free";
  start();
  const std::string place = send({{"source", "one"}})->get_header_value("Location");
  EXPECT_NE(page_at(place).find("nobody is free"), std::string::npos);
  busy_.clear();
  EXPECT_EQ(send({{"source", "one"}})->get_header_value("Location"), place);
  EXPECT_NE(page_at(place).find("INCORRECT: value"), std::string::npos);
}

TEST_F(CheckPage, OldAnswersGoWhenThereAreMany) {
  const std::filesystem::path folder = path("checks");
  std::filesystem::create_directories(folder);
  const auto now = std::filesystem::file_time_type::clock::now();
  for (int i = 0; i < 1'005; ++i) {
    const auto file = folder / (std::to_string(i) + ".json");
    std::ofstream(file) << "{}";
    std::filesystem::last_write_time(file, now - std::chrono::hours(i + 1));
  }
  start();
  page_at(send({{"source", "one"}})->get_header_value("Location"));
  EXPECT_TRUE(std::filesystem::exists(folder / "998.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "999.json"));
}

TEST_F(CheckPage, NamesThatAreNoAnswersAreNotLookedFor) {
  start();
  for (const char* place : {"/check/x", "/check/..%2f..%2fassay", "/check/00000000000000000000000000000000"})
    EXPECT_EQ(client().Get(place)->status, 404) << place;
}

TEST_F(CheckPage, TheOperatorCanTurnItOff) {
  options_.judge = {};
  start();
  for (const auto& answer : {client().Get("/check"), send({{"source", "x"}}), client().Get("/check/x")}) {
    EXPECT_EQ(answer->status, 404);
    EXPECT_NE(answer->body.find("turned off"), std::string::npos);
  }
}

TEST_F(CheckPage, OnceThereIsATokenNothingIsJudgedWithoutOne) {
  const std::string viewer = *store_->create_token("reader", store::Role::Viewer, "someone");
  start();
  EXPECT_EQ(send({{"source", "x"}})->status, 401);
  auto http = client();
  http.set_basic_auth("anybody", viewer);
  EXPECT_EQ(http.Post("/check", own(), httplib::Params{{"source", "x"}})->status, 303);
}

}  // namespace
}  // namespace assay::web
