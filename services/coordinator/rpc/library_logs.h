#pragma once

namespace assay::rpc {

/// Makes what gRPC and Protobuf would print to stderr events of our own log, at level debug: whatever of it matters
/// comes back as an error as well. A switch of the whole process; may be called many times.
void route_library_logs();

}  // namespace assay::rpc
