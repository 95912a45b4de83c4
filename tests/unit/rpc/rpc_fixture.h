#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "services/coordinator/rpc/rpc.h"

namespace assay::rpc {

/// A coordinator over a database file of its own, with a clock that the test sets.
class RpcTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-rpc-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    start();
  }
  /// A coordinator in place of the one before.
  void start() {
    coordinator_.reset();
    auto store = store::Store::open(path());
    ASSERT_TRUE(store) << store.error();
    CoordinatorOptions options;
    options.lease_ms = 1000;
    options.max_attempts = 3;
    options.batch_size = 100;
    options.now_ms = [this] {
      ++clock_reads_;
      return now_ms_.load();
    };
    options.examine = examine_;
    coordinator_ = std::make_unique<Coordinator>(std::move(*store), options);
  }
  void TearDown() override {
    coordinator_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string path() const { return (folder_ / "assay.db").string(); }
  static std::string register_worker(CoordinatorLink& link, const std::string& token) {
    auto id = link.register_worker({"host", token, "0.1.0", 2, offer()});
    if (!id) ADD_FAILURE() << id.error();
    return id ? *id : "";
  }
  static WorkerOffer offer() {
    return {{{"linked", "22.1.8", "0123456789ab", ""}, {"/usr/lib/llvm-16/bin/opt", "16.0.6", "ba9876543210", ""}},
            {"seeds@0123456789ab"}};
  }
  static NewHunt make_hunt(const std::string& token = "token") {
    NewHunt hunt;
    hunt.settings.passes = {"instcombine"};
    hunt.settings.compilers = {"linked", "16.0.6@ba9876543210"};
    hunt.seed = 42;
    hunt.token = token;
    return hunt;
  }
  static Finding make_finding(int number, const std::string& signature = "signature") {
    Finding finding;
    finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
    finding.pipeline = finding.culprit = "instcombine";
    finding.function = "f";
    finding.original = finding.reduced = "define i8 @f() {\n  ret i8 " + std::to_string(number) + "\n}\n";
    finding.reason = "value-mismatch";
    finding.signature = signature;
    finding.found_at = "2026-01-02T03:04:05Z";
    return finding;
  }

  std::filesystem::path folder_;
  std::function<Result<Examined>(const Finding&)> examine_;  ///< to be set before SetUp()
  std::atomic<std::int64_t> now_ms_{1'000'000};
  std::atomic<int> clock_reads_{0};
  std::unique_ptr<Coordinator> coordinator_;
};

/// The same with a server on a free port of the loopback, and a client.
class ServerTest : public RpcTest {
 protected:
  void SetUp() override {
    RpcTest::SetUp();
    auto server = Server::start(*coordinator_, server_options_);
    ASSERT_TRUE(server) << server.error();
    server_ = std::move(*server);
    client_ = make_client();
  }
  void TearDown() override {
    client_.reset();
    server_.reset();
    RpcTest::TearDown();
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(server_->port()); }
  std::unique_ptr<CoordinatorClient> make_client() const {
    ClientOptions options;
    options.address = address();
    options.first_pause = std::chrono::milliseconds(10);
    return std::make_unique<CoordinatorClient>(options);
  }

  ServerOptions server_options_{"127.0.0.1:0", {}, 0};  ///< to be changed before SetUp()
  std::unique_ptr<Server> server_;
  std::unique_ptr<CoordinatorClient> client_;
};

}  // namespace assay::rpc
