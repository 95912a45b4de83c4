#pragma once

/// The coordinator: its logic, its gRPC server, and the clients' side. None of these headers includes gRPC.
#include "services/coordinator/rpc/client.h"        // IWYU pragma: export
#include "services/coordinator/rpc/coordinator.h"   // IWYU pragma: export
#include "services/coordinator/rpc/lease_keeper.h"  // IWYU pragma: export
#include "services/coordinator/rpc/link.h"          // IWYU pragma: export
#include "services/coordinator/rpc/server.h"        // IWYU pragma: export
