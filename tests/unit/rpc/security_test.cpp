// Who may call: certificates, tokens and their roles, how often, and what is kept of it.
#include <fstream>
#include <iterator>

#include "services/common/subprocess.h"
#include "services/coordinator/store/sql.h"
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

class Security : public ServerTest {
 protected:
  CoordinatorClient client(const std::string& token, const Credentials& credentials = {}) const {
    ClientOptions options;
    options.address = "localhost:" + std::to_string(server_->port());
    options.credentials = credentials;
    options.credentials.token = token;
    options.patience = options.first_pause = std::chrono::milliseconds(1);
    return CoordinatorClient(options);
  }
  std::string token(const std::string& name, store::Role role) {
    auto secret = coordinator_->store().create_token(name, role, "me");
    EXPECT_TRUE(secret) << secret.error();
    return secret ? *secret : "";
  }
  std::string ask(const std::string& sql) const {
    const auto answer = store::answer_sql(path(), sql);
    if (!answer) return answer.error();
    std::string text;
    for (const auto& row : answer->rows) {
      for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "|" : "") + std::get<std::string>(row[i]);
      text += "\n";
    }
    return text;
  }
  static std::string error_of(const auto& result) { return result ? "" : result.error(); }
  static bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
};

TEST_F(Security, WithoutTokensAnybodyOnThisMachineMayCall) { EXPECT_TRUE(client("").list_hunts(1)); }

TEST_F(Security, OnceThereIsATokenEveryCallNeedsOne) {
  const std::string secret = token("reader", store::Role::Viewer);
  EXPECT_TRUE(holds(error_of(client("").list_bugs({})), "a token is needed"));
  EXPECT_TRUE(holds(error_of(client("assay_0").list_bugs({})), "not known"));
  EXPECT_TRUE(client(secret).list_bugs({}));
  ASSERT_FALSE(coordinator_->store().revoke_token("reader", "me"));
  EXPECT_TRUE(holds(error_of(client(secret).list_bugs({})), "revoked"));
  EXPECT_TRUE(holds(error_of(client("").list_bugs({})), "a token is needed"));
}

TEST_F(Security, ARoleMayDoWhatItIsForAndNothingElse) {
  auto viewer = client(token("reader", store::Role::Viewer));
  auto worker = client(token("farm", store::Role::Worker));
  auto admin = client(token("boss", store::Role::Admin));
  const auto hunt = admin.create_hunt(make_hunt());
  ASSERT_TRUE(hunt) << hunt.error();
  EXPECT_TRUE(viewer.list_bugs({}));
  EXPECT_TRUE(viewer.find_hunt(*hunt));
  EXPECT_TRUE(holds(error_of(viewer.report_finding(make_finding(1))), "viewer's, who may not call ReportFinding"));
  EXPECT_TRUE(holds(error_of(viewer.create_hunt(make_hunt("other"))), "may not call CreateHunt"));
  EXPECT_TRUE(worker.register_worker({"host", "t", "0.1.0", 1, offer()}));
  EXPECT_TRUE(worker.report_finding(make_finding(1)));
  EXPECT_TRUE(worker.find_hunt(*hunt));
  EXPECT_TRUE(holds(error_of(worker.list_bugs({})), "may not call ListBugs"));
  const Status stopped = worker.stop_hunt(*hunt);
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(holds(stopped->message, "may not call StopHunt")) << stopped->message;
  EXPECT_FALSE(admin.stop_hunt(*hunt));
  EXPECT_TRUE(admin.list_bugs({}));
}

TEST_F(Security, ARotatedTokenHasOneSecretAndItsRole) {
  const std::string old = token("reader", store::Role::Viewer);
  const auto secret = coordinator_->store().rotate_token("reader", "me");
  ASSERT_TRUE(secret) << secret.error();
  EXPECT_FALSE(client(old).list_bugs({}));
  EXPECT_TRUE(client(*secret).list_bugs({}));
  ASSERT_FALSE(coordinator_->store().revoke_token("reader", "me"));
  EXPECT_FALSE(coordinator_->store().rotate_token("reader", "me"));
  EXPECT_FALSE(coordinator_->store().create_token("reader", store::Role::Admin, "me")) << "a name has one life";
  EXPECT_FALSE(coordinator_->store().create_token("a b", store::Role::Admin, "me"));
}

TEST_F(Security, SecretsAreNotInTheDatabase) {
  const std::string secret = token("reader", store::Role::Viewer);
  ASSERT_EQ(secret.size(), 6 + 64u);
  for (const std::string& file : {path(), path() + "-wal"}) {
    std::ifstream input(file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(input), {}};
    EXPECT_FALSE(holds(content, secret)) << file;
    EXPECT_FALSE(holds(content, secret.substr(6))) << file;
  }
}

TEST_F(Security, ChangesAndRefusalsAreAudited) {
  auto admin = client(token("boss", store::Role::Admin));
  auto worker = client(token("farm", store::Role::Worker));
  const auto recorded = worker.report_finding(make_finding(1));
  ASSERT_TRUE(recorded) << recorded.error();
  store::BugChange change;
  change.bug_id = recorded->bug_id;
  change.who = "somebody else";
  change.why = "a note";
  ASSERT_FALSE(admin.change_bug(change));
  const auto hunt = admin.create_hunt(make_hunt());
  ASSERT_TRUE(hunt) << hunt.error();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(worker.stop_hunt(*hunt));
  EXPECT_EQ(ask("SELECT who, action, subject, outcome FROM audit ORDER BY number"),
            "me|token create|boss|ok\nme|token create|farm|ok\nboss|ChangeBug|" + recorded->bug_id +
                "|ok\nboss|CreateHunt|" + *hunt +
                "|ok\nfarm|StopHunt||the token is a worker's, who may not call StopHunt\n");
  EXPECT_TRUE(holds(ask("SELECT DISTINCT peer FROM audit WHERE peer <> ''"), "ipv"));
  const auto care = coordinator_->care_of(recorded->bug_id);
  ASSERT_TRUE(care) << care.error();
  EXPECT_EQ(care->history.back().who, "boss") << "who the token says, not who the client says";
}

TEST_F(Security, AWorkerBelongsToTheTokenThatRegisteredIt) {
  const auto hunt = coordinator_->create_hunt(make_hunt());
  ASSERT_TRUE(hunt) << hunt.error();
  auto owner = client(token("one", store::Role::Worker)), other = client(token("two", store::Role::Worker));
  const auto worker = owner.register_worker({"host", "t", "0.1.0", 1, offer()});
  ASSERT_TRUE(worker) << worker.error();
  EXPECT_TRUE(holds(error_of(other.lease_work(*worker, "")), "another token"));
  const auto leased = owner.lease_work(*worker, "");
  ASSERT_TRUE(leased) << leased.error();
  ASSERT_EQ(leased->kind, LeaseAnswer::Kind::Leased);
  const std::string lease = leased->unit->lease_id;
  EXPECT_TRUE(holds(error_of(other.heartbeat(*worker, lease)), "another token"));
  EXPECT_TRUE(holds(error_of(other.complete_work(*worker, lease, {})), "another token"));
  const Status refused = other.refuse_work(*worker, lease, "no");
  ASSERT_TRUE(refused);
  EXPECT_TRUE(holds(refused->message, "another token")) << refused->message;
  Finding finding = make_finding(1);
  finding.worker_id = *worker;
  const auto reported = other.hand_in(finding);
  EXPECT_TRUE(!reported || holds(reported->refused, "another token"));
  EXPECT_TRUE(owner.hand_in(finding));
  EXPECT_TRUE(owner.heartbeat(*worker, lease));
  const auto done = owner.complete_work(*worker, lease, {});
  ASSERT_TRUE(done) << done.error();
  EXPECT_EQ(*done, store::Completion::Counted);
  EXPECT_EQ(coordinator_->list_workers()->front().registered_by, "one");
}

class Rate : public Security {
 protected:
  void SetUp() override {
    server_options_.calls_per_second = 1;
    Security::SetUp();
  }
};

TEST_F(Rate, WhoCallsTooOftenIsToldToTryAgainAndGetsThrough) {
  auto hasty = client("");
  int refused = 0;
  for (int i = 0; i < 30; ++i)
    if (holds(error_of(hasty.list_hunts(1)), "too many calls")) ++refused;
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 30);
  EXPECT_TRUE(client_->list_hunts(1)) << "a client with patience gets through";
}

/// Certificates of two authorities: "good" and "bad" sign for localhost, "good" for a client, too.
class Tls : public Security {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-tls-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    certificates_ = pattern;
    for (const char* authority : {"good", "bad"})
      openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
               std::string("/CN=") + authority, "-keyout", file(std::string(authority) + ".key"), "-out",
               file(std::string(authority) + ".pem")});
    sign("server", "localhost");
    sign("client", "worker-7");
    server_options_.tls = {text("server.pem"), text("server.key"), ""};
    if (mutual_) server_options_.tls.client_ca = text("good.pem");
    Security::SetUp();
  }
  void TearDown() override {
    Security::TearDown();
    std::filesystem::remove_all(certificates_);
  }
  std::string file(const std::string& name) const { return (certificates_ / name).string(); }
  std::string text(const std::string& name) const {
    std::ifstream input(file(name));
    return {std::istreambuf_iterator<char>(input), {}};
  }

 private:
  static void openssl(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "openssl");
    SubprocessOptions options;
    options.arguments = std::move(arguments);
    const auto result = run_subprocess(options);
    ASSERT_TRUE(result.succeeded()) << result.error_output;
  }
  void sign(const std::string& name, const std::string& subject) {
    openssl({"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + subject,
             "-addext", "subjectAltName=DNS:" + subject, "-keyout", file(name + ".key"), "-out", file(name + ".csr")});
    openssl({"x509", "-req", "-in", file(name + ".csr"), "-CA", file("good.pem"), "-CAkey", file("good.key"),
             "-CAcreateserial", "-copy_extensions", "copy", "-days", "2", "-out", file(name + ".pem")});
  }

 protected:
  bool mutual_ = false;
  std::filesystem::path certificates_;
};

TEST_F(Tls, OnlyWhoTrustsTheRightAuthorityGetsThrough) {
  EXPECT_TRUE(client("", {text("good.pem"), "", "", ""}).list_hunts(1));
  EXPECT_FALSE(client("", {text("bad.pem"), "", "", ""}).list_hunts(1));
  EXPECT_FALSE(client("").list_hunts(1)) << "in plain text";
  EXPECT_FALSE(check_health("localhost:" + std::to_string(server_->port()), {text("good.pem"), "", "", ""}));
}

class MutualTls : public Tls {
 protected:
  MutualTls() { mutual_ = true; }
};

TEST_F(MutualTls, OnlyWhoHasACertificateGetsThroughAndIsAuditedByItsName) {
  EXPECT_FALSE(client("", {text("good.pem"), "", "", ""}).list_hunts(1));
  auto known = client("", {text("good.pem"), text("client.pem"), text("client.key"), ""});
  const auto hunt = known.create_hunt(make_hunt());
  ASSERT_TRUE(hunt) << hunt.error();
  EXPECT_EQ(ask("SELECT who, action FROM audit"), "worker-7|CreateHunt\n");
}

}  // namespace
}  // namespace assay::rpc
