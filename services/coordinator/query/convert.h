#pragma once

#include "assay/v1/farm.pb.h"
#include "services/coordinator/store/sql.h"

namespace assay::query {

/// Answers to SQL as messages, and back.
v1::RunQueryResponse to_proto(const store::SqlAnswer& answer);
store::SqlAnswer from_proto(const v1::RunQueryResponse& message);

}  // namespace assay::query
