#include "services/coordinator/rpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <mutex>

#include "services/common/log.h"
#include "services/coordinator/rpc/library_logs.h"
#include "services/coordinator/rpc/server_services.h"
#include "services/coordinator/rpc/validate.h"

namespace assay::rpc {
namespace {

constexpr std::size_t kMemoryQuota = std::size_t{512} << 20;
constexpr int kMaxThreads = 64;

// Switches of the whole process in gRPC, and the second must be thrown only once.
void switch_on_health_and_reflection() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

}  // namespace

struct Server::State {
  explicit State(Coordinator& coordinator)
      : work(coordinator), findings(coordinator), bugs(coordinator), admin(coordinator) {}

  WorkServiceImpl work;
  FindingServiceImpl findings;
  BugServiceImpl bugs;
  AdminServiceImpl admin;
  int port = 0;
  std::unique_ptr<grpc::Server> server;
};

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() { stop(std::chrono::milliseconds(0)); }

Result<std::unique_ptr<Server>> Server::start(Coordinator& coordinator, const ServerOptions& options) {
  route_library_logs();
  switch_on_health_and_reflection();
  auto state = std::make_unique<State>(coordinator);
  grpc::ResourceQuota quota("coordinator");
  quota.Resize(kMemoryQuota).SetMaxThreads(kMaxThreads);
  grpc::ServerBuilder builder;
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // two coordinators must not share a port unnoticed
  builder.AddListeningPort(options.listen, grpc::InsecureServerCredentials(), &state->port);
  for (grpc::Service* service :
       {static_cast<grpc::Service*>(&state->work), static_cast<grpc::Service*>(&state->findings),
        static_cast<grpc::Service*>(&state->bugs), static_cast<grpc::Service*>(&state->admin)})
    builder.RegisterService(service);
  state->server = builder.BuildAndStart();
  if (state->server == nullptr || state->port == 0)
    return Error{"listen: can't listen at '" + options.listen + "': not an address of this machine, or in use"};
  state->server->GetHealthCheckService()->SetServingStatus(true);
  log_event(LogLevel::Info, "listening", "port=" + std::to_string(state->port));
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

int Server::port() const { return state_->port; }

void Server::wait() { state_->server->Wait(); }

void Server::stop(std::chrono::milliseconds grace) {
  state_->server->GetHealthCheckService()->SetServingStatus(false);
  state_->server->Shutdown(std::chrono::system_clock::now() + grace);
}

}  // namespace assay::rpc
