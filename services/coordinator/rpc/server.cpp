#include "services/coordinator/rpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "services/common/log.h"
#include "services/coordinator/door/door.h"
#include "services/coordinator/rpc/library_logs.h"
#include "services/coordinator/rpc/relay.h"
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
constexpr std::chrono::seconds kAnswerTime{2};

// Switches of the whole process in gRPC, and the second must be thrown only once.
void switch_on_health_and_reflection() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

/// Can a thread of the executor answer within that time?
bool answers_within(door::Executor& executor, std::chrono::milliseconds time) {
  const auto answered = std::make_shared<std::promise<void>>();
  auto answer = answered->get_future();
  return executor.run([answered] { answered->set_value(); }) && answer.wait_for(time) == std::future_status::ready;
}

}  // namespace

struct Server::State {
  State(Coordinator& given, std::uint32_t calls_per_second)
      : coordinator(given), gate(given.store(), visitors, calls_per_second) {}

  /// Why a call can't be served now; nothing if it can.
  Status hindrance() {
    if (!door->answers_within(kAnswerTime)) return Error{"connections are not served"};
    if (!answers_within(executor, kAnswerTime)) return Error{"all threads are busy"};
    return coordinator.store().try_to_write();
  }

  /// Says what health checks hear: can a call be served, and does the database take writes?
  void watch() {
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, kBetweenProbes, [this] { return stopping; })) {
      lock.unlock();
      const Status failure = hindrance();
      lock.lock();
      if (stopping) return;
      if (failure && serving) log_event(LogLevel::Error, "not-serving", "error=" + failure->message);
      serving = !failure;
      server->GetHealthCheckService()->SetServingStatus(serving);
    }
  }

  Coordinator& coordinator;
  Visitors visitors;
  Gate gate;
  Newsroom newsroom{coordinator.store(), gate};  // outlives what the executor still does
  door::Executor executor{kThreads, kLongestQueue};
  door::Executor examiners{kExaminers, kLongestQueue};  // what findings cost delays no other call
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
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<Relay> relay;
  std::unique_ptr<door::Door> door;  // goes first: it hands connections to the others
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
  // Windows that grow with the network would let a client have any number of bytes under way.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // gRPC listens nowhere: its connections come through the door, which decrypts and counts.
  state->acceptor = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, grpc::InsecureServerCredentials());
  for (grpc::Service* service :
       {static_cast<grpc::Service*>(&state->work), static_cast<grpc::Service*>(&state->findings),
        static_cast<grpc::Service*>(&state->bugs), static_cast<grpc::Service*>(&state->admin),
        static_cast<grpc::Service*>(&state->farm)})
    builder.RegisterService(service);
  state->server = builder.BuildAndStart();
  if (state->server == nullptr) return Error{"gRPC's server does not start"};
  state->relay = std::make_unique<Relay>(*state->acceptor, state->visitors);
  door::Options door;
  door.listen = options.listen;
  door.tls = options.tls;
  door.protocol = "h2";
  door.most_connections = options.connections;
  door.most_of_an_address = options.connections_of_an_address;
  door.full = FrameBudget::goodbye("too many connections: try again", false);
  auto opened =
      door::Door::open(door, [&relay = *state->relay](const door::Arrival& arrival) { return relay.receive(arrival); });
  if (!opened) {
    state->server->Shutdown(std::chrono::system_clock::now());
    return Error{"listen: " + opened.error()};
  }
  state->door = std::move(*opened);
  state->server->GetHealthCheckService()->SetServingStatus(true);
  state->watcher = std::thread(&State::watch, state.get());
  log_event(LogLevel::Info, "listening", "port=" + std::to_string(state->door->port()));
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

int Server::port() const { return state_->door->port(); }

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
  state_->door->shut();
  state_->server->Shutdown(std::chrono::system_clock::now() + grace);
}

}  // namespace assay::rpc
