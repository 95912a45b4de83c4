#pragma once

#include <string>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/coordinator/rpc/coordinator.h"
#include "services/coordinator/rpc/executor.h"

/// The gRPC services, each a thin layer over the Coordinator: it checks and converts what came, asks, and converts the
/// answer. A user's mistake is INVALID_ARGUMENT, NOT_FOUND or FAILED_PRECONDITION and names the field.
/// RESOURCE_EXHAUSTED and UNAVAILABLE pass: the queue or the disk is full, the file is locked. Anything else that the
/// store can't do is INTERNAL.
namespace assay::rpc {

/// Lets the executor answer a call by answer(request, response), unless nobody waits for it any more.
template <class Request, class Response, class Answer>
grpc::ServerUnaryReactor* answer_later(Executor& executor, grpc::CallbackServerContext* context, const Request* request,
                                       Response* response, Answer answer) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const bool queued = executor.run(
      [=] { reactor->Finish(context->IsCancelled() ? grpc::Status::CANCELLED : answer(*request, *response)); });
  if (!queued) reactor->Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "too many calls are waiting: try again"});
  return reactor;
}

/// A method of the contract, answered by the member function behind it.
#define ASSAY_RPC(Method, member)                                                                            \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const v1::Method##Request* request, \
                                   v1::Method##Response* response) override {                                \
    return answer_later(executor_, context, request, response,                                               \
                        [this](const auto& asked, auto& answer) { return member(asked, answer); });          \
  }                                                                                                          \
  grpc::Status member(const v1::Method##Request& request, v1::Method##Response& response)

class WorkServiceImpl final : public v1::WorkService::CallbackService {
 public:
  WorkServiceImpl(Coordinator& coordinator, Executor& executor) : coordinator_(coordinator), executor_(executor) {}
  ASSAY_RPC(RegisterWorker, register_worker);
  ASSAY_RPC(LeaseWork, lease_work);
  ASSAY_RPC(Heartbeat, heartbeat);
  ASSAY_RPC(RefuseWork, refuse_work);
  ASSAY_RPC(CompleteWork, complete_work);

 private:
  Coordinator& coordinator_;
  Executor& executor_;
};

class FindingServiceImpl final : public v1::FindingService::CallbackService {
 public:
  FindingServiceImpl(Coordinator& coordinator, Executor& executor) : coordinator_(coordinator), executor_(executor) {}
  ASSAY_RPC(ReportFinding, report_finding);

 private:
  Coordinator& coordinator_;
  Executor& executor_;
};

class BugServiceImpl final : public v1::BugService::CallbackService {
 public:
  BugServiceImpl(Coordinator& coordinator, Executor& executor) : coordinator_(coordinator), executor_(executor) {}
  ASSAY_RPC(ListBugs, list_bugs);
  ASSAY_RPC(GetBug, get_bug);
  ASSAY_RPC(ListFindings, list_findings);
  ASSAY_RPC(ChangeBug, change_bug);
  ASSAY_RPC(GetBugCare, get_bug_care);

 private:
  Coordinator& coordinator_;
  Executor& executor_;
};

class AdminServiceImpl final : public v1::AdminService::CallbackService {
 public:
  AdminServiceImpl(Coordinator& coordinator, Executor& executor) : coordinator_(coordinator), executor_(executor) {}
  ASSAY_RPC(CreateHunt, create_hunt);
  ASSAY_RPC(GetHunt, get_hunt);
  ASSAY_RPC(ListHunts, list_hunts);
  ASSAY_RPC(StopHunt, stop_hunt);
  ASSAY_RPC(ResumeHunt, resume_hunt);

 private:
  Coordinator& coordinator_;
  Executor& executor_;
};

#undef ASSAY_RPC

}  // namespace assay::rpc
