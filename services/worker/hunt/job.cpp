#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/common/confine.h"
#include "services/worker/hunt/batch.h"
#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/lines.h"

namespace assay::hunt {
namespace {

/// The job's side of the socket: takes units, gives back what they bring.
class Server {
 public:
  Server(int socket, const Limits& limits, const Folders& folders, const std::shared_ptr<SharedCounts>& shapes)
      : socket_(socket), reader_(socket), limits_(limits), folders_(folders), shapes_(shapes) {}

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
  MessageReader reader_;
  const Limits& limits_;
  const Folders& folders_;
  const std::shared_ptr<SharedCounts>& shapes_;
  std::unique_ptr<Workshop> workshop_;
};

/// Keeps a server at the socket: one that dies is replaced, after the other side was told. Forks as long as this
/// process has one thread and little memory, which the worker's main process no longer has when it needs a new job.
void keep_server(int socket, const Limits& limits, const Folders& folders,
                 const std::shared_ptr<SharedCounts>& shapes) {
  for (;;) {
    const pid_t process = fork();
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      Server(socket, limits, folders, shapes).run();
      _exit(0);
    }
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (process < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return;
    const std::string how = WIFSIGNALED(status) ? "killed by signal " + std::to_string(WTERMSIG(status))
                                                : "exit status " + std::to_string(WEXITSTATUS(status));
    // Its last message may be half written: an end of line keeps it apart from this one.
    if (send(socket, "\n", 1, MSG_NOSIGNAL) != 1 || !write_message(socket, Died{how})) return;
  }
}

}  // namespace

Result<std::unique_ptr<Job>> Job::start(const Limits& limits, const Folders& folders,
                                        std::shared_ptr<SharedCounts> shapes) {
  if (!shapes) shapes = SharedCounts::make();  // also for the processes that replace one that dies
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{std::string("socketpair: ") + strerror(errno)};
  const pid_t process = fork();
  if (process < 0) return Error{std::string("fork: ") + strerror(errno)};
  if (process == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);  // the parent hears of it and stops us in order
    signal(SIGTERM, SIG_IGN);
    forbid_sockets();  // what the linked optimizer does runs in here
    keep_server(ends[1], limits, folders, shapes);
    _exit(0);
  }
  close(ends[1]);
  return std::unique_ptr<Job>(new Job(ends[0], process));
}

Job::Job(int socket, int process) : socket_(socket), process_(process) {}

Job::~Job() {
  write_message(socket_, Quit{});  // closing is not enough: later jobs have inherited this end
  close(socket_);
  int status = 0;
  waitpid(process_, &status, 0);
}

/// What a process that died while nobody asked it anything has left behind is no answer to what is asked now.
void Job::forget_the_past() {
  MessageReader reader(socket_);
  while (reader.next(0)) {
  }
}

Status Job::prepare(const HuntSettings& settings) {
  forget_the_past();
  BatchEnd end{BatchEnd::Kind::Died, "the hunting process is gone"};
  if (write_message(socket_, Prepare{settings}))
    end = follow({[](const Finding&) {}, [](const HuntStatistics&) {}, [] { return false; }});
  if (end.kind == BatchEnd::Kind::Completed) return std::nullopt;
  return Error{end.reason};
}

BatchEnd Job::run(const WorkUnit& unit, const Events& events) {
  forget_the_past();
  if (!write_message(socket_, HuntBatch{unit})) return {BatchEnd::Kind::Died, "the hunting process is gone"};
  return follow(events);
}

BatchEnd Job::follow(const Events& events) {
  MessageReader reader(socket_);
  bool asked_to_stop = false;
  for (;;) {
    if (!asked_to_stop && events.stop()) asked_to_stop = write_message(socket_, Stop{});
    const auto message = reader.next(100);
    if (!message) {
      if (reader.ended()) return {BatchEnd::Kind::Died, "the hunting process is gone"};
      continue;
    }
    if (const auto* found = std::get_if<Found>(&*message)) events.finding(found->finding);
    if (const auto* progress = std::get_if<Progress>(&*message)) events.progress(progress->delta);
    if (const auto* died = std::get_if<Died>(&*message))
      return {BatchEnd::Kind::Died, "the hunting process died: " + died->how};
    const auto* done = std::get_if<Done>(&*message);
    if (done == nullptr) continue;
    if (done->error.empty()) return {};
    return {BatchEnd::Kind::CannotRun, done->error};
  }
}

}  // namespace assay::hunt
