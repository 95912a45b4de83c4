#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <thread>

#include "services/application/work_loop.h"
#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/codegen/compiler.h"

namespace assay::cli {
namespace {

struct WorkArguments {
  std::string coordinator;
  ConnectionOptions connection;
  std::string hunt_id;
  std::string name;
  unsigned jobs = default_jobs();
  hunt::Folders folders;
  std::vector<std::string> compilers;
  std::vector<std::string> seeds;
};

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "worker";
}

int run_work(WorkArguments arguments) {
  if (auto bad = check_address("--coordinator", arguments.coordinator)) return refuse(bad->message);
  auto credentials = read_credentials(arguments.connection);
  if (!credentials) return refuse(credentials.error());
  const std::atomic<bool>& stop = stop_on_signals();
  auto jobs = application::start_jobs(arguments.jobs, arguments.folders);  // before any thread, gRPC's included
  if (!jobs) {
    complain(jobs.error());
    return kUsage;
  }
  if (arguments.compilers.empty()) {
    arguments.compilers = hunt::Equipment::installed_compilers();
    for (std::string& llc : codegen::installed_llcs()) arguments.compilers.push_back(std::move(llc));
  }
  auto equipment = hunt::Equipment::of(arguments.compilers, arguments.seeds);
  if (!equipment) {
    complain(equipment.error());
    return kUsage;
  }
  rpc::ClientOptions client;
  client.address = arguments.coordinator;
  client.credentials = std::move(*credentials);
  client.seed = static_cast<std::uint64_t>(getpid());
  client.later_patience =
      std::chrono::hours(24 * 365);  // a coordinator that goes down, or whose disk is full, is waited for
  rpc::CoordinatorClient link(client);
  std::atomic<bool> over{false};
  std::thread watch([&] {  // a call that waits for a lost coordinator must not outlast Ctrl-C
    while (!over && !stop) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (int i = 0; i < 100 && !over; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (!over) link.cancel();
  });
  application::WorkMonitor monitor;
  const Status failure = application::run_work_loop(
      link, *jobs, *equipment, {arguments.hunt_id, arguments.name, application::random_token(), true}, stop, monitor);
  over = true;
  watch.join();
  if (!failure || stop) return kSuccess;
  complain(failure->message);
  return kUsage;
}

}  // namespace

void add_work(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<WorkArguments>();
  arguments->name = host_name();
  CLI::App* verb = app.add_subcommand("work", "hunt for a coordinator");
  verb->description(
      "Leases batches from a coordinator, hunts them, and reports, until Ctrl-C, SIGTERM or the hunt's end. It offers "
      "compilers and\n"
      "seeds by what they are (version and build, content); batches that need others are not given to it. A batch that "
      "it can't\n"
      "run all the same is given back with the reason.\n\n"
      "Exit code: 0 stopped or ended, 2 bad usage, the coordinator can't be reached, or --hunt names one that can't be "
      "run here.");
  verb->add_option("--coordinator", arguments->coordinator, "HOST:PORT")->required();
  add_connection_options(*verb, arguments->connection);
  verb->add_option("--jobs", arguments->jobs, "processes that hunt")->check(CLI::Range(1, 1024))->capture_default_str();
  verb->add_option(
          "--compiler", arguments->compilers,
          "linked, the path of an opt, or llc:22, to offer; may be repeated (linked, and the opt and llc of every\n"
          "/usr/lib/llvm-*)")
      ->allow_extra_args(false);
  verb->add_option("--seeds", arguments->seeds, "folder of seeds to offer; may be repeated")->allow_extra_args(false);
  verb->add_option(
      "--undecided", arguments->folders.undecided,
      "folder on this machine that up to ten pairs of each reason are kept in for which they were left undecided");
  verb->add_option("--hunt", arguments->hunt_id, "only this hunt's batches, and end with it");
  verb->add_option("--name", arguments->name, "this worker's name for readers")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return run_work(*arguments); }; });
}

}  // namespace assay::cli
