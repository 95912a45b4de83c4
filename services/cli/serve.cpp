#include <arpa/inet.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/file.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "services/application/bench.h"
#include "services/application/bug_facts.h"
#include "services/application/causes.h"
#include "services/application/work_loop.h"
#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/common/confine.h"
#include "services/common/log.h"
#include "services/coordinator/door/open_files.h"
#include "services/coordinator/query/query.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/web/web.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/triage/known_roots.h"

namespace assay::cli {
namespace {

struct ServeArguments {
  std::string database = "assay.db";
  rpc::ServerOptions server;
  std::string http;  ///< where the pages are; empty: nowhere
  std::uint32_t lease_s = 60;
  bool insecure = false;
  bool check_page = true;  ///< with the pages: judges what visitors paste
  RootOptions roots;
  std::vector<std::string> compilers;       ///< for that; empty: the installed ones
  std::size_t connections = 0;              ///< 0: as many as open files allow
  std::size_t of_an_address = 0;            ///< 0: half of them
  std::string certificate, key, client_ca;  // files
};

Status read_tls(const ServeArguments& arguments, door::Tls& tls) {
  if (arguments.certificate.empty() != arguments.key.empty())
    return Error{"--tls-certificate and --tls-key go together"};
  if (arguments.certificate.empty() && !arguments.client_ca.empty())
    return Error{"--tls-client-ca: needs --tls-certificate and --tls-key"};
  const std::tuple<const char*, const std::string&, std::string*> files[] = {
      {"--tls-certificate", arguments.certificate, &tls.certificate},
      {"--tls-key", arguments.key, &tls.key},
      {"--tls-client-ca", arguments.client_ca, &tls.client_ca}};
  for (const auto& [option, file, into] : files) {
    if (file.empty()) continue;
    auto text = read_option_file(option, file);
    if (!text) return Error{text.error()};
    *into = std::move(*text);
  }
  return {};
}

/// Can only this machine reach the address?
bool is_loopback(const std::string& address) {
  const std::string host = address.substr(0, address.rfind(':'));
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  return host == "localhost" || host == "[::1]";
}

/// Until it is told to stop. What can't be done now, such as on a full disk, is tried again.
void keep_house(store::Store& store, application::Clerk& clerk, const triage::Roots& roots,
                const std::atomic<bool>& stop) {
  constexpr int kPatience = 100;  // rounds
  int wait = 0;
  for (; !stop; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    if (wait > 0 && --wait > 0) continue;
    if (const auto made = application::complete_bug_facts(store, clerk, stop); !made) {
      log_event(LogLevel::Warning, "no-facts", made.error());
      wait = kPatience;
    }
    if (const auto placed = application::place_bugs(store, roots, stop); !placed) {
      log_event(LogLevel::Warning, "bugs-not-placed", placed.error());
      wait = kPatience;
    }
  }
}

/// The addresses that it listens at, by their options.
std::vector<std::pair<std::string, std::string>> addresses_of(const ServeArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> all{{"--listen", arguments.server.listen}};
  if (!arguments.http.empty()) all.emplace_back("--http", arguments.http);
  return all;
}

/// What is sent to an address that others can reach is encrypted, tokens above all.
Status check_exposure_in_plain_text(const ServeArguments& arguments) {
  if (arguments.insecure || !arguments.server.tls.certificate.empty()) return {};
  for (const auto& [option, address] : addresses_of(arguments))
    if (!is_loopback(address))
      return Error{option + "=" + address +
                   ": others could reach it without encryption: give --tls-certificate and --tls-key, or say with "
                   "--insecure that the network is trusted"};
  return {};
}

/// Are those who can reach the addresses known?
Status check_exposure(const ServeArguments& arguments, store::Store& store) {
  if (arguments.insecure || !arguments.server.tls.client_ca.empty()) return {};
  for (const auto& [option, address] : addresses_of(arguments)) {
    if (is_loopback(address)) continue;
    auto tokens = store.wants_tokens();
    if (!tokens) return Error{tokens.error()};
    if (!*tokens)
      return Error{option + "=" + address +
                   ": others could reach it, whoever they are: make tokens (assay token create), give --tls-client-ca, "
                   "or say with --insecure that they may do everything"};
  }
  return {};
}

/// Shares the open files among the two doors, and what else a coordinator has open.
void share_open_files(ServeArguments& arguments, web::Options& pages) {
  constexpr std::size_t kWanted = 65'536, kOthers = 256, kMostPages = 1'000, kMostCalls = 20'000;
  constexpr std::size_t kFilesOfACaller = 3;  // its socket, and two between the door and gRPC
  const std::size_t files = door::raise_open_files(kWanted);
  pages.connections = std::min(kMostPages, files / 16);
  pages.connections_of_an_address = pages.connections / 2;
  const std::size_t left = files > kOthers + pages.connections ? files - kOthers - pages.connections : files / 2;
  const std::size_t most = std::min(kMostCalls, left / kFilesOfACaller);
  if (arguments.connections > most)
    complain("--connections=" + std::to_string(arguments.connections) +
             ": the limit of open files (ulimit -n) allows " + std::to_string(most));
  rpc::ServerOptions& calls = arguments.server;
  calls.connections = arguments.connections == 0 ? most : std::min(most, arguments.connections);
  calls.connections_of_an_address = arguments.of_an_address == 0 ? calls.connections / 2 : arguments.of_an_address;
}

/// Two coordinators of one database would hand out the same batches. The lock goes with this process, whose descriptor
/// stays open: to close one of a file that SQLite has open, too, would take SQLite's own locks away.
Status hold_alone(const std::string& database) {
  const int file = open(database.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return {};
  return Error{database + ": another coordinator serves it"};
}

/// Where there are pages, processes that judge what is pasted on them.
Status start_bench(const ServeArguments& arguments, const triage::Roots& roots,
                   std::unique_ptr<application::Bench>& bench) {
  if (arguments.http.empty() || !arguments.check_page) return std::nullopt;
  std::vector<std::unique_ptr<optimize::Compiler>> compilers;
  if (arguments.compilers.empty()) {
    std::fprintf(stderr, "assay: asking the installed compilers for their versions\n");
    compilers = hunt::Equipment::open_installed();
  }
  for (const std::string& path : arguments.compilers) {
    auto compiler = optimize::open_compiler(path);
    if (!compiler) return compiler.wrap("--check-compiler=" + path);
    compilers.push_back(std::move(*compiler));
  }
  auto started = application::Bench::start(compilers, std::make_shared<const triage::KnownRoots>(roots.rules()));
  if (!started) return Error{started.error()};
  bench = std::move(*started);
  return std::nullopt;
}

/// What the pages tell of causes. `roots` must outlive them.
void know_causes(const triage::Roots& roots, web::CauseOptions& causes) {
  for (const triage::KnownRoot& rule : roots.rules().rules()) causes.all.push_back(application::known_cause(rule));
  causes.of = [&roots](const Bug& bug) {
    const triage::Standing standing = roots.standing_of(bug);
    return KnownOfBug{standing.rule == nullptr ? "" : standing.rule->id, triage::word_of(standing, bug.status),
                      triage::place_of(standing.kind)};
  };
}

int run_serve(ServeArguments arguments) {
  for (const auto& [option, address] : addresses_of(arguments))
    if (auto bad = check_address(option, address)) return refuse(bad->message);
  if (auto bad = read_tls(arguments, arguments.server.tls)) return refuse(bad->message);
  if (auto bad = check_exposure_in_plain_text(arguments)) return refuse(bad->message);
  const std::atomic<bool>& stop = stop_on_signals();
  mallopt(M_ARENA_MAX, 4);               // else what many threads have freed is kept for each of them
  mallopt(M_MMAP_THRESHOLD, 256 << 10);  // and what is large goes back at once
  std::signal(SIGXFSZ, SIG_IGN);         // a limit on the size of files is then an error, as a full disk is
  const auto roots = open_roots(arguments.roots);
  if (!roots) return refuse_each(roots.error());
  auto clerk = application::Clerk::start();  // before any thread
  if (!clerk) return refuse(clerk.error());
  auto questions = query::Desk::start();
  if (!questions) return refuse(questions.error());
  std::unique_ptr<application::Bench> bench;
  if (auto bad = start_bench(arguments, *roots, bench)) return refuse(bad->message);
  auto store = store::Store::open(arguments.database);
  if (!store) {
    complain(store.error());
    return kUsage;
  }
  if (auto bad = check_exposure(arguments, *store)) return refuse(bad->message);
  if (auto bad = hold_alone(arguments.database)) return refuse(bad->message);
  web::Options pages_options;
  know_causes(*roots, pages_options.causes);
  pages_options.alive_link = [&](const Finding& finding) { return (*clerk)->alive_link(finding); };
  share_open_files(arguments, pages_options);
  rpc::CoordinatorOptions options;
  options.lease_ms = arguments.lease_s * 1000;
  options.examine = [&](const Finding& finding) { return (*clerk)->examine(finding); };
  options.ask = [&](const std::string& sql, const store::SqlLimits& limits) {
    return (*questions)->answer(arguments.database, sql, limits);
  };
  rpc::Coordinator coordinator(std::move(*store), options);
  auto server = rpc::Server::start(coordinator, arguments.server);
  if (!server) {
    complain(server.error());
    return kUsage;
  }
  std::fprintf(stderr, "assay: serving %s on port %d\n", arguments.database.c_str(), (*server)->port());
  std::unique_ptr<web::Server> pages;
  if (!arguments.http.empty()) {
    pages_options.listen = arguments.http;
    pages_options.ask = options.ask;
    pages_options.tls = arguments.server.tls;
    if (bench) {
      pages_options.judge.judge = [&](const Pasted& pasted) { return bench->judge(pasted); };
      pages_options.judge.compilers = bench->compilers();
      pages_options.judge.folder = arguments.database + ".checks";
    }
    auto started = web::Server::start(coordinator.store(), pages_options);
    if (!started) {
      complain("--http: " + started.error());
      return kUsage;
    }
    pages = std::move(*started);
    std::fprintf(stderr, "assay: pages on port %d\n", pages->port());
  }
  keep_house(coordinator.store(), **clerk, *roots, stop);
  if (bench) bench->close();
  (*questions)->close();  // nobody waits for their end
  (*server)->stop();
  return kSuccess;
}

/// Of this machine: what compilers under test could do to it.
int run_health_here() {
  const std::vector<std::string> all = unheld();
  if (all.empty()) print("compilers under test are held\n");
  for (const std::string& each : all) print("a compiler under test could " + each + "\n");
  return all.empty() ? kSuccess : kNegative;
}

int run_health(const std::string& address, const ConnectionOptions& connection) {
  if (address.empty()) return run_health_here();
  if (auto bad = check_address("--coordinator", address)) return refuse(bad->message);
  const auto credentials = read_credentials(connection);
  if (!credentials) return refuse(credentials.error());
  if (Status bad = rpc::check_health(address, *credentials)) {
    complain(bad->message);
    return kNegative;
  }
  return kSuccess;
}

}  // namespace

void add_health(CLI::App& app, Action& action) {
  auto address = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("health", "ask whether a coordinator serves, or whether compilers are held here");
  verb->description(
      "Asks a coordinator's health service. Without --coordinator: says what compilers under test could do to this "
      "machine\n"
      "in spite of their confinement (docs/security.md).\n\n"
      "Exit code: 0 it serves, or they are held; 1 it does not, or they are not all held; 2 bad usage.");
  verb->add_option("--coordinator", *address, "HOST:PORT");
  auto connection = std::make_shared<ConnectionOptions>();
  add_connection_options(*verb, *connection);
  verb->callback([=, &action] { action = [=] { return run_health(*address, *connection); }; });
}

void add_serve(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ServeArguments>();
  arguments->server.calls_per_second = 5'000;
  CLI::App* verb = app.add_subcommand("serve", "run the coordinator: hand out work, store what is found");
  verb->description(
      "Runs the coordinator until Ctrl-C or SIGTERM.\n\nExit code: 0 stopped, 2 no database or no address.");
  verb->add_option("--db", arguments->database, "SQLite file")->capture_default_str();
  verb->add_option("--listen", arguments->server.listen, "ADDRESS:PORT; see docs/security.md")->capture_default_str();
  verb->add_flag("--insecure", arguments->insecure,
                 "do without encryption and tokens at an address that other machines can reach, too");
  verb->add_option("--tls-certificate", arguments->certificate,
                   "certificate of this coordinator: what is said is encrypted");
  verb->add_option("--tls-key", arguments->key, "the key of that certificate");
  verb->add_option("--tls-client-ca", arguments->client_ca,
                   "only clients with a certificate of this authority may call");
  verb->add_option("--calls-per-second", arguments->server.calls_per_second,
                   "calls a second from one address, twice as many at once; 0: no limit")
      ->capture_default_str();
  verb->add_option("--connections", arguments->connections,
                   "of clients at once; others are told to try again; 0: as many as open files allow, at most 20000")
      ->capture_default_str();
  verb->add_option("--connections-per-address", arguments->of_an_address, "of one address at once; 0: half of all")
      ->capture_default_str();
  as_duration(verb->add_option("--lease", arguments->lease_s,
                               std::string("after which a silent worker loses its batch: ") + kDurations))
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  verb->add_option("--http", arguments->http, "ADDRESS:PORT of the pages for browsers and of /metrics (none)");
  verb->add_flag(
      "!--no-check-page", arguments->check_page,
      "the pages don't judge what visitors paste; else answers are kept beside the database, in FILE.checks");
  verb->add_option("--check-compiler", arguments->compilers,
                   "for that page: linked, or the path of an opt (may be repeated; all that are installed)")
      ->allow_extra_args(false);
  add_root_options(*verb, arguments->roots);
  verb->callback([arguments, &action] { action = [arguments] { return run_serve(*arguments); }; });
}

}  // namespace assay::cli
