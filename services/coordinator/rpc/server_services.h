#pragma once

#include <string>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/farm.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/coordinator/door/executor.h"
#include "services/coordinator/rpc/coordinator.h"
#include "services/coordinator/rpc/failures.h"
#include "services/coordinator/rpc/gate.h"
#include "services/coordinator/rpc/newsroom.h"

/// The gRPC services, each a thin layer over the Coordinator: it checks and converts what came, asks, and converts the
/// answer. A user's mistake is INVALID_ARGUMENT, NOT_FOUND or FAILED_PRECONDITION and names the field.
/// RESOURCE_EXHAUSTED and UNAVAILABLE pass: the queue or the disk is full, the file is locked. Anything else that the
/// store can't do is INTERNAL.
namespace assay::rpc {

/// What the services share.
struct Desk {
  Coordinator& coordinator;
  door::Executor& executor;
  Gate& gate;
  Newsroom& newsroom;
};

/// The id of what a request changes, for the audit.
template <class Request, class Response>
std::string subject_of(const Request& request, const Response& response) {
  if constexpr (requires { request.bug_id(); })
    return request.bug_id();
  else if constexpr (requires { request.hunt_id(); })
    return request.hunt_id();
  else if constexpr (requires { response.hunt_id(); })
    return response.hunt_id();
  else
    return "";
}

/// Lets the executor answer a call by answer(request, response, caller), if the gate lets it pass and somebody still
/// waits for it. What only admins may call is audited.
template <class Request, class Response, class Answer>
grpc::ServerUnaryReactor* answer_later(Desk& desk, const char* method, Callers allowed,
                                       grpc::CallbackServerContext* context, const Request* request, Response* response,
                                       Answer answer) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (const grpc::Status status = desk.gate.count(*context); !status.ok()) {
    reactor->Finish(status);
    return reactor;
  }
  const bool queued = desk.executor.run([=, &gate = desk.gate] {
    if (context->IsCancelled()) return reactor->Finish(grpc::Status::CANCELLED);
    Caller caller;
    grpc::Status status = gate.admit(*context, allowed, method, caller);
    if (status.ok()) {
      status = answer(*request, *response, caller);
      if (allowed == Callers::Admins) gate.keep(caller, method, subject_of(*request, *response), status);
    }
    reactor->Finish(status);
  });
  if (!queued) reactor->Finish(exhausted("QUEUE_FULL", "too many calls are waiting: try again"));
  return reactor;
}

/// A method of the contract, who may call it, and the member function that answers it.
#define ASSAY_RPC(Method, callers, member)                                                                        \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const v1::Method##Request* request,      \
                                   v1::Method##Response* response) override {                                     \
    return answer_later(                                                                                          \
        desk_, #Method, Callers::callers, context, request, response,                                             \
        [this](const auto& asked, auto& answer, const Caller& caller) { return member(asked, answer, caller); }); \
  }                                                                                                               \
  grpc::Status member(const v1::Method##Request& request, v1::Method##Response& response, const Caller& caller)

class WorkServiceImpl final : public v1::WorkService::CallbackService {
 public:
  explicit WorkServiceImpl(Desk desk) : desk_(desk), coordinator_(desk.coordinator) {}
  ASSAY_RPC(RegisterWorker, Workers, register_worker);
  ASSAY_RPC(LeaseWork, Workers, lease_work);
  ASSAY_RPC(Heartbeat, Workers, heartbeat);
  ASSAY_RPC(RefuseWork, Workers, refuse_work);
  ASSAY_RPC(CompleteWork, Workers, complete_work);

 private:
  Desk desk_;
  Coordinator& coordinator_;
};

class FindingServiceImpl final : public v1::FindingService::CallbackService {
 public:
  explicit FindingServiceImpl(Desk desk) : desk_(desk), coordinator_(desk.coordinator) {}
  ASSAY_RPC(ReportFinding, Workers, report_finding);

 private:
  Desk desk_;
  Coordinator& coordinator_;
};

class BugServiceImpl final : public v1::BugService::CallbackService {
 public:
  explicit BugServiceImpl(Desk desk) : desk_(desk), coordinator_(desk.coordinator) {}
  ASSAY_RPC(ListBugs, Viewers, list_bugs);
  ASSAY_RPC(GetBug, Viewers, get_bug);
  ASSAY_RPC(ListFindings, Viewers, list_findings);
  ASSAY_RPC(ChangeBug, Admins, change_bug);
  ASSAY_RPC(GetBugCare, Viewers, get_bug_care);

 private:
  Desk desk_;
  Coordinator& coordinator_;
};

class AdminServiceImpl final : public v1::AdminService::CallbackService {
 public:
  explicit AdminServiceImpl(Desk desk) : desk_(desk), coordinator_(desk.coordinator) {}
  ASSAY_RPC(CreateHunt, Admins, create_hunt);
  ASSAY_RPC(GetHunt, ViewersAndWorkers, get_hunt);
  ASSAY_RPC(ListHunts, ViewersAndWorkers, list_hunts);
  ASSAY_RPC(StopHunt, Admins, stop_hunt);
  ASSAY_RPC(ResumeHunt, Admins, resume_hunt);

 private:
  Desk desk_;
  Coordinator& coordinator_;
};

class FarmServiceImpl final : public v1::FarmService::CallbackService {
 public:
  explicit FarmServiceImpl(Desk desk) : desk_(desk), coordinator_(desk.coordinator) {}
  ASSAY_RPC(ListWorkers, Viewers, list_workers);
  ASSAY_RPC(GetStatistics, Viewers, get_statistics);
  ASSAY_RPC(RunQuery, Viewers, run_query);
  grpc::ServerWriteReactor<v1::WatchNewsResponse>* WatchNews(grpc::CallbackServerContext* context,
                                                             const v1::WatchNewsRequest* request) override;

 private:
  Desk desk_;
  Coordinator& coordinator_;
};

#undef ASSAY_RPC

}  // namespace assay::rpc
