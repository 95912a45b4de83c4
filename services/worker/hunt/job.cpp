#include <signal.h>
#include <unistd.h>

#include "services/channel/child.h"
#include "services/common/confine.h"
#include "services/worker/hunt/batch.h"
#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/messages.h"

namespace assay::hunt {
namespace {

/// The job's side of the socket: takes units, gives back what they bring.
class Server {
 public:
  Server(int socket, const Limits& limits, const Folders& folders, const std::shared_ptr<SharedCounts>& shapes)
      : socket_(socket), frames_(socket), reader_(frames_), limits_(limits), folders_(folders), shapes_(shapes) {}

  void run() {
    while (!reader_.ended()) {
      const auto message = reader_.next(-1);
      if (!message) continue;
      if (std::holds_alternative<Quit>(*message)) return;
      if (const auto* batch = std::get_if<HuntBatch>(&*message)) hunt(batch->unit);
      if (const auto* preparation = std::get_if<Prepare>(&*message)) send(Done{open(preparation->settings)});
    }
  }

 private:
  void send(const Message& message) {
    if (!write_message(socket_, message)) _exit(0);  // nobody is left to hunt for
  }

  /// Why there is no workshop for the settings; empty if there is one.
  std::string open(const HuntSettings& settings) {
    if (workshop_ && workshop_->settings == settings) return "";
    workshop_.reset();  // only one can have breakpoints in this process
    auto opened = open_workshop(settings, folders_, shapes_);
    if (!opened) return opened.error();
    workshop_ = std::move(*opened);
    return "";
  }

  void hunt(const WorkUnit& unit) {
    if (const std::string error = open(unit.settings); !error.empty()) return send(Done{error});
    bool stopped = false;
    Events events;
    events.finding = [&](const Finding& finding) { send(Found{finding}); };
    events.progress = [&](const HuntStatistics& delta) { send(Progress{delta}); };
    events.stop = [&] {
      if (reader_.next(0)) stopped = true;  // the only message during a batch is Stop
      return stopped || reader_.ended();
    };
    run_batch(*workshop_, unit, limits_, events);
    send(Done{});
  }

  int socket_;
  channel::FrameReader frames_;
  MessageReader reader_;
  const Limits& limits_;
  const Folders& folders_;
  const std::shared_ptr<SharedCounts>& shapes_;
  std::unique_ptr<Workshop> workshop_;
};

/// Keeps a server, and tells the other side where it is: one that dies is replaced. Each has a socket of its own, so
/// that half a message of one is never taken for the beginning of another's. Forks as long as this process has one
/// thread and little memory, which the worker's main process no longer has when it needs a new job.
void keep_server(int socket, const Limits& limits, const Folders& folders,
                 const std::shared_ptr<SharedCounts>& shapes) {
  for (;;) {
    auto server = channel::Child::copy([&](int own) {
      close(socket);
      Server(own, limits, folders, shapes).run();
    });
    if (!server) return;
    const int its_end[] = {(*server)->socket()};
    if (!write_message(socket, Serving{}, its_end)) return;
    const channel::End end = (*server)->await();
    if (end.kind == channel::End::Kind::Exited && end.code == 0) return;
    if (!write_message(socket, Died{end.text()})) return;
  }
}

}  // namespace

/// The process that keeps a server, and the server that there is now.
class Job::Keeper {
 public:
  explicit Keeper(std::unique_ptr<channel::Child> process) : process_(std::move(process)), news_(process_->reader()) {}
  ~Keeper() {
    if (connect()) (void)tell(Quit{});  // closing is not enough: later jobs have inherited this end
    process_->dismiss();
  }

  /// False: there is no server, and there will be none.
  bool connect() {
    while (auto news = news_.next(server_ ? 0 : -1)) take(*news);
    return server_ != nullptr;
  }
  bool tell(const Message& message) { return write_message(server_->socket, message); }
  BatchEnd follow(const Events& events);

 private:
  /// A socket to a process that hunts.
  struct Line {
    explicit Line(int descriptor) : socket(descriptor), frames(descriptor), reader(frames) {}
    ~Line() { close(socket); }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    int socket;
    channel::FrameReader frames;
    MessageReader reader;
  };

  void take(const Message& news) {
    if (std::holds_alternative<Serving>(news)) server_ = std::make_unique<Line>(process_->reader().take_descriptor());
    if (const auto* died = std::get_if<Died>(&news)) {
      server_.reset();
      how_ = "the hunting process died: " + died->how;
    }
  }
  /// What a message of the server means; the end of the batch, if it is that.
  std::optional<BatchEnd> take(const Message& message, const Events& events) {
    if (const auto* found = std::get_if<Found>(&message)) events.finding(found->finding);
    if (const auto* progress = std::get_if<Progress>(&message)) events.progress(progress->delta);
    const auto* done = std::get_if<Done>(&message);
    if (done == nullptr) return std::nullopt;
    if (done->error.empty()) return BatchEnd{};
    return BatchEnd{BatchEnd::Kind::CannotRun, done->error};
  }
  /// The server that is followed has ended, or will be heard no more.
  BatchEnd lost() {
    how_ = "the hunting process is gone";
    server_.reset();
    if (const auto news = news_.next(-1)) take(*news);
    return {BatchEnd::Kind::Died, how_};
  }

  std::unique_ptr<channel::Child> process_;
  MessageReader news_;
  std::unique_ptr<Line> server_;
  std::string how_;
};

BatchEnd Job::Keeper::follow(const Events& events) {
  bool asked_to_stop = false;
  for (;;) {
    if (!asked_to_stop && events.stop()) asked_to_stop = tell(Stop{});
    const auto message = server_->reader.next(100);
    if (!message) {
      if (server_->reader.ended()) return lost();
      continue;
    }
    if (const auto end = take(*message, events)) return *end;
  }
}

Result<std::unique_ptr<Job>> Job::start(const Limits& limits, const Folders& folders,
                                        std::shared_ptr<SharedCounts> shapes) {
  if (!shapes) shapes = SharedCounts::make();  // also for the processes that replace one that dies
  auto keeper = channel::Child::copy([&](int socket) {
    signal(SIGINT, SIG_IGN);  // the parent hears of it and stops us in order
    signal(SIGTERM, SIG_IGN);
    forbid_sockets();  // what the linked optimizer does runs in here
    keep_server(socket, limits, folders, shapes);
  });
  if (!keeper) return Error{keeper.error()};
  return std::unique_ptr<Job>(new Job(std::make_unique<Keeper>(std::move(*keeper))));
}

Job::Job(std::unique_ptr<Keeper> keeper) : keeper_(std::move(keeper)) {}
Job::~Job() = default;

Status Job::prepare(const HuntSettings& settings) {
  BatchEnd end{BatchEnd::Kind::Died, "the hunting process is gone"};
  if (keeper_->connect() && keeper_->tell(Prepare{settings}))
    end = keeper_->follow({[](const Finding&) {}, [](const HuntStatistics&) {}, [] { return false; }});
  if (end.kind == BatchEnd::Kind::Completed) return std::nullopt;
  return Error{end.reason};
}

BatchEnd Job::run(const WorkUnit& unit, const Events& events) {
  if (!keeper_->connect() || !keeper_->tell(HuntBatch{unit}))
    return {BatchEnd::Kind::Died, "the hunting process is gone"};
  return keeper_->follow(events);
}

}  // namespace assay::hunt
