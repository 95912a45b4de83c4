#include <httplib.h>

#include <thread>

#include "services/coordinator/web/web.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::web {
namespace {

class WebServer : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<store::Store>(open());
  }
  void TearDown() override {
    server_.reset();
    store_.reset();
    StoreTest::TearDown();
  }
  void start() {
    auto server = Server::start(*store_, options());
    ASSERT_TRUE(server) << server.error();
    server_ = std::move(*server);
  }
  Options options() {
    Options options;
    options.listen = "127.0.0.1:0";
    options.ask = [this](const std::string& sql, const store::SqlLimits& limits) {
      return store::answer_sql(path(), sql, limits);
    };
    return options;
  }
  httplib::Client client() const { return httplib::Client("127.0.0.1", server_->port()); }

  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Server> server_;
};

TEST_F(WebServer, EveryAnswerForbidsScriptsFramesAndGuesses) {
  start();
  auto http = client();
  for (const char* path : {"/", "/bugs", "/bugs/absent", "/hunts", "/workers", "/query", "/metrics", "/style.css",
                           "/icon.svg", "/favicon.ico", "/absent"}) {
    const auto answer = http.Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->status, std::string_view(path).ends_with("absent") ? 404 : 200) << path;
    EXPECT_NE(answer->get_header_value("Content-Security-Policy").find("default-src 'none'"), std::string::npos)
        << path;
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff") << path;
    EXPECT_FALSE(answer->body.empty()) << path;
  }
}

TEST_F(WebServer, OnlyReadsAreAnswered) {
  start();
  auto http = client();
  EXPECT_EQ(http.Post("/bugs", "x", "text/plain")->status, 405);
  EXPECT_EQ(http.Delete("/bugs")->status, 405);
  EXPECT_EQ(http.Head("/bugs")->status, 200);
}

TEST_F(WebServer, APageOfElsewhereCantAskIt) {
  start();
  auto http = client();
  EXPECT_EQ(http.Get("/bugs", {{"Host", "evil.example:80"}})->status, 421);
  EXPECT_EQ(http.Get("/bugs", {{"Host", "localhost:1"}})->status, 200);
}

TEST_F(WebServer, OnceThereIsATokenNothingIsShownWithoutOne) {
  start();
  EXPECT_EQ(client().Get("/bugs")->status, 200);
  const std::string viewer = *store_->create_token("reader", store::Role::Viewer, "someone");
  const std::string admin = *store_->create_token("boss", store::Role::Admin, "someone");
  const std::string worker = *store_->create_token("machine", store::Role::Worker, "someone");
  for (const char* path : {"/", "/bugs", "/query", "/metrics", "/absent"}) {
    auto http = client();
    const auto refused = http.Get(path);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 401) << path;
    EXPECT_TRUE(refused->has_header("WWW-Authenticate"));
    for (const std::string& secret : {std::string("wrong"), std::string(), worker}) {
      http.set_basic_auth("anybody", secret);
      EXPECT_EQ(http.Get(path)->status, 401) << path;
    }
  }
  for (const std::string& secret : {viewer, admin}) {
    auto http = client();
    http.set_basic_auth("anybody", secret);
    EXPECT_EQ(http.Get("/bugs")->status, 200);
    EXPECT_EQ(client().Get("/bugs", {{"Authorization", "Bearer " + secret}})->status, 200);
  }
  for (const char* header : {"Basic", "Basic !!!!", "Basic \x01", "Bearer ", "Digest x"})
    EXPECT_EQ(client().Get("/bugs", {{"Authorization", header}})->status, 401) << header;
  ASSERT_FALSE(store_->revoke_token("reader", "someone"));
  EXPECT_EQ(client().Get("/bugs", {{"Authorization", "Bearer " + viewer}})->status, 401);
}

TEST_F(WebServer, BadAddressesAreNamed) {
  for (const char* address :
       {"", "localhost", "localhost:", "localhost:x", "localhost:99999", "no.such.host.invalid:0"}) {
    Options elsewhere = options();
    elsewhere.listen = address;
    const auto server = Server::start(*store_, elsewhere);
    ASSERT_FALSE(server) << address;
    EXPECT_NE(server.error().find(address), std::string::npos);
  }
  start();
  Options same = options();
  same.listen = "127.0.0.1:" + std::to_string(server_->port());
  EXPECT_FALSE(Server::start(*store_, same)) << "the port is in use";
}

TEST_F(WebServer, ManyReadWhileFindingsComeIn) {
  start();
  std::vector<std::thread> readers;
  std::atomic<int> answered = 0;
  for (int i = 0; i < 6; ++i)
    readers.emplace_back([&] {
      auto http = client();
      for (int k = 0; k < 40; ++k) {
        const auto answer = http.Get(k % 2 == 0 ? "/" : "/bugs");
        answered += answer && answer->status == 200;
      }
    });
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(store_->record_finding(store::make_finding(i, "signature " + std::to_string(i % 7))));
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(answered, 240);
}

}  // namespace
}  // namespace assay::web
