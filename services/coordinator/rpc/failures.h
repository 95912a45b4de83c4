#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <string>

/// Refusals and failures as clients hear them: a code, a sentence, and details in the form of google.rpc.Status
/// (ErrorInfo always, BadRequest for a field, RetryInfo for what passes).
namespace assay::rpc {

/// A mistake in a request. The message begins with the field's name: "finding.kind: 77 is no FindingKind".
grpc::Status invalid(const std::string& message);
grpc::Status not_found(const std::string& message);
/// The request makes sense, but not now.
grpc::Status precondition(const std::string& message);
/// What followed a token is gone.
grpc::Status out_of_range(const std::string& message);
/// Too much at once: what for, as a word in capitals.
grpc::Status exhausted(const char* reason, const std::string& message);
/// Who calls may not.
grpc::Status turned_away(grpc::StatusCode code, const char* reason, const std::string& message);
/// The server goes.
grpc::Status ending();
/// What the store can't do. A full disk and a locked file pass; anything else is INTERNAL, and logged.
grpc::Status failed(const std::string& message);

/// For how long a status asks not to try again; 0: it does not say.
std::chrono::milliseconds retry_delay_of(const grpc::Status& status);

}  // namespace assay::rpc
