#include "services/coordinator/rpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "services/common/log.h"
#include "services/coordinator/rpc/library_logs.h"
#include "services/coordinator/rpc/server_services.h"
#include "services/coordinator/rpc/validate.h"

namespace assay::rpc {
namespace {

constexpr std::size_t kMemoryQuota = std::size_t{512} << 20;
constexpr std::size_t kThreads = 16;         // answer calls; most of them wait for the disk
constexpr std::size_t kExaminers = 4;        // take findings; most of them wait for a clerk
constexpr std::size_t kLongestQueue = 4096;  // of calls that wait for a thread
constexpr int kReflectionThreads =
    8;  // gRPC's reflection holds a thread for each of its streams, and nobody else needs these
constexpr int kStreamsPerConnection = 128;
constexpr int kMsBetweenPings = 10'000;  // a client that sends them more often is cut off
constexpr int kMsOfIdleConnection = 600'000;
constexpr int kMsUntilDeadPeer = 60'000;
constexpr std::chrono::seconds kBetweenProbes{2};

// Switches of the whole process in gRPC, and the second must be thrown only once.
void switch_on_health_and_reflection() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

std::shared_ptr<grpc::ServerCredentials> credentials_of(const ServerTls& tls) {
  if (tls.certificate.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions options(tls.client_ca.empty()
                                                ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                                                : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.pem_key_cert_pairs.push_back({tls.key, tls.certificate});
  options.pem_root_certs = tls.client_ca;
  return grpc::SslServerCredentials(options);
}

}  // namespace

struct Server::State {
  State(Coordinator& given, std::uint32_t calls_per_second)
      : coordinator(given), gate(given.store(), calls_per_second) {}

  /// Says what health checks hear: does the database take writes?
  void watch() {
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, kBetweenProbes, [this] { return stopping; })) {
      lock.unlock();
      const Status failure = coordinator.store().try_to_write();
      lock.lock();
      if (stopping) return;
      if (failure && serving) log_event(LogLevel::Error, "not-serving", "error=" + failure->message);
      serving = !failure;
      server->GetHealthCheckService()->SetServingStatus(serving);
    }
  }

  Coordinator& coordinator;
  Gate gate;
  Newsroom newsroom{coordinator.store(), gate};  // outlives what the executor still does
  Executor executor{kThreads, kLongestQueue};
  Executor examiners{kExaminers, kLongestQueue};  // what findings cost delays no other call
  std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  bool serving = true;
  std::thread watcher;
  const Desk desk{coordinator, executor, gate, newsroom};
  WorkServiceImpl work{desk};
  FindingServiceImpl findings{Desk{coordinator, examiners, gate, newsroom}};
  BugServiceImpl bugs{desk};
  AdminServiceImpl admin{desk};
  FarmServiceImpl farm{desk};
  int port = 0;
  std::unique_ptr<grpc::Server> server;
};

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() { stop(std::chrono::milliseconds(0)); }

Result<std::unique_ptr<Server>> Server::start(Coordinator& coordinator, const ServerOptions& options) {
  route_library_logs();
  switch_on_health_and_reflection();
  auto state = std::make_unique<State>(coordinator, options.calls_per_second);
  grpc::ResourceQuota quota("coordinator");
  quota.Resize(kMemoryQuota).SetMaxThreads(kReflectionThreads);
  grpc::ServerBuilder builder;
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kStreamsPerConnection);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMsBetweenPings);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 3);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, kMsOfIdleConnection);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kMsUntilDeadPeer);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // two coordinators must not share a port unnoticed
  builder.AddListeningPort(options.listen, credentials_of(options.tls), &state->port);
  for (grpc::Service* service :
       {static_cast<grpc::Service*>(&state->work), static_cast<grpc::Service*>(&state->findings),
        static_cast<grpc::Service*>(&state->bugs), static_cast<grpc::Service*>(&state->admin),
        static_cast<grpc::Service*>(&state->farm)})
    builder.RegisterService(service);
  state->server = builder.BuildAndStart();
  if (state->server == nullptr || state->port == 0)
    return Error{"listen: can't listen at '" + options.listen +
                 "': not an address of this machine, in use, or certificate and key are not good"};
  state->server->GetHealthCheckService()->SetServingStatus(true);
  state->watcher = std::thread(&State::watch, state.get());
  log_event(LogLevel::Info, "listening", "port=" + std::to_string(state->port));
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

int Server::port() const { return state_->port; }

void Server::wait() { state_->server->Wait(); }

void Server::stop(std::chrono::milliseconds grace) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->server->GetHealthCheckService()->SetServingStatus(false);
  }
  state_->wake.notify_all();
  state_->newsroom.stop();
  if (state_->watcher.joinable()) state_->watcher.join();
  state_->server->Shutdown(std::chrono::system_clock::now() + grace);
}

}  // namespace assay::rpc
