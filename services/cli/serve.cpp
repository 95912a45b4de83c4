#include <arpa/inet.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "services/cli/bug_facts.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/cli/work_loop.h"
#include "services/common/log.h"
#include "services/coordinator/rpc/rpc.h"

namespace assay::cli {
namespace {

struct ServeArguments {
  std::string database = "assay.db";
  rpc::ServerOptions server;
  bool plaintext = false;
};

/// Can only this machine reach the address?
bool is_loopback(const std::string& address) {
  const std::string host = address.substr(0, address.rfind(':'));
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  return host == "localhost" || host == "[::1]";
}

/// Until it is told to stop. What can't be done now, such as on a full disk, is tried again.
void keep_facts(store::Store& store, Clerk& clerk, const std::atomic<bool>& stop) {
  constexpr int kPatience = 100;  // rounds
  int wait = 0;
  for (; !stop; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    if (wait > 0 && --wait > 0) continue;
    if (const auto made = complete_bug_facts(store, clerk, stop); !made) {
      log_event(LogLevel::Warning, "no-facts", made.error());
      wait = kPatience;
    }
  }
}

int run_serve(const ServeArguments& arguments) {
  if (auto bad = check_address("--listen", arguments.server.listen)) return refuse(bad->message);
  if (!arguments.plaintext && !is_loopback(arguments.server.listen))
    return refuse("--listen=" + arguments.server.listen +
                  ": others could reach it, and there is neither encryption nor authentication; --plaintext says that the network is trusted");
  const std::atomic<bool>& stop = stop_on_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is then an error, as a full disk is
  auto clerk = Clerk::start();  // before any thread
  if (!clerk) return refuse(clerk.error());
  auto store = store::Store::open(arguments.database);
  if (!store) {
    complain(store.error());
    return kUsage;
  }
  rpc::CoordinatorOptions options;
  options.examine = [&](const Finding& finding) { return (*clerk)->examine(finding); };
  rpc::Coordinator coordinator(std::move(*store), options);
  auto server = rpc::Server::start(coordinator, arguments.server);
  if (!server) {
    complain(server.error());
    return kUsage;
  }
  std::fprintf(stderr, "assay: serving %s on port %d\n", arguments.database.c_str(), (*server)->port());
  keep_facts(coordinator.store(), **clerk, stop);
  (*server)->stop();
  return kSuccess;
}

int run_health(const std::string& address) {
  if (auto bad = check_address("--coordinator", address)) return refuse(bad->message);
  if (Status bad = rpc::check_health(address)) {
    complain(bad->message);
    return kNegative;
  }
  return kSuccess;
}

}  // namespace

void add_health(CLI::App& app, Action& action) {
  auto address = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("health", "ask whether a coordinator serves");
  verb->description("Asks a coordinator's health service.\n\nExit code: 0 it serves, 1 it does not, 2 bad usage.");
  verb->add_option("--coordinator", *address, "HOST:PORT")->required();
  verb->callback([address, &action] { action = [address] { return run_health(*address); }; });
}

void add_serve(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::App* verb = app.add_subcommand("serve", "run the coordinator: hand out work, store what is found");
  verb->description("Runs the coordinator until Ctrl-C or SIGTERM.\n\nExit code: 0 stopped, 2 no database or no address.");
  verb->add_option("--db", arguments->database, "SQLite file")->capture_default_str();
  verb->add_option("--listen", arguments->server.listen, "ADDRESS:PORT; there is no encryption, see docs/security.md")
      ->capture_default_str();
  verb->add_flag("--plaintext", arguments->plaintext, "listen at an address that other machines can reach, too");
  verb->callback([arguments, &action] { action = [arguments] { return run_serve(*arguments); }; });
}

}  // namespace assay::cli
