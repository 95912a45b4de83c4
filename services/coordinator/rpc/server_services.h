#pragma once

#include <string>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/coordinator/rpc/coordinator.h"

/// The gRPC services, each a thin layer over the Coordinator: it checks and converts what came, asks, and converts the
/// answer. A user's mistake is INVALID_ARGUMENT or NOT_FOUND and names the field; what the store can't do is INTERNAL.
namespace assay::rpc {

class WorkServiceImpl final : public v1::WorkService::Service {
 public:
  explicit WorkServiceImpl(Coordinator& coordinator) : coordinator_(coordinator) {}
  grpc::Status RegisterWorker(grpc::ServerContext* context, const v1::RegisterWorkerRequest* request,
                              v1::RegisterWorkerResponse* response) override;
  grpc::Status LeaseWork(grpc::ServerContext* context, const v1::LeaseWorkRequest* request,
                         v1::LeaseWorkResponse* response) override;
  grpc::Status Heartbeat(grpc::ServerContext* context, const v1::HeartbeatRequest* request,
                         v1::HeartbeatResponse* response) override;
  grpc::Status RefuseWork(grpc::ServerContext* context, const v1::RefuseWorkRequest* request,
                          v1::RefuseWorkResponse* response) override;
  grpc::Status CompleteWork(grpc::ServerContext* context, const v1::CompleteWorkRequest* request,
                            v1::CompleteWorkResponse* response) override;

 private:
  Coordinator& coordinator_;
};

class FindingServiceImpl final : public v1::FindingService::Service {
 public:
  explicit FindingServiceImpl(Coordinator& coordinator) : coordinator_(coordinator) {}
  grpc::Status ReportFinding(grpc::ServerContext* context, const v1::ReportFindingRequest* request,
                             v1::ReportFindingResponse* response) override;

 private:
  Coordinator& coordinator_;
};

class BugServiceImpl final : public v1::BugService::Service {
 public:
  explicit BugServiceImpl(Coordinator& coordinator) : coordinator_(coordinator) {}
  grpc::Status ListBugs(grpc::ServerContext* context, const v1::ListBugsRequest* request,
                        v1::ListBugsResponse* response) override;
  grpc::Status GetBug(grpc::ServerContext* context, const v1::GetBugRequest* request,
                      v1::GetBugResponse* response) override;
  grpc::Status ListFindings(grpc::ServerContext* context, const v1::ListFindingsRequest* request,
                            v1::ListFindingsResponse* response) override;
  grpc::Status SetStatus(grpc::ServerContext* context, const v1::SetStatusRequest* request,
                         v1::SetStatusResponse* response) override;

 private:
  Coordinator& coordinator_;
};

class AdminServiceImpl final : public v1::AdminService::Service {
 public:
  explicit AdminServiceImpl(Coordinator& coordinator) : coordinator_(coordinator) {}
  grpc::Status CreateHunt(grpc::ServerContext* context, const v1::CreateHuntRequest* request,
                          v1::CreateHuntResponse* response) override;
  grpc::Status GetHunt(grpc::ServerContext* context, const v1::GetHuntRequest* request,
                       v1::GetHuntResponse* response) override;
  grpc::Status ListHunts(grpc::ServerContext* context, const v1::ListHuntsRequest* request,
                         v1::ListHuntsResponse* response) override;
  grpc::Status StopHunt(grpc::ServerContext* context, const v1::StopHuntRequest* request,
                        v1::StopHuntResponse* response) override;
  grpc::Status ResumeHunt(grpc::ServerContext* context, const v1::ResumeHuntRequest* request,
                          v1::ResumeHuntResponse* response) override;

 private:
  Coordinator& coordinator_;
};

}  // namespace assay::rpc
