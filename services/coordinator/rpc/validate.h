#pragma once

#include "services/coordinator/rpc/link.h"

/// What a coordinator accepts. Each check gives an error that begins with the name of the field, or nothing.
namespace assay::rpc {

/// The largest message that either side takes; the limits of single fields are below it.
inline constexpr int kMaxMessageBytes = 16 << 20;

Status validate(const WorkerInfo& worker);
Status validate(const HuntSettings& settings);
Status validate(const NewHunt& hunt);
Status validate(const Finding& finding);
Status validate(const HuntStatistics& statistics);
/// Can the batch of the lease have led to so much? An honest account is well within.
Status validate_amounts(const HuntStatistics& statistics, const store::Lease& lease, const HuntSettings& settings);

/// "HUNT.BATCH.ATTEMPT", with numbers for the last two.
Status validate_lease_id(const std::string& id);
/// The parts of a lease that its id tells; nothing for a text that is no lease's id.
std::optional<store::Lease> parse_lease_id(const std::string& id, const std::string& worker_id);

/// A reason of a worker for not running a batch.
Status validate_reason(const std::string& reason);

}  // namespace assay::rpc
