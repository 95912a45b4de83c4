#include "services/coordinator/rpc/server_services.h"

#include <algorithm>

#include "services/common/log.h"
#include "services/coordinator/rpc/convert.h"
#include "services/coordinator/rpc/validate.h"

namespace assay::rpc {
namespace {

constexpr std::uint32_t kDefaultLimit = 100;
constexpr std::uint32_t kPageRows = 50;  // read from the database at a time, so that a page's size is known in time
constexpr std::size_t kPageBytes = 4 << 20;
constexpr std::size_t kMaxIdBytes = 256;
constexpr std::size_t kMaxFilterBytes = 4096;

grpc::Status invalid(const std::string& message) { return {grpc::StatusCode::INVALID_ARGUMENT, message}; }
grpc::Status not_found(const std::string& message) { return {grpc::StatusCode::NOT_FOUND, message}; }
grpc::Status precondition(const std::string& message) { return {grpc::StatusCode::FAILED_PRECONDITION, message}; }
grpc::Status internal(const std::string& message) {
  switch (store::shortage_in(message)) {
    case store::Shortage::Space:
      log_event(LogLevel::Error, "disk-full", "error=" + message);
      return {grpc::StatusCode::RESOURCE_EXHAUSTED, message};
    case store::Shortage::Lock:
      return {grpc::StatusCode::UNAVAILABLE, message};
    case store::Shortage::None:
      break;
  }
  log_event(LogLevel::Error, "request-failed", "error=" + message);
  return {grpc::StatusCode::INTERNAL, message};
}

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
  if (!hunt) return internal(hunt.error());
  return *hunt ? grpc::Status::OK : not_found("hunt_id: no hunt has the id '" + id + "'");
}

grpc::Status check_bug(Coordinator& coordinator, const std::string& id) {
  if (auto error = check_id("bug_id", id)) return invalid(error->message);
  auto ids = coordinator.store().bug_ids(id, 1);
  if (!ids) return internal(ids.error());
  return !ids->empty() && ids->front() == id ? grpc::Status::OK : not_found("bug_id: no bug has the id '" + id + "'");
}

std::uint32_t limit_of(std::uint32_t asked) { return asked == 0 ? kDefaultLimit : asked; }

// Reads rows in small pages and adds them until there are no more, the limit is reached, or the answer is large.
// `read(offset, count)` gives a Result of rows, `add(row)` the bytes that it added.
template <class Read, class Add>
grpc::Status fill_page(std::uint32_t offset, std::uint32_t limit, Read read, Add add, bool& more) {
  std::size_t bytes = 0;
  std::uint32_t taken = 0;
  while (taken < limit) {
    const std::uint32_t count = std::min(kPageRows, limit - taken);
    auto rows = read(offset + taken, count);
    if (!rows) return internal(rows.error());
    for (const auto& row : *rows) {
      if (bytes > kPageBytes) {
        more = true;
        return grpc::Status::OK;
      }
      bytes += add(row);
      ++taken;
    }
    if (rows->size() < count) break;
  }
  return grpc::Status::OK;
}

}  // namespace

grpc::Status WorkServiceImpl::register_worker(const v1::RegisterWorkerRequest& request, v1::RegisterWorkerResponse& response, const Caller&) {
  const auto worker = from_proto(request);
  if (!worker) return invalid(worker.error());
  if (auto error = validate(*worker)) return invalid(error->message);
  auto id = coordinator_.register_worker(*worker);
  if (!id) return internal(id.error());
  response.set_worker_id(*id);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::lease_work(const v1::LeaseWorkRequest& request, v1::LeaseWorkResponse& response, const Caller&) {
  if (auto error = check_id("worker_id", request.worker_id())) return invalid(error->message);
  if (!request.hunt_id().empty()) {
    if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
    auto unable = coordinator_.unrunnable_by(request.worker_id(), request.hunt_id());
    if (!unable) return internal(unable.error());
    if (*unable) return precondition((*unable)->message);
  }
  auto answer = coordinator_.lease_work(request.worker_id(), request.hunt_id());
  if (!answer) return internal(answer.error());
  response = to_proto(*answer);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::heartbeat(const v1::HeartbeatRequest& request, v1::HeartbeatResponse& response, const Caller&) {
  if (auto error = check_id("worker_id", request.worker_id())) return invalid(error->message);
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  auto state = coordinator_.heartbeat(request.worker_id(), request.lease_id());
  if (!state) return internal(state.error());
  response.set_state(to_proto(*state));
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::refuse_work(const v1::RefuseWorkRequest& request, v1::RefuseWorkResponse&, const Caller&) {
  if (auto error = check_id("worker_id", request.worker_id())) return invalid(error->message);
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  if (auto error = validate_reason(request.reason())) return invalid(error->message);
  if (auto error = coordinator_.refuse_work(request.worker_id(), request.lease_id(), request.reason()))
    return internal(error->message);
  return grpc::Status::OK;
}

grpc::Status WorkServiceImpl::complete_work(const v1::CompleteWorkRequest& request, v1::CompleteWorkResponse& response, const Caller&) {
  if (auto error = check_id("worker_id", request.worker_id())) return invalid(error->message);
  if (auto error = check_id("lease_id", request.lease_id())) return invalid(error->message);
  if (auto error = validate_lease_id(request.lease_id())) return invalid(error->message);
  const auto statistics = from_proto(request.statistics());
  if (!statistics) return invalid(statistics.error());
  if (auto error = validate(*statistics)) return invalid(error->message);
  auto completion = coordinator_.complete_work(request.worker_id(), request.lease_id(), *statistics);
  if (!completion) return internal(completion.error());
  response.set_completion(to_proto(*completion));
  return grpc::Status::OK;
}

grpc::Status FindingServiceImpl::report_finding(const v1::ReportFindingRequest& request, v1::ReportFindingResponse& response, const Caller&) {
  if (!request.has_finding()) return invalid("finding: is missing");
  auto finding = from_proto(request.finding());
  if (!finding) return invalid("finding." + finding.error());
  auto refused = coordinator_.admit(*finding);
  if (!refused) return internal(refused.error());
  if (*refused) return invalid("finding." + (*refused)->message);
  auto recorded = coordinator_.record(*finding);
  if (!recorded) return internal(recorded.error());
  response = to_proto(*recorded);
  return grpc::Status::OK;
}

grpc::Status BugServiceImpl::list_bugs(const v1::ListBugsRequest& request, v1::ListBugsResponse& response, const Caller&) {
  auto filter = from_proto(request);
  if (!filter) return invalid(filter.error());
  const std::pair<const char*, const std::string*> texts[] = {{"pass", &filter->pass},
                                                              {"compiler", &filter->compiler},
                                                              {"status", &filter->status},
                                                              {"since", &filter->since},
                                                              {"until", &filter->until},
                                                              {"hunt", &filter->hunt},
                                                              {"assignee", &filter->assignee},
                                                              {"tag", &filter->tag},
                                                              {"sort", &filter->sort},
                                                              {"text", &filter->text}};
  for (const auto& [field, text] : texts)
    if (text->size() > kMaxFilterBytes) return invalid(std::string(field) + ": is longer than 4096 bytes");
  auto unknown = coordinator_.store().resolve(*filter);
  if (!unknown) return internal(unknown.error());
  if (*unknown) return invalid((*unknown)->message);
  auto total = coordinator_.store().count_bugs(*filter);
  if (!total) return internal(total.error());
  response.set_total(*total);
  const auto read = [&](std::uint32_t offset, std::uint32_t count) {
    filter->offset = offset;
    filter->limit = count;
    return coordinator_.store().list_bugs(*filter);
  };
  const auto add = [&](const Bug& bug) {
    *response.add_bugs() = to_proto(bug);
    return response.bugs(response.bugs_size() - 1).ByteSizeLong();
  };
  bool more = false;
  auto status = fill_page(request.offset(), limit_of(request.limit()), read, add, more);
  response.set_more(more);
  return status;
}

grpc::Status BugServiceImpl::get_bug(const v1::GetBugRequest& request, v1::GetBugResponse& response, const Caller&) {
  if (auto error = check_id("id", request.id())) return invalid(error->message);
  auto ids = coordinator_.store().bug_ids(request.id(), 2);
  if (!ids) return internal(ids.error());
  if (ids->empty()) return not_found("id: no bug has the id or prefix '" + request.id() + "'");
  if (ids->size() > 1 && ids->front() != request.id())
    return invalid("id: the prefix '" + request.id() + "' fits several bugs, among them " + (*ids)[0] + " and " +
                   (*ids)[1]);
  auto bug = coordinator_.find_bug(ids->front());
  if (!bug) return internal(bug.error());
  *response.mutable_bug() = to_proto(*bug);
  return grpc::Status::OK;
}

grpc::Status BugServiceImpl::list_findings(const v1::ListFindingsRequest& request, v1::ListFindingsResponse& response, const Caller&) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  const auto read = [&](std::uint32_t offset, std::uint32_t count) {
    return coordinator_.store().findings_of(request.bug_id(), count, offset);
  };
  const auto add = [&](const Finding& finding) {
    *response.add_findings() = to_proto(finding);
    return response.findings(response.findings_size() - 1).ByteSizeLong();
  };
  bool more = false;
  auto status = fill_page(request.offset(), limit_of(request.limit()), read, add, more);
  response.set_more(more);
  return status;
}

grpc::Status BugServiceImpl::change_bug(const v1::ChangeBugRequest& request, v1::ChangeBugResponse&, const Caller& caller) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  auto change = from_proto(request);
  if (!change) return invalid(change.error());
  if (!caller.who.empty()) change->who = caller.who;  // whoever the client says it is
  auto refused = coordinator_.store().change_bug(*change);
  if (!refused) return internal(refused.error());
  return *refused ? invalid((*refused)->message) : grpc::Status::OK;
}

grpc::Status BugServiceImpl::get_bug_care(const v1::GetBugCareRequest& request, v1::GetBugCareResponse& response, const Caller&) {
  if (auto status = check_bug(coordinator_, request.bug_id()); !status.ok()) return status;
  auto care = coordinator_.care_of(request.bug_id());
  if (!care) return internal(care.error());
  *response.mutable_care() = to_proto(*care);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::create_hunt(const v1::CreateHuntRequest& request, v1::CreateHuntResponse& response, const Caller&) {
  const auto hunt = from_proto(request);
  if (!hunt) return invalid(hunt.error());
  if (auto error = validate(*hunt)) return invalid(error->message);
  auto unable = coordinator_.unrunnable(hunt->settings);
  if (!unable) return internal(unable.error());
  if (*unable) return precondition((*unable)->message);
  auto id = coordinator_.create_hunt(*hunt);
  if (!id) return internal(id.error());
  response.set_hunt_id(*id);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::get_hunt(const v1::GetHuntRequest& request, v1::GetHuntResponse& response, const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  auto report = coordinator_.find_hunt(request.hunt_id());
  if (!report) return internal(report.error());
  if (*report) *response.mutable_hunt() = to_proto(**report);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::list_hunts(const v1::ListHuntsRequest& request, v1::ListHuntsResponse& response, const Caller&) {
  auto reports = coordinator_.list_hunts(std::min(limit_of(request.limit()), kDefaultLimit));
  if (!reports) return internal(reports.error());
  for (const HuntReport& report : *reports) *response.add_hunts() = to_proto(report);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::stop_hunt(const v1::StopHuntRequest& request, v1::StopHuntResponse&, const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  if (auto error = coordinator_.stop_hunt(request.hunt_id())) return internal(error->message);
  return grpc::Status::OK;
}

grpc::Status AdminServiceImpl::resume_hunt(const v1::ResumeHuntRequest& request, v1::ResumeHuntResponse&, const Caller&) {
  if (auto status = check_hunt(coordinator_, request.hunt_id()); !status.ok()) return status;
  auto report = coordinator_.find_hunt(request.hunt_id());
  if (!report) return internal(report.error());
  if (auto error = coordinator_.unresumable((*report)->hunt)) return precondition(error->message);
  if (auto error = coordinator_.resume_hunt(request.hunt_id())) return internal(error->message);
  return grpc::Status::OK;
}

}  // namespace assay::rpc
