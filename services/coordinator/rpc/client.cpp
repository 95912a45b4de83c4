#include "services/coordinator/rpc/client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/farm.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/common/log.h"
#include "services/common/rng.h"
#include "services/coordinator/query/convert.h"
#include "services/coordinator/rpc/channel.h"
#include "services/coordinator/rpc/convert.h"
#include "services/coordinator/rpc/failures.h"
#include "services/coordinator/rpc/library_logs.h"
#include "services/coordinator/rpc/validate.h"
#include "services/coordinator/store/filter_text.h"

namespace assay::rpc {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kHeartbeatDeadline{5'000};
constexpr int kMsToConnect = 5'000;

bool may_pass(grpc::StatusCode code) {
  return code == grpc::StatusCode::UNAVAILABLE || code == grpc::StatusCode::DEADLINE_EXCEEDED ||
         code == grpc::StatusCode::RESOURCE_EXHAUSTED;
}

std::shared_ptr<grpc::Channel> connect(const ClientOptions& options) {
  route_library_logs();
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(4 * kMaxMessageBytes);  // a page of findings may hold one large one too many
  // gRPC's own pauses between connection attempts must not be longer than ours.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, static_cast<int>(options.first_pause.count()));
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   kMsToConnect);  // how long one attempt may take: a busy machine is slow to answer
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, static_cast<int>(options.longest_pause.count()));
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL,
                   1);  // a connection for each client, and its streams for it alone
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
        farm(v1::FarmService::NewStub(channel)),
        rng(given.seed) {}

  ClientOptions options;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::WorkService::Stub> work;
  std::unique_ptr<v1::FindingService::Stub> findings;
  std::unique_ptr<v1::BugService::Stub> bugs;
  std::unique_ptr<v1::AdminService::Stub> admin;
  std::unique_ptr<v1::FarmService::Stub> farm;

  std::mutex mutex;
  std::condition_variable wake;
  bool cancelled = false;
  std::size_t waiting = 0;  // calls that are tried again
  std::atomic<bool> got_through{false};
  std::set<grpc::ClientContext*> under_way;
  Rng rng;

  void prepare(grpc::ClientContext& context) const {
    if (!options.credentials.token.empty()) context.AddMetadata("authorization", "Bearer " + options.credentials.token);
  }

  // One attempt, which cancel() can end.
  template <class Stub, class Request, class Response>
  grpc::Status attempt(Stub& stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                       const Request& request, Response& response, milliseconds deadline) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + deadline);
    prepare(context);
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

  // A call that tries again and again. However many do at a time, one line says so, and one that it is over.
  class Waiting {
   public:
    explicit Waiting(State& state) : state_(state) {}
    ~Waiting() { leave(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    void because_of(const grpc::Status& status) {
      if (std::exchange(waits_, true)) return;
      const std::lock_guard lock(state_.mutex);
      if (state_.waiting++ == 0)
        log_event(LogLevel::Warning, "call-tried-again",
                  "coordinator=" + state_.options.address + " error=" + status.error_message());
    }
    void is_over() {
      if (leave()) log_event(LogLevel::Info, "coordinator-answers", "coordinator=" + state_.options.address);
    }

   private:
    /// Was it the last that waited?
    bool leave() {
      if (!std::exchange(waits_, false)) return false;
      const std::lock_guard lock(state_.mutex);
      return --state_.waiting == 0;
    }

    State& state_;
    bool waits_ = false;
  };

  // Tries until the call gets through, is refused, or the patience is over.
  template <class Stub, class Request, class Response>
  grpc::Status call(const std::unique_ptr<Stub>& stub,
                    grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response& response) {
    // The server would say RESOURCE_EXHAUSTED, as it does of what passes.
    if (request.ByteSizeLong() > static_cast<std::size_t>(kMaxMessageBytes))
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                          "the message is larger than " + std::to_string(kMaxMessageBytes) + " bytes");
    const auto end =
        Clock::now() + (got_through && options.later_patience.count() != 0 ? options.later_patience : options.patience);
    milliseconds length = options.first_pause;
    Waiting waiting(*this);
    while (true) {
      const grpc::Status status = attempt(*stub, method, request, response, options.call_deadline);
      if (status.ok()) got_through = true;
      if (status.ok()) waiting.is_over();
      if (status.ok() || !may_pass(status.error_code())) return status;
      length = std::max(length, std::min(retry_delay_of(status), options.longest_pause));
      if (Clock::now() + length >= end) return status;
      waiting.because_of(status);
      if (!pause(length)) return grpc::Status(grpc::StatusCode::CANCELLED, "cancelled");
      length = std::min(length * 2, options.longest_pause);
    }
  }

  /// Asks for pages until `limit` rows came or there are no more. `rows_in(response)` gives a page's rows, `add(row)`
  /// what is wrong with one.
  template <class Response, class Stub, class Request, class RowsIn, class Add>
  Status pages(const std::unique_ptr<Stub>& stub,
               grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*), Request request,
               std::uint64_t limit, RowsIn rows_in, Add add) {
    constexpr std::uint64_t kLargestPage = 1000;
    for (std::uint64_t taken = 0; taken < limit;) {
      Response response;
      request.set_page_size(static_cast<std::int32_t>(std::min(limit - taken, kLargestPage)));
      const auto status = call(stub, method, request, response);
      if (!status.ok()) return failure(status);
      for (const auto& row : rows_in(response)) {
        if (Status bad = add(row)) return Error{"coordinator " + options.address + ": " + bad->message};
        ++taken;
      }
      if (response.next_page_token().empty()) return {};
      request.set_page_token(response.next_page_token());
      if constexpr (requires { request.set_skip(0); }) request.set_skip(0);  // the first page has skipped
    }
    return {};
  }

  /// Reads a stream until `told` gives false, or it ends.
  grpc::Status read_stream(const v1::WatchNewsRequest& request,
                           const std::function<bool(const v1::WatchNewsResponse&)>& told) {
    grpc::ClientContext context;
    prepare(context);
    {
      const std::lock_guard lock(mutex);
      if (cancelled) return {grpc::StatusCode::CANCELLED, "cancelled"};
      under_way.insert(&context);
    }
    const auto reader = farm->WatchNews(&context, request);
    v1::WatchNewsResponse response;
    while (reader->Read(&response))
      if (!told(response)) context.TryCancel();
    const grpc::Status status = reader->Finish();
    const std::lock_guard lock(mutex);
    under_way.erase(&context);
    return status;
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

Status CoordinatorClient::refuse_work(const std::string& worker_id, const std::string& lease_id,
                                      const std::string& reason) {
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

Result<HandedIn> CoordinatorClient::hand_in(const Finding& finding) {
  v1::ReportFindingRequest request;
  v1::ReportFindingResponse response;
  *request.mutable_finding() = to_proto(finding);
  const auto status = state_->call(state_->findings, &v1::FindingService::Stub::ReportFinding, request, response);
  if (status.error_code() == grpc::StatusCode::INVALID_ARGUMENT) return HandedIn{{}, state_->failure(status).message};
  if (!status.ok()) return state_->failure(status);
  auto recorded = from_proto(response);
  if (!recorded) return Error{recorded.error()};
  return HandedIn{*recorded, {}};
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

Result<std::vector<HuntReport>> CoordinatorClient::list_hunts(std::uint32_t limit, std::uint32_t offset,
                                                              const std::string& filter) {
  v1::ListHuntsRequest request;
  request.set_filter(filter);
  std::vector<HuntReport> reports;
  const std::uint64_t end = std::uint64_t{offset} + limit;
  const Status failure = state_->pages<v1::ListHuntsResponse>(
      state_->admin, &v1::AdminService::Stub::ListHunts, request, end,
      [&](const v1::ListHuntsResponse& response) { return response.hunts(); },
      [&](const v1::Hunt& hunt) -> Status {
        auto report = from_proto(hunt);
        if (!report) return Error{report.error()};
        reports.push_back(std::move(*report));
        return {};
      });
  if (failure) return *failure;
  reports.erase(reports.begin(),
                reports.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(offset, reports.size())));
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
  if (auto fault = store::sort_fault(filter.sort)) return *fault;
  BugPage page;
  const Status failure = state_->pages<v1::ListBugsResponse>(
      state_->bugs, &v1::BugService::Stub::ListBugs, to_proto(filter), filter.limit,
      [&](const v1::ListBugsResponse& response) {
        page.total = response.total_size();
        return response.bugs();
      },
      [&](const v1::Bug& message) -> Status {
        auto bug = from_proto(message);
        if (!bug) return Error{bug.error()};
        page.bugs.push_back(std::move(*bug));
        return {};
      });
  if (failure) return *failure;
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

Result<std::vector<Finding>> CoordinatorClient::findings_of(const std::string& bug_id, std::uint32_t limit,
                                                            const std::string& filter) {
  v1::ListFindingsRequest request;
  request.set_bug_id(bug_id);
  request.set_filter(filter);
  std::vector<Finding> findings;
  const Status failure = state_->pages<v1::ListFindingsResponse>(
      state_->bugs, &v1::BugService::Stub::ListFindings, request, limit,
      [](const v1::ListFindingsResponse& response) { return response.findings(); },
      [&](const v1::Finding& message) -> Status {
        auto finding = from_proto(message);
        if (!finding) return Error{finding.error()};
        findings.push_back(std::move(*finding));
        return {};
      });
  if (failure) return *failure;
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

Result<std::vector<store::Worker>> CoordinatorClient::list_workers() {
  std::vector<store::Worker> workers;
  const Status failure = state_->pages<v1::ListWorkersResponse>(
      state_->farm, &v1::FarmService::Stub::ListWorkers, v1::ListWorkersRequest(), ~0u,
      [](const v1::ListWorkersResponse& response) { return response.workers(); },
      [&](const v1::Worker& message) -> Status {
        auto worker = from_proto(message);
        if (!worker) return Error{worker.error()};
        workers.push_back(std::move(*worker));
        return {};
      });
  if (failure) return *failure;
  return workers;
}

Result<store::Statistics> CoordinatorClient::statistics() {
  v1::GetStatisticsResponse response;
  const auto status =
      state_->call(state_->farm, &v1::FarmService::Stub::GetStatistics, v1::GetStatisticsRequest(), response);
  if (!status.ok()) return state_->failure(status);
  return from_proto(response);
}

Result<store::SqlAnswer> CoordinatorClient::ask(const std::string& sql, const store::SqlLimits& limits) {
  v1::RunQueryRequest request;
  v1::RunQueryResponse response;
  request.set_sql(sql);
  request.set_rows(static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.rows, ~0u)));
  request.set_time_ms(static_cast<std::uint32_t>(std::clamp<std::int64_t>(limits.time.count(), 1, ~0u)));
  const auto status = state_->call(state_->farm, &v1::FarmService::Stub::RunQuery, request, response);
  if (!status.ok()) return state_->failure(status);
  return query::from_proto(response);
}

Status CoordinatorClient::watch_news(const store::BugFilter& filter,
                                     const std::function<bool(const std::vector<store::News>&)>& told) {
  v1::WatchNewsRequest request;
  request.set_filter(store::filter_text_of(filter));
  milliseconds length = state_->options.first_pause;
  State::Waiting waiting(*state_);
  while (true) {
    bool goes_on = true;
    const grpc::Status status = state_->read_stream(request, [&](const v1::WatchNewsResponse& response) {
      waiting.is_over();
      length = state_->options.first_pause;
      const bool begins = request.resume_token().empty();
      request.set_resume_token(response.resume_token());
      std::vector<store::News> news;
      for (const v1::News& each : response.news())
        news.push_back({0, each.at(), each.what(), each.bug_id(), each.hunt_id(), each.detail()});
      if (begins || !news.empty()) goes_on = told(news);
      return goes_on;
    });
    if (!goes_on) return {};
    if (!status.ok() && !may_pass(status.error_code())) return state_->failure(status);
    if (!status.ok()) waiting.because_of(status);
    if (!state_->pause(std::max(length, retry_delay_of(status)))) return Error{"cancelled"};
    length = std::min(length * 2, state_->options.longest_pause);
  }
}

}  // namespace assay::rpc
