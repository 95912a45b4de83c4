#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/coordinator/store/backup.h"
#include "services/coordinator/store/store.h"

namespace assay::cli {
namespace {

struct DbArguments {
  std::string file = "assay.db";
  std::string copy;
  bool json = false;
};

void print_counts(const std::string& title, const Counts& counts) {
  std::printf("%s\n", title.c_str());
  for (const auto& [name, count] : counts)
    std::printf("    %llu  %s\n", static_cast<unsigned long long>(count), name.empty() ? "not found" : name.c_str());
}

nlohmann::json object_of(const Counts& counts) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

int run_db_check(const DbArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  if (Status damaged = store->verify()) {
    complain(damaged->message);
    return kNegative;
  }
  const auto statistics = store->statistics();
  if (!statistics) return refuse(statistics.error());
  if (arguments.json) {
    std::printf("%s\n", dump({{"bugs", statistics->bugs},
                              {"findings", statistics->findings},
                              {"hunts", statistics->hunts},
                              {"workers", statistics->workers},
                              {"bugs_by_status", object_of(statistics->bugs_by_status)},
                              {"bugs_by_kind", object_of(statistics->bugs_by_kind)},
                              {"bugs_by_culprit", object_of(statistics->bugs_by_culprit)}})
                            .c_str());
    return kSuccess;
  }
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::printf("%s: sound\nbugs         %llu\nfindings     %llu\nhunts        %llu\nworkers      %llu\n",
              arguments.file.c_str(), n(statistics->bugs), n(statistics->findings), n(statistics->hunts),
              n(statistics->workers));
  print_counts("bugs by status", statistics->bugs_by_status);
  print_counts("bugs by kind", statistics->bugs_by_kind);
  print_counts("bugs by culprit", statistics->bugs_by_culprit);
  return kSuccess;
}

int run_db_backup(const DbArguments& arguments) {
  if (Status failed = store::back_up(arguments.file, arguments.copy)) return refuse(failed->message);
  print(arguments.copy + ": a sound copy of " + arguments.file + "\n");
  return kSuccess;
}

}  // namespace

void add_db(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<DbArguments>();
  CLI::App* group = app.add_subcommand("db", "look after a database file");
  group->require_subcommand(1);
  CLI::App* verb = group->add_subcommand("check", "is the file sound, and what is in it?");
  verb->description(
      "Reads the whole file, checks it, and counts what it holds.\n\n"
      "Exit code: 0 it is sound, 1 it is damaged, 2 bad usage, no such file, or not a database of this Assay.");
  verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_db_check(*arguments); }; });

  verb = group->add_subcommand("backup", "copy a database, also while a coordinator writes it");
  verb->description(
      "Copies one state of the database to a new file, whatever writes it meanwhile, then reads and checks the copy. "
      "A file that is there is not overwritten. The schema stays as it is.\n\n"
      "Exit code: 0 the copy is there and sound, 2 there is no copy, and the message says why.");
  verb->add_option("file", arguments->copy, "the copy to make")->required();
  verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return run_db_backup(*arguments); }; });
}

}  // namespace assay::cli
