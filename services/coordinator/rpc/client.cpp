#include "services/coordinator/rpc/client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/common/log.h"
#include "services/common/rng.h"
#include "services/coordinator/rpc/channel.h"
#include "services/coordinator/rpc/convert.h"
#include "services/coordinator/rpc/library_logs.h"
#include "services/coordinator/rpc/validate.h"

namespace assay::rpc {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kHeartbeatDeadline{5'000};

bool may_pass(grpc::StatusCode code) {
  return code == grpc::StatusCode::UNAVAILABLE || code == grpc::StatusCode::DEADLINE_EXCEEDED || code == grpc::StatusCode::RESOURCE_EXHAUSTED;
}

std::shared_ptr<grpc::Channel> connect(const ClientOptions& options) {
  route_library_logs();
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(4 * kMaxMessageBytes);  // a page of findings may hold one large one too many
  // gRPC's own pauses between connection attempts must not be longer than ours.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, static_cast<int>(options.first_pause.count()));
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(options.first_pause.count()));
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, static_cast<int>(options.longest_pause.count()));
  return grpc::CreateCustomChannel(options.address, credentials_of(options.credentials), arguments);
}

}  // namespace

std::shared_ptr<grpc::ChannelCredentials> credentials_of(const Credentials& credentials) {
  if (credentials.ca.empty()) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials({credentials.ca, credentials.key, credentials.certificate});
}

struct CoordinatorClient::State {
  explicit State(const ClientOptions& given)
      : options(given),
        channel(connect(given)),
        work(v1::WorkService::NewStub(channel)),
        findings(v1::FindingService::NewStub(channel)),
        bugs(v1::BugService::NewStub(channel)),
        admin(v1::AdminService::NewStub(channel)),
        rng(given.seed) {}

  ClientOptions options;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::WorkService::Stub> work;
  std::unique_ptr<v1::FindingService::Stub> findings;
  std::unique_ptr<v1::BugService::Stub> bugs;
  std::unique_ptr<v1::AdminService::Stub> admin;

  std::mutex mutex;
  std::condition_variable wake;
  bool cancelled = false;
  std::atomic<bool> got_through{false};
  std::set<grpc::ClientContext*> under_way;
  Rng rng;

  // One attempt, which cancel() can end.
  template <class Stub, class Request, class Response>
  grpc::Status attempt(Stub& stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                       const Request& request, Response& response, milliseconds deadline) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + deadline);
    if (!options.credentials.token.empty()) context.AddMetadata("authorization", "Bearer " + options.credentials.token);
    {
      const std::lock_guard lock(mutex);
      if (cancelled) return grpc::Status(grpc::StatusCode::CANCELLED, "cancelled");
      under_way.insert(&context);
    }
    const grpc::Status status = (stub.*method)(&context, request, &response);
    const std::lock_guard lock(mutex);
    under_way.erase(&context);
    return status;
  }

  // Waits before the next attempt: between half and all of the pause. False when cancelled.
  bool pause(milliseconds length) {
    std::unique_lock lock(mutex);
    const auto half = std::max<std::int64_t>(length.count() / 2, 1);
    const milliseconds spread(half + static_cast<std::int64_t>(rng.below(half)));
    return !wake.wait_for(lock, spread, [this] { return cancelled; });
  }

  // Tries until the call gets through, is refused, or the patience is over.
  template <class Stub, class Request, class Response>
  grpc::Status call(const std::unique_ptr<Stub>& stub,
                    grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response& response) {
    // The server would say RESOURCE_EXHAUSTED, as it does of what passes.
    if (request.ByteSizeLong() > static_cast<std::size_t>(kMaxMessageBytes))
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "the message is larger than " + std::to_string(kMaxMessageBytes) + " bytes");
    const auto end = Clock::now() + (got_through && options.later_patience.count() != 0 ? options.later_patience : options.patience);
    milliseconds length = options.first_pause;
    while (true) {
      const grpc::Status status = attempt(*stub, method, request, response, options.call_deadline);
      if (status.ok()) got_through = true;
      if (status.ok() || !may_pass(status.error_code())) return status;
      if (Clock::now() + length >= end) return status;
      log_event(LogLevel::Warning, "call-tried-again",
                "coordinator=" + options.address + " error=" + status.error_message());
      if (!pause(length)) return grpc::Status(grpc::StatusCode::CANCELLED, "cancelled");
      length = std::min(length * 2, options.longest_pause);
    }
  }

  Error failure(const grpc::Status& status) const {
    return Error{"coordinator " + options.address + ": " + status.error_message()};
  }
};

CoordinatorClient::CoordinatorClient(const ClientOptions& options) : state_(std::make_unique<State>(options)) {}
CoordinatorClient::~CoordinatorClient() { cancel(); }

void CoordinatorClient::cancel() {
  const std::lock_guard lock(state_->mutex);
  state_->cancelled = true;
  for (grpc::ClientContext* context : state_->under_way) context->TryCancel();
  state_->wake.notify_all();
}

Result<std::string> CoordinatorClient::register_worker(const WorkerInfo& worker) {
  v1::RegisterWorkerResponse response;
  const auto status = state_->call(state_->work, &v1::WorkService::Stub::RegisterWorker, to_proto(worker), response);
  if (!status.ok()) return state_->failure(status);
  return response.worker_id();
}

Result<LeaseAnswer> CoordinatorClient::lease_work(const std::string& worker_id, const std::string& hunt_id) {
  v1::LeaseWorkRequest request;
  v1::LeaseWorkResponse response;
  request.set_worker_id(worker_id);
  request.set_hunt_id(hunt_id);
  const auto status = state_->call(state_->work, &v1::WorkService::Stub::LeaseWork, request, response);
  if (!status.ok()) return state_->failure(status);
  auto answer = from_proto(response);
  if (!answer) return answer.wrap("coordinator " + state_->options.address);
  return answer;
}

Status CoordinatorClient::refuse_work(const std::string& worker_id, const std::string& lease_id, const std::string& reason) {
  v1::RefuseWorkRequest request;
  v1::RefuseWorkResponse response;
  request.set_worker_id(worker_id);
  request.set_lease_id(lease_id);
  request.set_reason(reason);
  const auto status = state_->call(state_->work, &v1::WorkService::Stub::RefuseWork, request, response);
  if (!status.ok()) return state_->failure(status);
  return {};
}

Result<LeaseState> CoordinatorClient::heartbeat(const std::string& worker_id, const std::string& lease_id) {
  v1::HeartbeatRequest request;
  v1::HeartbeatResponse response;
  request.set_worker_id(worker_id);
  request.set_lease_id(lease_id);
  // Not tried again here: the next heartbeat is due soon anyway, and its sender must stay quick to stop.
  const auto status = state_->attempt(*state_->work, &v1::WorkService::Stub::Heartbeat, request, response,
                                      std::min(state_->options.call_deadline, kHeartbeatDeadline));
  if (!status.ok()) return state_->failure(status);
  return from_proto(response.state());
}

Result<store::Completion> CoordinatorClient::complete_work(const std::string& worker_id, const std::string& lease_id,
                                                           const HuntStatistics& statistics) {
  v1::CompleteWorkRequest request;
  v1::CompleteWorkResponse response;
  request.set_worker_id(worker_id);
  request.set_lease_id(lease_id);
  *request.mutable_statistics() = to_proto(statistics);
  const auto status = state_->call(state_->work, &v1::WorkService::Stub::CompleteWork, request, response);
  if (!status.ok()) return state_->failure(status);
  return from_proto(response.completion());
}

Result<store::Recorded> CoordinatorClient::report_finding(const Finding& finding) {
  v1::ReportFindingRequest request;
  v1::ReportFindingResponse response;
  *request.mutable_finding() = to_proto(finding);
  const auto status = state_->call(state_->findings, &v1::FindingService::Stub::ReportFinding, request, response);
  if (!status.ok()) return state_->failure(status);
  return from_proto(response);
}

Result<std::string> CoordinatorClient::create_hunt(const NewHunt& hunt) {
  v1::CreateHuntResponse response;
  const auto status = state_->call(state_->admin, &v1::AdminService::Stub::CreateHunt, to_proto(hunt), response);
  if (!status.ok()) return state_->failure(status);
  return response.hunt_id();
}

Result<std::optional<HuntReport>> CoordinatorClient::find_hunt(const std::string& hunt_id) {
  v1::GetHuntRequest request;
  v1::GetHuntResponse response;
  request.set_hunt_id(hunt_id);
  const auto status = state_->call(state_->admin, &v1::AdminService::Stub::GetHunt, request, response);
  if (status.error_code() == grpc::StatusCode::NOT_FOUND) return std::optional<HuntReport>();
  if (!status.ok()) return state_->failure(status);
  auto report = from_proto(response.hunt());
  if (!report) return report.wrap("coordinator " + state_->options.address);
  return std::optional<HuntReport>(std::move(*report));
}

Result<std::vector<HuntReport>> CoordinatorClient::list_hunts(std::uint32_t limit) {
  v1::ListHuntsRequest request;
  v1::ListHuntsResponse response;
  request.set_limit(limit);
  const auto status = state_->call(state_->admin, &v1::AdminService::Stub::ListHunts, request, response);
  if (!status.ok()) return state_->failure(status);
  std::vector<HuntReport> reports;
  for (const v1::Hunt& hunt : response.hunts()) {
    auto report = from_proto(hunt);
    if (!report) return report.wrap("coordinator " + state_->options.address);
    reports.push_back(std::move(*report));
  }
  return reports;
}

Status CoordinatorClient::stop_hunt(const std::string& hunt_id) {
  v1::StopHuntRequest request;
  v1::StopHuntResponse response;
  request.set_hunt_id(hunt_id);
  const auto status = state_->call(state_->admin, &v1::AdminService::Stub::StopHunt, request, response);
  if (!status.ok()) return state_->failure(status);
  return {};
}

Status CoordinatorClient::resume_hunt(const std::string& hunt_id) {
  v1::ResumeHuntRequest request;
  v1::ResumeHuntResponse response;
  request.set_hunt_id(hunt_id);
  const auto status = state_->call(state_->admin, &v1::AdminService::Stub::ResumeHunt, request, response);
  if (!status.ok()) return state_->failure(status);
  return {};
}

Result<BugPage> CoordinatorClient::list_bugs(const store::BugFilter& filter) {
  BugPage page;
  std::vector<Bug>& bugs = page.bugs;
  while (bugs.size() < filter.limit) {
    v1::ListBugsRequest request = to_proto(filter);
    v1::ListBugsResponse response;
    request.set_offset(filter.offset + static_cast<std::uint32_t>(bugs.size()));
    request.set_limit(filter.limit - static_cast<std::uint32_t>(bugs.size()));
    const auto status = state_->call(state_->bugs, &v1::BugService::Stub::ListBugs, request, response);
    if (!status.ok()) return state_->failure(status);
    for (const v1::Bug& message : response.bugs()) {
      auto bug = from_proto(message);
      if (!bug) return bug.wrap("coordinator " + state_->options.address);
      bugs.push_back(std::move(*bug));
    }
    page.total = response.total();
    if (!response.more() || response.bugs().empty()) break;
  }
  return page;
}

Result<Bug> CoordinatorClient::find_bug(const std::string& id_or_prefix) {
  v1::GetBugRequest request;
  v1::GetBugResponse response;
  request.set_id(id_or_prefix);
  const auto status = state_->call(state_->bugs, &v1::BugService::Stub::GetBug, request, response);
  if (!status.ok()) return state_->failure(status);
  return from_proto(response.bug());
}

Result<std::vector<Finding>> CoordinatorClient::findings_of(const std::string& bug_id, std::uint32_t limit) {
  std::vector<Finding> findings;
  while (findings.size() < limit) {
    v1::ListFindingsRequest request;
    v1::ListFindingsResponse response;
    request.set_bug_id(bug_id);
    request.set_offset(static_cast<std::uint32_t>(findings.size()));
    request.set_limit(limit - static_cast<std::uint32_t>(findings.size()));
    const auto status = state_->call(state_->bugs, &v1::BugService::Stub::ListFindings, request, response);
    if (!status.ok()) return state_->failure(status);
    for (const v1::Finding& message : response.findings()) {
      auto finding = from_proto(message);
      if (!finding) return finding.wrap("coordinator " + state_->options.address);
      findings.push_back(std::move(*finding));
    }
    if (!response.more() || response.findings().empty()) break;
  }
  return findings;
}

Status CoordinatorClient::change_bug(const store::BugChange& change) {
  v1::ChangeBugResponse response;
  const auto status = state_->call(state_->bugs, &v1::BugService::Stub::ChangeBug, to_proto(change), response);
  if (!status.ok()) return state_->failure(status);
  return {};
}

Result<store::BugCare> CoordinatorClient::care_of(const std::string& bug_id) {
  v1::GetBugCareRequest request;
  v1::GetBugCareResponse response;
  request.set_bug_id(bug_id);
  const auto status = state_->call(state_->bugs, &v1::BugService::Stub::GetBugCare, request, response);
  if (!status.ok()) return state_->failure(status);
  return from_proto(response.care());
}

}  // namespace assay::rpc
