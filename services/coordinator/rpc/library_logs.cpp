#include "services/coordinator/rpc/library_logs.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <mutex>
#include <string>

#include "services/common/log.h"

namespace assay::rpc {
namespace {

void log_protobuf(google::protobuf::LogLevel, const char*, int, const std::string& message) {
  log_event(LogLevel::Debug, "protobuf", message);
}

void log_grpc(gpr_log_func_args* entry) { log_event(LogLevel::Debug, "grpc", entry->message); }

}  // namespace

void route_library_logs() {
  static std::once_flag once;
  std::call_once(once, [] {
    google::protobuf::SetLogHandler(log_protobuf);
    gpr_set_log_function(log_grpc);
  });
}

}  // namespace assay::rpc
