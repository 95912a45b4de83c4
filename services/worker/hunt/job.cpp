#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/common/records_json.h"
#include "services/worker/hunt/batch.h"
#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/lines.h"

namespace assay {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HuntSettings, passes, compilers, seeds, undef_inputs, unroll, smt_timeout_ms, profile, feedback)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkUnit, lease_id, hunt_id, settings, batch, seed, mutants, attempt, lease_ms)
}  // namespace assay

namespace assay::hunt {
namespace {

std::string text_of(const nlohmann::json& message) {
  return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The job's side of the socket: takes units, gives back what they bring.
class Server {
 public:
  Server(int socket, const Limits& limits, const std::string& corpus)
      : socket_(socket), reader_(socket), limits_(limits), corpus_(corpus) {}

  void run() {
    while (!reader_.ended()) {
      const auto line = reader_.next(-1);
      if (!line) continue;
      const nlohmann::json message = nlohmann::json::parse(*line);
      if (message == "quit") return;
      if (message.contains("unit")) hunt(message["unit"].get<WorkUnit>());
    }
  }

 private:
  void send(const nlohmann::json& message) {
    if (!write_line(socket_, text_of(message))) _exit(0);  // nobody is left to hunt for
  }

  void hunt(const WorkUnit& unit) {
    if (!workshop_ || !(workshop_->settings == unit.settings)) {
      workshop_.reset();  // only one can have breakpoints in this process
      auto opened = open_workshop(unit.settings, corpus_);
      if (!opened) return send({{"done", opened.error()}});
      workshop_ = std::move(*opened);
    }
    bool stopped = false;
    Events events;
    events.finding = [&](const Finding& finding) { send({{"finding", finding}}); };
    events.progress = [&](const HuntStatistics& delta) { send({{"progress", delta}}); };
    events.stop = [&] {
      if (const auto line = reader_.next(0)) stopped = true;  // the only message during a batch is "stop"
      return stopped || reader_.ended();
    };
    run_batch(*workshop_, unit, limits_, events);
    send({{"done", ""}});
  }

  int socket_;
  LineReader reader_;
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
  write_line(socket_, "\"quit\"");  // closing is not enough: later jobs have inherited this end
  close(socket_);
  int status = 0;
  waitpid(process_, &status, 0);
}

Status Job::run(const WorkUnit& unit, const Events& events) {
  if (!write_line(socket_, text_of({{"unit", unit}}))) return Error{"the hunting process is gone"};
  LineReader reader(socket_);
  bool asked_to_stop = false;
  for (;;) {
    if (!asked_to_stop && events.stop()) asked_to_stop = write_line(socket_, "\"stop\"");
    const auto line = reader.next(100);
    if (!line) {
      if (reader.ended()) return Error{"the hunting process died"};
      continue;
    }
    const nlohmann::json message = nlohmann::json::parse(*line);
    if (message.contains("finding")) events.finding(message["finding"].get<Finding>());
    if (message.contains("progress")) events.progress(message["progress"].get<HuntStatistics>());
    if (!message.contains("done")) continue;
    const std::string error = message["done"];
    if (error.empty()) return std::nullopt;
    return Error{error};
  }
}

}  // namespace assay::hunt
