// The pages in a real browser: Debian's Chromium without a window.
#include <filesystem>

#include "services/common/subprocess.h"
#include "services/coordinator/web/web.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::web {
namespace {

class Browser : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (!std::filesystem::exists("/usr/bin/chromium"))
      FAIL() << "the packages of deploy/install-packages.sh browser are missing: /usr/bin/chromium";
    store_ = std::make_unique<store::Store>(open());
    Options options;
    options.listen = "127.0.0.1:0";
    options.ask = [this](const std::string& sql, const store::SqlLimits& limits) {
      return store::answer_sql(path(), sql, limits);
    };
    auto server = Server::start(*store_, options);
    ASSERT_TRUE(server) << server.error();
    server_ = std::move(*server);
  }
  void TearDown() override {
    server_.reset();
    store_.reset();
    StoreTest::TearDown();
  }

  /// The page's tree as the browser has made it; what the console says is a failure.
  std::string open_page(const std::string& page) {
    const auto result =
        run_subprocess({{"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                         "--disable-background-networking", "--disable-component-update", "--disable-sync",
                         "--user-data-dir=" + path("profile"), "--enable-logging=stderr", "--dump-dom",
                         "http://127.0.0.1:" + std::to_string(server_->port()) + page},
                        "",
                        std::chrono::seconds(120)});
    EXPECT_TRUE(result.succeeded()) << result.error_output;
    for (std::size_t at = 0; (at = result.error_output.find("CONSOLE", at)) != std::string::npos; ++at)
      ADD_FAILURE() << page << ": " << result.error_output.substr(at, result.error_output.find('\n', at) - at);
    return result.output;
  }

  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Server> server_;
};

TEST_F(Browser, EveryPageIsShownWithoutAWordInTheConsole) {
  Finding finding = store::make_finding(1);
  const std::string bug = store_->record_finding(finding)->bug_id;
  store::Hunt hunt;
  hunt.id = "hunt1";
  hunt.batch_size = 1;
  hunt.created_at = "2026-01-02T03:04:05Z";
  ASSERT_FALSE(store_->create_hunt(hunt));
  store::Night night;
  night.id = "2026-01-02";
  night.report =
      R"({"new_bugs": [{"bug_id": "b", "title": "t", "branches": ["trunk"]}], "surface": [{"pipeline": "gvn", "feature": "memory", "judge": "smt", "pairs": 3}],
                      "costs": [{"branch": "trunk", "baseline": "stable", "comparison": {"compared": 3, "passes": "default<O2>", "summaries": [
                      {"measure": "compile-time", "inputs": 3, "baseline": 4, "branch": 5, "ratio": 1.2, "worse": 1}], "outliers": [
                      {"measure": "compile-time", "input": "a/b.ll", "baseline": 1, "branch": 2, "ratio": 2}]}}]})";
  ASSERT_FALSE(store_->begin_night(night, {}));
  for (const std::string& page :
       {std::string("/"), std::string("/bugs"), "/bugs/" + bug, std::string("/hunts"), std::string("/hunts/hunt1"),
        std::string("/workers"), std::string("/nights"), std::string("/nights/2026-01-02"), std::string("/causes"),
        std::string("/query?sql=SELECT+1")})
    EXPECT_NE(open_page(page).find("<main id=\"main\">"), std::string::npos) << page;
}

TEST_F(Browser, WhatABugHoldsMakesNoElement) {
  const std::string text =
      "</pre></td></tr></table></main><script>document.title='taken'</script><img src=x "
      "onerror=document.title='taken'>";
  Finding finding = store::make_finding(1);
  finding.title = finding.reduced = finding.reduced_target = finding.detail = finding.reason = finding.culprit = text;
  finding.counterexample->source_trace = {{text, text}};
  finding.counterexample->inputs = {{text, text, text}};
  const std::string bug = store_->record_finding(finding)->bug_id;
  const std::string tree = open_page("/bugs/" + bug);
  EXPECT_EQ(tree.find("<script"), std::string::npos);
  EXPECT_EQ(tree.find("<img"), std::string::npos);
  EXPECT_EQ(tree.find("<title>taken"), std::string::npos);
  EXPECT_NE(tree.find("&lt;script&gt;document.title"), std::string::npos);
  EXPECT_NE(tree.find("<footer>"), std::string::npos);
}

}  // namespace
}  // namespace assay::web
