#include "services/coordinator/door/door.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "services/common/log.h"

namespace assay::door {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kBuffer = 32 << 10;  // of a connection, each way
constexpr int kRounds = 8;                 // of reading and writing before others have their turn
constexpr int kAcceptedAtOnce = 64;
constexpr milliseconds kTick{100};
constexpr seconds kHandshake{10};
constexpr seconds kFarewell{1};  // until a client that was told something and does not leave is closed
constexpr std::size_t kFarewellBytes = 256 << 10;
constexpr seconds kStalled{60};    // a client that takes nothing of what waits for it
constexpr seconds kLastBytes{30};  // to take what is left once all is said
constexpr int kEvents = 256;

/// What is watched, as epoll keeps it: a kind and a number.
enum class Watched : std::uint64_t { Wake, Listener, Client, Inner };
std::uint64_t key_of(Watched kind, std::uint64_t number) { return number << 2 | static_cast<std::uint64_t>(kind); }

struct Connection {
  enum class State { Shaking, Open, Leaving };

  Connection(std::uint64_t number, Socket socket, const TlsContext* tls) : id(number), stream(std::move(socket), tls) {}

  const std::uint64_t id;
  Stream stream;
  Visitor visitor;
  std::string network;
  std::shared_ptr<Peer> peer;
  std::unique_ptr<Session> session;
  std::string in, out;
  State state = State::Shaking;
  bool may_shake = false;  ///< its handshake is paid for
  bool client_ended = false;
  Clock::time_point since;      ///< of its state
  Clock::time_point took_at;    ///< the client took some bytes, or needed none
  Clock::time_point over_at{};  ///< all was said, if it was
  std::size_t thrown_away = 0;
  std::uint32_t client_events = 0, inner_events = 0;
};

}  // namespace

/// The door's thread and what it owns. Others only reach what stands under the lock.
class Door::Loop {
 public:
  Loop(Options options, std::function<std::unique_ptr<Session>(const Arrival&)> receive)
      : options_(std::move(options)), receive_(std::move(receive)) {}
  ~Loop();

  Status open();
  int port() const { return listeners_.port; }
  void shut();
  bool answers_within(milliseconds time);
  std::size_t connections() const { return count_; }

 private:
  /// What wakers and the loop share; it outlives the loop for them.
  struct Bell {
    std::mutex mutex;
    Socket event;
    std::vector<std::uint64_t> woken;
    void ring(std::uint64_t id) {
      const std::lock_guard lock(mutex);
      woken.push_back(id);
      const std::uint64_t one = 1;
      (void)!::write(event.get(), &one, sizeof one);
    }
  };

  void run();
  void turn();
  void watch(int descriptor, std::uint64_t key, std::uint32_t events, std::uint32_t& current);
  void accept_some(std::size_t listener);
  void let_in(Socket socket, const sockaddr_storage& address);
  void refuse(const Socket& socket) const;
  bool frees_a_descriptor();
  void look_at_listeners();
  void tick();
  void serve(Connection& connection);
  bool pump(Connection& connection);
  bool shake(Connection& connection);
  bool exchange(Connection& connection);
  bool leave(Connection& connection);
  void update_interest(Connection& connection);
  void drop(std::uint64_t id);
  void watch_listeners();

  const Options options_;
  const std::function<std::unique_ptr<Session>(const Arrival&)> receive_;
  std::unique_ptr<TlsContext> tls_;
  Socket epoll_;
  std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  Socket reserve_;  ///< given up to accept and turn away somebody where no descriptor is left
  Listeners listeners_;
  bool accepts_ = true;
  bool rests_ = false;  ///< nothing could be accepted: until the next tick
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> all_;
  std::map<std::string, std::weak_ptr<Peer>> peers_;
  std::vector<std::uint64_t> again_;  ///< were not done when others had their turn
  std::uint64_t next_id_ = 1;
  Clock::time_point next_tick_, next_look_;
  std::atomic<std::size_t> count_ = 0;

  std::mutex mutex_;
  std::condition_variable turned_;
  std::uint64_t turns_ = 0;
  bool shut_ = false, stopping_ = false;
  std::thread thread_;
};

Status Door::Loop::open() {
  std::signal(SIGPIPE, SIG_IGN);
  auto tls = TlsContext::make(options_.tls, options_.protocol);
  if (!tls) return Error{tls.error()};
  tls_ = std::move(*tls);
  epoll_ = Socket(epoll_create1(EPOLL_CLOEXEC));
  bell_->event = Socket(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  reserve_ = Socket(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  auto listeners = listen_at(options_.listen);
  if (!listeners) return Error{listeners.error()};
  listeners_ = std::move(*listeners);
  std::uint32_t events = 0;
  watch(bell_->event.get(), key_of(Watched::Wake, 0), EPOLLIN, events);
  watch_listeners();
  thread_ = std::thread(&Loop::run, this);
  return {};
}

Door::Loop::~Loop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  bell_->ring(0);
  if (thread_.joinable()) thread_.join();
}

void Door::Loop::shut() {
  {
    const std::lock_guard lock(mutex_);
    shut_ = true;
  }
  bell_->ring(0);
}

bool Door::Loop::answers_within(milliseconds time) {
  std::unique_lock lock(mutex_);
  const std::uint64_t wanted = turns_ + 2;  // the turn under way may hang on what follows
  lock.unlock();
  bell_->ring(0);
  lock.lock();
  return turned_.wait_for(lock, time, [&] { return turns_ >= wanted || stopping_; });
}

void Door::Loop::run() {
  next_tick_ = next_look_ = Clock::now();
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      ++turns_;
      if (stopping_) break;
      if (shut_ && accepts_) {
        accepts_ = false;
        listeners_.sockets.clear();  // closing removes them from epoll
      }
    }
    turned_.notify_all();
    turn();
  }
  all_.clear();
  turned_.notify_all();
}

void Door::Loop::turn() {
  epoll_event events[kEvents];
  const auto left = std::chrono::duration_cast<milliseconds>(next_tick_ - Clock::now()).count();
  const int wait = again_.empty() ? static_cast<int>(std::clamp<std::int64_t>(left, 0, kTick.count())) : 0;
  const int count = epoll_wait(epoll_.get(), events, kEvents, wait);
  std::vector<std::uint64_t> due = std::move(again_);
  again_.clear();
  for (int i = 0; i < count; ++i) {
    const std::uint64_t key = events[i].data.u64;
    switch (static_cast<Watched>(key & 3)) {
      case Watched::Wake: {
        std::uint64_t rung = 0;
        const std::lock_guard lock(bell_->mutex);
        (void)!::read(bell_->event.get(), &rung, sizeof rung);
        due.insert(due.end(), bell_->woken.begin(), bell_->woken.end());
        bell_->woken.clear();
        break;
      }
      case Watched::Listener:
        accept_some(key >> 2);
        break;
      case Watched::Client:
      case Watched::Inner:
        due.push_back(key >> 2);
        break;
    }
  }
  for (const std::uint64_t id : due)
    if (const auto found = all_.find(id); found != all_.end()) serve(*found->second);
  if (Clock::now() >= next_tick_) tick();
}

void Door::Loop::watch(int descriptor, std::uint64_t key, std::uint32_t events, std::uint32_t& current) {
  if (descriptor < 0 || events == current) return;
  epoll_event event{};
  event.events = events;
  event.data.u64 = key;
  // A descriptor of which nothing is wanted is not watched at all: else its end would be told again and again.
  const int action = current == 0 ? EPOLL_CTL_ADD : events == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
  if (epoll_ctl(epoll_.get(), action, descriptor, &event) == 0) current = events;
}

void Door::Loop::watch_listeners() {
  for (std::size_t i = 0; i < listeners_.sockets.size(); ++i) {
    std::uint32_t events = 0;
    watch(listeners_.sockets[i].get(), key_of(Watched::Listener, i), EPOLLIN, events);
  }
}

/// Makes room for one more descriptor, for a moment.
bool Door::Loop::frees_a_descriptor() {
  const bool had_one = reserve_.get() >= 0;
  reserve_ = Socket();
  return had_one;
}

void Door::Loop::accept_some(std::size_t listener) {
  for (int i = 0; i < kAcceptedAtOnce && accepts_ && !rests_ && listener < listeners_.sockets.size(); ++i) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int own = listeners_.sockets[listener].get();
    auto* where = reinterpret_cast<sockaddr*>(&address);
    Socket socket(accept4(own, where, &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (socket.get() >= 0) {
      let_in(std::move(socket), address);
      continue;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) return;
    if (errno == EINTR || errno == ECONNABORTED || errno == EPROTO) continue;
    const int reason = errno;
    if ((reason == EMFILE || reason == ENFILE) && frees_a_descriptor()) {
      const Socket unlucky(accept4(own, where, &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (unlucky.get() >= 0) refuse(unlucky);
    }
    if (reserve_.get() < 0) reserve_ = Socket(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    rests_ = true;
    for (const Socket& each : listeners_.sockets) epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, each.get(), nullptr);
    log_event(LogLevel::Warning, "door-rests", std::string("error=") + strerror(reason));
  }
}

/// Tells a connection that it is one too many. What it has said is read, else its end would not get the answer.
void Door::Loop::refuse(const Socket& socket) const {
  char ignored[4096];
  if (tls_ == nullptr) {
    (void)!::send(socket.get(), options_.full.data(), options_.full.size(), MSG_NOSIGNAL);
    (void)!::recv(socket.get(), ignored, sizeof ignored, 0);
  }
  ::shutdown(socket.get(), SHUT_WR);
}

void Door::Loop::let_in(Socket socket, const sockaddr_storage& address) {
  const std::string network = network_of(address);
  std::shared_ptr<Peer> peer = peers_[network].lock();
  if (peer == nullptr) peers_[network] = peer = std::make_shared<Peer>();
  if (all_.size() >= options_.most_connections || peer->connections >= options_.most_of_an_address)
    return refuse(socket);
  const int yes = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  const std::uint64_t id = next_id_++;
  auto connection = std::make_unique<Connection>(id, std::move(socket), tls_.get());
  connection->visitor.address = text_of(address);
  connection->network = network;
  connection->peer = peer;
  connection->since = Clock::now();
  ++peer->connections;
  Connection& added = *all_.emplace(id, std::move(connection)).first->second;
  count_ = all_.size();
  serve(added);
}

void Door::Loop::drop(std::uint64_t id) {
  const auto found = all_.find(id);
  if (found == all_.end()) return;
  const std::string network = found->second->network;
  --found->second->peer->connections;
  all_.erase(found);
  if (const auto peer = peers_.find(network); peer != peers_.end() && peer->second.expired()) peers_.erase(peer);
  count_ = all_.size();
}

void Door::Loop::serve(Connection& connection) {
  bool goes_on = false;
  try {
    goes_on = pump(connection);
  } catch (const std::exception& failure) {
    log_event(LogLevel::Error, "connection-dropped", std::string("error=") + failure.what());
  }
  if (goes_on)
    update_interest(connection);
  else
    drop(connection.id);
}

/// Does what can be done now; false if the connection is over.
bool Door::Loop::pump(Connection& connection) {
  if (connection.state == Connection::State::Shaking && !shake(connection)) return false;
  if (connection.state == Connection::State::Open && !exchange(connection)) return false;
  return connection.state != Connection::State::Leaving || leave(connection);
}

bool Door::Loop::shake(Connection& connection) {
  if (!connection.may_shake) connection.may_shake = connection.peer->arrivals.take(1, Clock::now());
  if (!connection.may_shake) return true;
  switch (connection.stream.shake_hands()) {
    case Stream::Outcome::Again:
      return true;
    case Stream::Outcome::Closed:
      return false;
    case Stream::Outcome::Moved:
      break;
  }
  connection.visitor.identity = connection.stream.identity();
  const auto ring = [bell = bell_, id = connection.id] { bell->ring(id); };
  connection.session = receive_({connection.visitor, connection.peer, ring});
  connection.state = Connection::State::Open;
  connection.since = connection.took_at = Clock::now();
  return connection.session != nullptr;
}

bool Door::Loop::exchange(Connection& connection) {
  Session& session = *connection.session;
  bool moved = true;
  for (int round = 0; moved; ++round) {
    if (round == kRounds) {
      again_.push_back(connection.id);
      break;
    }
    moved = false;
    // Who does not take its answers may not ask for more.
    const bool may_send = connection.out.size() < kBuffer && session.is_hungry();
    if (may_send && !connection.client_ended && connection.in.size() < kBuffer) {
      const auto outcome = connection.stream.read(connection.in, kBuffer - connection.in.size());
      moved |= outcome == Stream::Outcome::Moved;
      if (outcome == Stream::Outcome::Closed) {
        connection.client_ended = true;
        session.client_ended();
      }
    }
    if (may_send && !connection.in.empty()) {
      const std::size_t taken = session.take(connection.in);
      connection.in.erase(0, taken);
      moved |= taken > 0;
    }
    if (connection.out.size() < kBuffer) {
      const std::size_t before = connection.out.size();
      session.give(connection.out, kBuffer);
      moved |= connection.out.size() != before;
    }
    if (!connection.out.empty()) {
      const auto outcome = connection.stream.write(connection.out);
      if (outcome == Stream::Outcome::Closed) return false;
      moved |= outcome == Stream::Outcome::Moved;
      if (outcome == Stream::Outcome::Moved) connection.took_at = Clock::now();
    }
  }
  if (connection.in.empty()) connection.in.shrink_to_fit();
  if (connection.out.empty()) connection.out.shrink_to_fit();
  if (session.is_over() && connection.out.empty() && !moved) {
    connection.state = Connection::State::Leaving;
    connection.since = Clock::now();
    ::shutdown(connection.stream.descriptor(), SHUT_WR);
    connection.in.clear();
    connection.session.reset();  // and with it what it had watched
    connection.inner_events = 0;
  }
  return true;
}

/// The client has been told all: what it still says is read and thrown away for a moment, so that the answer gets
/// there.
bool Door::Loop::leave(Connection& connection) {
  char ignored[4096];
  while (true) {
    const ssize_t count = recv(connection.stream.descriptor(), ignored, sizeof ignored, 0);
    if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    connection.thrown_away += static_cast<std::size_t>(count);
    if (connection.thrown_away > kFarewellBytes) return false;
  }
}

void Door::Loop::update_interest(Connection& connection) {
  std::uint32_t client = 0, inner = 0;
  int inner_descriptor = -1;
  switch (connection.state) {
    case Connection::State::Shaking:
      client = (connection.may_shake ? EPOLLIN : 0u) | (connection.stream.waits_to_write() ? EPOLLOUT : 0u);
      break;
    case Connection::State::Leaving:
      client = EPOLLIN;
      break;
    case Connection::State::Open: {
      const bool may_send = connection.out.size() < kBuffer && connection.session->is_hungry();
      if (may_send && !connection.client_ended && connection.in.size() < kBuffer) client |= EPOLLIN;
      if (!connection.out.empty() || connection.stream.waits_to_write()) client |= EPOLLOUT;
      inner_descriptor = connection.session->inner();
      if (connection.out.size() < kBuffer && !connection.session->is_over()) inner |= EPOLLIN;
      if (connection.session->waits_for_inner()) inner |= EPOLLOUT;
      break;
    }
  }
  watch(connection.stream.descriptor(), key_of(Watched::Client, connection.id), client, connection.client_events);
  watch(inner_descriptor, key_of(Watched::Inner, connection.id), inner, connection.inner_events);
}

void Door::Loop::tick() {
  const auto now = Clock::now();
  next_tick_ = now + kTick;
  std::vector<std::uint64_t> over, due;
  for (const auto& [id, connection] : all_) {
    const auto age = now - connection->since;
    if (connection->state == Connection::State::Shaking) {
      if (age > kHandshake)
        over.push_back(id);
      else if (!connection->may_shake)
        due.push_back(id);
    } else if (connection->state == Connection::State::Leaving) {
      if (age > kFarewell) over.push_back(id);
    } else {
      Session& session = *connection->session;
      session.look_at_the_time(now);
      if (connection->out.empty()) connection->took_at = now;
      if (session.is_over() && connection->over_at == Clock::time_point()) connection->over_at = now;
      if (now - connection->took_at > kStalled || (session.is_over() && now - connection->over_at > kLastBytes))
        over.push_back(id);
      else if (!connection->in.empty() || session.is_over())
        due.push_back(id);
    }
  }
  for (const std::uint64_t id : over) drop(id);
  for (const std::uint64_t id : due)
    if (const auto found = all_.find(id); found != all_.end()) serve(*found->second);
  look_at_listeners();
}

/// Takes listeners back that rested, and makes new ones of those that do not listen any more.
void Door::Loop::look_at_listeners() {
  if (rests_) {
    rests_ = false;
    watch_listeners();
  }
  const auto now = Clock::now();
  if (!accepts_ || now < next_look_) return;
  next_look_ = now + seconds(1);
  bool listening = !listeners_.sockets.empty();
  for (const Socket& each : listeners_.sockets) {
    int listens = 0;
    socklen_t size = sizeof listens;
    if (getsockopt(each.get(), SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0) listening = false;
  }
  if (listening) return;
  const int port = listeners_.port;
  listeners_.sockets.clear();
  auto renewed = listen_at(options_.listen.substr(0, options_.listen.rfind(':') + 1) + std::to_string(port));
  log_event(LogLevel::Error, "door-renewed",
            "port=" + std::to_string(port) + (renewed ? "" : " error=" + renewed.error()));
  if (!renewed) return;
  listeners_ = std::move(*renewed);
  watch_listeners();
}

Door::Door(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
Door::~Door() = default;

Result<std::unique_ptr<Door>> Door::open(const Options& options,
                                         std::function<std::unique_ptr<Session>(const Arrival&)> receive) {
  auto loop = std::make_unique<Loop>(options, std::move(receive));
  if (Status bad = loop->open()) return *bad;
  return std::unique_ptr<Door>(new Door(std::move(loop)));
}

int Door::port() const { return loop_->port(); }
void Door::shut() { loop_->shut(); }
bool Door::answers_within(std::chrono::milliseconds time) { return loop_->answers_within(time); }
std::size_t Door::connections() const { return loop_->connections(); }

}  // namespace assay::door
