#include "services/coordinator/rpc/server_services.h"

#include <algorithm>

#include "services/coordinator/query/convert.h"
#include "services/coordinator/query/query.h"
#include "services/coordinator/rpc/convert.h"
#include "services/coordinator/rpc/failures.h"
#include "services/coordinator/rpc/pages.h"
#include "services/coordinator/rpc/validate.h"
#include "services/coordinator/store/sql.h"

namespace assay::rpc {
namespace {

constexpr std::uint32_t kPageRows = 50;  // read from the database at a time, so that a page's size is known in time
constexpr std::size_t kPageBytes = 4 << 20;
constexpr std::uint64_t kLargestOffset = 1 << 30;
constexpr std::size_t kMaxIdBytes = 256;
constexpr std::size_t kLongestSql = 64 << 10;
constexpr std::size_t kMostSqlValue = 8 << 20;
constexpr std::uint32_t kSqlRows = 1'000, kMostSqlRows = 10'000, kSqlMs = 3'000, kMostSqlMs = 10'000;

// Ids are echoed in messages and looked up: they have to be there, short and printable.
Status check_id(const char* field, const std::string& id) {
  if (id.empty()) return Error{std::string(field) + ": is empty"};
  if (id.size() > kMaxIdBytes) return Error{std::string(field) + ": is longer than any id"};
  if (std::any_of(id.begin(), id.end(), [](unsigned char c) { return c <= ' ' || c > '~'; }))
    return Error{std::string(field) + ": holds characters that no id has"};
  return {};
}

grpc::Status check_hunt(Coordinator& coordinator, const std::string& id) {
  if (auto error = check_id("hunt_id", id)) return invalid(error->message);
  auto hunt = coordinator.store().find_hunt(id);
  if (!hunt) return failed(hunt.error());
  return *hunt ? grpc::Status::OK : not_found("hunt_id: no hunt has the id '" + id + "'");
}

/// A worker that has registered with a token or certificate is its alone.
grpc::Status check_worker(Coordinator& coordinator, const std::string& id, const Caller& caller, const char* field) {
  if (auto error = check_id(field, id)) return invalid(error->message);
  auto may = coordinator.may_speak_for(id, caller.who);
  if (!may) return failed(may.error());
  if (*may) return grpc::Status::OK;
  return turned_away(grpc::StatusCode::PERMISSION_DENIED, "WORKER_OF_ANOTHER",
                     std::string(field) + ": another token or certificate has registered this worker");
}

grpc::Status check_bug(Coordinator& coordinator, const std::string& id) {
  if (auto error = check_id("bug_id", id)) return invalid(error->message);
  auto ids = coordinator.store().bug_ids(id, 1);
  if (!ids) return failed(ids.error());
  return !ids->empty() && ids->front() == id ? grpc::Status::OK : not_found("bug_id: no bug has the id '" + id + "'");
}

// Reads rows in small pages and adds them until there are no more, or the answer is full or large; tells then that
// there are more. `read(taken, count)` gives a Result of rows, `add(row)` the bytes that it added.
template <class Read, class Add>
grpc::Status fill_page(std::uint32_t limit, Read read, Add add, bool& more) {
  std::size_t bytes = 0;
  std::uint32_t taken = 0;
  while (true) {
    const std::uint32_t count = std::min(kPageRows, limit + 1 - taken);
    auto rows = read(taken, count);
    if (!rows) return failed(rows.error());
    for (const auto& row : *rows) {
      more = taken == limit || bytes > kPageBytes;
      if (more) return grpc::Status::OK;
      bytes += add(row);
      ++taken;
    }
    if (rows->size() < count) return grpc::Status::OK;
  }
}

/// Pages of rows that are found by counting: `read(offset, count)`.
template <class Read, class Add>
grpc::Status fill_counted_page(const std::string& question, const std::string& token, std::int32_t page_size, Read read,
                               Add add, std::string& next) {
  const auto size = page_size_of(page_size);
  if (!size) return invalid(size.error());
  const auto first = number_of(token, question);
  if (!first) return invalid(first.error());
  const auto offset = static_cast<std::uint32_t>(std::min<std::uint64_t>(*first, kLargestOffset));
  std::uint32_t added = 0;
  bool more = false;
  const grpc::Status status = fill_page(
      *size, [&](std::uint32_t taken, std::uint32_t count) { return read(offset + taken, count); },
      [&](const auto& row) { return ++added, add(row); }, more);
  if (more) next = page_token(question, std::to_string(offset + added));
  return status;
}

}  // namespace

grpc::Status WorkServiceImpl::register_worker(const v1::RegisterWorkerRequest& request,
                                              v1::RegisterWorkerResponse& response, const Caller& caller) {
  const auto worker = from_proto(request);
  if (!worker) return invalid(worker.error());
  if (auto error = validate(*worker)) return invalid(error->message);
  auto id = coordinator_.register_worker(*worker, caller.who);
  if (!id) return failed(id.error());
  response.set_worker_id(*id);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::lease_work(const v1::LeaseWorkRequest& request, v1::LeaseWorkResponse& response,
                                         const Caller& caller) {
  if (auto status = check_worker(coordinator_, request.worker_id(), caller, "worker_id"); !status.ok()) return status;
  if (!request.hunt_id().empty()) {
    if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
    auto unable = coordinator_.unrunnable_by(request.worker_id(), request.hunt_id());
    if (!unable) return failed(unable.error());
    if (*unable) return precondition((*unable)->message);
  }
  auto answer = coordinator_.lease_work(request.worker_id(), request.hunt_id());
  if (!answer) return failed(answer.error());
  response = to_proto(*answer);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::heartbeat(const v1::HeartbeatRequest& request, v1::HeartbeatResponse& response,
                                        const Caller& caller) {
  if (auto status = check_worker(coordinator_, request.worker_id(), caller, "worker_id"); !status.ok()) return status;
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  auto state = coordinator_.heartbeat(request.worker_id(), request.lease_id());
  if (!state) return failed(state.error());
  response.set_state(to_proto(*state));
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::refuse_work(const v1::RefuseWorkRequest& request, v1::RefuseWorkResponse&,
                                          const Caller& caller) {
  if (auto status = check_worker(coordinator_, request.worker_id(), caller, "worker_id"); !status.ok()) return status;
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  if (auto error = validate_reason(request.reason())) return invalid(error->message);
  if (auto error = coordinator_.refuse_work(request.worker_id(), request.lease_id(), request.reason()))
    return failed(error->message);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::complete_work(const v1::CompleteWorkRequest& request, v1::CompleteWorkResponse& response,
                                            const Caller& caller) {
  if (auto status = check_worker(coordinator_, request.worker_id(), caller, "worker_id"); !status.ok()) return status;
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  const auto statistics = from_proto(request.statistics());
  if (!statistics) return invalid(statistics.error());
  if (auto error = validate(*statistics)) return invalid(error->message);
  auto misfit = coordinator_.implausible(request.lease_id(), *statistics);
  if (!misfit) return failed(misfit.error());
  if (*misfit) return invalid((*misfit)->message);
  auto completion = coordinator_.complete_work(request.worker_id(), request.lease_id(), *statistics);
  if (!completion) return failed(completion.error());
  response.set_completion(to_proto(*completion));
  return grpc::Status::OK;
}

grpc::Status FindingServiceImpl::report_finding(const v1::ReportFindingRequest& request,
                                                v1::ReportFindingResponse& response, const Caller& caller) {
  if (!request.has_finding()) return invalid("finding: is missing");
  auto finding = from_proto(request.finding());
  if (!finding) return invalid("finding." + finding.error());
  if (!finding->worker_id.empty())
    if (auto status = check_worker(coordinator_, finding->worker_id, caller, "finding.worker_id"); !status.ok())
      return status;
  auto refused = coordinator_.admit(*finding);
  if (!refused) return failed(refused.error());
  if (*refused) return invalid("finding." + (*refused)->message);
  auto fault = coordinator_.examine(*finding);
  if (!fault) return exhausted("EXAMINERS_BUSY", fault.error());
  if (*fault) return invalid("finding." + (*fault)->message);
  auto recorded = coordinator_.record(*finding);
  if (!recorded) return failed(recorded.error());
  response = to_proto(*recorded);
  return grpc::Status::OK;
}

grpc::Status BugServiceImpl::list_bugs(const v1::ListBugsRequest& request, v1::ListBugsResponse& response,
                                       const Caller&) {
  auto filter = filter_of(request);
  if (!filter) return invalid(filter.error());
  auto unknown = coordinator_.store().resolve(*filter);
  if (!unknown) return failed(unknown.error());
  if (*unknown) return invalid((*unknown)->message);
  const auto size = page_size_of(request.page_size());
  if (!size) return invalid(size.error());
  auto selection = coordinator_.store().select_bugs(*filter);
  if (!selection) return failed(selection.error());
  auto total = selection->total();
  if (!total) return failed(total.error());
  response.set_total_size(*total);

  // A page begins behind the last bug of the one before: its value in the order, and its id.
  const std::string question = "bugs\n" + request.filter() + "\n" + request.order_by();
  const auto position = position_of(request.page_token(), question);
  if (!position) return invalid(position.error());
  const std::size_t end_of_id = position->find('\n');
  if (!position->empty() && end_of_id == std::string::npos) return invalid("page_token: is none");
  filter->after_id = position->substr(0, end_of_id);
  if (!position->empty()) filter->after_value = position->substr(end_of_id + 1);
  const auto go_behind_last = [&]() -> Status {
    auto value = selection->value_of(filter->after_id, *filter);
    if (!value) return Error{value.error()};
    filter->after_value = std::move(*value);
    return {};
  };
  const auto read = [&](std::uint32_t taken, std::uint32_t count) -> Result<std::vector<Bug>> {
    if (taken > 0) {
      filter->offset = 0;
      if (Status bad = go_behind_last()) return *bad;
    }
    filter->limit = count;
    return selection->part(*filter);
  };
  const auto add = [&](const Bug& bug) {
    *response.add_bugs() = to_proto(bug);
    filter->after_id = bug.id;
    return response.bugs(response.bugs_size() - 1).ByteSizeLong();
  };
  bool more = false;
  const grpc::Status status = fill_page(*size, read, add, more);
  if (!more) return status;
  if (Status bad = go_behind_last()) return failed(bad->message);
  response.set_next_page_token(page_token(question, filter->after_id + "\n" + filter->after_value));
  return status;
}

grpc::Status BugServiceImpl::get_bug(const v1::GetBugRequest& request, v1::GetBugResponse& response, const Caller&) {
  if (auto error = check_id("id", request.id())) return invalid(error->message);
  auto ids = coordinator_.store().bugs_meant_by(request.id());
  if (!ids) return failed(ids.error());
  if (ids->empty()) return not_found("id: no bug, and no finding, has the id or prefix '" + request.id() + "'");
  if (ids->size() > 1 && ids->front() != request.id())
    return invalid("id: the prefix '" + request.id() + "' fits several bugs, among them " + (*ids)[0] + " and " +
                   (*ids)[1]);
  auto bug = coordinator_.find_bug(ids->front());
  if (!bug) return failed(bug.error());
  *response.mutable_bug() = to_proto(*bug);
  return grpc::Status::OK;
}

grpc::Status BugServiceImpl::list_findings(const v1::ListFindingsRequest& request, v1::ListFindingsResponse& response,
                                           const Caller&) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  if (auto error = store::Store::finding_filter_fault(request.filter())) return invalid(error->message);
  const auto read = [&](std::uint32_t offset, std::uint32_t count) {
    return coordinator_.store().findings_of(request.bug_id(), count, offset, request.filter());
  };
  const auto add = [&](const Finding& finding) {
    *response.add_findings() = to_proto(finding);
    return response.findings(response.findings_size() - 1).ByteSizeLong();
  };
  return fill_counted_page("findings\n" + request.bug_id() + "\n" + request.filter(), request.page_token(),
                           request.page_size(), read, add, *response.mutable_next_page_token());
}

grpc::Status BugServiceImpl::change_bug(const v1::ChangeBugRequest& request, v1::ChangeBugResponse&,
                                        const Caller& caller) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  auto change = from_proto(request);
  if (!change) return invalid(change.error());
  if (!caller.who.empty()) change->who = caller.who;  // whoever the client says it is
  auto refused = coordinator_.store().change_bug(*change);
  if (!refused) return failed(refused.error());
  return *refused ? invalid((*refused)->message) : grpc::Status::OK;
}

grpc::Status BugServiceImpl::get_bug_care(const v1::GetBugCareRequest& request, v1::GetBugCareResponse& response,
                                          const Caller&) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  auto care = coordinator_.care_of(request.bug_id());
  if (!care) return failed(care.error());
  *response.mutable_care() = to_proto(*care);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::create_hunt(const v1::CreateHuntRequest& request, v1::CreateHuntResponse& response,
                                           const Caller&) {
  const auto hunt = from_proto(request);
  if (!hunt) return invalid(hunt.error());
  if (auto error = validate(*hunt)) return invalid(error->message);
  auto unable = coordinator_.unrunnable(hunt->settings);
  if (!unable) return failed(unable.error());
  if (*unable) return precondition((*unable)->message);
  auto id = coordinator_.create_hunt(*hunt);
  if (!id) return failed(id.error());
  response.set_hunt_id(*id);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::get_hunt(const v1::GetHuntRequest& request, v1::GetHuntResponse& response,
                                        const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  auto report = coordinator_.find_hunt(request.hunt_id());
  if (!report) return failed(report.error());
  if (*report) *response.mutable_hunt() = to_proto(**report);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::list_hunts(const v1::ListHuntsRequest& request, v1::ListHuntsResponse& response,
                                          const Caller&) {
  if (auto error = store::Store::hunt_filter_fault(request.filter())) return invalid(error->message);
  const auto read = [&](std::uint32_t offset, std::uint32_t count) {
    return coordinator_.list_hunts(count, offset, request.filter());
  };
  const auto add = [&](const HuntReport& report) {
    *response.add_hunts() = to_proto(report);
    return response.hunts(response.hunts_size() - 1).ByteSizeLong();
  };
  return fill_counted_page("hunts\n" + request.filter(), request.page_token(), request.page_size(), read, add,
                           *response.mutable_next_page_token());
}

grpc::Status AdminServiceImpl::stop_hunt(const v1::StopHuntRequest& request, v1::StopHuntResponse&, const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  if (auto error = coordinator_.stop_hunt(request.hunt_id())) return failed(error->message);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::resume_hunt(const v1::ResumeHuntRequest& request, v1::ResumeHuntResponse&,
                                           const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  auto report = coordinator_.find_hunt(request.hunt_id());
  if (!report) return failed(report.error());
  if (auto error = coordinator_.unresumable((*report)->hunt)) return precondition(error->message);
  if (auto error = coordinator_.resume_hunt(request.hunt_id())) return failed(error->message);
  return grpc::Status::OK;
}

grpc::Status FarmServiceImpl::list_workers(const v1::ListWorkersRequest& request, v1::ListWorkersResponse& response,
                                           const Caller&) {
  const auto read = [&](std::uint32_t offset, std::uint32_t count) {
    return coordinator_.store().list_workers(count, offset);
  };
  const auto add = [&](const store::Worker& worker) {
    *response.add_workers() = to_proto(worker);
    return response.workers(response.workers_size() - 1).ByteSizeLong();
  };
  return fill_counted_page("workers", request.page_token(), request.page_size(), read, add,
                           *response.mutable_next_page_token());
}

grpc::Status FarmServiceImpl::get_statistics(const v1::GetStatisticsRequest&, v1::GetStatisticsResponse& response,
                                             const Caller&) {
  const auto statistics = coordinator_.store().statistics();
  if (!statistics) return failed(statistics.error());
  response = to_proto(*statistics);
  return grpc::Status::OK;
}

grpc::Status FarmServiceImpl::run_query(const v1::RunQueryRequest& request, v1::RunQueryResponse& response,
                                        const Caller&) {
  if (request.sql().size() > kLongestSql)
    return invalid("sql: is longer than " + std::to_string(kLongestSql) + " bytes");
  store::SqlLimits limits;
  limits.time = std::chrono::milliseconds(request.time_ms() == 0 ? kSqlMs : std::min(request.time_ms(), kMostSqlMs));
  limits.rows = request.rows() == 0 ? kSqlRows : std::min(request.rows(), kMostSqlRows);
  limits.value_bytes = kMostSqlValue;
  limits.answer_bytes = kMaxMessageBytes;
  const auto answer = coordinator_.ask(request.sql(), limits);
  if (!answer && answer.error() == query::Desk::kBusy) return exhausted("QUEUE_FULL", answer.error());
  if (!answer) return invalid("sql: " + answer.error());
  response = query::to_proto(*answer);
  if (response.ByteSizeLong() <= static_cast<std::size_t>(kMaxMessageBytes)) return grpc::Status::OK;
  return invalid("sql: its answer is larger than " + std::to_string(kMaxMessageBytes) + " bytes: ask for fewer rows");
}

grpc::ServerWriteReactor<v1::WatchNewsResponse>* FarmServiceImpl::WatchNews(grpc::CallbackServerContext* context,
                                                                            const v1::WatchNewsRequest* request) {
  Newsroom::Reactor* stream = desk_.newsroom.open(context);
  if (const grpc::Status status = desk_.gate.count(*context); !status.ok()) {
    desk_.newsroom.refuse(stream, status);
    return stream;
  }
  const bool queued = desk_.executor.run([=, desk = desk_] {
    Caller caller;
    const grpc::Status status = desk.gate.admit(*context, Callers::Viewers, "WatchNews", caller);
    status.ok() ? desk.newsroom.begin(stream, *request, caller) : desk.newsroom.refuse(stream, status);
  });
  if (!queued) desk_.newsroom.refuse(stream, exhausted("QUEUE_FULL", "too many calls are waiting: try again"));
  return stream;
}

}  // namespace assay::rpc
