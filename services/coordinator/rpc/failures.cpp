#include "services/coordinator/rpc/failures.h"

#include <algorithm>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "services/common/log.h"
#include "services/coordinator/store/store.h"

namespace assay::rpc {
namespace {

using std::chrono::milliseconds;

constexpr const char* kDomain = "assay.v1";
constexpr milliseconds kCrowded{100};  // a queue of calls is short
constexpr milliseconds kFullDisk{2'000};
constexpr std::size_t kLongestDescription = 1'000;  // details travel in a header, which gRPC limits to 8 KB

/// Headers are UTF-8; what is quoted of a request need not be.
std::string printable(const std::string& text) {
  std::string result = text.substr(0, kLongestDescription);
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
  return result;
}

class Details {
 public:
  Details(grpc::StatusCode code, const char* reason, const std::string& message) : code_(code), message_(message) {
    status_.set_code(code);
    status_.set_message(printable(message));
    google::rpc::ErrorInfo info;
    info.set_reason(reason);
    info.set_domain(kDomain);
    status_.add_details()->PackFrom(info);
  }
  Details& retry_after(milliseconds delay) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(delay.count() / 1000);
    retry.mutable_retry_delay()->set_nanos(static_cast<std::int32_t>(delay.count() % 1000 * 1'000'000));
    status_.add_details()->PackFrom(retry);
    return *this;
  }
  Details& violation(const std::string& field, const std::string& description) {
    google::rpc::BadRequest bad;
    auto* violation = bad.add_field_violations();
    violation->set_field(printable(field));
    violation->set_description(printable(description));
    status_.add_details()->PackFrom(bad);
    return *this;
  }
  grpc::Status status() const { return {code_, message_, status_.SerializeAsString()}; }

 private:
  grpc::StatusCode code_;
  std::string message_;
  google::rpc::Status status_;
};

}  // namespace

grpc::Status invalid(const std::string& message) {
  const std::size_t colon = message.find(": ");
  const bool names_field = colon != std::string::npos && message.find(' ') > colon;
  return Details(grpc::StatusCode::INVALID_ARGUMENT, "FIELD_INVALID", message)
      .violation(names_field ? message.substr(0, colon) : "", names_field ? message.substr(colon + 2) : message)
      .status();
}

grpc::Status not_found(const std::string& message) {
  return Details(grpc::StatusCode::NOT_FOUND, "NOT_FOUND", message).status();
}

grpc::Status precondition(const std::string& message) {
  return Details(grpc::StatusCode::FAILED_PRECONDITION, "NOT_NOW", message).status();
}

grpc::Status out_of_range(const std::string& message) {
  return Details(grpc::StatusCode::OUT_OF_RANGE, "NO_LONGER_KEPT", message).status();
}

grpc::Status exhausted(const char* reason, const std::string& message) {
  return Details(grpc::StatusCode::RESOURCE_EXHAUSTED, reason, message).retry_after(kCrowded).status();
}

grpc::Status turned_away(grpc::StatusCode code, const char* reason, const std::string& message) {
  return Details(code, reason, message).status();
}

grpc::Status ending() {
  return Details(grpc::StatusCode::UNAVAILABLE, "ENDING", "the coordinator ends").retry_after(kFullDisk).status();
}

grpc::Status failed(const std::string& message) {
  switch (store::shortage_in(message)) {
    case store::Shortage::Space:
      log_event(LogLevel::Error, "disk-full", "error=" + message);
      return Details(grpc::StatusCode::RESOURCE_EXHAUSTED, "DISK_FULL", message).retry_after(kFullDisk).status();
    case store::Shortage::Lock:
      return Details(grpc::StatusCode::UNAVAILABLE, "DATABASE_LOCKED", message).retry_after(kCrowded).status();
    case store::Shortage::None:
      break;
  }
  log_event(LogLevel::Error, "request-failed", "error=" + message);
  return Details(grpc::StatusCode::INTERNAL, "STORE_FAILED", message).status();
}

milliseconds retry_delay_of(const grpc::Status& status) {
  google::rpc::Status all;
  if (!all.ParseFromString(status.error_details())) return milliseconds(0);
  google::rpc::RetryInfo retry;
  for (const auto& detail : all.details())
    if (detail.UnpackTo(&retry))
      return milliseconds(std::clamp<std::int64_t>(retry.retry_delay().seconds(), 0, 3'600) * 1000 +
                          retry.retry_delay().nanos() / 1'000'000);
  return milliseconds(0);
}

}  // namespace assay::rpc
