#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/common/rng.h"
#include "services/coordinator/rpc/convert.h"
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

/// Talks to the server below the client, which would not say such things.
class Hostile : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    channel_ = grpc::CreateChannel(address(), grpc::InsecureChannelCredentials());
    worker_ = register_worker(*client_, "w");
  }

  template <class Service, class Method, class Request>
  grpc::Status call(Method method, const Request& request) {
    auto stub = Service::NewStub(channel_);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::minutes(5));
    return invoke(stub.get(), method, context, request);
  }
  template <class Stub, class Request, class Response>
  static grpc::Status invoke(Stub* stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                             grpc::ClientContext& context, const Request& request) {
    Response response;
    return (stub->*method)(&context, request, &response);
  }
  grpc::Status send_bytes(const std::string& method, const std::string& bytes) {
    grpc::GenericStub stub(channel_);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::minutes(5));
    grpc::CompletionQueue queue;
    const grpc::Slice slice(bytes);
    auto call = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(&slice, 1), &queue);
    call->StartCall();
    grpc::ByteBuffer response;
    grpc::Status status;
    call->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status;
  }
  void expect_alive() {
    auto error = check_health(address());
    EXPECT_FALSE(error) << error->message;
  }
  static void expect_invalid(const grpc::Status& status, const std::string& field) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << status.error_message();
    EXPECT_EQ(status.error_message().substr(0, status.error_message().find(':')), field);
  }

  std::shared_ptr<grpc::Channel> channel_;
  std::string worker_;
};

TEST_F(Hostile, AnInvalidFindingIsRefusedByFieldAndChangesNothing) {
  using Service = v1::FindingService;
  const auto report = &Service::Stub::ReportFinding;
  v1::ReportFindingRequest request;
  expect_invalid(call<Service>(report, request), "finding");
  request.mutable_finding();
  expect_invalid(call<Service>(report, request), "finding.kind");
  *request.mutable_finding() = to_proto(make_finding(1));
  request.mutable_finding()->set_kind(static_cast<v1::FindingKind>(99));
  expect_invalid(call<Service>(report, request), "finding.kind");
  *request.mutable_finding() = to_proto(make_finding(1));
  request.mutable_finding()->clear_signature();
  expect_invalid(call<Service>(report, request), "finding.signature");
  request.mutable_finding()->set_signature("s");
  request.mutable_finding()->set_original(std::string(3 << 20, 'x'));
  expect_invalid(call<Service>(report, request), "finding.original");
  *request.mutable_finding() = to_proto(make_finding(1));
  request.mutable_finding()->set_hunt_id("nothing");
  expect_invalid(call<Service>(report, request), "finding.hunt_id");
  request.mutable_finding()->clear_hunt_id();
  request.mutable_finding()->set_worker_id("nobody");
  expect_invalid(call<Service>(report, request), "finding.worker_id");
  request.mutable_finding()->clear_worker_id();
  request.mutable_finding()->set_title("\x1b[2J");
  expect_invalid(call<Service>(report, request), "finding.title");
  EXPECT_EQ(coordinator_->store().statistics()->findings, 0u);
  expect_alive();
}

TEST_F(Hostile, AMessageBeyondTheLimitIsRefused) {
  v1::ReportFindingRequest request;
  *request.mutable_finding() = to_proto(make_finding(1));
  request.mutable_finding()->set_original(std::string(20 << 20, 'x'));
  const auto status = call<v1::FindingService>(&v1::FindingService::Stub::ReportFinding, request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  expect_alive();
}

TEST_F(Hostile, InvalidWorkRequestsAreRefusedByField) {
  using Service = v1::WorkService;
  v1::RegisterWorkerRequest worker;
  expect_invalid(call<Service>(&Service::Stub::RegisterWorker, worker), "token");
  v1::LeaseWorkRequest lease;
  expect_invalid(call<Service>(&Service::Stub::LeaseWork, lease), "worker_id");
  lease.set_worker_id(worker_);
  lease.set_hunt_id("nothing");
  EXPECT_EQ(call<Service>(&Service::Stub::LeaseWork, lease).error_code(), grpc::StatusCode::NOT_FOUND);
  lease.set_hunt_id(std::string(1000, 'x'));
  expect_invalid(call<Service>(&Service::Stub::LeaseWork, lease), "hunt_id");
  v1::HeartbeatRequest heartbeat;
  heartbeat.set_worker_id(worker_);
  expect_invalid(call<Service>(&Service::Stub::Heartbeat, heartbeat), "lease_id");
  heartbeat.set_lease_id("a.b.c");
  expect_invalid(call<Service>(&Service::Stub::Heartbeat, heartbeat), "lease_id");
  v1::CompleteWorkRequest complete;
  v1::RefuseWorkRequest refuse;
  refuse.set_worker_id(worker_);
  expect_invalid(call<Service>(&Service::Stub::RefuseWork, refuse), "lease_id");
  refuse.set_lease_id("x.1.1");
  expect_invalid(call<Service>(&Service::Stub::RefuseWork, refuse), "reason");
  refuse.set_reason("nobody's lease");
  EXPECT_TRUE(call<Service>(&Service::Stub::RefuseWork, refuse).ok());
  complete.set_worker_id(worker_);
  complete.set_lease_id("x.1.1");
  complete.mutable_statistics()->set_seconds(-1);
  expect_invalid(call<Service>(&Service::Stub::CompleteWork, complete), "statistics.seconds");
  complete.mutable_statistics()->set_seconds(0);
  complete.mutable_statistics()->set_mutants(~std::uint64_t{0});
  expect_invalid(call<Service>(&Service::Stub::CompleteWork, complete), "statistics");
  expect_alive();
}

TEST_F(Hostile, InvalidBugAndHuntRequestsAreRefusedByField) {
  v1::GetBugRequest bug;
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::GetBug, bug), "id");
  bug.set_id("' OR 1 = 1 --");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::GetBug, bug), "id");
  bug.set_id("abc");
  EXPECT_EQ(call<v1::BugService>(&v1::BugService::Stub::GetBug, bug).error_code(), grpc::StatusCode::NOT_FOUND);
  const std::string id = client_->report_finding(make_finding(1))->bug_id;
  v1::ChangeBugRequest set;
  set.set_bug_id(id);
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ChangeBug, set), "who");
  set.set_who("me");
  set.set_status("broken");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ChangeBug, set), "status");
  set.clear_status();
  set.set_why(std::string(100'000, 'x'));
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ChangeBug, set), "why");
  v1::GetBugCareRequest care;
  care.set_bug_id("nothing");
  EXPECT_EQ(call<v1::BugService>(&v1::BugService::Stub::GetBugCare, care).error_code(), grpc::StatusCode::NOT_FOUND);
  v1::ListBugsRequest list;
  list.set_filter("kind = crush");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "kind");
  list.set_filter(std::string(100'000, '%'));
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "filter");
  list.set_filter("%");
  list.set_order_by("colour");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "order_by");
  list.clear_order_by();
  list.set_filter("last_seen > soon");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "last_seen");
  list.set_filter("pass = gvm");
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "pass");
  list.set_filter(std::string("\"add\0\"", 6));
  expect_invalid(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list), "filter");
  list.set_filter("last_seen > 7d");
  list.set_page_size(std::numeric_limits<std::int32_t>::max());
  list.set_skip(std::numeric_limits<std::int32_t>::max());
  EXPECT_TRUE(call<v1::BugService>(&v1::BugService::Stub::ListBugs, list).ok());
  v1::CreateHuntRequest hunt;
  expect_invalid(call<v1::AdminService>(&v1::AdminService::Stub::CreateHunt, hunt), "settings.passes");
  v1::StopHuntRequest stop;
  stop.set_hunt_id("nothing");
  EXPECT_EQ(call<v1::AdminService>(&v1::AdminService::Stub::StopHunt, stop).error_code(), grpc::StatusCode::NOT_FOUND);
  expect_alive();
}

TEST_F(Hostile, RandomBytesToEveryMethodNeverEndTheServer) {
  Rng rng(7);
  v1::ReportFindingRequest valid;
  *valid.mutable_finding() = to_proto(make_finding(1));
  const std::string base = valid.SerializeAsString();
  for (const char* method :
       {"/assay.v1.WorkService/RegisterWorker", "/assay.v1.WorkService/LeaseWork", "/assay.v1.WorkService/Heartbeat",
        "/assay.v1.WorkService/RefuseWork", "/assay.v1.AdminService/ResumeHunt", "/assay.v1.WorkService/CompleteWork",
        "/assay.v1.FindingService/ReportFinding", "/assay.v1.BugService/ListBugs", "/assay.v1.BugService/GetBug",
        "/assay.v1.BugService/ListFindings", "/assay.v1.BugService/ChangeBug", "/assay.v1.BugService/GetBugCare",
        "/assay.v1.AdminService/CreateHunt", "/assay.v1.AdminService/GetHunt", "/assay.v1.AdminService/ListHunts",
        "/assay.v1.AdminService/StopHunt", "/assay.v1.Nothing/AtAll"})
    for (int round = 0; round < 30; ++round) {
      std::string bytes = rng.chance(1, 2) ? base : std::string(rng.below(200), '\0');
      for (std::uint64_t changes = bytes.empty() ? 0 : 1 + rng.below(20); changes > 0; --changes)
        bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
      const auto code = send_bytes(method, bytes).error_code();
      EXPECT_NE(code, grpc::StatusCode::UNAVAILABLE) << method;
      EXPECT_NE(code, grpc::StatusCode::UNKNOWN) << method;
    }
  expect_alive();
}

}  // namespace
}  // namespace assay::rpc
