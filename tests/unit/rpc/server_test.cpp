#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "services/common/log.h"
#include "tests/support/wait_for.h"
#include "tests/unit/rpc/reflection_client.h"
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

using Serving = ServerTest;

TEST_F(Serving, AWorkerHuntsOverTheWireAsItDoesEmbedded) {
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 150;
  auto id = client_->create_hunt(hunt);
  ASSERT_TRUE(id) << id.error();
  const std::string worker = register_worker(*client_, "w");
  std::uint64_t mutants = 0;
  while (true) {
    auto answer = client_->lease_work(worker, *id);
    ASSERT_TRUE(answer) << answer.error();
    if (answer->kind == LeaseAnswer::Kind::Ended) break;
    ASSERT_EQ(answer->kind, LeaseAnswer::Kind::Leased);
    EXPECT_EQ(answer->unit->seed, batch_seed(42, answer->unit->batch));
    EXPECT_EQ(answer->unit->settings, hunt.settings);
    EXPECT_EQ(*client_->heartbeat(worker, answer->unit->lease_id), LeaseState::Held);
    HuntStatistics statistics;
    statistics.mutants = answer->unit->mutants;
    statistics.unsupported_reasons = {{"load", 3}};
    mutants += statistics.mutants;
    EXPECT_EQ(*client_->complete_work(worker, answer->unit->lease_id, statistics), store::Completion::Counted);
  }
  EXPECT_EQ(mutants, 150u);
  auto report = client_->find_hunt(*id);
  ASSERT_TRUE(report && *report);
  EXPECT_EQ((*report)->hunt.state, store::HuntState::Finished);
  EXPECT_EQ((*report)->hunt.statistics.mutants, 150u);
  EXPECT_EQ((*report)->leases.done, 2u);
  EXPECT_EQ(client_->list_hunts(10)->size(), 1u);
}

TEST_F(Serving, AHuntThatCannotBeRunFailsWithItsReasonAndIsResumedOverTheWire) {
  const std::string worker = register_worker(*client_, "w");
  NewHunt nobody_has_it = make_hunt("t1");
  nobody_has_it.settings.compilers = {"99"};
  const auto refused = client_->create_hunt(nobody_has_it);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("settings.compilers: '99'"), std::string::npos) << refused.error();
  const std::string id = *client_->create_hunt(make_hunt());
  const auto answer = client_->lease_work(worker, "");
  ASSERT_TRUE(answer && answer->unit);
  ASSERT_FALSE(client_->refuse_work(worker, answer->unit->lease_id, "no such pass"));
  const store::Hunt hunt = (**client_->find_hunt(id)).hunt;
  EXPECT_EQ(hunt.state, store::HuntState::Failed);
  EXPECT_EQ(hunt.failure, "no such pass");
  ASSERT_FALSE(client_->resume_hunt(id));
  EXPECT_EQ(client_->lease_work(worker, "")->kind, LeaseAnswer::Kind::Leased);
}

TEST_F(Serving, ADeadWorkersLeaseGoesToAnotherOverTheWire) {
  ASSERT_TRUE(client_->create_hunt(make_hunt()));
  auto other = make_client();
  const std::string dead = register_worker(*client_, "dead"), alive = register_worker(*other, "alive");
  const auto lost = client_->lease_work(dead, "");
  ASSERT_TRUE(lost && lost->unit);
  now_ms_ += 1001;  // silence
  const auto again = other->lease_work(alive, "");
  ASSERT_TRUE(again && again->unit);
  EXPECT_EQ(again->unit->batch, lost->unit->batch);
  EXPECT_EQ(again->unit->seed, lost->unit->seed);
  EXPECT_EQ(*client_->heartbeat(dead, lost->unit->lease_id), LeaseState::Lost);
  EXPECT_EQ(*client_->complete_work(dead, lost->unit->lease_id, {}), store::Completion::Lost);
}

TEST_F(Serving, BugsAreReportedListedAndSetOverTheWire) {
  Finding finding = make_finding(1);
  finding.detail = "not UTF-8: \xff\xfe";
  auto recorded = client_->report_finding(finding);
  ASSERT_TRUE(recorded) << recorded.error();
  EXPECT_TRUE(recorded->is_new_bug && recorded->is_new_finding);
  EXPECT_FALSE(client_->report_finding(finding)->is_new_finding);
  ASSERT_TRUE(client_->report_finding(make_finding(2)));
  auto bug = client_->find_bug(recorded->bug_id.substr(0, 4));
  ASSERT_TRUE(bug) << bug.error();
  EXPECT_EQ(bug->count, 2u);
  store::BugChange change;
  change.bug_id = bug->id;
  change.who = "ada";
  change.status = BugStatus::Reported;
  const Status refused = client_->change_bug(change);
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->message.find("upstream:"), std::string::npos) << refused->message;
  change.upstream = "https://example.org/1";
  change.why = "reported";
  ASSERT_FALSE(client_->change_bug(change));
  auto care = client_->care_of(bug->id);
  ASSERT_TRUE(care) << care.error();
  EXPECT_EQ(care->upstream, "https://example.org/1");
  ASSERT_EQ(care->history.size(), 2u);
  EXPECT_EQ(care->history[0].after, "reported");
  store::BugFilter filter;
  filter.status = "reported";
  EXPECT_EQ(client_->list_bugs(filter)->bugs.size(), 1u);
  filter.kind = FindingKind::Crash;
  EXPECT_EQ(client_->list_bugs(filter)->bugs.size(), 0u);
  EXPECT_EQ(client_->findings_of(bug->id, 10)->size(), 2u);
  EXPECT_NE(client_->find_bug("ffffffffffffffff").error().find("no bug"), std::string::npos);
}

TEST_F(Serving, LargeFindingsComeInSeveralPages) {
  for (int i = 0; i < 7; ++i) {
    Finding finding = make_finding(i);
    finding.reduced.append(1 << 20, ' ');
    finding.original.append(1 << 20, ' ');
    ASSERT_TRUE(client_->report_finding(finding));
  }
  const std::string bug = client_->list_bugs({})->bugs.front().id;
  auto findings = client_->findings_of(bug, 100);
  ASSERT_TRUE(findings) << findings.error();
  EXPECT_EQ(findings->size(), 7u);
  EXPECT_EQ(client_->findings_of(bug, 5)->size(), 5u);
}

TEST_F(Serving, TheHealthServiceAnswersWhileItServes) {
  const std::string where = address();
  auto error = check_health(where);
  EXPECT_FALSE(error) << error->message;
  server_->stop();
  EXPECT_TRUE(check_health(where, {}, std::chrono::milliseconds(500)));
}

TEST_F(Serving, ReflectionListsTheServices) {
  const auto services = list_services(address());
  for (const char* name : {"assay.v1.WorkService", "assay.v1.FindingService", "assay.v1.BugService",
                           "assay.v1.AdminService", "grpc.health.v1.Health"})
    EXPECT_NE(std::find(services.begin(), services.end(), name), services.end()) << name;
}

TEST_F(Serving, AHundredClientsAtOnceAreAllAnsweredAtTheFirstAttempt) {
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 100; ++t)
    threads.emplace_back([&, t] {
      ClientOptions options;
      options.address = address();
      options.patience = std::chrono::milliseconds(1);
      CoordinatorClient client(options);
      for (int i = 0; i < 3; ++i)
        if (!client.report_finding(make_finding(t * 3 + i, "signature " + std::to_string(t)))) ++refused;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
  EXPECT_EQ(coordinator_->store().statistics()->findings, 300u);
}

TEST_F(Serving, StreamsThatSayNothingKeepNobodyOut) {
  // Each on a connection of its own, as different clients would have them.
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::GenericClientAsyncReaderWriter>> streams;
  grpc::CompletionQueue queue;
  for (int i = 0; i < 100; ++i) {
    grpc::ChannelArguments own;
    own.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    grpc::GenericStub stub(grpc::CreateCustomChannel(address(), grpc::InsecureChannelCredentials(), own));
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    streams.push_back(stub.PrepareCall(contexts.back().get(),
                                       "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue));
    streams.back()->StartCall(nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
  }
  ClientOptions options;
  options.address = address();
  options.patience = std::chrono::milliseconds(1);
  CoordinatorClient client(options);
  for (int i = 0; i < 10; ++i) {
    auto recorded = client.report_finding(make_finding(i));
    EXPECT_TRUE(recorded) << recorded.error();
  }
  EXPECT_FALSE(check_health(address()));
  for (std::size_t i = 0; i < streams.size(); ++i) {
    contexts[i]->TryCancel();
    grpc::Status status;
    streams[i]->Finish(&status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
  }
}

TEST_F(Serving, AnAddressInUseIsAnError) {
  auto second = Server::start(*coordinator_, {address()});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find(address()), std::string::npos);
  EXPECT_FALSE(Server::start(*coordinator_, {"no address at all"}));
}

TEST_F(Serving, StoppingLetsWaitReturnAndMayBeRepeated) {
  std::thread waiter([this] { server_->wait(); });
  server_->stop();
  waiter.join();
  server_->stop();
}

TEST_F(Serving, ACallIsTriedAgainUntilTheServerIsThere) {
  const std::string where = address();
  server_->stop(std::chrono::milliseconds(0));
  server_.reset();
  const std::string log = (folder_ / "log").string();
  configure_log(LogLevel::Warning, log);
  std::thread later([&] {
    EXPECT_TRUE(wait_for([&] {
      std::ifstream file(log);
      return std::string(std::istreambuf_iterator<char>(file), {}).find("call-tried-again") != std::string::npos;
    }));
    auto server = Server::start(*coordinator_, {where});
    ASSERT_TRUE(server) << server.error();
    server_ = std::move(*server);
  });
  ClientOptions options;
  options.address = where;
  options.first_pause = std::chrono::milliseconds(20);
  CoordinatorClient client(options);
  auto recorded = client.report_finding(make_finding(1));
  later.join();
  configure_log(LogLevel::Warning, "/dev/stderr");
  ASSERT_TRUE(recorded) << recorded.error();
  EXPECT_TRUE(recorded->is_new_finding);
}

TEST_F(Serving, HoweverManyCallsWaitForACoordinatorOneLineSaysSoAndOneThatItIsBack) {
  const std::string where = address();
  server_->stop(std::chrono::milliseconds(0));
  server_.reset();
  const std::string log = (folder_ / "log").string();
  configure_log(LogLevel::Info, log);
  const auto told = [&](const std::string& event) {
    std::ifstream file(log);
    int lines = 0;
    for (std::string line; std::getline(file, line);) lines += line.find(event) != std::string::npos ? 1 : 0;
    return lines;
  };
  ClientOptions options;
  options.address = where;
  options.first_pause = std::chrono::milliseconds(2);
  options.longest_pause = std::chrono::milliseconds(10);
  CoordinatorClient client(options);
  std::vector<std::thread> callers;
  for (unsigned i = 1; i <= 3; ++i)
    callers.emplace_back([&client, i] { EXPECT_TRUE(client.report_finding(make_finding(i))); });
  EXPECT_TRUE(wait_for([&] { return told("call-tried-again") != 0; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // tens of tries
  EXPECT_EQ(told("call-tried-again"), 1);
  EXPECT_EQ(told("coordinator-answers"), 0);
  auto server = Server::start(*coordinator_, {where});
  ASSERT_TRUE(server) << server.error();
  server_ = std::move(*server);
  for (std::thread& caller : callers) caller.join();
  configure_log(LogLevel::Warning, "/dev/stderr");
  EXPECT_EQ(told("call-tried-again"), told("coordinator-answers"));
}

TEST_F(Serving, PatienceEndsAndCancelEndsItAtOnce) {
  ClientOptions options;
  options.address = address();
  options.first_pause = std::chrono::milliseconds(10);
  options.patience = std::chrono::milliseconds(50);
  server_->stop(std::chrono::milliseconds(0));
  auto impatient = CoordinatorClient(options).report_finding(make_finding(1));
  ASSERT_FALSE(impatient);
  EXPECT_NE(impatient.error().find(options.address), std::string::npos);
  options.patience = std::chrono::hours(24);
  CoordinatorClient patient(options);
  std::thread canceller([&] { patient.cancel(); });
  EXPECT_FALSE(patient.report_finding(make_finding(1)));
  canceller.join();
}

TEST_F(Serving, AHuntThatNamesAProgramOrAFileIsNotCreated) {
  NewHunt hunt = make_hunt();
  hunt.settings.compilers = {"/bin/sh"};
  EXPECT_NE(client_->create_hunt(hunt).error().find("settings.compilers"), std::string::npos);
  hunt = make_hunt();
  hunt.settings.seeds = "/etc";
  EXPECT_NE(client_->create_hunt(hunt).error().find("settings.seeds"), std::string::npos);
}

}  // namespace
}  // namespace assay::rpc
