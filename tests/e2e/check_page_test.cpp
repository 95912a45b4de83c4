// The page that judges what is pasted: a real coordinator, its judges and compilers.
#include <httplib.h>

#include <atomic>
#include <thread>

#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

class CheckPage : public TestWithFolder {
 protected:
  void start(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--http=127.0.0.1:0", "--check-compiler=linked"});
    coordinator_.emplace(path("a.db"), path("serve"), more);
    port_ = coordinator_->pages_port();
  }
  httplib::Result send(const httplib::Params& fields) const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(60);
    return client.Post("/check", {{"Sec-Fetch-Site", "same-origin"}}, fields);
  }
  /// The answer, when there is one.
  std::string page_at(const std::string& place) const {
    std::string body;
    EXPECT_TRUE(wait_for([&] {
      const auto answer = httplib::Client("127.0.0.1", port_).Get(place);
      if (!answer || answer->has_header("Refresh")) return false;
      body = answer->body;
      return true;
    })) << place;
    return body;
  }
  std::string judged(const httplib::Params& fields) const {
    const auto sent = send(fields);
    if (!sent || sent->status != 303) return sent ? sent->body : "nothing";
    return page_at(sent->get_header_value("Location"));
  }
  /// The name of the linked compiler as the page offers it.
  std::string linked() const {
    const std::string form = httplib::Client("127.0.0.1", port_).Get("/check")->body;
    const auto at = form.find("<option>") + 8;
    return form.substr(at, form.find('<', at) - at);
  }
  static void expect(const std::string& page, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  }

  std::optional<Coordinator> coordinator_;
  int port_ = 0;
};

constexpr const char* kWrong =
    "define i8 @src(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @tgt(i8 %x) {\n  %r = and i8 %x, 127\n  ret i8 %r\n}\n";

TEST_F(CheckPage, ShowsVerdictsCounterexamplesAndPasses) {
  start();
  expect(judged({{"source", kWrong}}),
         {"@src -&gt; @tgt", "INCORRECT: value-mismatch", "Counterexample", "returns i8"});
  const std::string f = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 0\n  %r = mul i8 %a, 8\n  ret i8 %r\n}\n";
  expect(judged({{"source", f}, {"passes", "instsimplify,gvn,instcombine"}, {"compiler", linked()}}),
         {"correct: the target refines the source", "Passes that ran: 3", "1: instsimplify", "3: instcombine"});
  expect(judged({{"source", f}, {"passes", "instcombine"}}), {"correct: the target refines the source", "(linked)"});
  const std::string undef = "define i8 @f(i8 %x) {\n  ret i8 0\n}\n",
                    target = "define i8 @f(i8 %x) {\n  %r = sub i8 %x, %x\n  ret i8 %r\n}\n";
  expect(judged({{"source", undef}, {"target", target}}), {"INCORRECT"});
  expect(judged({{"source", undef}, {"target", target}, {"no_undef", "1"}, {"no_poison", "1"}}),
         {"correct: the target refines the source", "--no-undef-input --no-poison-input"});
}

TEST_F(CheckPage, NamesTheTextAndTheLineOfAMistake) {
  start();
  const std::string good = "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n";
  expect(judged({{"source", "define i8 @f() {\n  ret i9 0\n}\n"}}), {"source:2:"});
  expect(judged({{"source", good}, {"target", "define i8 @f(i8 %x) {\n  ret i8 %y\n}\n"}}), {"target:2:"});
  expect(judged({{"source", good}, {"passes", "no-such-pass"}, {"compiler", linked()}}), {"passes:", "no-such-pass"});
  expect(judged({{"source", good}, {"passes", "gvn"}, {"compiler", "/bin/sh"}}), {"compiler:", "is not offered here"});
  expect(judged({{"source", good}, {"passes", "gvn"}, {"opt_args", "-stats"}, {"compiler", linked()}}),
         {"options of passes:"});
  expect(judged({{"source", good}}), {"no pair @src and @tgt"});
}

TEST_F(CheckPage, WhatIsHostileCostsItsOwnAnswerOnly) {
  start();
  std::string deep = "define i8 @f() {\n  ret i8 0\n}\n!0 = ";
  for (int i = 0; i < 43'000; ++i) deep += "!{";
  deep += std::string(43'000, '}') + "\n";
  expect(judged({{"source", deep}}), {"to read it fails"});
  const std::string endless =
      "define i64 @src(i64 %x) {\n  br label %l\nl:\n  br label %l\n}\n"
      "define i64 @tgt(i64 %x) {\n  br label %l\nl:\n  %a = phi i64 [ %x, %0 ], [ %b, %l ]\n"
      "  %b = mul i64 %a, %a\n  %c = icmp eq i64 %b, 12345677\n  br i1 %c, label %e, label %l\n"
      "e:\n  ret i64 %b\n}\n";
  expect(judged({{"source", endless}, {"seconds", "1"}}), {"@src -&gt; @tgt"});
  std::vector<std::thread> many;
  std::atomic<int> taken = 0, refused = 0;
  for (int i = 0; i < 16; ++i)
    many.emplace_back([&, i] {
      const auto sent = send({{"source", endless + "; " + std::to_string(i)}, {"seconds", "2"}});
      if (sent) (sent->status == 303 ? taken : refused) += 1;
    });
  for (std::thread& each : many) each.join();
  EXPECT_EQ(taken + refused, 16);
  EXPECT_GE(taken, 2);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(httplib::Client("127.0.0.1", port_).Get("/bugs")->status, 200);
  EXPECT_TRUE(coordinator_->runs());
  EXPECT_EQ(coordinator_->end(SIGTERM), 0);
}

TEST_F(CheckPage, IsNotThereIfTheOperatorSaysSo) {
  start({"--no-check-page"});
  EXPECT_EQ(httplib::Client("127.0.0.1", port_).Get("/check")->status, 404);
  EXPECT_EQ(send({{"source", kWrong}})->status, 404);
}

}  // namespace
}  // namespace assay::e2e
