#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"

namespace assay::cli {
namespace {

struct WatchArguments {
  DatabaseOptions database;
  store::BugFilter filter;
  std::uint64_t most = 0;
  bool json = false;
};

void print_news(const store::News& news, bool json) {
  if (json) {
    std::printf("%s\n", dump({{"at", news.at},
                              {"what", news.what},
                              {"bug", news.bug_id},
                              {"hunt", news.hunt_id},
                              {"detail", news.detail}})
                            .c_str());
    return;
  }
  std::string line = news.at + "  " + news.what;
  for (const auto& [name, value] :
       {std::pair("bug", &news.bug_id), std::pair("hunt", &news.hunt_id), std::pair("", &news.detail)})
    if (!value->empty()) line += "  " + std::string(name) + (*name == '\0' ? "" : " ") + *value;
  print(line + "\n");
}

int run_watch(const WatchArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  std::uint64_t told = 0;
  bool begun = false;
  const Status failure = (*link)->watch_news(arguments.filter, [&](const std::vector<store::News>& all) {
    if (!begun) std::fprintf(stderr, "assay: watching; Ctrl-C ends it\n");
    begun = true;
    for (const store::News& news : all) {
      print_news(news, arguments.json);
      if (++told == arguments.most) break;
    }
    std::fflush(stdout);
    return arguments.most == 0 || told < arguments.most;
  });
  return failure ? refuse(failure->message) : kSuccess;
}

}  // namespace

void add_watch(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<WatchArguments>();
  CLI::App* verb = app.add_subcommand("watch", "tell what is found and changed, as it happens");
  verb->description(
      "Prints a line for each thing that happens from now on: bugs found, findings, changes of bugs, hunts that begin "
      "and end. What\n"
      "happens while a coordinator is away is told when it is back.\n\n"
      "Exit code: 0 after --limit, 2 for bad usage or no database.");
  add_database_options(*verb, arguments->database);
  verb->add_option("--filter", arguments->filter.filter,
                   "only of bugs that fit, such as 'pass = gvn' (docs/queries.md); then no hunts");
  verb->add_option("--limit", arguments->most, "end after so many; 0: never")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object for each");
  verb->callback([arguments, &action] { action = [arguments] { return run_watch(*arguments); }; });
}

}  // namespace assay::cli
