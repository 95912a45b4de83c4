#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/worker/hunt/batch.h"
#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/lines.h"

namespace assay::hunt {
namespace {

/// The job's side of the socket: takes units, gives back what they bring.
class Server {
 public:
  Server(int socket, const Limits& limits, const std::string& corpus)
      : socket_(socket), reader_(socket), limits_(limits), corpus_(corpus) {}

  void run() {
    while (!reader_.ended()) {
      const auto message = reader_.next(-1);
      if (!message) continue;
      if (std::holds_alternative<Quit>(*message)) return;
      if (const auto* batch = std::get_if<HuntBatch>(&*message)) hunt(batch->unit);
    }
  }

 private:
  void send(const Message& message) {
    if (!write_message(socket_, message)) _exit(0);  // nobody is left to hunt for
  }

  void hunt(const WorkUnit& unit) {
    if (!workshop_ || !(workshop_->settings == unit.settings)) {
      workshop_.reset();  // only one can have breakpoints in this process
      auto opened = open_workshop(unit.settings, corpus_);
      if (!opened) return send(Done{opened.error()});
      workshop_ = std::move(*opened);
    }
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
  const std::string& corpus_;
  std::unique_ptr<Workshop> workshop_;
};

}  // namespace

Result<std::unique_ptr<Job>> Job::start(const Limits& limits, const std::string& corpus) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Error{std::string("socketpair: ") + strerror(errno)};
  const pid_t process = fork();
  if (process < 0) return Error{std::string("fork: ") + strerror(errno)};
  if (process == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);   // the parent hears of it and stops us in order
    signal(SIGTERM, SIG_IGN);
    Server(ends[1], limits, corpus).run();
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

Status Job::run(const WorkUnit& unit, const Events& events) {
  if (!write_message(socket_, HuntBatch{unit})) return Error{"the hunting process is gone"};
  MessageReader reader(socket_);
  bool asked_to_stop = false;
  for (;;) {
    if (!asked_to_stop && events.stop()) asked_to_stop = write_message(socket_, Stop{});
    const auto message = reader.next(100);
    if (!message) {
      if (reader.ended()) return Error{"the hunting process died"};
      continue;
    }
    if (const auto* found = std::get_if<Found>(&*message)) events.finding(found->finding);
    if (const auto* progress = std::get_if<Progress>(&*message)) events.progress(progress->delta);
    const auto* done = std::get_if<Done>(&*message);
    if (done == nullptr) continue;
    if (done->error.empty()) return std::nullopt;
    return Error{done->error};
  }
}

}  // namespace assay::hunt
