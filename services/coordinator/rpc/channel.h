#pragma once

#include <grpcpp/grpcpp.h>

#include "services/coordinator/rpc/client.h"

namespace assay::rpc {

/// How a channel is encrypted.
std::shared_ptr<grpc::ChannelCredentials> credentials_of(const Credentials& credentials);

}  // namespace assay::rpc
