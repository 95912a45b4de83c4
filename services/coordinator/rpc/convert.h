#pragma once

#include "assay/v1/admin.pb.h"
#include "assay/v1/bugs.pb.h"
#include "assay/v1/farm.pb.h"
#include "assay/v1/finding.pb.h"
#include "assay/v1/work.pb.h"
#include "services/coordinator/rpc/link.h"
#include "services/coordinator/store/sql.h"

/// Records to messages and back, by the records' lists of fields. What goes to a message and back is equal to what went
/// in. Reading a message gives an error that names the field if it holds a value that no record can have.
namespace assay::rpc {

v1::Finding to_proto(const Finding& finding);
Result<Finding> from_proto(const v1::Finding& message);

v1::Bug to_proto(const Bug& bug);
Result<Bug> from_proto(const v1::Bug& message);

v1::HuntStatistics to_proto(const HuntStatistics& statistics);
Result<HuntStatistics> from_proto(const v1::HuntStatistics& message);

v1::WorkUnit to_proto(const WorkUnit& unit);
Result<WorkUnit> from_proto(const v1::WorkUnit& message);

v1::Hunt to_proto(const HuntReport& report);
Result<HuntReport> from_proto(const v1::Hunt& message);

v1::CreateHuntRequest to_proto(const NewHunt& hunt);
Result<NewHunt> from_proto(const v1::CreateHuntRequest& message);

v1::RegisterWorkerRequest to_proto(const WorkerInfo& worker);
Result<WorkerInfo> from_proto(const v1::RegisterWorkerRequest& message);

v1::ReportFindingResponse to_proto(const store::Recorded& recorded);
Result<store::Recorded> from_proto(const v1::ReportFindingResponse& message);

v1::LeaseWorkResponse to_proto(const LeaseAnswer& answer);
Result<LeaseAnswer> from_proto(const v1::LeaseWorkResponse& message);

v1::HeartbeatResponse::LeaseState to_proto(LeaseState state);
Result<LeaseState> from_proto(v1::HeartbeatResponse::LeaseState state);

v1::CompleteWorkResponse::Completion to_proto(store::Completion completion);
Result<store::Completion> from_proto(v1::CompleteWorkResponse::Completion completion);

v1::ChangeBugRequest to_proto(const store::BugChange& change);
Result<store::BugChange> from_proto(const v1::ChangeBugRequest& message);

v1::BugCare to_proto(const store::BugCare& care);
Result<store::BugCare> from_proto(const v1::BugCare& message);

/// The request for the filter's first page.
v1::ListBugsRequest to_proto(const store::BugFilter& filter);
/// All of a request but where its page begins. The error names the field.
Result<store::BugFilter> filter_of(const v1::ListBugsRequest& message);

v1::Worker to_proto(const store::Worker& worker);
Result<store::Worker> from_proto(const v1::Worker& message);

v1::GetStatisticsResponse to_proto(const store::Statistics& statistics);
Result<store::Statistics> from_proto(const v1::GetStatisticsResponse& message);

}  // namespace assay::rpc
